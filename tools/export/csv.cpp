// Distance table → CSV, wide (one row a source) or long (one row a pair). int32 tables give exact decimals, floats the
// fewest digits that read back.
#include "export/formats.h"
#include "export/natural_scale.h"
#include "export/output_file.h"

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

void write_wide(const DistanceTable& table, const std::string& path, const ExportOptions& options) {
    const NaturalScale scale(table.scale(), options.unit);
    const std::string unreachable = options.unreachable.value_or("");
    const std::vector<std::string> ids = id_fields(table.node_ids());
    const std::size_t n = table.node_count();
    OutputFile file(path, options.overwrite);
    file.put("node_id");
    for (const std::string& id : ids) {
        file.put(',');
        file.put(id);
    }
    file.put('\n');
    with_cost_type(table.type(), [&]<class T>() {
        const auto values = table.values<T>();
        const CellWriter<T> cell(file, scale);
        for (std::size_t i = 0; i < n; ++i) {
            file.put(ids[i]);
            for (const T value : values.subspan(i * n, n)) {
                file.put(',');
                if (is_reachable(value))
                    cell.put(value);
                else
                    file.put_field(unreachable);
            }
            file.put('\n');
            report_row(options, i + 1, n);
        }
    });
    file.commit();
}

void write_long(const DistanceTable& table, const std::string& path, const ExportOptions& options) {
    const NaturalScale scale(table.scale(), options.unit);
    const std::vector<std::string> ids = id_fields(table.node_ids());
    const std::size_t n = table.node_count();
    OutputFile file(path, options.overwrite);
    file.put("from,to,");
    file.put_field(scale.column_name());
    file.put('\n');
    with_cost_type(table.type(), [&]<class T>() {
        const auto values = table.values<T>();
        const CellWriter<T> cell(file, scale);
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) {
                const T value = values[i * n + j];
                if (!is_reachable(value) && !options.unreachable) continue;
                file.put(ids[i]);
                file.put(',');
                file.put(ids[j]);
                file.put(',');
                if (is_reachable(value))
                    cell.put(value);
                else
                    file.put_field(*options.unreachable);
                file.put('\n');
            }
            report_row(options, i + 1, n);
        }
    });
    file.commit();
}

OutputFormat text_format(const char* name, const char* description, std::vector<std::string> suffixes,
                         decltype(OutputFormat::write_table) write) {
    OutputFormat format;
    format.name = name;
    format.description = description;
    format.suffixes = std::move(suffixes);
    format.write_table = write;
    format.matrices = format.standard_output = format.numbers = true;
    format.check_options = [](const ExportOptions& options) { check_unit(options.unit); };
    return format;
}

}  // namespace

OutputFormat csv_output() {
    return text_format("csv", "table, one row a source: ids in the first row and column", {".csv"}, write_wide);
}

OutputFormat csv_long_output() {
    return text_format("csv-long", "table, one row a pair: from, to, cost", {".long.csv"}, write_long);
}

}  // namespace allways::tools
