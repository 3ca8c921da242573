// SPDX-License-Identifier: Apache-2.0
// Text → OGR geometry → points.
#include "libraries/line_geometry.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <memory>
#include <string>

#include <ogr_geometry.h>

#include "base/text.h"
#include "libraries/gdal_library.h"

namespace allways::importers {

namespace {

using Geometry = std::unique_ptr<OGRGeometry>;

// Removes "SRID=4326;" from the front and returns its number.
int take_srid(std::string_view& text) {
    constexpr std::string_view word = "srid=";
    const std::size_t end = text.find(';');
    if (end == text.npos || lower_case(text.substr(0, word.size())) != word) return 0;
    const auto number = parse_whole(text.substr(word.size(), end - word.size()));
    if (!number) return 0;
    text = trimmed(text.substr(end + 1));
    return static_cast<int>(*number);
}

Geometry from_wkt(std::string_view text) {
    const std::string terminated(text);
    const char* rest = terminated.c_str();
    OGRGeometry* parsed = nullptr;
    const bool understood = OGRGeometryFactory::createFromWkt(&rest, nullptr, &parsed) == OGRERR_NONE;
    Geometry geometry(parsed);
    return understood && trimmed(rest).empty() ? std::move(geometry) : nullptr;
}

std::optional<std::vector<unsigned char>> hex_bytes(std::string_view text) {
    if (text.empty() || text.size() % 2 != 0) return std::nullopt;
    std::vector<unsigned char> bytes(text.size() / 2);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const char* first = text.data() + 2 * i;
        const auto [end, error] = std::from_chars(first, first + 2, bytes[i], 16);
        if (error != std::errc{} || end != first + 2) return std::nullopt;
    }
    return bytes;
}

// EWKB is WKB whose type may have a flag: the reference system's number follows. OGR reads WKB.
int take_srid(std::vector<unsigned char>& wkb) {
    constexpr std::uint32_t srid_flag = 0x20000000;
    constexpr std::size_t type_at = 1, srid_at = 5, points_at = 9;
    if (wkb.size() < points_at) return 0;
    const bool swapped = (wkb[0] == 1) != (std::endian::native == std::endian::little);
    const auto number_at = [&](std::size_t at) {
        std::array<unsigned char, 4> bytes{};
        std::copy_n(wkb.begin() + static_cast<std::ptrdiff_t>(at), 4, bytes.begin());
        if (swapped) std::ranges::reverse(bytes);
        return std::bit_cast<std::uint32_t>(bytes);
    };
    if ((number_at(type_at) & srid_flag) == 0) return 0;
    const auto srid = static_cast<int>(number_at(srid_at));
    const std::size_t highest_byte = wkb[0] == 1 ? type_at + 3 : type_at;
    wkb[highest_byte] &= static_cast<unsigned char>(~(srid_flag >> 24));
    wkb.erase(wkb.begin() + srid_at, wkb.begin() + points_at);
    return srid;
}

Geometry from_wkb(const std::vector<unsigned char>& wkb) {
    OGRGeometry* parsed = nullptr;
    const auto error = OGRGeometryFactory::createFromWkb(wkb.data(), nullptr, &parsed, wkb.size());
    Geometry geometry(parsed);
    return error == OGRERR_NONE ? std::move(geometry) : nullptr;
}

// Returns nothing unless the geometry is a line of finite points; a single point is not a line.
std::optional<std::vector<Coordinate>> points_of(const OGRGeometry* geometry) {
    const auto type = geometry != nullptr ? wkbFlatten(geometry->getGeometryType()) : wkbUnknown;
    std::vector<Coordinate> points;
    const auto append = [&](const OGRLineString& line) {
        for (int i = 0; i < line.getNumPoints(); ++i) points.push_back({line.getX(i), line.getY(i)});
    };
    if (type == wkbLineString) append(*geometry->toLineString());
    if (type == wkbMultiLineString) {
        for (const OGRLineString* part : *geometry->toMultiLineString()) append(*part);
    }
    const bool is_line = (type == wkbLineString || type == wkbMultiLineString) && points.size() != 1 &&
                         std::ranges::all_of(points, is_finite);
    if (!is_line) return std::nullopt;
    return points;
}

// Returns any geometry, null for other texts; `srid` as in LineGeometry.
Geometry geometry_of(std::string_view text, int& srid) {
    if (auto wkb = hex_bytes(text)) {
        srid = take_srid(*wkb);
        return from_wkb(*wkb);
    }
    srid = take_srid(text);
    return from_wkt(text);
}

}  // namespace

std::optional<LineGeometry> parse_line_geometry(std::string_view text) {
    const gdal::QuietErrors quiet;
    LineGeometry line;
    const Geometry geometry = geometry_of(trimmed(text), line.srid);
    auto points = points_of(geometry.get());
    if (!points) return std::nullopt;
    line.points = std::move(*points);
    return line;
}

std::optional<std::pair<Coordinate, int>> parse_point_geometry(std::string_view text) {
    const gdal::QuietErrors quiet;
    text = trimmed(text);
    int srid = 0;
    Geometry geometry;
    if (text.starts_with('{')) {
        geometry.reset(OGRGeometryFactory::createFromGeoJson(std::string(text).c_str()));
        srid = 4326;
    } else {
        geometry = geometry_of(text, srid);
    }
    const OGRGeometry* only = geometry.get();
    if (only != nullptr && wkbFlatten(only->getGeometryType()) == wkbMultiPoint &&
        only->toMultiPoint()->getNumGeometries() == 1) {
        only = only->toMultiPoint()->getGeometryRef(0);
    }
    if (only == nullptr || wkbFlatten(only->getGeometryType()) != wkbPoint || only->IsEmpty()) return std::nullopt;
    const Coordinate place{only->toPoint()->getX(), only->toPoint()->getY()};
    if (!is_finite(place)) return std::nullopt;
    return std::pair(place, srid);
}

bool runs_backward(std::span<const Coordinate> points, Coordinate from, Coordinate to) {
    const auto apart = [](Coordinate a, Coordinate b) { return std::hypot(a.x - b.x, a.y - b.y); };
    return apart(points.back(), from) + apart(points.front(), to) <
           apart(points.front(), from) + apart(points.back(), to);
}

}  // namespace allways::importers
