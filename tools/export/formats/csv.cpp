// SPDX-License-Identifier: Apache-2.0
// Distance table → CSV, wide (one row per origin) or long (one row per pair, with the table's skims). int32 tables give
// exact decimals, floats the fewest digits that read back.
#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <numeric>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/engine/table_stream.h"
#include "allways/result/natural_scale.h"
#include "allways/result/table_cells.h"
#include "export/files/ordered_rows.h"
#include "export/formats/cell_text.h"
#include "export/formats/formats.h"
#include "export/formats/pair_selection.h"

namespace allways::tools {

namespace {

// Whole tables, and the bands of those that are still being computed, are blocks of rows for one writer. A writer has
// put<T>(const RowBlock&, std::span<const T> distances) and commit().

// Some rows of a table: the cell of row numbers[i] and column j is at i·columns + j.
struct RowBlock {
    std::span<const NodeIndex> numbers;
    CostView distances;
    const ProgressCallback& progress;  // of these rows
    std::vector<CostView> skims;

    // Returns true if one of the skims, such as the distances of another cost, has a path.
    bool has_other_path(std::size_t cell) const {
        return std::ranges::any_of(skims, [&](const CostView& skim) {
            return std::visit([&](const auto& all) { return is_reachable(all[cell]); }, skim);
        });
    }
};

template <class Writer>
void put_block(Writer& writer, const RowBlock& rows) {
    std::visit([&]<class T>(std::span<const T> cells) { writer.template put<T>(rows, cells); }, rows.distances);
}

template <class Writer>
void put_table(Writer& writer, const TableCells& table, const ProgressCallback& progress) {
    std::vector<NodeIndex> numbers(table.rows.size());
    std::iota(numbers.begin(), numbers.end(), NodeIndex{0});
    std::vector<CostView> skims;
    for (const Skim& skim : table.skims) skims.push_back(view(skim.values.all()));
    put_block(writer, {numbers, table.distances, progress, std::move(skims)});
}

// Writes rows as they are computed. Progress is reported by the stage that computes them.
template <class Writer>
class StreamedRows final : public RowWriter {
public:
    explicit StreamedRows(std::unique_ptr<Writer> writer) : writer_(std::move(writer)) {}
    void write(const TableBand& band) override {
        std::vector<CostView> skims;
        for (const CostVector& sums : band.skims) skims.push_back(view(sums));
        put_block(*writer_, {band.rows, view(band.distances), {}, std::move(skims)});
    }
    void finish() override { writer_->commit(); }

private:
    std::unique_ptr<Writer> writer_;
};

class WideRows {
public:
    WideRows(const IdTable& rows, const IdTable& columns, const CostScale& scale, const std::string& path,
             const ExportOptions& options)
        : rows_(rows),
          columns_(columns.size()),
          scale_(scale, options.unit),
          unreachable_(csv_field(options.unreachable.value_or(""))),
          decimals_(options.decimals),
          file_(path, options.overwrite) {
        file_.put("node_id");
        for (std::uint32_t j = 0; j < columns.size(); ++j) {
            file_.put(',');
            file_.put_field(columns.text(j));
        }
        file_.put('\n');
    }

    void commit() { file_.commit(); }

