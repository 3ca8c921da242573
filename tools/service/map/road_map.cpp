// SPDX-License-Identifier: Apache-2.0
#include "service/map/road_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <tuple>
#include <unordered_set>

#include "allways/network/components.h"
#include "draw/base_map.h"
#include "service/map/map_snapshot.h"

namespace allways::tools {

namespace {

constexpr std::size_t roads_of_group = 64;
constexpr std::uint32_t small_component = 1000;  // nodes, as OSRM has it

// Moves the bits of a number to the even positions of another.
std::uint64_t spread_bits(std::uint64_t x) {
    x = (x | (x << 16)) & 0x0000ffff0000ffffu;
    x = (x | (x << 8)) & 0x00ff00ff00ff00ffu;
    x = (x | (x << 4)) & 0x0f0f0f0f0f0f0f0fu;
    x = (x | (x << 2)) & 0x3333333333333333u;
    return (x | (x << 1)) & 0x5555555555555555u;
}

BoundingBox box_of_line(const std::vector<Coordinate>& line) {
    BoundingBox box;
    box.add(line);
    return box;
}

// The other direction of the arc's road: the first arc back along the same line; none of a one-way road.
std::optional<std::uint64_t> twin_of(const TableArcs& arcs, NodeIndex tail, std::uint64_t arc) {
    const NodeIndex head = arcs.head[arc];
    const auto shape_of = [&](std::uint64_t one) {
        return arcs.shapes.has_shape(one) ? arcs.shapes.shape(one) : ArcShapes::no_shape;
    };
    for (std::uint64_t other = arcs.first_out[head]; other < arcs.first_out[head + 1]; ++other) {
        if (other != arc && arcs.head[other] == tail && shape_of(other) == shape_of(arc)) return other;
    }
    return {};
}

// Returns true if the other direction of the arc's road comes before it.
bool has_earlier_twin(const TableArcs& arcs, NodeIndex tail, std::uint64_t arc) {
    const auto twin = arcs.head[arc] > tail ? std::nullopt : twin_of(arcs, tail, arc);
    return twin && *twin < arc;
}

}  // namespace

RoadMap::RoadMap(const MapSnapshot& map) : map_(map), extent_(extent_of(map.source().coordinates())) {
    narrowing_ = std::cos((extent_.low.y + extent_.high.y) / 2 * std::numbers::pi / 180);
    sort_roads();
    find_small_components();
    for (const Group& group : groups_) extent_.add(std::array{group.extent.low, group.extent.high});
    shown_ = extent_without_outliers(map.source().coordinates(), grown(extent_, 0.03));
}

double RoadMap::distance(Coordinate a, Coordinate b) const {
    return std::hypot((a.x - b.x) * narrowing_, a.y - b.y);
}

void RoadMap::sort_roads() {
    const TableArcs& arcs = map_.arcs();
    const auto places = map_.source().coordinates();
    const TextColumn* column = arcs.text("facility_type");
    constexpr double most = (1u << 31) - 1;
    const double scale = most / std::max({extent_.width(), extent_.height(), 1e-9});
    std::vector<std::tuple<RoadClass, std::uint64_t, ArcIndex>> keys;
    for (NodeIndex tail = 0; tail + 1 < arcs.first_out.size(); ++tail) {
        for (std::uint64_t arc = arcs.first_out[tail]; arc < arcs.first_out[tail + 1]; ++arc) {
            const bool is_placed = is_finite(places[tail]) && is_finite(places[arcs.head[arc]]);
            if (!is_placed || has_earlier_twin(arcs, tail, arc)) continue;
            const auto x = static_cast<std::uint64_t>((places[tail].x - extent_.low.x) * scale);
            const auto y = static_cast<std::uint64_t>((places[tail].y - extent_.low.y) * scale);
            keys.emplace_back(column == nullptr ? RoadClass::other : road_class(column->text(arc)),
                              spread_bits(x) | (spread_bits(y) << 1), static_cast<ArcIndex>(arc));
        }
    }
    std::ranges::sort(keys);
    for (const auto& key : keys) roads_.push_back(std::get<2>(key));
    for (std::size_t first = 0; first < keys.size();) {
        const RoadClass road_class = std::get<0>(keys[first]);
        std::size_t last = first;
        while (last < keys.size() && last - first < roads_of_group && std::get<0>(keys[last]) == road_class) ++last;
        add_group(first, last, road_class);
        first = last;
    }
}

void RoadMap::find_small_components() {
    const TableArcs& arcs = map_.arcs();
    std::vector<NodeIndex> tails;
    std::vector<NodeIndex> heads;
    for (NodeIndex tail = 0; tail + 1 < arcs.first_out.size(); ++tail) {
        for (std::uint64_t arc = arcs.first_out[tail]; arc < arcs.first_out[tail + 1]; ++arc) {
            const bool usable = std::visit([&](const auto& cost) { return is_reachable(cost[arc]); }, arcs.cost);
            if (!usable) continue;
            tails.push_back(tail);
            heads.push_back(arcs.head[arc]);
        }
    }
    const std::size_t nodes = arcs.first_out.size() - 1;
    const Components components = strong_components(nodes, tails, heads);
    std::vector<std::uint32_t> size(components.count, 0);
    for (const std::uint32_t one : components.of) ++size[one];
    for (const std::uint32_t one : components.of) is_small_.push_back(size[one] < small_component ? 1 : 0);
}

void RoadMap::add_group(std::size_t first, std::size_t last, RoadClass road_class) {
    Group group{first, last, road_class, {}, 0, 0};
    for (std::size_t road = first; road < last; ++road) {
        const std::vector<Coordinate> line = map_.line(roads_[road]);
        for (std::size_t i = 1; i < line.size(); ++i) group.length += distance(line[i - 1], line[i]);
        group.points += line.size();
        group.extent.add(line);
    }
    groups_.push_back(group);
}

// An upper bound, or nearly one, on the points drawn for a group. Roads shorter than the resolution contribute at most
// two points for each resolution's length.
std::size_t RoadMap::most_points_of(const Group& group, double resolution) const {
    if (resolution <= 0) return group.points;
    return static_cast<std::size_t>(std::min(static_cast<double>(group.points), 2 + 3 * group.length / resolution));
}

std::vector<Coordinate> RoadMap::thinned(const std::vector<Coordinate>& line, double resolution) const {
    std::vector<Coordinate> kept{line.front()};
    for (std::size_t i = 1; i + 1 < line.size(); ++i) {
        if (distance(kept.back(), line[i]) >= resolution) kept.push_back(line[i]);
    }
    kept.push_back(line.back());
    return kept;
}

// Adds a road class. Returns false and adds nothing if it has more than `room` points.
bool RoadMap::add_class(std::vector<DrawnRoads>& drawn, const std::vector<const Group*>& groups, const BoundingBox& box,
                        double resolution, std::size_t& room) const {
    std::size_t most = 0;
    for (const Group* group : groups) most += most_points_of(*group, resolution);
    if (most > room) return false;
    DrawnRoads of{groups.front()->road_class};
    std::unordered_set<std::uint64_t> squares;  // squares that already have a short road
    const auto is_first_in_square = [&](Coordinate at) {
        const auto x = static_cast<std::uint64_t>((at.x - extent_.low.x) * narrowing_ / resolution);
        const auto y = static_cast<std::uint64_t>((at.y - extent_.low.y) / resolution);
        return squares.insert(x << 32 | y).second;
    };
    for (const Group* group : groups) {
        for (std::size_t road = group->first; road < group->last; ++road) {
            std::vector<Coordinate> line = map_.line(roads_[road]);
            if (!box.meets(box_of_line(line))) continue;
            if (resolution > 0) line = thinned(line, resolution);
            const bool is_short = line.size() == 2 && distance(line[0], line[1]) < resolution;
            if (is_short && !is_first_in_square(line[0])) continue;
            of.lines.push_back(std::move(line));
            of.roads.push_back(roads_[road]);
        }
    }
    std::size_t points = 0;
    for (const auto& line : of.lines) points += line.size();
    if (points > room) return false;
    room -= points;
    if (!of.lines.empty()) drawn.push_back(std::move(of));
    return true;
}

std::vector<DrawnRoads> RoadMap::within(const BoundingBox& box, double resolution, std::size_t most_points) const {
    std::array<std::vector<const Group*>, road_class_count> by_class;
    for (const Group& group : groups_) {
        if (box.meets(group.extent)) by_class[static_cast<std::size_t>(group.road_class)].push_back(&group);
    }
    std::vector<DrawnRoads> drawn;
    std::size_t room = most_points;
    bool is_full = false;
    for (const auto& groups : by_class) {
        if (groups.empty()) continue;
        is_full = is_full || !add_class(drawn, groups, box, resolution, room);
        if (is_full) drawn.push_back({groups.front()->road_class});
    }
    return drawn;
}

std::vector<ArcIndex> RoadMap::roads_within(const BoundingBox& box) const {
    std::vector<ArcIndex> found;
    for (const Group& group : groups_) {
        if (!box.meets(group.extent)) continue;
        for (std::size_t road = group.first; road < group.last; ++road) {
            if (box.meets(extent_of(map_.line(roads_[road])))) found.push_back(roads_[road]);
        }
    }
    return found;
}

std::vector<ArcIndex> RoadMap::both_directions(ArcIndex road) const {
    const auto twin = twin_of(map_.arcs(), map_.router().tail(road), road);
    if (!twin) return {road};
    return {road, static_cast<ArcIndex>(*twin)};
}

bool RoadMap::is_in_small_component(ArcIndex arc) const {
    return is_small_[map_.router().tail(arc)] != 0 && is_small_[map_.arcs().head[arc]] != 0;
}

}  // namespace allways::tools
