// NumPy array file → CostMatrix.
// A header in Python's own notation (dtype, order, shape), then the values. Only square two-dimensional arrays of
// numbers. Whole numbers become int32 or the type asked for, floats keep their width; inf and nan are unreachable.
// Source: numpy.lib.format, versions 1.0 to 3.0.
#include "npy.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "fields.h"
#include "input_file.h"
#include "square_costs.h"

namespace allways {

namespace {

constexpr std::string_view magic = "\x93NUMPY";

struct Header {
    char kind = 0;  // 'i', 'u', 'f'
    std::size_t bytes = 0;
    bool big_endian = false;
    bool column_major = false;
    std::size_t n = 0;
};

[[noreturn]] void fail(const InputFile& file, std::string_view message) {
    throw InputError(file.path(), 0, message);
}

std::string read_exactly(InputFile& file, std::size_t size, std::string_view what) {
    std::string text(size, '\0');
    if (file.read(text.data(), size) < size) fail(file, format("the file ends inside its {}", what));
    return text;
}

// The text after "'key':" in the header's dictionary.
std::string_view value_of(const InputFile& file, std::string_view header, std::string_view key) {
    for (const char quote : {'\'', '"'}) {
        const std::string quoted = quote + std::string(key) + quote;
        const std::size_t found = header.find(quoted);
        const std::size_t colon = found == std::string_view::npos ? found : header.find(':', found + quoted.size());
        if (colon != std::string_view::npos) return trimmed(header.substr(colon + 1));
    }
    fail(file, format("the NumPy header has no '{}'", key));
}

std::size_t read_shape(const InputFile& file, std::string_view text) {
    const std::string_view shape = text.substr(0, text.find(')') + 1);
    const std::size_t comma = shape.find(',');
    if (!shape.starts_with('(') || comma == std::string_view::npos)
        fail(file, format("shape {} is not understood", shape));
    const auto rows = parse_whole(trimmed(shape.substr(1, comma - 1)));
    auto rest = trimmed(shape.substr(comma + 1, shape.size() - comma - 2));
    if (rest.ends_with(',')) rest = trimmed(rest.substr(0, rest.size() - 1));
    const auto columns = parse_whole(rest);
    if (!rows || !columns || *rows != *columns || *rows < 0 || *rows > 1'000'000) {
        fail(file, format("a square matrix was expected, found the shape {}", shape));
    }
    return static_cast<std::size_t>(*rows);
}

Header read_header(InputFile& file) {
    const std::string start = read_exactly(file, 8, "header");
    if (!start.starts_with(magic))
        fail(file, "a NumPy array was expected, and the file does not start with \\x93NUMPY");
    const int version = static_cast<unsigned char>(start[6]);
    if (version < 1 || version > 3) fail(file, format("NumPy format versions 1 to 3 are known, found {}", version));
    const std::string length = read_exactly(file, version == 1 ? 2 : 4, "header");
    std::size_t size = 0;
    for (std::size_t i = 0; i < length.size(); ++i) size |= std::size_t{static_cast<unsigned char>(length[i])} << 8 * i;
    if (size > (1u << 20)) fail(file, "the NumPy header claims more than 1 MiB");
    const std::string text = read_exactly(file, size, "header");

    Header header;
    auto type = value_of(file, text, "descr");
    const std::size_t type_end = type.find_first_of("'\"", 1);
    if (type.size() < 5 || (type[0] != '\'' && type[0] != '"') || type_end == std::string_view::npos) {
        fail(file, "an array of one number type was expected, and this one has records");
    }
    type = type.substr(1, type_end - 1);
    // Byte order, kind, width: "<i4".
    const auto bytes = type.size() > 2 ? parse_whole(type.substr(2)) : std::nullopt;
    if (bytes) {
        header.big_endian = type[0] == '>';
        header.kind = type[1];
    }
    const bool whole = header.kind == 'i' || header.kind == 'u';
    if (!bytes || !((whole && (*bytes == 1 || *bytes == 2 || *bytes == 4 || *bytes == 8)) ||
                    (header.kind == 'f' && (*bytes == 4 || *bytes == 8)))) {
        fail(file, format("number types i1 to i8, u1 to u8, f4 and f8 are known, found '{}'", type));
    }
    header.bytes = static_cast<std::size_t>(*bytes);
    header.column_major = value_of(file, text, "fortran_order").starts_with("True");
    header.n = read_shape(file, value_of(file, text, "shape"));
    return header;
}

// One stored value as Stored, whatever its byte order.
template <class Stored>
Stored decode(const char* bytes, bool big_endian) {
    std::array<char, sizeof(Stored)> raw{};
    std::memcpy(raw.data(), bytes, raw.size());
    if (big_endian != (std::endian::native == std::endian::big)) std::ranges::reverse(raw);
    return std::bit_cast<Stored>(raw);
}

template <class Cost, class Stored>
Cost to_cost(const InputFile& file, Stored value, std::size_t from, std::size_t to) {
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
            fail(file,
                 format("the cost {} from row {} to column {} does not fit int32, which ends below {}; read it with "
                        "--cost-type float64",
                        value, from, to, limit));
        }
        return static_cast<Cost>(value);
    }
}

