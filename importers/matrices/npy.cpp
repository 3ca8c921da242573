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
#include "attributes/node_attributes.h"
#include "attributes/travel_time.h"
#include "base/decimal_cells.h"
#include "base/fixed_point.h"
#include "base/text.h"
#include "base/threads/large_vector.h"
#include "base/threads/parallel.h"
#include "matrices/matrix_content.h"
#include "text/file_format.h"
#include "text/input_file.h"

namespace allways::importers {

namespace {

constexpr std::string_view magic = "\x93NUMPY";

using Json = nlohmann::json;

// The meaning of an array's numbers, as Allways writes it into NAME.json.
struct NpyFacts {
    CostScale scale;
    std::optional<int> decimals{};      // floats that were made of integers × 10^-decimals
    std::optional<double> unreachable;  // a number that means unreachable, in addition to inf and nan

    bool is_unreachable(double value) const { return unreachable && value == *unreachable; }
};

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

// Decodes one stored value in either byte order.
template <class Stored>
Stored decode(const char* bytes, bool big_endian) {
    std::array<char, sizeof(Stored)> raw{};
    std::memcpy(raw.data(), bytes, raw.size());
    if (big_endian != (std::endian::native == std::endian::big)) std::ranges::reverse(raw);
    return std::bit_cast<Stored>(raw);
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

// The lines read at a time, which all threads decode, stay in the processor's last-level cache.
constexpr std::size_t lines_bytes = std::size_t{16} << 20;

class NpyReader {
public:
    NpyReader(const std::string& path, const ReadOptions& options) : file_(path), options_(options) { read_header(); }

    TableContent read(ImportReport& found) {
        found.nodes = std::max(rows_, columns_);
        require_values_fit(file_, rows_, columns_, 8 * bytes_);
        for (const std::size_t side : {rows_, columns_}) require_nodes_fit(file_, side, file_.most_content());
        MatrixSides sides = sides_beside(file_.path(), {".npy"}, rows_, columns_, options_.log);
        if (options_.keep_diagonal) sides.same_nodes = false;
        same_nodes_ = sides.same_nodes;
        read_facts();
        CostVector costs = read_costs();
        state_cost_unit(facts_.scale, options_);
        return content_of(std::move(costs), std::move(facts_.scale), std::move(sides));
    }

private:
    [[noreturn]] void fail(std::string_view message) const { throw InputError(file_.path(), 0, message); }

    std::string read_exactly(std::size_t size) {
        std::string text(size, '\0');
        if (file_.read(text.data(), size) < size) fail("the file ends inside its header");
        return text;
    }

    // Returns the text after "'key':" in the header's dictionary.
    std::string_view value_of(std::string_view header, std::string_view key) const {
        for (const char quote : {'\'', '"'}) {
            const std::string quoted = quote + std::string(key) + quote;
            const std::size_t found = header.find(quoted);
            const std::size_t colon = found == std::string_view::npos ? found : header.find(':', found + quoted.size());
            if (colon != std::string_view::npos) return trimmed(header.substr(colon + 1));
        }
        fail(format("the NumPy header has no '{}'", key));
    }

    void read_header() {
        const std::string start = read_exactly(8);
        if (!start.starts_with(magic)) fail("expected a NumPy array, but the file does not start with \\x93NUMPY");
        const int version = static_cast<unsigned char>(start[6]);
        if (version < 1 || version > 3) fail(format("expected NumPy format version 1 to 3, found {}", version));
        const std::string length = read_exactly(version == 1 ? 2 : 4);
        std::size_t size = 0;
        for (std::size_t i = 0; i < length.size(); ++i)
            size |= std::size_t{static_cast<unsigned char>(length[i])} << 8 * i;
        if (size > (1u << 20)) fail("the NumPy header is longer than 1 MiB");
        const std::string text = read_exactly(size);

        auto type = value_of(text, "descr");
        const std::size_t type_end = type.find_first_of("'\"", 1);
        if (type.size() < 5 || (type[0] != '\'' && type[0] != '"') || type_end == std::string_view::npos) {
            fail("expected an array of one number type, but this one has records");
        }
        type = type.substr(1, type_end - 1);
        // type is byte order, kind and width: "<i4".
        const auto bytes = type.size() > 2 ? parse_whole(type.substr(2)) : std::nullopt;
        if (bytes) {
            big_endian_ = type[0] == '>';
            kind_ = type[1];
        }
        const bool whole = kind_ == 'i' || kind_ == 'u';
        if (!bytes || !((whole && (*bytes == 1 || *bytes == 2 || *bytes == 4 || *bytes == 8)) ||
                        (kind_ == 'f' && (*bytes == 4 || *bytes == 8)))) {
            fail(format("expected number type i1 to i8, u1 to u8, f4 or f8, found '{}'", type));
        }
        bytes_ = static_cast<std::size_t>(*bytes);
        column_major_ = value_of(text, "fortran_order").starts_with("True");
        read_shape(value_of(text, "shape"));
    }

    void read_shape(std::string_view text) {
        const std::string_view shape = text.substr(0, text.find(')') + 1);
        const std::size_t comma = shape.find(',');
        if (!shape.starts_with('(') || comma == std::string_view::npos)
            fail(format("shape {} is not understood", shape));
        const auto rows = parse_whole(trimmed(shape.substr(1, comma - 1)));
        auto rest = trimmed(shape.substr(comma + 1, shape.size() - comma - 2));
        if (rest.ends_with(',')) rest = trimmed(rest.substr(0, rest.size() - 1));
        const auto columns = parse_whole(rest);
        constexpr std::int64_t most = no_node;
        if (!rows || !columns || *rows < 0 || *columns < 0 || *rows > most || *columns > most) {
            fail(format("expected a matrix of rows and columns, found the shape {}", shape));
        }
        rows_ = static_cast<std::size_t>(*rows);
        columns_ = static_cast<std::size_t>(*columns);
    }

    // Reads NAME.json beside the array, and logs it; does nothing if there is no such file, or if it is another
    // program's. Throws InputError if the file describes an array of another type or size, because its unit does not
    // apply to this one.
    void read_facts() {
        std::string name = std::filesystem::path(file_.path()).filename().string();
        if (name.ends_with(".npy")) name.resize(name.size() - 4);
        const std::string beside = sibling_of(file_.path(), {name + ".json"});
        const auto facts = beside.empty() ? std::nullopt : facts_in(beside);
        if (!facts) return;
        check_facts(*facts, beside);
        const auto digits = (*facts)["digits"].get<std::int64_t>();
        if (digits < 0 || digits > 18)
            throw InputError(beside, 0, format("expected digits from 0 to 18, found {}", digits));
        facts_.scale = {(*facts)["cost"], (*facts)["unit"], static_cast<int>(digits)};
        if (facts->contains("decimals")) {
            const Json& decimals = (*facts)["decimals"];
            if (!decimals.is_number_integer() || decimals < 0 || decimals > most_cost_digits)
                throw InputError(beside, 0,
                                 format("expected decimals from 0 to {}, found {}", most_cost_digits, decimals.dump()));
            facts_.decimals = decimals.get<int>();
        }
        const Json& unreachable = (*facts)["unreachable"];
        if (unreachable.is_number()) facts_.unreachable = unreachable.get<double>();
        if (unreachable == "-inf") facts_.unreachable = -std::numeric_limits<double>::infinity();
        log(options_.log, LogLevel::info, format("the unit and the value for unreachable are read from {}", beside));
    }

    void check_facts(const Json& facts, const std::string& beside) const {
        constexpr std::array<std::pair<std::string_view, std::string_view>, 3> types{
            {{"int32", "i4"}, {"float32", "f4"}, {"float64", "f8"}}};
        const std::string type = facts["dtype"];
        const std::string own_type = format("{}{}", kind_, bytes_);  // "i4"
        const bool same_type = std::ranges::any_of(
            types, [&](const auto& known) { return known.first == type && known.second == own_type; });
        const bool one_list = facts.contains("nodes");
        const Json& rows = facts[one_list ? "nodes" : "origins"];
        const Json& columns = facts[one_list ? "nodes" : "destinations"];
        if (same_type && rows == rows_ && columns == columns_) return;
        throw InputError(
            beside, 0,
            format("it describes an array of {} × {} {}, but {} has {} × {} of type {}; rename it if it belongs to "
                   "another file",
                   rows.dump(), columns.dump(), type, file_.path(), rows_, columns_, own_type));
    }

    CostVector read_costs() {
        const bool wants_floats = options_.cost_type && *options_.cost_type != CostType::int32;
        if (kind_ == 'f') {
            CostVector floats = bytes_ == 4 ? read_values<float, float>() : read_values<double, double>();
            auto integers = facts_.decimals && !wants_floats ? integers_of(floats, *facts_.decimals) : std::nullopt;
            if (!integers) return floats;
            facts_.scale.digits = *facts_.decimals;
            return std::move(*integers);
        }
        return with_cost_type(options_.cost_type.value_or(CostType::int32),
                              [&]<class Cost>() { return read_whole<Cost>(); });
    }

    template <class Cost>
    CostVector read_whole() {
        const bool is_signed = kind_ == 'i';
        switch (bytes_) {
            case 1: return is_signed ? read_values<std::int8_t, Cost>() : read_values<std::uint8_t, Cost>();
            case 2: return is_signed ? read_values<std::int16_t, Cost>() : read_values<std::uint16_t, Cost>();
            case 4: return is_signed ? read_values<std::int32_t, Cost>() : read_values<std::uint32_t, Cost>();
            default: return is_signed ? read_values<std::int64_t, Cost>() : read_values<std::uint64_t, Cost>();
        }
    }

    template <class Stored, class Cost>
    CostVector read_values() {
        auto costs = matrix_costs<Cost>(rows_, columns_, options_.progress);
        const std::size_t lines = column_major_ ? columns_ : rows_;
        const std::size_t line_values = column_major_ ? rows_ : columns_;
        const std::size_t line_bytes = line_values * sizeof(Stored);
        const std::size_t most =
            std::clamp<std::size_t>(lines_bytes / std::max<std::size_t>(line_bytes, 1), 1, lines + 1);
        std::vector<char> block(most * line_bytes);
        for (std::size_t first = 0; first < lines; first += most) {
            const std::size_t count = std::min(most, lines - first);
            if (file_.read(block.data(), count * line_bytes) < count * line_bytes) {
                fail(format("the file ends before its {} × {} values", rows_, columns_));
            }
            const auto decode_line = [&](std::size_t line) {
                const char* at = block.data() + line * line_bytes;
                for (std::size_t j = 0; j < line_values; ++j, at += sizeof(Stored)) {
                    const std::size_t from = column_major_ ? j : first + line;
                    const std::size_t to = column_major_ ? first + line : j;
                    if (from == to && same_nodes_) continue;  // d(i, i) = 0 whatever the file states
                    costs[from * columns_ + to] = to_cost<Cost>(decode<Stored>(at, big_endian_), from, to);
                }
            };
            try {
                parallel_for(count, decode_line);
            } catch (const InputError&) {
                // Decodes again in order, which names the first fault.
                for (std::size_t line = 0; line < count; ++line) decode_line(line);
                throw;
            }
            report(options_.progress, "read", first, lines);
        }
        char more = 0;
        if (file_.read(&more, 1) > 0) fail(format("unexpected data after the {} × {} values", rows_, columns_));
        return costs;
    }

    template <class Cost, class Stored>
    Cost to_cost(Stored value, std::size_t from, std::size_t to) const {
        if (facts_.is_unreachable(static_cast<double>(value))) return unreachable_cost<Cost>;
        if constexpr (std::is_floating_point_v<Stored>) {
            if (value == -std::numeric_limits<Stored>::infinity()) {
                fail(format("the cost from row {} to column {} is -inf", from, to));
            }
            return std::isnan(value) ? unreachable_cost<Cost> : value;
        } else if constexpr (std::is_floating_point_v<Cost>) {
            return static_cast<Cost>(value);
        } else {
            constexpr std::int64_t limit = unreachable_cost<std::int32_t>;
            if (std::cmp_greater(value, limit) || std::cmp_less_equal(value, -limit)) {
                fail(
                    format("the cost {} from row {} to column {} does not fit int32 (below {}); read it with "
                           "`cost_type` float64",
                           value, from, to, limit));
            }
            return static_cast<Cost>(value);
        }
    }

    InputFile file_;
    const ReadOptions& options_;
    char kind_ = 0;  // 'i', 'u', 'f'
    std::size_t bytes_ = 0;
    bool big_endian_ = false;
    bool column_major_ = false;
    std::size_t rows_ = 0;
    std::size_t columns_ = 0;
    bool same_nodes_ = false;
    NpyFacts facts_;
};

TableContent read_npy(const std::string& path, const ReadOptions& options, ImportReport& found) {
    return NpyReader(path, options).read(found);
}

bool recognise_npy(const FileSample& sample) {
    return sample.text.starts_with(magic);
}

}  // namespace

Format npy_format() {
    return {
        .info = {"npy", "NumPy array, with NAME.ids.csv and NAME.json beside it", {".npy"}, FormatInfo::Holds::matrix},
        .recognises = recognise_npy,
        .read_table = read_npy};
}

}  // namespace allways::importers
