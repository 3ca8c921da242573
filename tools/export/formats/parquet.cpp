// SPDX-License-Identifier: Apache-2.0
// Table → Parquet: one row per pair, with the distance and skims as columns, in groups of about a million rows. The
// same layout as the Python package's (python/allways/stores/parquet.py).
#include <cmath>
#include <memory>
#include <new>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <arrow/api.h>
#include <arrow/io/file.h>
#include <parquet/arrow/writer.h>
#include <parquet/properties.h>
#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/result/natural_scale.h"
#include "allways/result/table_cells.h"
#include "base/utf8_text.h"
#include "export/files/atomic_file.h"
#include "export/formats/formats.h"
#include "export/formats/pair_fields.h"
#include "export/formats/pair_selection.h"
#include "export/formats/row_block.h"
#include "export/formats/stored_numbers.h"

namespace allways::tools {

namespace {

constexpr std::size_t pairs_of_a_group = std::size_t{1} << 20;
constexpr std::int64_t page_bytes = 8 << 20;  // a page for each column of a group: less to compress anew
constexpr int zstd_level = 3;                 // a tenth smaller than 1

// Some pairs of a block of rows.
struct Pairs {
    std::vector<std::uint32_t> from, to;  // index of the row's id, and of the column's
    std::vector<std::size_t> cells;       // index in the block
    std::vector<std::uint8_t> has_path;

    void clear() { from.clear(), to.clear(), cells.clear(), has_path.clear(); }
};

template <class T>
using ArrowTypeOf = typename arrow::CTypeTraits<T>::ArrowType;

// A column of numbers of a table.
class NumberColumn {
public:
    NumberColumn(const CostScale& scale, CostType type, double largest, const std::string& unit,
                 const std::string& dtype)
        : numbers_(scale, type, largest, unit, dtype) {}

    std::shared_ptr<arrow::Field> field(const std::string& name) const {
        const auto type = with_cost_type(numbers_.type(), []<class Out>() -> std::shared_ptr<arrow::DataType> {
            return arrow::TypeTraits<ArrowTypeOf<Out>>::type_singleton();
        });
        std::vector<std::string> keys, values;
        for (const auto& [key, value] : facts()) {
            keys.push_back(key);
            values.push_back(value);
        }
        return arrow::field(name, type, true, arrow::key_value_metadata(keys, values));
    }
    std::vector<std::pair<std::string, std::string>> facts() const {
        std::vector<std::pair<std::string, std::string>> found;
        if (!numbers_.unit().empty()) found.emplace_back("unit", numbers_.unit());
        if (numbers_.raw()) found.emplace_back("digits", std::to_string(numbers_.digits()));
        return found;
    }
    std::string name() const { return numbers_.column_name(); }
    // Integers: differences of neighbours are small. Floats: bytes of one significance are alike.
    parquet::Encoding::type encoding() const {
        return numbers_.type() == CostType::int32 ? parquet::Encoding::DELTA_BINARY_PACKED
                                                  : parquet::Encoding::BYTE_STREAM_SPLIT;
    }

    // Throws InvalidArgument if a column of integers cannot hold the mark of unreachable pairs.
    void check_mark(const std::optional<double>& unreachable) const {
        if (!unreachable || numbers_.type() != CostType::int32) return;
        if (*unreachable == std::trunc(*unreachable) && std::abs(*unreachable) < unreachable_cost<std::int32_t>) return;
        throw InvalidArgument(
            format("{:.10g} cannot mark unreachable pairs of '{}', which holds integers; expected an "
                   "integer of 32 bits, or null for no value",
                   *unreachable, name()));
    }

    // Pairs without a path get `unreachable`, or null.
    arrow::Result<std::shared_ptr<arrow::Array>> array(const CostView& values, const Pairs& pairs,
                                                       const std::optional<double>& unreachable) const {
        return std::visit(
            [&]<class T>(std::span<const T> all) {
                return with_cost_type(numbers_.type(), [&]<class Out>() {
                    return filled<Out>(pairs.cells.size(), [&](std::size_t k) -> std::optional<Out> {
                        const T value = all[pairs.cells[k]];
                        if (is_reachable(value)) return numbers_.stored<Out>(value);
                        const bool unknown = pairs.has_path[k] && value != unreachable_cost<T>;
                        if (unknown || !unreachable) return std::nullopt;
                        return static_cast<Out>(*unreachable);
                    });
                });
            },
            values);
    }