    template <class T>
    void put(const RowBlock& rows, std::span<const T> cells) {
        const CellText<T> cell(scale_, unreachable_, decimals_);
        const auto put_rows = [&](std::size_t first, std::size_t last, TextBlock& text) {
            for (std::size_t i = first; i < last; ++i) {
                text.put_field(rows_.text(rows.numbers[i]));
                const std::span<const T> values = cells.subspan(i * columns_, columns_);
                put_each(text, values.size(), cell.room() + 1, [values, cell](char* at, std::size_t j) {
                    *at++ = ',';
                    return cell.put(at, values[j]);
                });
                text.put('\n');
            }
        };
        write_rows(file_, rows.numbers.size(), columns_, rows.progress, put_rows);
    }

private:
    const IdTable& rows_;
    std::size_t columns_;
    NaturalScale scale_;
    std::string unreachable_;
    std::optional<std::uint64_t> decimals_;
    OutputFile file_;
};

// A skim of a pair; missing if an arc of the path has no value. The distances of another cost may have a path where
// those of the first, to which `has_path` belongs, have none.
struct SkimField {
    std::size_t room;
    std::function<char*(char* at, std::size_t cell, bool has_path)> put;
};

SkimField skim_field(const CostView& cells, const NaturalScale& scale, std::string_view unreachable,
                     std::optional<std::uint64_t> decimals) {
    return with_cost_type(type_of(cells), [&]<class T>() -> SkimField {
        const auto values = std::get<std::span<const T>>(cells);
        const CellText<T> text(scale, "", decimals);
        return {text.room(), [values, text, unreachable](char* at, std::size_t cell, bool has_path) {
                    const T value = values[cell];
                    const bool unknown = has_path && value != unreachable_cost<T>;
                    if (is_reachable(value) || unknown) return text.put(at, value);
                    return std::ranges::copy(unreachable, at).out;
                }};
    });
}

// ",12.5" for the snap distance of each point; "," for nodes.
std::vector<std::string> snap_texts(std::span<const double> distances, bool in_metres) {
    std::vector<std::string> texts;
    for (const double distance : distances) {
        TextBlock text(64);
        text.put(',');
        if (std::isfinite(distance)) text.put_plain_number(rounded_snap(distance, in_metres));
        texts.emplace_back(text.text());
    }
    return texts;
}

class LongRows {
public:
    LongRows(const IdTable& rows, const IdTable& columns, bool same_nodes, const CostScale& scale,
             std::span<const CostScale> skims, const SnapDistances& snapped, const std::string& path,
             const ExportOptions& options, std::string_view field_before = {})
        : columns_(columns.size()),
          same_nodes_(same_nodes),
          options_(options),
          scale_(scale, options.unit),
          unreachable_(csv_field(options.unreachable.value_or(""))),
          row_fields_(rows, ','),
          column_fields_(columns, ','),
          room_(row_fields_.room() + column_fields_.room() + 1),
          file_(path, options.overwrite) {
        file_.put(field_before);
        file_.put("from,to,");
        file_.put_field(scale_.column_name());
        set_skims(skims);
        for (const auto& skim : skim_scales_) {
            file_.put(',');
            file_.put_field(skim->column_name());
        }
        if (options_.snap_distances) {
            from_snapped_ = snap_texts(snapped.origins, snapped.in_metres);
            to_snapped_ = snap_texts(snapped.destinations, snapped.in_metres);
            room_ += longest(from_snapped_) + longest(to_snapped_);
            for (const char* end : {"from", "to"}) file_.put("," + snap_column_of(end, snapped.in_metres));
        }
        file_.put('\n');
    }

    void commit() { file_.commit(); }

    // The next rows begin with this hour, and have numbers of other scales.
    void begin_hour(int hour, const CostScale& scale, std::span<const CostScale> skims) {
        room_ -= before_.size();
        before_ = format("{},", hour);
        room_ += before_.size();
        scale_ = NaturalScale(scale, options_.unit);
        set_skims(skims);
    }

    template <class T>
    void put(const RowBlock& rows, std::span<const T> cells) {
        const CellText<T> cell(scale_, unreachable_, options_.decimals);
        const PairSelection<T> selection(options_, scale_, same_nodes_);
        std::vector<SkimField> skims;
        std::size_t room = room_;
        for (std::size_t f = 0; f < skim_scales_.size(); ++f) {
            skims.push_back(skim_field(rows.skims[f], *skim_scales_[f], unreachable_, options_.decimals));
            room += std::max(skims.back().room, unreachable_.size()) + 1;
        }
        const auto put_pair = [&](char* at, std::size_t i, std::uint32_t j) {
            const T value = cells[i * columns_ + j];
            at = std::ranges::copy(before_, at).out;
            at = cell.put(column_fields_.put(row_fields_.put(at, rows.numbers[i]), j), value);
            for (const SkimField& skim : skims) {
                *at++ = ',';
                at = skim.put(at, i * columns_ + j, is_reachable(value));
            }
            if (options_.snap_distances) {
                at = std::ranges::copy(from_snapped_[rows.numbers[i]], at).out;
                at = std::ranges::copy(to_snapped_[j], at).out;
            }
            *at++ = '\n';
            return at;
        };
        if (options_.picked) {  // cells of the whole table
            const auto picked = selection.select_from(
                *options_.picked, [&](const TableCell& at) { return cells[at.row * columns_ + at.column]; },
                [&](const TableCell& at) { return rows.has_other_path(at.row * columns_ + at.column); });
            const auto put_cells = [&](std::size_t first, std::size_t last, TextBlock& text) {
                put_each(text, last - first, room + cell.room(), [&](char* at, std::size_t k) {
                    return put_pair(at, picked[first + k].row, picked[first + k].column);
                });
            };
            return write_rows(file_, picked.size(), 1, rows.progress, put_cells);
        }
        const auto put_rows = [&](std::size_t first, std::size_t last, TextBlock& text) {
            std::vector<std::uint32_t> selected;
            for (std::size_t i = first; i < last; ++i) {
                selection.select(rows.numbers[i], cells.subspan(i * columns_, columns_), selected,
                                 [&](std::uint32_t j) { return rows.has_other_path(i * columns_ + j); });
                put_each(text, selected.size(), room + cell.room(),
                         [&](char* at, std::size_t k) { return put_pair(at, i, selected[k]); });
            }
        };
        write_rows(file_, rows.numbers.size(), columns_, rows.progress, put_rows);
    }

private:
    void set_skims(std::span<const CostScale> skims) {
        skim_scales_.clear();
        for (const CostScale& skim : skims) skim_scales_.push_back(std::make_unique<NaturalScale>(skim, ""));
    }

