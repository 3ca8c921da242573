// SPDX-License-Identifier: Apache-2.0
// Distance table → CSV, wide (one row per origin) or long (one row per pair, with the table's skims). int32 tables give
// exact decimals, floats the fewest digits that read back.
#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/result/natural_scale.h"
#include "allways/result/table_cells.h"
#include "export/files/output_file.h"
#include "export/formats/cell_text.h"
#include "export/formats/formats.h"
#include "export/formats/pair_fields.h"

namespace allways::tools {

namespace {

// Returns true if one of the skims, such as the distances of another cost, has a path.
bool has_other_path(const RowBand& rows, std::size_t cell) {
    return std::any_of(rows.fields.begin() + 1, rows.fields.end(), [&](const CostView& skim) {
        return std::visit([&](const auto& all) { return is_reachable(all[cell]); }, skim);
    });
}

class WideRows final : public RowWriter {
public:
    WideRows(const TableFrame& frame, const std::string& path, const ExportOptions& options)
        : rows_(frame.rows),
          columns_(frame.columns.size()),
          scale_(frame.tables.front().front().scale, options.unit),
          unreachable_(csv_field(options.unreachable.value_or(""))),
          decimals_(options.decimals),
          progress_(options.progress),
          file_(path, options.overwrite) {
        file_.put("node_id");
        for (std::uint32_t j = 0; j < columns_; ++j) {
            file_.put(',');
            file_.put_field(frame.columns.text(j));
        }
        file_.put('\n');
    }

    void write(const RowBand& rows) override {
        std::visit([&](const auto& cells) { put(rows.rows, cells); }, rows.fields.front());
    }
    void finish() override { file_.commit(); }

private:
    template <class T>
    void put(std::span<const NodeIndex> rows, std::span<const T> cells) {
        const CellText<T> cell(scale_, unreachable_, decimals_);
        const auto put_rows = [&](std::size_t first, std::size_t last, TextBlock& text) {
            for (std::size_t i = first; i < last; ++i) {
                text.put_field(rows_.text(rows[i]));
                const std::span<const T> values = cells.subspan(i * columns_, columns_);
                put_each(text, values.size(), cell.room() + 1, [values, cell](char* at, std::size_t j) {
                    *at++ = ',';
                    return cell.put(at, values[j]);
                });
                text.put('\n');
            }
        };
        write_rows(file_, rows.size(), columns_, progress_, put_rows);
    }

    const IdTable& rows_;
    std::size_t columns_;
    NaturalScale scale_;
    std::string unreachable_;
    std::optional<std::uint64_t> decimals_;
    ProgressCallback progress_;
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

class LongRows final : public RowWriter {
public:
    LongRows(const TableFrame& frame, const std::string& path, const ExportOptions& options)
        : columns_(frame.columns.size()),
          one_list_(frame.one_list),
          hours_(frame.hours),
          options_(options),
          unreachable_(csv_field(options.unreachable.value_or(""))),
          row_fields_(frame.rows, ','),
          column_fields_(frame.columns, ','),
          room_(row_fields_.room() + column_fields_.room() + 1),
          file_(path, options.overwrite) {
        for (const std::vector<TableField>& fields : frame.tables) {
            std::vector<NaturalScale>& scales = scales_.emplace_back();
            for (const TableField& field : fields) {
                const bool is_distance = scales.empty();
                CostScale scale = field.scale;
                if (is_distance && !frame.name.empty()) scale.name = frame.name;
                scales.emplace_back(scale, is_distance ? options.unit : "");
            }
        }
        file_.put(hours_.empty() ? "from,to" : "hour,from,to");
        for (const NaturalScale& scale : scales_.front()) {
            file_.put(',');
            file_.put_field(scale.column_name());
        }
        if (options_.snap_distances) {
            const SnapDistances& snapped = frame.snap_distances;
            from_snapped_ = snap_texts(snapped.origins, snapped.in_metres);
            to_snapped_ = snap_texts(snapped.destinations, snapped.in_metres);
            room_ += longest(from_snapped_) + longest(to_snapped_);
            for (const char* end : {"from", "to"}) file_.put("," + snap_column_of(end, snapped.in_metres));
        }
        file_.put('\n');
    }