    template <class Out, class Value>
    static arrow::Result<std::shared_ptr<arrow::Array>> filled(std::size_t count, const Value& value) {
        arrow::NumericBuilder<ArrowTypeOf<Out>> builder;
        ARROW_RETURN_NOT_OK(builder.Reserve(static_cast<std::int64_t>(count)));
        for (std::size_t k = 0; k < count; ++k) {
            const std::optional<Out> number = value(k);
            if (number && *number == *number)  // not NaN: a skim that is not known
                builder.UnsafeAppend(*number);
            else
                builder.UnsafeAppendNull();
        }
        return builder.Finish();
    }

private:
    StoredNumbers numbers_;
};

// A column of ids: int64, or text.
class IdColumn {
public:
    explicit IdColumn(const IdTable& ids) : ids_(ids) {
        if (ids.is_numeric()) return;
        for (const std::string& text : ids.texts()) texts_.push_back(valid_utf8(text));
    }
    std::shared_ptr<arrow::Field> field(const char* name) const {
        return arrow::field(name, ids_.is_numeric() ? arrow::int64() : arrow::utf8(), false);
    }
    arrow::Result<std::shared_ptr<arrow::Array>> array(std::span<const std::uint32_t> indexes) const {
        const auto count = static_cast<std::int64_t>(indexes.size());
        if (ids_.is_numeric()) {
            arrow::Int64Builder builder;
            ARROW_RETURN_NOT_OK(builder.Reserve(count));
            for (const std::uint32_t index : indexes) builder.UnsafeAppend(ids_.numbers()[index]);
            return builder.Finish();
        }
        arrow::StringBuilder builder;
        ARROW_RETURN_NOT_OK(builder.Reserve(count));
        for (const std::uint32_t index : indexes) ARROW_RETURN_NOT_OK(builder.Append(texts_[index]));
        return builder.Finish();
    }

private:
    const IdTable& ids_;
    std::vector<std::string> texts_;
};

// What a table consists of besides its numbers. Borrows.
struct TableFacts {
    const IdTable& rows;
    const IdTable& columns;
    bool same_nodes;
    const CostScale& scale;
    CostType type;
    double largest;  // bounds the absolute raw numbers (int32)
    struct SkimFacts {
        const CostScale& scale;
        CostType type;
        double largest;  // as above
    };
    std::vector<SkimFacts> skims;
    const SnapDistances& snapped;
    const std::string& crs;
    const TableProvenance& provenance;
};

class ParquetRows {
public:
    ParquetRows(const TableFacts& facts, const std::string& path, const ExportOptions& options)
        : options_(options),
          columns_(facts.columns.size()),
          same_nodes_(facts.same_nodes),
          snapped_(facts.snapped),
          unit_written_(facts.scale, options.dtype == "raw" ? std::string() : options.unit),
          unreachable_(unreachable_number(options)),
          from_(facts.rows),
          to_(facts.columns),
          file_(path, options.overwrite) {
        numbers_.emplace_back(facts.scale, facts.type, facts.largest, options.unit, options.dtype);
        for (const auto& skim : facts.skims) {
            numbers_.emplace_back(skim.scale, skim.type, skim.largest, "", options.dtype);
        }
        open(facts);
    }

