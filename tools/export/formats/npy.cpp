// SPDX-License-Identifier: Apache-2.0
// Table → NumPy .npy, with two files beside it: NAME.ids.csv (the nodes of rows and columns) and NAME.json (cost, unit,
// type, unreachable value).
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <system_error>

#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/engine/table_stream.h"
#include "allways/export/json.h"
#include "allways/result/table_cells.h"
#include "export/files/output_file.h"
#include "export/formats/formats.h"
#include "export/formats/id_file.h"
#include "export/formats/laid_out_rows.h"
#include "export/formats/stored_numbers.h"

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
        throw InvalidArgument(format("the unreachable value '{}' is not a valid {}", text, name(cost_type_of<Out>)));
    }
    return value;
}

template <class Out, class T>
void write_cells(const TableCells& table, OutputFile& file, const StoredNumbers& numbers, const ExportOptions& options,
                 Out unreachable) {
    const std::size_t rows = table.rows.size();
    std::vector<Out> row(table.columns.size());
    for (std::size_t i = 0; i < rows; ++i) {
        numbers.store<Out>(table.row<T>(i), row.data(), unreachable);
        file.put_bytes(row.data(), row.size() * sizeof(Out));
        if (i % 64 == 63 || i + 1 == rows) report(options.progress, "write", i + 1, rows);
    }
}

// Integer costs of an unsolved matrix stay integers, unless arcs are absent: integers have no value for an absent arc.
StoredNumbers numbers_of(const TableCells& table, const ExportOptions& options) {
    const auto all_reachable = [&] {
        const auto values = std::get<std::span<const std::int32_t>>(table.distances);
        return std::ranges::all_of(values, is_reachable<std::int32_t>);
    };
    const bool whole = options.direct_costs && options.dtype == "natural" && options.unit.empty() &&
                       table.type() == CostType::int32 && table.scale.digits == 0 && all_reachable();
    return {table.scale, table.type(), largest_number(table.distances), options.unit, whole ? "int32" : options.dtype};
}

std::string stem(const std::string& path) {
    return path.ends_with(".npy") ? path.substr(0, path.size() - 4) : path;
}

std::string json_path(const std::string& path) {
    return stem(path) + ".json";
}

void check_npy_options(const ExportOptions& options) {
    check_unit(options.unit);
    check_dtype(options.dtype);
    if (!options.unreachable) return;
    if (options.dtype == "int32")
        parse_unreachable<std::int32_t>(*options.unreachable);
    else
        parse_unreachable<double>(*options.unreachable);  // float32 accepts the same texts; raw may be either type
}

template <class Out>
Out unreachable_number_of(const std::optional<std::string>& text) {
    return text ? parse_unreachable<Out>(*text) : unreachable_cost<Out>;
}
template <class Out>
Out unreachable_number_of(const ExportOptions& options) {
    return unreachable_number_of<Out>(options.unreachable);
}

// The snap distances, with null for nodes.
nlohmann::json snap_json(std::span<const double> distances, bool in_metres) {
    nlohmann::json numbers = nlohmann::json::array();
    for (const double distance : distances) {
        numbers.push_back(std::isfinite(distance) ? nlohmann::json(rounded_snap(distance, in_metres)) : nullptr);
    }
    return numbers;
}

// The rows or the columns of the array.
struct Side {
    const char* name;  // "nodes", or "origins" and "destinations"
    std::size_t count;
    std::span<const double> snap_distances = {};
};

std::vector<Side> sides_of(const TableCells& table) {
    const SnapDistances& snapped = table.snap_distances;
    if (table.same_nodes()) return {{"nodes", table.rows.size(), snapped.origins}};
    return {{"origins", table.rows.size(), snapped.origins},
            {"destinations", table.columns.size(), snapped.destinations}};
}

std::string description(const CostScale& scale, const StoredNumbers& numbers, const std::vector<Side>& sides,
                        bool snapped_in_metres, const TableProvenance& provenance, const ExportOptions& options) {
    nlohmann::ordered_json json;
    json["cost"] = scale.name;
    json["unit"] = numbers.unit();
    json["dtype"] = std::string(name(numbers.type()));
    json["digits"] = numbers.digits();                                           // natural = value × 10^-digits
    if (const auto decimals = numbers.decimals()) json["decimals"] = *decimals;  // integers: round(value × 10^decimals)
    for (const Side& side : sides) json[side.name] = side.count;
    for (const Side& side : sides) {
        if (side.snap_distances.empty()) continue;
        json[snap_column(snapped_in_metres)][side.name] = snap_json(side.snap_distances, snapped_in_metres);
    }
    for (const auto& [key, text] : provenance) json["provenance"][key] = text;
    with_cost_type(numbers.type(), [&]<class Out>() {
        const Out unreachable = unreachable_number_of<Out>(options);
        const auto value = static_cast<double>(unreachable);
        if (std::isfinite(value))
            json["unreachable"] = unreachable;
        else
            json["unreachable"] = std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
    });
    return json_text(json, 2) + "\n";
}

void put_array(const TableCells& table, OutputFile& file, const StoredNumbers& numbers, const ExportOptions& options) {
    file.put(npy_header(numbers.type(), table.rows.size(), table.columns.size()));
    with_cost_type(numbers.type(), [&]<class Out>() {
        with_cost_type(table.type(), [&]<class T>() {
            write_cells<Out, T>(table, file, numbers, options, unreachable_number_of<Out>(options));
        });
    });
}