    void write(const RowBand& rows) override {
        std::visit([&](const auto& cells) { put(rows, cells); }, rows.fields.front());
    }
    void finish() override { file_.commit(); }

private:
    template <class T>
    void put(const RowBand& rows, std::span<const T> cells) {
        const std::vector<NaturalScale>& scales = scales_[rows.table];
        const std::string hour = hours_.empty() ? "" : format("{},", hours_[rows.table]);
        const CellText<T> cell(scales.front(), unreachable_, options_.decimals);
        const PairSelection<T> selection(options_, scales.front(), one_list_);
        std::vector<SkimField> skims;
        std::size_t room = hour.size() + room_ + cell.room();
        for (std::size_t f = 1; f < scales.size(); ++f) {
            skims.push_back(skim_field(rows.fields[f], scales[f], unreachable_, options_.decimals));
            room += std::max(skims.back().room, unreachable_.size()) + 1;
        }
        const auto put_pair = [&](char* at, std::size_t i, std::uint32_t j) {
            const T value = cells[i * columns_ + j];
            at = std::ranges::copy(hour, at).out;
            at = cell.put(column_fields_.put(row_fields_.put(at, rows.rows[i]), j), value);
            for (const SkimField& skim : skims) {
                *at++ = ',';
                at = skim.put(at, i * columns_ + j, is_reachable(value));
            }
            if (options_.snap_distances) {
                at = std::ranges::copy(from_snapped_[rows.rows[i]], at).out;
                at = std::ranges::copy(to_snapped_[j], at).out;
            }
            *at++ = '\n';
            return at;
        };
        if (options_.picked) {  // cells of the whole table
            const auto picked = selection.select_from(
                *options_.picked, [&](const TableCell& at) { return cells[at.row * columns_ + at.column]; },
                [&](const TableCell& at) { return has_other_path(rows, at.row * columns_ + at.column); });
            const auto put_cells = [&](std::size_t first, std::size_t last, TextBlock& text) {
                put_each(text, last - first, room, [&](char* at, std::size_t k) {
                    return put_pair(at, picked[first + k].row, picked[first + k].column);
                });
            };
            return write_rows(file_, picked.size(), 1, options_.progress, put_cells);
        }
        const auto put_rows = [&](std::size_t first, std::size_t last, TextBlock& text) {
            std::vector<std::uint32_t> selected;
            for (std::size_t i = first; i < last; ++i) {
                selection.select(rows.rows[i], cells.subspan(i * columns_, columns_), selected,
                                 [&](std::uint32_t j) { return has_other_path(rows, i * columns_ + j); });
                put_each(text, selected.size(), room,
                         [&](char* at, std::size_t k) { return put_pair(at, i, selected[k]); });
            }
        };
        write_rows(file_, rows.rows.size(), columns_, options_.progress, put_rows);
    }

    static std::size_t longest(const std::vector<std::string>& texts) {
        std::size_t length = 0;
        for (const std::string& text : texts) length = std::max(length, text.size());
        return length;
    }

    std::size_t columns_;
    bool one_list_;
    std::vector<int> hours_;
    ExportOptions options_;
    std::string unreachable_;
    IdFields row_fields_;
    IdFields column_fields_;
    std::size_t room_;
    std::vector<std::vector<NaturalScale>> scales_;  // of each table's fields
    std::vector<std::string> from_snapped_, to_snapped_;
    OutputFile file_;
};

template <class Rows>
FormatWriter text_format(const char* name, const char* description, const char* suffix) {
    using enum FormatTrait;
    FormatWriter format{{name, description, {suffix}, {matrices, standard_output, unit, unreachable, decimals}}};
    format.open_rows = [](const TableFrame& frame, const std::string& path,
                          const ExportOptions& options) -> std::unique_ptr<RowWriter> {
        return std::make_unique<Rows>(frame, path, options);
    };
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
        text_format<WideRows>("csv", "table, one row per source: ids in the first row and column", ".csv");
    format.traits.insert(FormatTrait::one_matrix);
    return format;
}

FormatWriter csv_long_output() {
    FormatWriter format = text_format<LongRows>("csv-long", "table, one row per pair: from, to, cost", ".long.csv");
    format.traits.insert({FormatTrait::pairs, FormatTrait::snap_distances, FormatTrait::costs, FormatTrait::hours});
    return format;
}

}  // namespace allways::tools
