// SPDX-License-Identifier: Apache-2.0
// The points of a shape: a binary header, then well-known binary.
#include "networks/gpkg_rows.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "allways/base/format.h"

namespace allways::importers::gpkg {

namespace {

constexpr std::uint32_t point = 1;
constexpr std::uint32_t line = 2;

std::string type_name(std::uint32_t type) {
    constexpr std::array<const char*, 13> names{
        "GEOMETRY",        "POINT",        "LINESTRING",         "POLYGON",        "MULTIPOINT",
        "MULTILINESTRING", "MULTIPOLYGON", "GEOMETRYCOLLECTION", "CIRCULARSTRING", "COMPOUNDCURVE",
        "CURVEPOLYGON",    "MULTICURVE",   "MULTISURFACE"};
    return type < names.size() ? names[type] : format("type {}", type);
}

// Reads numbers in either byte order. Callers check has() first.
class Bytes {
public:
    explicit Bytes(std::span<const std::byte> bytes) : bytes_(bytes) {}

    bool has(std::size_t count) const { return bytes_.size() >= count; }
    std::size_t left() const { return bytes_.size(); }
    void skip(std::size_t count) { bytes_ = bytes_.subspan(count); }
    void set_little_endian(bool little) { swap_ = little != (std::endian::native == std::endian::little); }

    std::uint8_t byte() { return static_cast<std::uint8_t>(take<1>()[0]); }
    std::uint32_t number() { return std::bit_cast<std::uint32_t>(take<4>()); }
    double real() { return std::bit_cast<double>(take<8>()); }

private:
    template <std::size_t count>
    std::array<std::byte, count> take() {
        std::array<std::byte, count> taken;
        std::memcpy(taken.data(), bytes_.data(), count);
        if (swap_) std::ranges::reverse(taken);
        skip(count);
        return taken;
    }

    std::span<const std::byte> bytes_;
    bool swap_ = false;
};

// Returns the number of ordinates per point from the type's thousands (ISO) or its high bits (PostGIS), and removes
// both from the type.
std::size_t take_ordinates(std::uint32_t& type) {
    std::size_t ordinates = 2;
    for (const std::uint32_t more : {0x80000000u, 0x40000000u}) {
        if ((type & more) != 0) ++ordinates;
    }
    type &= 0x1FFFFFFFu;
    if (type >= 1000 && type < 4000) {
        ordinates += type >= 3000 ? 2 : 1;
        type %= 1000;
    }
    return ordinates;
}

}  // namespace

std::string read_points(std::span<const std::byte> shape, std::vector<Coordinate>& points) {
    constexpr const char* damaged = "its shape is damaged: it ends too early";
    points.clear();
    Bytes bytes(shape);
    if (!bytes.has(8) || bytes.byte() != 'G' || bytes.byte() != 'P') return "its shape is not one of a GeoPackage";
    bytes.skip(1);
    const std::uint8_t flags = bytes.byte();
    bytes.skip(4);  // the reference system
    constexpr std::array<std::size_t, 8> envelopes{0, 32, 48, 48, 64, 0, 0, 0};
    const std::size_t envelope = envelopes[flags >> 1 & 7];
    constexpr std::size_t head = 5;  // byte order and type
    if (!bytes.has(envelope + head)) return damaged;
    bytes.skip(envelope);
    bytes.set_little_endian(bytes.byte() == 1);
    std::uint32_t type = bytes.number();
    const std::size_t ordinates = take_ordinates(type);
    if (type != point && type != line) return format("expected a point or a line, found {}", type_name(type));
    std::size_t count = 1;
    if (type == line) {
        if (!bytes.has(4)) return damaged;
        count = bytes.number();
    }
    const std::size_t stride = ordinates * sizeof(double);
    if (bytes.left() / stride < count) return damaged;
    points.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const double x = bytes.real();
        const double y = bytes.real();
        points.push_back({x, y});
        bytes.skip(stride - 2 * sizeof(double));
    }
    if (type == point && std::isnan(points[0].x) && std::isnan(points[0].y))
        points.clear();  // an empty point is written as NaN
    return "";
}

}  // namespace allways::importers::gpkg
