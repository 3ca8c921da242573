// Table → NumPy .npy, with NAME.ids.csv (which node each row and column is) and NAME.json (cost, unit, type,
// unreachable value) beside it.
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "export/formats.h"
#include "export/id_file.h"
#include "export/natural_scale.h"
#include "export/output_file.h"
#include "export/table_cells.h"
#include "json_text.h"

namespace allways::tools {

namespace {

static_assert(std::endian::native == std::endian::little, ".npy is written in memory order, as little-endian");

// Magic, version 1.0, header length, and a dict padded so that the data start on a multiple of 64 bytes.
std::string npy_header(CostType type, std::size_t rows, std::size_t columns) {
    const char* descr = type == CostType::int32 ? "<i4" : type == CostType::float32 ? "<f4" : "<f8";
    std::string dict = format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}, {}), }}", descr, rows, columns);
    constexpr std::size_t before = 10;
    dict.append(63 - (before + dict.size()) % 64, ' ');
    dict += '\n';
    std::string header("\x93NUMPY\x01\x00", 8);
    header += static_cast<char>(dict.size() & 0xff);
    header += static_cast<char>(dict.size() >> 8);
    return header + dict;
}

template <class Out>
Out parse_unreachable(const std::string& text) {
    Out value{};
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
    if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size()) {
        throw InvalidArgument(format("the unreachable value '{}' is no {}", text, name(cost_type_of<Out>)));
    }
    return value;
}

// One number: natural unless `raw`. Throws where int32 cannot hold it.
template <class Out, class T>
Out converted(T value, const NaturalScale& scale, bool raw) {
    const double number = raw ? static_cast<double>(value) : scale.value(value);
    if constexpr (std::is_integral_v<Out>) {
        if (number != std::trunc(number) || std::abs(number) > std::numeric_limits<Out>::max()) {
            throw InvalidArgument(format("dtype int32 cannot hold the distance {}; use float64, or raw", number));
        }
    }
    return static_cast<Out>(number);
}

template <class Out, class T>
void write_cells(const TableCells& table, OutputFile& file, const NaturalScale& scale, const ExportOptions& options,
                 Out unreachable) {
    const bool raw = options.dtype == "raw";
    const std::size_t rows = table.rows.size();
    std::vector<Out> row(table.columns.size());
    for (std::size_t i = 0; i < rows; ++i) {
        const std::span<const T> values = table.row<T>(i);
        for (std::size_t j = 0; j < values.size(); ++j) {
            row[j] = is_reachable(values[j]) ? converted<Out>(values[j], scale, raw) : unreachable;
        }
        file.put_bytes(row.data(), row.size() * sizeof(Out));
        if (i % 64 == 63 || i + 1 == rows) report(options.progress, "write", i + 1, rows);
    }
}

CostType stored_type(const TableCells& table, const std::string& dtype) {
    if (dtype == "raw") return table.type();
    if (dtype == "natural") return table.type() == CostType::float32 ? CostType::float32 : CostType::float64;
    if (const auto type = parse_cost_type(dtype)) return *type;
    throw InvalidArgument(format("dtype '{}' is none of natural, raw, float32, float64, int32", dtype));
}

std::string stem(const std::string& path) {
    return path.ends_with(".npy") ? path.substr(0, path.size() - 4) : path;
}

std::string json_path(const std::string& path) {
    return stem(path) + ".json";
}

void check_options(const ExportOptions& options) {
    check_unit(options.unit);
    if (options.dtype == "raw" && !options.unit.empty()) {
        throw InvalidArgument("raw numbers keep the table's unit; leave out the unit, or choose another dtype");
    }
    if (!options.unreachable) return;
    if (options.dtype == "int32")
        parse_unreachable<std::int32_t>(*options.unreachable);
    else
        parse_unreachable<double>(*options.unreachable);  // float32 reads the same texts; raw may be either
}

nlohmann::ordered_json description(const TableCells& table, const ExportOptions& options, CostType type,
                                   const NaturalScale& scale) {
    nlohmann::ordered_json json;
    json["cost"] = table.scale.name;
    json["unit"] = scale.unit();
    json["dtype"] = std::string(name(type));
    json["digits"] = options.dtype == "raw" ? table.scale.digits : 0;  // natural = value × 10^-digits
    if (table.same_nodes()) {
        json["nodes"] = table.rows.size();
    } else {
        json["origins"] = table.rows.size();
        json["destinations"] = table.columns.size();
    }
    for (const auto& [key, text] : recorded_provenance(table.provenance, options)) json["provenance"][key] = text;
    return json;
}

void write(const TableCells& table, const std::string& path, const ExportOptions& options) {
    check_options(options);
    const NaturalScale scale(table.scale, options.unit);
    const CostType type = stored_type(table, options.dtype);
    IdFile ids(path, ".npy", table, 0, options.overwrite);
    OutputFile json_file(json_path(path), options.overwrite);
    OutputFile file(path, options.overwrite);

    nlohmann::ordered_json json = description(table, options, type, scale);
    file.put(npy_header(type, table.rows.size(), table.columns.size()));
    with_cost_type(type, [&]<class Out>() {
        const Out unreachable =
            options.unreachable ? parse_unreachable<Out>(*options.unreachable) : unreachable_cost<Out>;
        if (std::isfinite(static_cast<double>(unreachable)))
            json["unreachable"] = unreachable;
        else
            json["unreachable"] = std::isnan(static_cast<double>(unreachable)) ? "nan"
                                  : unreachable > 0                            ? "inf"
                                                                               : "-inf";
        with_cost_type(table.type(), [&]<class T>() { write_cells<Out, T>(table, file, scale, options, unreachable); });
    });

    json_file.put(json_text(json, 2) + "\n");
    ids.commit();
    json_file.commit();
    file.commit();  // last: whoever waits for the table finds its companions
}

}  // namespace

OutputFormat npy_output() {
    OutputFormat format;
    format.name = "npy";
    format.description = "NumPy array, with NAME.ids.csv and NAME.json beside it";
    format.suffixes = {".npy"};
    format.write_table = [](const DistanceTable& table, const std::string& file, const ExportOptions& options) {
        write(cells_of(table), file, options);
    };
    format.write_part = [](const OriginDestinationTable& table, const std::string& file, const ExportOptions& options) {
        write(cells_of(table), file, options);
    };
    format.matrices = format.unit = format.unreachable = format.dtype = format.one_matrix = true;
    format.check_options = check_options;
    format.files = [](const std::string& path) {
        return std::vector<std::string>{path, ids_path(path, ".npy"), json_path(path)};
    };
    return format;
}

}  // namespace allways::tools
