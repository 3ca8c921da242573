// SPDX-License-Identifier: Apache-2.0
#include "service/map/vector_tile.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

#include <protozero/pbf_writer.hpp>

namespace allways::tools {

namespace {

constexpr double pi = std::numbers::pi;
constexpr double half_circle = 180;           // degrees
constexpr double largest_latitude = 85.0511;  // of Web Mercator's square

// Numbers of the specification.
namespace field {
constexpr protozero::pbf_tag_type layers = 3;
constexpr protozero::pbf_tag_type name = 1, features = 2, keys = 3, values = 4, extent = 5, version = 15;
constexpr protozero::pbf_tag_type id = 1, tags = 2, type = 3, geometry = 4;
constexpr protozero::pbf_tag_type string_value = 1, float_value = 2, uint_value = 5, bool_value = 7;
}  // namespace field
constexpr std::uint32_t line_string = 2;
constexpr std::uint32_t move_to = 1;
constexpr std::uint32_t line_to = 2;

using TilePoint = std::pair<std::int32_t, std::int32_t>;

// Returns the part of a segment inside the tile and its margin as shares of it (Liang and Barsky 1984); {1, 0} if there
// is none.
std::pair<double, double> part_inside(Coordinate a, Coordinate b) {
    double first = 0;
    double last = 1;
    for (const auto& [from, to] : {std::pair(a.x, b.x), std::pair(a.y, b.y)}) {
        for (const double side : {-tile_margin, tile_extent + tile_margin}) {
            const bool is_low = side < 0;
            const double distance = is_low ? from - side : side - from;  // inside the side if not negative
            const double approach = is_low ? from - to : to - from;      // how much of that the segment uses up
            if (approach == 0 && distance < 0) return {1, 0};
            if (approach > 0) last = std::min(last, distance / approach);
            if (approach < 0) first = std::max(first, distance / approach);
        }
    }
    return {first, last};
}

TilePoint between(Coordinate a, Coordinate b, double share) {
    return {static_cast<std::int32_t>(std::lround(a.x + share * (b.x - a.x))),
            static_cast<std::int32_t>(std::lround(a.y + share * (b.y - a.y)))};
}

}  // namespace

Coordinate TileAddress::to_tile(Coordinate at) const {
    const double side = std::ldexp(tile_extent, static_cast<int>(zoom));  // of the world
    const double latitude = std::clamp(at.y, -largest_latitude, largest_latitude) * pi / half_circle;
    return {(at.x / 360 + 0.5) * side - x * tile_extent,
            (0.5 - std::asinh(std::tan(latitude)) / (2 * pi)) * side - y * tile_extent};
}

Coordinate TileAddress::to_degrees(Coordinate in_tile) const {
    const double side = std::ldexp(tile_extent, static_cast<int>(zoom));
    const double north = pi * (1 - 2 * (in_tile.y + y * tile_extent) / side);
    return {((in_tile.x + x * tile_extent) / side - 0.5) * 360, std::atan(std::sinh(north)) * half_circle / pi};
}

void TileLayer::add_line(const TileAddress& tile, const std::vector<Coordinate>& line,
                         const std::vector<std::pair<std::string_view, TileValue>>& properties) {
    std::vector<std::uint32_t> commands;  // the lines as the specification has them, with steps from point to point
    TilePoint last{0, 0};
    const auto add_command = [&](std::uint32_t id, std::span<const TilePoint> points) {
        commands.push_back(id | static_cast<std::uint32_t>(points.size()) << 3);
        for (const TilePoint& to : points) {
            commands.push_back(protozero::encode_zigzag32(to.first - last.first));
            commands.push_back(protozero::encode_zigzag32(to.second - last.second));
            last = to;
        }
    };
    std::vector<TilePoint> inside;
    const auto end_line = [&] {
        if (inside.size() >= 2) {
            add_command(move_to, std::span(inside).first(1));
            add_command(line_to, std::span(inside).subspan(1));
        }
        inside.clear();
    };
    const auto append = [&](TilePoint point) {
        if (inside.empty() || inside.back() != point) inside.push_back(point);
    };
    Coordinate before = tile.to_tile(line.front());
    for (std::size_t i = 1; i < line.size(); ++i) {
        const Coordinate now = tile.to_tile(line[i]);
        const auto [from, to] = part_inside(before, now);
        if (from > 0 || to < from) end_line();
        if (from <= to) append(between(before, now, from)), append(between(before, now, to));
        before = now;
    }
    end_line();
    if (commands.empty()) return;
    std::vector<std::uint32_t> tags;
    for (const auto& [key, value] : properties) {
        tags.push_back(index_of_key(key));
        tags.push_back(index_of_value(value));
    }
    protozero::pbf_writer layer(features_);
    protozero::pbf_writer feature(layer, field::features);
    feature.add_uint64(field::id, ++count_);
    feature.add_packed_uint32(field::tags, tags.begin(), tags.end());
    feature.add_enum(field::type, line_string);
    feature.add_packed_uint32(field::geometry, commands.begin(), commands.end());
}

std::uint32_t TileLayer::index_of_key(std::string_view key) {
    const auto found = std::ranges::find(keys_, key);
    const auto index = static_cast<std::uint32_t>(found - keys_.begin());
    if (found == keys_.end()) keys_.emplace_back(key);
    return index;
}

std::uint32_t TileLayer::index_of_value(const TileValue& value) {
    const auto [found, is_new] = index_of_value_.emplace(value, static_cast<std::uint32_t>(values_.size()));
    if (is_new) values_.push_back(value);
    return found->second;
}

std::string TileLayer::tile() const {
    if (count_ == 0) return {};
    std::string data;
    protozero::pbf_writer layer(data);
    layer.add_uint32(field::version, 2);
    layer.add_string(field::name, name_);
    data += features_;
    for (const std::string& key : keys_) layer.add_string(field::keys, key);
    for (const TileValue& value : values_) {
        protozero::pbf_writer written(layer, field::values);
        if (const auto* text = std::get_if<std::string>(&value)) written.add_string(field::string_value, *text);
        if (const auto* number = std::get_if<float>(&value)) written.add_float(field::float_value, *number);
        if (const auto* number = std::get_if<std::uint64_t>(&value)) written.add_uint64(field::uint_value, *number);
        if (const auto* truth = std::get_if<bool>(&value)) written.add_bool(field::bool_value, *truth);
    }
    layer.add_uint32(field::extent, static_cast<std::uint32_t>(tile_extent));
    std::string tile;
    protozero::pbf_writer(tile).add_message(field::layers, data);
    return tile;
}

}  // namespace allways::tools
