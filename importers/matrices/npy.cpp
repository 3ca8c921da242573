// SPDX-License-Identifier: Apache-2.0
// NumPy array file → matrix, with NAME.ids.csv and NAME.json if Allways wrote them. A header in Python notation (dtype,
// order, shape), then the values. Reads only two-dimensional arrays of numbers. Integers become int32 or the requested
// type, floats keep their width; inf, nan and the value that NAME.json states are unreachable. Source:
// numpy.lib.format, versions 1.0 to 3.0.
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/progress.h"
#include "allways/base/units.h"
#include "attributes/node_coordinates.h"
#include "attributes/stated_units.h"
#include "base/decimal_cells.h"
#include "base/fixed_point.h"
#include "base/text.h"
#include "base/threads/large_vector.h"
#include "base/threads/parallel.h"
#include "matrices/matrix_content.h"
#include "text/claims.h"
#include "text/file_format.h"
#include "text/input_file.h"

namespace allways::importers {

namespace {

constexpr std::string_view magic = "\x93NUMPY";

struct NpyHeader {
    char kind = 0;  // 'i', 'u', 'f'
    std::size_t bytes = 0;
    bool big_endian = false;
    bool column_major = false;
    std::size_t rows = 0;
    std::size_t columns = 0;

    std::string type() const { return format("{}{}", kind, bytes); }  // "i4"
};

// ---- NAME.json: the meaning of an array's numbers, as Allways writes it

struct NpyFacts {
    CostScale scale;
    std::optional<int> decimals{};      // floats that were made of integers × 10^-decimals
    std::optional<double> unreachable;  // a number that means unreachable, in addition to inf and nan