template <class Stored, class Cost>
CostVector read_values(InputFile& file, const Header& header, const ProgressCallback& progress) {
    const std::size_t n = header.n;
    auto costs = square_costs<Cost>(n);
    std::vector<char> line(n * sizeof(Stored));
    for (std::size_t i = 0; i < n; ++i) {
        if (file.read(line.data(), line.size()) < line.size()) {
            fail(file, format("the file ends before its {} × {} values", n, n));
        }
        for (std::size_t j = 0; j < n; ++j) {
            const std::size_t from = header.column_major ? j : i;
            const std::size_t to = header.column_major ? i : j;
            if (from == to) continue;  // d(i, i) = 0 whatever the file says
            const auto value = decode<Stored>(line.data() + j * sizeof(Stored), header.big_endian);
            costs[from * n + to] = to_cost<Cost>(file, value, from, to);
        }
        if (i % 64 == 0) report(progress, "read", i, n);
    }
    char more = 0;
    if (file.read(&more, 1) > 0) fail(file, format("the file goes on after its {} × {} values", n, n));
    return costs;
}

template <class Cost>
CostVector read_whole(InputFile& file, const Header& header, const ProgressCallback& progress) {
    const bool is_signed = header.kind == 'i';
    switch (header.bytes) {
        case 1:
            return is_signed ? read_values<std::int8_t, Cost>(file, header, progress)
                             : read_values<std::uint8_t, Cost>(file, header, progress);
        case 2:
            return is_signed ? read_values<std::int16_t, Cost>(file, header, progress)
                             : read_values<std::uint16_t, Cost>(file, header, progress);
        case 4:
            return is_signed ? read_values<std::int32_t, Cost>(file, header, progress)
                             : read_values<std::uint32_t, Cost>(file, header, progress);
        default:
            return is_signed ? read_values<std::int64_t, Cost>(file, header, progress)
                             : read_values<std::uint64_t, Cost>(file, header, progress);
    }
}

CostMatrix read(const std::string& path, const ReadOptions& options, ImportReport& found) {
    InputFile file(path);
    const Header header = read_header(file);
    found.nodes = header.n;
    const auto costs = [&]() -> CostVector {
        if (header.kind == 'f' && header.bytes == 4) return read_values<float, float>(file, header, options.progress);
        if (header.kind == 'f') return read_values<double, double>(file, header, options.progress);
        return with_cost_type(options.cost_type.value_or(CostType::int32),
                              [&]<class Cost>() { return read_whole<Cost>(file, header, options.progress); });
    };
    return CostMatrix::own(costs(), header.n);
}

bool recognise(const FileSample& sample) {
    return sample.text.starts_with(magic);
}

}  // namespace

Format npy_format() {
    Format format;
    format.info = {"npy", "NumPy array, square", {".npy"}, FormatInfo::Holds::matrix};
    format.recognises = recognise;
    format.read_matrix = read;
    return format;
}

}  // namespace allways
