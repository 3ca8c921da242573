// SPDX-License-Identifier: Apache-2.0
// Table → NumPy .npy, with two files beside it: NAME.ids.csv (the nodes of rows and columns) and NAME.json (cost, unit,
// type, unreachable value).
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <system_error>

#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/export/json.h"
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

// Integer costs of an unsolved matrix stay integers, unless arcs are absent: integers have no value for an absent arc.
StoredNumbers numbers_of(const TableFrame& frame, const ExportOptions& options) {
    const TableField& distances = frame.tables.front().front();
    const bool whole = options.direct_costs && options.dtype == "natural" && options.unit.empty() &&
                       distances.type == CostType::int32 && distances.scale.digits == 0 && distances.all_reachable;
    return {distances.scale, distances.type, distances.largest, options.unit, whole ? "int32" : options.dtype};
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
// The snap distances, with null for nodes.
nlohmann::json snap_json(std::span<const double> distances, bool in_metres) {
    nlohmann::json numbers = nlohmann::json::array();
    for (const double distance : distances) {
        numbers.push_back(std::isfinite(distance) ? nlohmann::json(rounded_snap(distance, in_metres)) : nullptr);
    }
    return numbers;
}

// The rows or the columns of the array.
struct Axis {
    const char* name;  // "nodes", or "origins" and "destinations"
    std::size_t count;
    std::span<const double> snap_distances = {};
};

std::vector<Axis> axes_of(const TableFrame& frame) {
    const SnapDistances& snapped = frame.snap_distances;
    if (frame.one_list) return {{"nodes", frame.rows.size(), snapped.origins}};
    return {{"origins", frame.rows.size(), snapped.origins},
            {"destinations", frame.columns.size(), snapped.destinations}};
}

std::string description(const TableFrame& frame, const ExportOptions& options) {
    const StoredNumbers numbers = numbers_of(frame, options);
    const std::vector<Axis> axes = axes_of(frame);
    const bool in_metres = frame.snap_distances.in_metres;
    nlohmann::ordered_json json;
    json["cost"] = frame.tables.front().front().scale.name;
    json["unit"] = numbers.unit();
    json["dtype"] = std::string(name(numbers.type()));
    json["digits"] = numbers.digits();                                           // natural = value × 10^-digits
    if (const auto decimals = numbers.decimals()) json["decimals"] = *decimals;  // integers: round(value × 10^decimals)
    for (const Axis& axis : axes) json[axis.name] = axis.count;
    for (const Axis& axis : axes) {
        if (axis.snap_distances.empty()) continue;
        json[snap_column(in_metres)][axis.name] = snap_json(axis.snap_distances, in_metres);
    }
    for (const auto& [key, text] : frame.provenance) json["provenance"][key] = text;
    with_cost_type(numbers.type(), [&]<class Out>() {
        const Out unreachable = unreachable_number_of<Out>(options.unreachable);
        const auto value = static_cast<double>(unreachable);
        if (std::isfinite(value))
            json["unreachable"] = unreachable;
        else
            json["unreachable"] = std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
    });
    return json_text(json, 2) + "\n";
}

// ---- to a file: rows at their places

void write_npy_frame(const TableFrame& frame, const std::string& path, const std::string& name,
                     const ExportOptions& options) {
    check_npy_options(options);
    const StoredNumbers numbers = numbers_of(frame, options);
    const std::string header = npy_header(numbers.type(), frame.rows.size(), frame.columns.size());
    const std::uint64_t cells = std::uint64_t{frame.rows.size()} * frame.columns.size();
    const auto bytes = static_cast<off_t>(header.size() + cells * size_of(numbers.type()));
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "wxe"), std::fclose);
    const bool is_made = file != nullptr && std::fwrite(header.data(), 1, header.size(), file.get()) == header.size() &&
                         std::fflush(file.get()) == 0 && ::ftruncate(::fileno(file.get()), bytes) == 0;
    if (!is_made) throw InputError(name, 0, format("cannot be written: {}", std::generic_category().message(errno)));
}