// Writes the array alone: ids, unit and the other facts are in separate files.
void write_to_standard_output(const TableCells& table, const ExportOptions& options) {
    OutputFile file("-", options.overwrite);
    put_array(table, file, numbers_of(table, options), options);
    file.commit();
}

void write_npy(const TableCells& table, const std::string& path, const ExportOptions& options) {
    check_npy_options(options);
    if (path == "-") return write_to_standard_output(table, options);
    const StoredNumbers numbers = numbers_of(table, options);
    IdFile ids(path, ".npy", table, 0, options.overwrite);
    OutputFile json_file(json_path(path), options.overwrite);
    OutputFile file(path, options.overwrite);
    put_array(table, file, numbers, options);
    json_file.write(description(table.scale, numbers, sides_of(table), table.snap_distances.in_metres,
                                recorded_provenance(table.provenance, options), options));
    file.retire_old();
    ids.commit();
    json_file.commit();
    file.commit();  // last, so that a program that waits for the table finds the other files
}

// ---- row by row

void write_npy_frame(const TableFrame& frame, const std::string& path, const std::string& name,
                     const ExportOptions& options) {
    check_npy_options(options);
    const StoredNumbers numbers = stored_numbers(frame, options);
    const std::string header = npy_header(numbers.type(), frame.node_count, frame.node_count);
    const std::uint64_t cells = std::uint64_t{frame.node_count} * frame.node_count;
    const auto bytes = static_cast<off_t>(header.size() + cells * size_of(numbers.type()));
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    const bool is_made = file >= 0 &&
                         ::write(file, header.data(), header.size()) == static_cast<ssize_t>(header.size()) &&
                         ::ftruncate(file, bytes) == 0;
    const int why = errno;
    if (file >= 0) ::close(file);
    if (!is_made) throw InputError(name, 0, format("cannot be written: {}", std::generic_category().message(why)));
}

LaidOutTable npy_places(const TableFrame& frame, const std::string&, const std::string&, const ExportOptions& options) {
    const StoredNumbers numbers = stored_numbers(frame, options);
    const std::size_t n = frame.node_count;
    const double unreachable = with_cost_type(
        numbers.type(), [&]<class Out>() { return static_cast<double>(unreachable_number_of<Out>(options)); });
    const LaidOutMatrix matrix{
        n * size_of(numbers.type()), std::max<std::size_t>(n, 1), {npy_header(numbers.type(), n, n).size()}};
    return {{matrix, numbers, unreachable}, {}, {}};
}

void write_npy_companions(const TableFrame& frame, const std::string& path, const ExportOptions& options) {
    IdFile ids(path, ".npy", frame.node_ids, 0, options.overwrite);
    OutputFile json_file(json_path(path), options.overwrite);
    json_file.write(description(frame.scale, stored_numbers(frame, options), {{"nodes", frame.node_count}}, true,
                                frame.provenance, options));
    ids.commit();
    json_file.commit();
}

// Rows in ascending order, on standard output.
class AppendedRows final : public RowWriter {
public:
    AppendedRows(const TableFrame& frame, const ExportOptions& options)
        : columns_(frame.node_count),
          numbers_(stored_numbers(frame, options)),
          unreachable_(options.unreachable),
          file_("-", options.overwrite) {
        file_.put(npy_header(numbers_.type(), columns_, columns_));
    }

    void write(const TableBand& band) override {
        std::visit(
            [&]<class T>(const std::vector<T>& cells) {
                with_cost_type(numbers_.type(), [&]<class Out>() {
                    std::vector<Out> row(columns_);
                    for (std::size_t i = 0; i < band.rows.size(); ++i) {
                        const std::span<const T> raw(cells.data() + i * columns_, columns_);
                        numbers_.store(raw, row.data(), unreachable_number_of<Out>(unreachable_));
                        file_.put_bytes(row.data(), row.size() * sizeof(Out));
                    }
                });
            },
            band.distances);
    }
    void finish() override { file_.commit(); }

private:
    std::size_t columns_;
    StoredNumbers numbers_;
    std::optional<std::string> unreachable_;
    OutputFile file_;
};

std::unique_ptr<RowWriter> append_npy(const TableFrame& frame, const std::string&, const ExportOptions& options) {
    check_npy_options(options);
    return std::make_unique<AppendedRows>(frame, options);
}

}  // namespace

FormatWriter npy_output() {
    FormatWriter format;
    format.name = "npy";
    format.description = "NumPy array, with NAME.ids.csv and NAME.json beside it";
    format.suffixes = {".npy"};
    format.write_table = [](const DistanceTable& table, const std::string& file, const ExportOptions& options) {
        write_npy(cells_of(table), file, options);
    };
    format.write_between = [](const OriginDestinationTable& table, const std::string& file,
                              const ExportOptions& options) { write_npy(cells_of(table), file, options); };
    format.write_frame = write_npy_frame;
    format.laid_out = npy_places;
    format.write_companions = write_npy_companions;
    format.open_rows = append_npy;
    format.standard_output = format.matrices = format.unit = format.unreachable = format.dtype = format.one_matrix =
        format.snap_distances = true;
    format.check_options = check_npy_options;
    format.check_table = [](const TableOutline& table, const std::string& path, const ExportOptions& options) {
        if (path == "-" && options.snap_distances) {
            throw InvalidArgument("`snap_distances` are in NAME.json, which standard output lacks; give a file name");
        }
        IdFile::check(path, ".npy", table, options.overwrite);
    };
    format.files = [](const std::string& path) {
        return std::vector<std::string>{path, ids_path(path, ".npy"), json_path(path)};
    };
    return format;
}

}  // namespace allways::tools
