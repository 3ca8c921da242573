// Distance table → CSV, wide (one row per origin) or long (one row per pair, with the table's skims). int32 tables give
// exact decimals, floats the fewest digits that read back.
#include <algorithm>
#include <functional>

#include "allways/result/natural_scale.h"
#include "allways/result/table_cells.h"
#include "export/cell_text.h"
#include "export/formats.h"
#include "export/ordered_rows.h"
#include "export/pair_selection.h"

namespace allways::tools {

namespace {

void write_wide(const TableCells& table, const std::string& path, const ExportOptions& options) {
    const NaturalScale scale(table.scale, options.unit);
    const std::string unreachable = csv_field(options.unreachable.value_or(""));
    OutputFile file(path, options.overwrite);
    file.put("node_id");
    for (std::uint32_t j = 0; j < table.columns.size(); ++j) {
        file.put(',');
        file.put_field(table.columns.text(j));
    }
    file.put('\n');
    with_cost_type(table.type(), [&]<class T>() {
        const CellText<T> cell(scale, unreachable);
        const auto put_rows = [&](std::size_t first, std::size_t last, TextBlock& text) {
            for (std::size_t i = first; i < last; ++i) {
                text.put_field(table.rows.text(static_cast<std::uint32_t>(i)));
                const std::span<const T> values = table.row<T>(i);
                put_each(text, values.size(), cell.room() + 1, [&](char* at, std::size_t j) {
                    *at++ = ',';
                    return cell.put(at, values[j]);
                });
                text.put('\n');
            }
        };
        write_rows(file, table.rows.size(), table.columns.size(), options.progress, put_rows);
    });
    file.commit();
}

// A skim of a pair; missing if an arc of the path has no value.
struct SkimField {
    std::size_t room;
    std::function<char*(char* at, std::size_t cell)> put;
};

SkimField skim_field(const Skim& skim, const NaturalScale& scale) {
    return with_cost_type(type_of(skim.values), [&]<class T>() -> SkimField {
        const std::vector<T>& values = std::get<std::vector<T>>(skim.values);
        const CellText<T> text(scale, "");
        return {text.room(), [&values, text](char* at, std::size_t cell) { return text.put(at, values[cell]); }};
    });
}

void write_long(const TableCells& table, const std::string& path, const ExportOptions& options) {
    const NaturalScale scale(table.scale, options.unit);
    const std::string unreachable = csv_field(options.unreachable.value_or(""));
    const IdFields rows(table.rows, ',');
    const IdFields columns(table.columns, ',');
    std::vector<NaturalScale> skim_scales;
    for (const Skim& skim : table.skims) skim_scales.emplace_back(skim.scale, "");
    OutputFile file(path, options.overwrite);
    file.put("from,to,");
    file.put_field(scale.column_name());
    std::vector<SkimField> skims;
    std::size_t room = rows.room() + columns.room() + 1;
    for (std::size_t k = 0; k < skim_scales.size(); ++k) {
        file.put(',');
        file.put_field(skim_scales[k].column_name());
        skims.push_back(skim_field(table.skims[k], skim_scales[k]));
        room += std::max(skims.back().room, unreachable.size()) + 1;
    }
    file.put('\n');
    with_cost_type(table.type(), [&]<class T>() {
        const CellText<T> cell(scale, unreachable);
        const PairSelection<T> selection(options, scale, table.same_nodes());
        const auto put_rows = [&](std::size_t first, std::size_t last, TextBlock& text) {
            std::vector<std::uint32_t> selected;
            for (std::size_t i = first; i < last; ++i) {
                const std::span<const T> values = table.row<T>(i);
                selection.select(i, values, selected);
                put_each(text, selected.size(), room + cell.room(), [&](char* at, std::size_t k) {
                    const std::uint32_t j = selected[k];
                    at = cell.put(columns.put(rows.put(at, i), j), values[j]);
                    for (const SkimField& skim : skims) {
                        *at++ = ',';
                        at = is_reachable(values[j]) ? skim.put(at, i * values.size() + j)
                                                     : std::ranges::copy(unreachable, at).out;
                    }
                    *at++ = '\n';
                    return at;
                });
            }
        };
        write_rows(file, table.rows.size(), table.columns.size(), options.progress, put_rows);
    });
    file.commit();
}

template <void write(const TableCells&, const std::string&, const ExportOptions&)>
OutputFormat text_format(const char* name, const char* description, std::vector<std::string> suffixes) {
    OutputFormat format;
    format.name = name;
    format.description = description;
    format.suffixes = std::move(suffixes);
    format.write_table = [](const DistanceTable& table, const std::string& path, const ExportOptions& options) {
        write(cells_of(table), path, options);
    };
    format.write_part = [](const OriginDestinationTable& table, const std::string& path, const ExportOptions& options) {
        write(cells_of(table), path, options);
    };
    format.matrices = format.standard_output = format.unit = format.unreachable = true;
    format.check_options = [](const ExportOptions& options) { check_unit(options.unit); };
    return format;
}

}  // namespace

OutputFormat csv_output() {
    OutputFormat format =
        text_format<write_wide>("csv", "table, one row per source: ids in the first row and column", {".csv"});
    format.one_matrix = true;
    return format;
}

OutputFormat csv_long_output() {
    OutputFormat format = text_format<write_long>("csv-long", "table, one row per pair: from, to, cost", {".long.csv"});
    format.pairs = true;
    return format;
}

}  // namespace allways::tools
