// SPDX-License-Identifier: Apache-2.0
#include "service/map/vector_tile.h"

#include <algorithm>
#include <cmath>
#include <numbers>

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

struct TilePoint {
    std::int32_t x, y;
    friend bool operator==(const TilePoint&, const TilePoint&) = default;
};

std::uint32_t command(std::uint32_t id, std::size_t count) {
    return id | static_cast<std::uint32_t>(count) << 3;
}

// Appends lines as the specification's commands, with steps from point to point.
class GeometryWriter {
public:
    explicit GeometryWriter(std::vector<std::uint32_t>& commands) : commands_(commands) {}
    void add(const std::vector<TilePoint>& line) {
        if (line.size() < 2) return;
        commands_.push_back(command(move_to, 1));
        step(line.front());
        commands_.push_back(command(line_to, line.size() - 1));
        for (std::size_t i = 1; i < line.size(); ++i) step(line[i]);
    }

private:
    void step(TilePoint to) {
        commands_.push_back(protozero::encode_zigzag32(to.x - last_.x));
        commands_.push_back(protozero::encode_zigzag32(to.y - last_.y));
        last_ = to;
    }
    std::vector<std::uint32_t>& commands_;
    TilePoint last_{0, 0};
};

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
    Feature feature;
    GeometryWriter geometry(feature.geometry);
    std::vector<TilePoint> inside;
    const auto append = [&](TilePoint point) {
        if (inside.empty() || inside.back() != point) inside.push_back(point);
    };
    Coordinate before = tile.to_tile(line.front());
    for (std::size_t i = 1; i < line.size(); ++i) {
        const Coordinate now = tile.to_tile(line[i]);
        const auto [first, last] = part_inside(before, now);
        if (first > 0 || last < first) geometry.add(std::exchange(inside, {}));
        if (first <= last) append(between(before, now, first)), append(between(before, now, last));
        before = now;
    }
    geometry.add(inside);
    if (feature.geometry.empty()) return;
    for (const auto& [key, value] : properties) {
        feature.tags.push_back(index_of_key(key));
        feature.tags.push_back(index_of_value(value));
    }
    features_.push_back(std::move(feature));
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
    std::string data;
    if (features_.empty()) return data;
    protozero::pbf_writer tile(data);
    protozero::pbf_writer layer(tile, field::layers);
    layer.add_uint32(field::version, 2);
    layer.add_string(field::name, name_);
    for (std::size_t i = 0; i < features_.size(); ++i) {
        protozero::pbf_writer feature(layer, field::features);
        feature.add_uint64(field::id, i + 1);
        feature.add_packed_uint32(field::tags, features_[i].tags.begin(), features_[i].tags.end());
        feature.add_enum(field::type, line_string);
        feature.add_packed_uint32(field::geometry, features_[i].geometry.begin(), features_[i].geometry.end());
    }
    for (const std::string& key : keys_) layer.add_string(field::keys, key);
    for (const TileValue& value : values_) {
        protozero::pbf_writer written(layer, field::values);
        if (const auto* text = std::get_if<std::string>(&value)) written.add_string(field::string_value, *text);
        if (const auto* number = std::get_if<float>(&value)) written.add_float(field::float_value, *number);
        if (const auto* number = std::get_if<std::uint64_t>(&value)) written.add_uint64(field::uint_value, *number);
        if (const auto* truth = std::get_if<bool>(&value)) written.add_bool(field::bool_value, *truth);
    }
    layer.add_uint32(field::extent, static_cast<std::uint32_t>(tile_extent));
    layer.commit();
    return data;
}

}  // namespace allways::tools