    static std::size_t longest(const std::vector<std::string>& texts) {
        std::size_t length = 0;
        for (const std::string& text : texts) length = std::max(length, text.size());
        return length;
    }

    std::size_t columns_;
    bool same_nodes_;
    ExportOptions options_;
    NaturalScale scale_;
    std::string unreachable_;
    IdFields row_fields_;
    IdFields column_fields_;
    std::size_t room_;
    std::string before_ = {};  // the hour
    std::vector<std::unique_ptr<NaturalScale>> skim_scales_;
    std::vector<std::string> from_snapped_, to_snapped_;
    OutputFile file_;
};

template <class Writer>
void put_all(Writer& writer, const TableCells& table, const ExportOptions& options) {
    put_table(writer, table, options.progress);
    writer.commit();
}

std::vector<CostScale> scales_of(const std::vector<Skim>& skims) {
    std::vector<CostScale> scales;
    for (const Skim& skim : skims) scales.push_back(skim.scale);
    return scales;
}

void write_wide(const TableCells& table, const std::string& path, const ExportOptions& options) {
    WideRows writer(table.rows, table.columns, table.scale, path, options);
    put_all(writer, table, options);
}

void write_long(const TableCells& table, const std::string& path, const ExportOptions& options) {
    LongRows writer(table.rows, table.columns, table.same_nodes(), table.scale, scales_of(table.skims),
                    table.snap_distances, path, options);
    put_all(writer, table, options);
}

void write_long_hours(const HourlyTables& hours, const std::string& path, const ExportOptions& options) {
    const TableCells first = cells_of(hours.tables.front());
    CostScale scale = first.scale;
    scale.name = hours.name;
    LongRows writer(first.rows, first.columns, first.same_nodes(), scale, scales_of(first.skims), first.snap_distances,
                    path, options, "hour,");
    const std::size_t count = hours.tables.size();
    for (std::size_t i = 0; i < count; ++i) {
        const TableCells table = cells_of(hours.tables[i]);
        const ProgressCallback progress = [&](const Progress& of_hour) {
            return !options.progress || options.progress({of_hour.stage, i * of_hour.total + of_hour.done,
                                                          count * of_hour.total, of_hour.is_time});
        };
        writer.begin_hour(hours.hours[i], table.scale, scales_of(table.skims));
        put_table(writer, table, progress);
    }
    writer.commit();
}

std::unique_ptr<RowWriter> open_wide(const TableFrame& frame, const std::string& path, const ExportOptions& options) {
    return std::make_unique<StreamedRows<WideRows>>(
        std::make_unique<WideRows>(frame.node_ids, frame.node_ids, frame.scale, path, options));
}

std::unique_ptr<RowWriter> open_long(const TableFrame& frame, const std::string& path, const ExportOptions& options) {
    return std::make_unique<StreamedRows<LongRows>>(std::make_unique<LongRows>(
        frame.node_ids, frame.node_ids, true, frame.scale, frame.skims, no_snap_distances, path, options));
}

template <void write(const TableCells&, const std::string&, const ExportOptions&)>
FormatWriter text_format(const char* name, const char* description, std::vector<std::string> suffixes) {
    FormatWriter format;
    format.name = name;
    format.description = description;
    format.suffixes = std::move(suffixes);
    format.write_table = [](const DistanceTable& table, const std::string& path, const ExportOptions& options) {
        write(cells_of(table), path, options);
    };
    format.write_between = [](const OriginDestinationTable& table, const std::string& path,
                              const ExportOptions& options) { write(cells_of(table), path, options); };
    format.matrices = format.standard_output = format.unit = format.unreachable = format.decimals = true;
    format.check_options = [](const ExportOptions& options) {
        constexpr std::uint64_t most_decimals = 9;
        check_unit(options.unit);
        if (options.decimals.value_or(0) > most_decimals)
            throw InvalidArgument(
                allways::format("`decimals`: expected 0 to {}, found {}", most_decimals, *options.decimals));
    };
    return format;
}

}  // namespace

FormatWriter csv_output() {
    FormatWriter format =
        text_format<write_wide>("csv", "table, one row per source: ids in the first row and column", {".csv"});
    format.open_rows = open_wide;
    format.one_matrix = true;
    return format;
}

FormatWriter csv_long_output() {
    FormatWriter format = text_format<write_long>("csv-long", "table, one row per pair: from, to, cost", {".long.csv"});
    format.open_rows = open_long;
    format.write_hours = write_long_hours;
    format.pairs = format.snap_distances = format.costs = true;
    return format;
}

}  // namespace allways::tools
