// Distance table → CSV, wide (one row a source) or long (one row a pair). int32 tables give exact decimals, floats the
// fewest digits that read back.
#include "export/formats.h"
#include "export/natural_scale.h"
#include "export/output_file.h"
#include "export/pair_selection.h"
#include "export/table_cells.h"

namespace allways::tools {

namespace {

template <class T>
class CellWriter {
public:
    CellWriter(OutputFile& file, const NaturalScale& scale) : file_(file), scale_(scale) {}

    void put(T value) const {
        if constexpr (std::is_integral_v<T>) {
            if (scale_.is_decimal()) return file_.put_fixed_point(value * scale_.multiplier(), scale_.digits());
            file_.put_plain_number(scale_.value(value));
        } else {
            file_.put_plain_number(static_cast<T>(scale_.value(value)));
        }
    }

private:
    OutputFile& file_;
    const NaturalScale& scale_;
};

// Ids as CSV fields, made once and used n times.
std::vector<std::string> id_fields(const IdTable& ids) {
    std::vector<std::string> fields;
    for (std::uint32_t i = 0; i < ids.size(); ++i) fields.push_back(csv_field(ids.text(i)));
    return fields;
}

void report_row(const ExportOptions& options, std::size_t done, std::size_t rows) {
    if (done % 64 == 0 || done == rows) report(options.progress, "write", done, rows);
}

void write_wide(const TableCells& table, const std::string& path, const ExportOptions& options) {
    const NaturalScale scale(table.scale, options.unit);
    const std::string unreachable = options.unreachable.value_or("");
    OutputFile file(path, options.overwrite);
    file.put("node_id");
    for (const std::string& id : id_fields(table.columns)) {
        file.put(',');
        file.put(id);
    }
    file.put('\n');
    const std::vector<std::string> rows = id_fields(table.rows);
    with_cost_type(table.type(), [&]<class T>() {
        const CellWriter<T> cell(file, scale);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            file.put(rows[i]);
            for (const T value : table.row<T>(i)) {
                file.put(',');
                if (is_reachable(value))
                    cell.put(value);
                else
                    file.put_field(unreachable);
            }
            file.put('\n');
            report_row(options, i + 1, rows.size());
        }
    });
    file.commit();
}

void write_long(const TableCells& table, const std::string& path, const ExportOptions& options) {
    const NaturalScale scale(table.scale, options.unit);
    const std::vector<std::string> rows = id_fields(table.rows);
    const std::vector<std::string> columns = id_fields(table.columns);
    OutputFile file(path, options.overwrite);
    file.put("from,to,");
    file.put_field(scale.column_name());
    file.put('\n');
    with_cost_type(table.type(), [&]<class T>() {
        const CellWriter<T> cell(file, scale);
        const PairSelection<T> selection(options, scale, table.same_nodes());
        std::vector<std::uint32_t> selected;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const std::span<const T> values = table.row<T>(i);
            selection.select(i, values, selected);
            for (const std::uint32_t j : selected) {
                const T value = values[j];
                file.put(rows[i]);
                file.put(',');
                file.put(columns[j]);
                file.put(',');
                if (is_reachable(value))
                    cell.put(value);
                else
                    file.put_field(*options.unreachable);
                file.put('\n');
            }
            report_row(options, i + 1, rows.size());
        }
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
    format.matrices = format.standard_output = format.numbers = true;
    format.check_options = [](const ExportOptions& options) { check_unit(options.unit); };
    return format;
}

}  // namespace

OutputFormat csv_output() {
    return text_format<write_wide>("csv", "table, one row a source: ids in the first row and column", {".csv"});
}

OutputFormat csv_long_output() {
    OutputFormat format = text_format<write_long>("csv-long", "table, one row a pair: from, to, cost", {".long.csv"});
    format.pairs = true;
    return format;
}

}  // namespace allways::tools