    template <class T>
    void put(const RowBlock& block, std::span<const T> cells) {
        const PairSelection<T> selection(options_, unit_written_, same_nodes_);
        Pairs pairs;
        const auto put_pair = [&](std::size_t i, std::uint32_t j) {
            const std::size_t cell = i * columns_ + j;
            pairs.from.push_back(block.numbers[i]);
            pairs.to.push_back(j);
            pairs.cells.push_back(cell);
            pairs.has_path.push_back(is_reachable(cells[cell]));
        };
        if (options_.picked) {  // cells of the whole table
            const auto value = [&](const TableCell& at) { return cells[at.row * columns_ + at.column]; };
            const auto other = [&](const TableCell& at) { return block.has_other_path(at.row * columns_ + at.column); };
            for (const TableCell& cell : selection.select_from(*options_.picked, value, other)) {
                put_pair(cell.row, cell.column);
                if (pairs.cells.size() == pairs_of_a_group) write(block, pairs);
            }
            return write(block, pairs);
        }
        std::vector<std::uint32_t> selected;
        for (std::size_t i = 0; i < block.numbers.size(); ++i) {
            selection.select(block.numbers[i], cells.subspan(i * columns_, columns_), selected,
                             [&](std::uint32_t j) { return block.has_other_path(i * columns_ + j); });
            for (const std::uint32_t j : selected) put_pair(i, j);
            if (pairs.cells.size() < pairs_of_a_group && i + 1 < block.numbers.size()) continue;
            write(block, pairs);
            report(block.progress, "write", i + 1, block.numbers.size());
        }
    }

    void commit() {
        require(writer_->Close());
        require(sink_->Close());
        file_.commit();
    }

private:
    void require(const arrow::Status& status) const {
        if (status.ok()) return;
        if (status.IsOutOfMemory()) throw std::bad_alloc();
        throw InputError(file_.path(), 0, "cannot be written: " + status.message());
    }
    template <class Value>
    Value require(arrow::Result<Value> result) const {
        require(result.status());
        return std::move(result).ValueUnsafe();
    }

    void open(const TableFacts& facts) {
        std::vector<std::shared_ptr<arrow::Field>> fields{from_.field("origin"), to_.field("destination")};
        parquet::WriterProperties::Builder properties;
        properties.compression(parquet::Compression::ZSTD)->compression_level(zstd_level)->disable_dictionary();
        properties.max_row_group_length(static_cast<std::int64_t>(pairs_of_a_group));
        properties.data_pagesize(page_bytes)->max_rows_per_page(static_cast<std::int64_t>(pairs_of_a_group));
        properties.write_batch_size(1 << 16);
        for (const auto& field : fields) {
            if (field->type()->id() == arrow::Type::INT64)
                properties.encoding(field->name(), parquet::Encoding::DELTA_BINARY_PACKED);
            else
                properties.enable_dictionary(field->name());
        }
        nlohmann::ordered_json facts_of_fields;
        std::set<std::string> used{"origin", "destination"};
        for (const NumberColumn& column : numbers_) {
            column.check_mark(unreachable_);
            std::string name = column.name();
            for (int number = 2; !used.insert(name).second; ++number) name = format("{}_{}", column.name(), number);
            fields.push_back(column.field(name));
            properties.encoding(name, column.encoding());
            facts_of_fields[name] = nlohmann::ordered_json::object();
            for (const auto& [key, value] : column.facts()) facts_of_fields[name][key] = value;
        }
        if (options_.snap_distances) {
            for (const char* end : {"from", "to"}) {
                fields.push_back(arrow::field(snap_column_of(end, snapped_.in_metres), arrow::float64()));
            }
        }
        nlohmann::ordered_json json;
        json["cost"] = facts.scale.name;
        json["layout"] = "long";
        json["fields"] = facts_of_fields;
        json["crs"] = facts.crs;
        json["provenance"] = nlohmann::ordered_json::object();
        for (const auto& [key, value] : recorded_provenance(facts.provenance, options_))
            json["provenance"][key] = value;
        const auto text = json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
        schema_ = arrow::schema(fields, arrow::key_value_metadata({"allways"}, {text}));
        sink_ = require(arrow::io::FileOutputStream::Open(file_.temporary()));
        const auto arrow_properties =
            parquet::ArrowWriterProperties::Builder().store_schema()->set_use_threads(true)->build();
        writer_ = require(parquet::arrow::FileWriter::Open(*schema_, arrow::default_memory_pool(), sink_,
                                                           properties.build(), arrow_properties));
    }