    bool is_unreachable(double value) const { return unreachable && value == *unreachable; }
};

using Json = nlohmann::json;

// Returns nothing if the file does not have Allways' layout: then it is another program's.
std::optional<Json> facts_in(const std::string& path) {
    constexpr std::size_t most = std::size_t{1} << 20;
    std::string text(most, '\0');
    text.resize(InputFile(path).read(text.data(), text.size()));
    Json json = Json::parse(text, nullptr, false);
    if (!json.is_object()) return std::nullopt;
    for (const char* key : {"cost", "unit", "dtype"}) {
        if (!json.contains(key) || !json[key].is_string()) return std::nullopt;
    }
    const bool counts = json.contains("nodes") || (json.contains("origins") && json.contains("destinations"));
    if (!counts || !json.contains("digits") || !json["digits"].is_number_integer() || !json.contains("unreachable")) {
        return std::nullopt;
    }
    return json;
}

void check(const Json& facts, const std::string& beside, const std::string& path, const NpyHeader& array) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 3> types{
        {{"int32", "i4"}, {"float32", "f4"}, {"float64", "f8"}}};
    const std::string type = facts["dtype"];
    const bool same_type = std::ranges::any_of(
        types, [&](const auto& known) { return known.first == type && known.second == array.type(); });
    const bool one_list = facts.contains("nodes");
    const Json& rows = facts[one_list ? "nodes" : "origins"];
    const Json& columns = facts[one_list ? "nodes" : "destinations"];
    if (same_type && rows == array.rows && columns == array.columns) return;
    throw InputError(
        beside, 0,
        format("it describes an array of {} × {} {}, but {} has {} × {} of type {}; rename it if it belongs to "
               "another file",
               rows.dump(), columns.dump(), type, path, array.rows, array.columns, array.type()));
}

// Logs which file it reads. Returns defaults if there is no such file, or if it is another program's. Throws InputError
// if the file describes an array of another type or size, because its unit does not apply to this one.
NpyFacts npy_facts_beside(const std::string& path, const NpyHeader& array, const LogCallback& log_to) {
    std::string name = std::filesystem::path(path).filename().string();
    if (name.ends_with(".npy")) name.resize(name.size() - 4);
    const std::string beside = sibling_of(path, {name + ".json"});
    const auto facts = beside.empty() ? std::nullopt : facts_in(beside);
    if (!facts) return {};
    check(*facts, beside, path, array);
    const auto digits = (*facts)["digits"].get<std::int64_t>();
    if (digits < 0 || digits > 18)
        throw InputError(beside, 0, format("expected digits from 0 to 18, found {}", digits));
    NpyFacts found;
    found.scale = {(*facts)["cost"], (*facts)["unit"], static_cast<int>(digits)};
    if (facts->contains("decimals")) {
        const Json& decimals = (*facts)["decimals"];
        if (!decimals.is_number_integer() || decimals < 0 || decimals > most_cost_digits)
            throw InputError(beside, 0,
                             format("expected decimals from 0 to {}, found {}", most_cost_digits, decimals.dump()));
        found.decimals = decimals.get<int>();
    }
    const Json& unreachable = (*facts)["unreachable"];
    if (unreachable.is_number()) found.unreachable = unreachable.get<double>();
    if (unreachable == "-inf") found.unreachable = -std::numeric_limits<double>::infinity();
    log(log_to, LogLevel::info, format("the unit and the value for unreachable are read from {}", beside));
    return found;
}

// ---- the array

[[noreturn]] void fail(const InputFile& file, std::string_view message) {
    throw InputError(file.path(), 0, message);
}

std::string read_exactly(InputFile& file, std::size_t size, std::string_view what) {
    std::string text(size, '\0');
    if (file.read(text.data(), size) < size) fail(file, format("the file ends inside its {}", what));
    return text;
}

// Returns the text after "'key':" in the header's dictionary.
std::string_view value_of(const InputFile& file, std::string_view header, std::string_view key) {
    for (const char quote : {'\'', '"'}) {
        const std::string quoted = quote + std::string(key) + quote;
        const std::size_t found = header.find(quoted);
        const std::size_t colon = found == std::string_view::npos ? found : header.find(':', found + quoted.size());
        if (colon != std::string_view::npos) return trimmed(header.substr(colon + 1));
    }
    fail(file, format("the NumPy header has no '{}'", key));
}

void read_shape(const InputFile& file, std::string_view text, NpyHeader& header) {
    const std::string_view shape = text.substr(0, text.find(')') + 1);
    const std::size_t comma = shape.find(',');
    if (!shape.starts_with('(') || comma == std::string_view::npos)
        fail(file, format("shape {} is not understood", shape));
    const auto rows = parse_whole(trimmed(shape.substr(1, comma - 1)));
    auto rest = trimmed(shape.substr(comma + 1, shape.size() - comma - 2));
    if (rest.ends_with(',')) rest = trimmed(rest.substr(0, rest.size() - 1));
    const auto columns = parse_whole(rest);
    constexpr std::int64_t most = no_node;
    if (!rows || !columns || *rows < 0 || *columns < 0 || *rows > most || *columns > most) {
        fail(file, format("expected a matrix of rows and columns, found the shape {}", shape));
    }
    header.rows = static_cast<std::size_t>(*rows);
    header.columns = static_cast<std::size_t>(*columns);
}

NpyHeader read_header(InputFile& file) {
    const std::string start = read_exactly(file, 8, "header");
    if (!start.starts_with(magic)) fail(file, "expected a NumPy array, but the file does not start with \\x93NUMPY");
    const int version = static_cast<unsigned char>(start[6]);
    if (version < 1 || version > 3) fail(file, format("expected NumPy format version 1 to 3, found {}", version));
    const std::string length = read_exactly(file, version == 1 ? 2 : 4, "header");
    std::size_t size = 0;
    for (std::size_t i = 0; i < length.size(); ++i) size |= std::size_t{static_cast<unsigned char>(length[i])} << 8 * i;
    if (size > (1u << 20)) fail(file, "the NumPy header is longer than 1 MiB");
    const std::string text = read_exactly(file, size, "header");

    NpyHeader header;
    auto type = value_of(file, text, "descr");
    const std::size_t type_end = type.find_first_of("'\"", 1);
    if (type.size() < 5 || (type[0] != '\'' && type[0] != '"') || type_end == std::string_view::npos) {
        fail(file, "expected an array of one number type, but this one has records");
    }
    type = type.substr(1, type_end - 1);
    // type is byte order, kind and width: "<i4".
    const auto bytes = type.size() > 2 ? parse_whole(type.substr(2)) : std::nullopt;
    if (bytes) {
        header.big_endian = type[0] == '>';
        header.kind = type[1];
    }
    const bool whole = header.kind == 'i' || header.kind == 'u';
    if (!bytes || !((whole && (*bytes == 1 || *bytes == 2 || *bytes == 4 || *bytes == 8)) ||
                    (header.kind == 'f' && (*bytes == 4 || *bytes == 8)))) {
        fail(file, format("expected number type i1 to i8, u1 to u8, f4 or f8, found '{}'", type));
    }
    header.bytes = static_cast<std::size_t>(*bytes);
    header.column_major = value_of(file, text, "fortran_order").starts_with("True");
    read_shape(file, value_of(file, text, "shape"), header);
    return header;
}

// Decodes one stored value in either byte order.
template <class Stored>
Stored decode(const char* bytes, bool big_endian) {
    std::array<char, sizeof(Stored)> raw{};
    std::memcpy(raw.data(), bytes, raw.size());
    if (big_endian != (std::endian::native == std::endian::big)) std::ranges::reverse(raw);
    return std::bit_cast<Stored>(raw);
}

template <class Cost, class Stored>
Cost to_cost(const InputFile& file, Stored value, const NpyFacts& facts, std::size_t from, std::size_t to) {
    if (facts.is_unreachable(static_cast<double>(value))) return unreachable_cost<Cost>;
    if constexpr (std::is_floating_point_v<Stored>) {
        if (value == -std::numeric_limits<Stored>::infinity()) {
            fail(file, format("the cost from row {} to column {} is -inf", from, to));
        }
        return std::isnan(value) ? unreachable_cost<Cost> : value;
    } else if constexpr (std::is_floating_point_v<Cost>) {
        return static_cast<Cost>(value);
    } else {
        constexpr std::int64_t limit = unreachable_cost<std::int32_t>;
        if (std::cmp_greater(value, limit) || std::cmp_less_equal(value, -limit)) {
            fail(file, format("the cost {} from row {} to column {} does not fit int32 (below {}); read it with "
                              "`cost_type` float64",
                              value, from, to, limit));
        }
        return static_cast<Cost>(value);
    }
}

// The inputs for reading the values.
struct Reading {
    InputFile& file;
    const NpyHeader& header;
    const NpyFacts& facts;
    bool same_nodes;
    const ProgressCallback& progress;
};

// The lines read at a time, which all threads decode, stay in the processor's last-level cache.
constexpr std::size_t lines_bytes = std::size_t{16} << 20;

template <class Stored, class Cost>
CostVector read_values(const Reading& reading) {
    const NpyHeader& header = reading.header;
    auto costs = matrix_costs<Cost>(header.rows, header.columns, reading.progress);
    const std::size_t lines = header.column_major ? header.columns : header.rows;
    const std::size_t line_values = header.column_major ? header.rows : header.columns;
    const std::size_t line_bytes = line_values * sizeof(Stored);
    const std::size_t most = std::clamp<std::size_t>(lines_bytes / std::max<std::size_t>(line_bytes, 1), 1, lines + 1);
    std::vector<char> block(most * line_bytes);
    for (std::size_t first = 0; first < lines; first += most) {
        const std::size_t count = std::min(most, lines - first);
        if (reading.file.read(block.data(), count * line_bytes) < count * line_bytes) {
            fail(reading.file, format("the file ends before its {} × {} values", header.rows, header.columns));
        }
        const auto decode_line = [&](std::size_t line) {
            const char* at = block.data() + line * line_bytes;
            for (std::size_t j = 0; j < line_values; ++j, at += sizeof(Stored)) {
                const std::size_t from = header.column_major ? j : first + line;
                const std::size_t to = header.column_major ? first + line : j;
                if (from == to && reading.same_nodes) continue;  // d(i, i) = 0 whatever the file states
                const auto value = decode<Stored>(at, header.big_endian);
                costs[from * header.columns + to] = to_cost<Cost>(reading.file, value, reading.facts, from, to);
            }
        };
        try {
            parallel_for(count, decode_line);
        } catch (const InputError&) {
            // Decodes again in order, which names the first fault.
            for (std::size_t line = 0; line < count; ++line) decode_line(line);
            throw;
        }
        report(reading.progress, "read", first, lines);
    }
    char more = 0;
    if (reading.file.read(&more, 1) > 0) {
        fail(reading.file, format("unexpected data after the {} × {} values", header.rows, header.columns));
    }
    return costs;
}

template <class Cost>
CostVector read_whole(const Reading& reading) {
    const bool is_signed = reading.header.kind == 'i';
    switch (reading.header.bytes) {
        case 1: return is_signed ? read_values<std::int8_t, Cost>(reading) : read_values<std::uint8_t, Cost>(reading);
        case 2: return is_signed ? read_values<std::int16_t, Cost>(reading) : read_values<std::uint16_t, Cost>(reading);
        case 4: return is_signed ? read_values<std::int32_t, Cost>(reading) : read_values<std::uint32_t, Cost>(reading);
        default:
            return is_signed ? read_values<std::int64_t, Cost>(reading) : read_values<std::uint64_t, Cost>(reading);
    }
}

// Returns the integers that decimals were made of; nothing if another program changed one.
std::optional<CostVector> integers_of(const CostVector& decimals, int digits) {
    constexpr std::size_t cells_of_a_job = std::size_t{1} << 20;
    return std::visit(
        [&]<class T>(const std::vector<T>& cells) -> std::optional<CostVector> {
            if constexpr (std::is_floating_point_v<T>) {
                auto integers = large_vector<std::int32_t>(cells.size());
                std::atomic<bool> sound = true;
                parallel_for((cells.size() + cells_of_a_job - 1) / cells_of_a_job, [&](std::size_t job) {
                    const std::size_t first = job * cells_of_a_job;
                    const std::span some(cells.data() + first, std::min(cells_of_a_job, cells.size() - first));
                    if (!whole_from_decimals(some, digits, integers.data() + first)) sound = false;
                });
                if (sound) return integers;
            }
            return std::nullopt;
        },
        decimals);
}

TableContent read_npy(const std::string& path, const ReadOptions& options, ImportReport& found) {
    InputFile file(path);
    const NpyHeader header = read_header(file);
    found.nodes = std::max(header.rows, header.columns);
    require_values_fit(file, header.rows, header.columns, 8 * header.bytes);
    for (const std::size_t side : {header.rows, header.columns}) require_nodes_fit(file, side, file.most_content());
    MatrixSides sides = sides_beside(path, {".npy"}, header.rows, header.columns, options.log);
    if (options.keep_diagonal) sides.same_nodes = false;
    NpyFacts facts = npy_facts_beside(path, header, options.log);
    const Reading reading{file, header, facts, sides.same_nodes, options.progress};
    const bool wants_floats = options.cost_type && *options.cost_type != CostType::int32;
    CostVector costs = [&]() -> CostVector {
        if (header.kind == 'f') {
            CostVector floats =
                header.bytes == 4 ? read_values<float, float>(reading) : read_values<double, double>(reading);
            auto integers = facts.decimals && !wants_floats ? integers_of(floats, *facts.decimals) : std::nullopt;
            if (!integers) return floats;
            facts.scale.digits = *facts.decimals;
            return std::move(*integers);
        }
        return with_cost_type(options.cost_type.value_or(CostType::int32),
                              [&]<class Cost>() { return read_whole<Cost>(reading); });
    }();
    CostScale scale = facts.scale;
    state_cost_unit(scale, options);
    return content_of(std::move(costs), std::move(scale), std::move(sides));
}

bool recognise_npy(const FileSample& sample) {
    return sample.text.starts_with(magic);
}

}  // namespace

Format npy_format() {
    Format format;
    format.info = {
        "npy", "NumPy array, with NAME.ids.csv and NAME.json beside it", {".npy"}, FormatInfo::Holds::matrix};
    format.recognises = recognise_npy;
    format.read_table = read_npy;
    return format;
}

}  // namespace allways::importers