LaidOutTable npy_places(const TableFrame& frame, const std::string&, const std::string&, const ExportOptions& options) {
    const StoredNumbers numbers = numbers_of(frame, options);
    const double unreachable = with_cost_type(numbers.type(), [&]<class Out>() {
        return static_cast<double>(unreachable_number_of<Out>(options.unreachable));
    });
    const std::size_t begin = npy_header(numbers.type(), frame.rows.size(), frame.columns.size()).size();
    const LaidOutMatrix matrix{
        frame.columns.size() * size_of(numbers.type()), std::max<std::size_t>(frame.rows.size(), 1), {begin}};
    return {{{matrix, numbers, unreachable}}, {}};
}

std::vector<std::unique_ptr<OutputFile>> npy_companions(const TableFrame& frame, const std::string& path,
                                                        const ExportOptions& options) {
    std::vector<std::unique_ptr<OutputFile>> files;
    files.push_back(id_file(path, ".npy", frame.rows, frame.one_list ? nullptr : &frame.columns, 0, options.overwrite));
    files.push_back(std::make_unique<OutputFile>(json_path(path), options.overwrite));
    files.back()->write(description(frame, options));
    return files;
}

// ---- to standard output: the array alone; ids, unit and the other facts have no place there

class AppendedRows final : public RowWriter {
public:
    AppendedRows(const TableFrame& frame, const ExportOptions& options)
        : columns_(frame.columns.size()),
          numbers_(numbers_of(frame, options)),
          unreachable_(options.unreachable),
          progress_(options.progress),
          file_("-", options.overwrite) {
        file_.put(npy_header(numbers_.type(), frame.rows.size(), columns_));
    }

    void write(const RowBand& rows) override {
        std::visit([&](const auto& cells) { put(rows.rows.size(), cells); }, rows.fields.front());
    }
    void finish() override { file_.commit(); }

private:
    template <class T>
    void put(std::size_t rows, std::span<const T> cells) {
        with_cost_type(numbers_.type(), [&]<class Out>() {
            std::vector<Out> row(columns_);
            for (std::size_t i = 0; i < rows; ++i) {
                numbers_.store(cells.subspan(i * columns_, columns_), row.data(),
                               unreachable_number_of<Out>(unreachable_));
                file_.put_bytes(row.data(), row.size() * sizeof(Out));
                if (i % 64 == 63 || i + 1 == rows) report(progress_, "write", i + 1, rows);
            }
        });
    }

    std::size_t columns_;
    StoredNumbers numbers_;
    std::optional<std::string> unreachable_;
    ProgressCallback progress_;
    OutputFile file_;
};

}  // namespace

FormatWriter npy_output() {
    using enum FormatTrait;
    FormatWriter format{{"npy",
                         "NumPy array, with NAME.ids.csv and NAME.json beside it",
                         {".npy"},
                         {standard_output, matrices, unit, unreachable, dtype, one_matrix, snap_distances}}};
    format.write_frame = write_npy_frame;
    format.laid_out = npy_places;
    format.companions = npy_companions;
    format.open_rows = [](const TableFrame& frame, const std::string&,
                          const ExportOptions& options) -> std::unique_ptr<RowWriter> {
        check_npy_options(options);
        return std::make_unique<AppendedRows>(frame, options);
    };
    format.check_options = check_npy_options;
    format.check_table = [](const TableOutline& table, const std::string& path, const ExportOptions& options) {
        if (path == "-" && options.snap_distances) {
            throw InvalidArgument("`snap_distances` are in NAME.json, which standard output lacks; give a file name");
        }
        check_id_file(path, ".npy", table, options.overwrite);
    };
    format.files = [](const std::string& path) {
        return std::vector<std::string>{path, ids_path(path, ".npy"), json_path(path)};
    };
    return format;
}

}  // namespace allways::tools