    void write(const RowBlock& block, Pairs& pairs) {
        if (pairs.cells.empty()) return;
        std::vector<std::shared_ptr<arrow::Array>> arrays{require(from_.array(pairs.from)),
                                                          require(to_.array(pairs.to))};
        arrays.push_back(require(numbers_.front().array(block.distances, pairs, unreachable_)));
        for (std::size_t f = 0; f < block.skims.size(); ++f) {
            arrays.push_back(require(numbers_[f + 1].array(block.skims[f], pairs, unreachable_)));
        }
        if (options_.snap_distances) {
            arrays.push_back(require(snap_array(snapped_.origins, pairs.from)));
            arrays.push_back(require(snap_array(snapped_.destinations, pairs.to)));
        }
        const auto count = static_cast<std::int64_t>(pairs.cells.size());
        require(writer_->WriteRecordBatch(*arrow::RecordBatch::Make(schema_, count, std::move(arrays))));
        pairs.clear();
    }

    arrow::Result<std::shared_ptr<arrow::Array>> snap_array(std::span<const double> distances,
                                                            std::span<const std::uint32_t> indexes) const {
        return NumberColumn::filled<double>(indexes.size(), [&](std::size_t k) -> std::optional<double> {
            const double distance = distances[indexes[k]];
            return std::isfinite(distance) ? std::optional(rounded_snap(distance, snapped_.in_metres)) : std::nullopt;
        });
    }

    ExportOptions options_;
    std::size_t columns_;
    bool same_nodes_;
    const SnapDistances& snapped_;
    NaturalScale unit_written_;
    std::optional<double> unreachable_;
    IdColumn from_, to_;
    std::vector<NumberColumn> numbers_;  // the distance, then the skims
    std::shared_ptr<arrow::Schema> schema_;
    AtomicFile file_;
    std::shared_ptr<arrow::io::FileOutputStream> sink_;
    std::unique_ptr<parquet::arrow::FileWriter> writer_;
};

void write_parquet(const TableCells& table, const std::string& path, const ExportOptions& options) {
    TableFacts facts{.rows = table.rows,
                     .columns = table.columns,
                     .same_nodes = table.same_nodes(),
                     .scale = table.scale,
                     .type = table.type(),
                     .largest = largest_number(table.distances),
                     .skims = {},
                     .snapped = table.snap_distances,
                     .crs = table.crs,
                     .provenance = table.provenance};
    for (const Skim& skim : table.skims) {
        const CostView sums = view(skim.values.all());
        facts.skims.push_back({skim.scale, type_of(sums), largest_number(sums)});
    }
    ParquetRows file(facts, path, options);
    put_table(file, table, options.progress);
    file.commit();
}

std::unique_ptr<RowWriter> open_parquet(const TableFrame& frame, const std::string& path,
                                        const ExportOptions& options) {
    TableFacts facts{.rows = frame.node_ids,
                     .columns = frame.node_ids,
                     .same_nodes = true,
                     .scale = frame.scale,
                     .type = frame.type,
                     .largest = frame.largest,
                     .skims = {},
                     .snapped = no_snap_distances,
                     .crs = frame.crs,
                     .provenance = frame.provenance};
    for (std::size_t f = 0; f < frame.skims.size(); ++f) {
        facts.skims.push_back({frame.skims[f], CostType::int32, frame.largest_skims[f]});
    }
    return std::make_unique<StreamedRows<ParquetRows>>(std::make_unique<ParquetRows>(facts, path, options));
}

}  // namespace

FormatWriter parquet_output() {
    FormatWriter format;
    format.name = "parquet";
    format.description = parquet_description;
    format.suffixes = {".parquet"};
    format.write_table = [](const DistanceTable& table, const std::string& path, const ExportOptions& options) {
        write_parquet(cells_of(table), path, options);
    };
    format.write_between = [](const OriginDestinationTable& table, const std::string& path,
                              const ExportOptions& options) { write_parquet(cells_of(table), path, options); };
    format.open_rows = open_parquet;
    format.matrices = format.unit = format.unreachable = format.dtype = format.pairs = format.snap_distances =
        format.costs = true;
    format.check_options = [](const ExportOptions& options) {
        check_unit(options.unit);
        check_dtype(options.dtype);
        unreachable_number(options);
    };
    return format;
}

}  // namespace allways::tools
