// SPDX-License-Identifier: Apache-2.0
#include "service/osrm/waypoints.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <functional>
#include <numbers>
#include <optional>
#include <ranges>
#include <utility>

#include "allways/base/format.h"
#include "base/threads/parallel.h"
#include "network/road_line.h"
#include "network/snap/segment.h"
#include "routes/headings.h"
#include "service/http/protocol.h"
#include "service/map/map_snapshot.h"

namespace allways::tools {

namespace {

// ---- hints: the place to which a coordinate was snapped, so that a later request need not snap it again

// URL-safe base64 without padding.
constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

struct HintBytes {
    std::uint32_t fingerprint;
    std::uint32_t is_node;  // 1: the place is the road's end, at the fraction 0 or 1
    std::uint32_t arc;
    std::uint32_t segment;
    double fraction;
};
static_assert(sizeof(HintBytes) == 24);

// A road leads from its end node with the lower index to the other.
NodeIndex end_of_road(const MapSnapshot& map, ArcIndex arc) {
    return std::max(map.router().tail(arc), map.arcs().head[arc]);
}
NodeIndex begin_of_road(const MapSnapshot& map, ArcIndex arc) {
    return std::min(map.router().tail(arc), map.arcs().head[arc]);
}

std::string make_hint(const MapSnapshot& map, const SnappedPoint& point) {
    const bool is_node = point.node != no_node;
    const bool is_at_end = is_node && point.node == end_of_road(map, point.arc);
    const HintBytes bytes{map.fingerprint(), is_node ? 1u : 0u, point.arc, point.segment,
                          is_node ? (is_at_end ? 1.0 : 0.0) : point.fraction};
    std::array<unsigned char, sizeof(HintBytes)> data{};
    std::memcpy(data.data(), &bytes, sizeof bytes);
    std::string text;
    for (std::size_t i = 0; i < data.size(); i += 3) {
        const unsigned three = data[i] << 16 | data[i + 1] << 8 | data[i + 2];
        for (const int shift : {18, 12, 6, 0}) text += alphabet[three >> shift & 63];
    }
    return text;
}

// Returns the place; nothing for a hint of another map or any other text. The distance to the coordinate stays
// infinite.
std::optional<SnappedPoint> read_hint(const MapSnapshot& map, std::string_view hint) {
    std::array<unsigned char, sizeof(HintBytes)> data{};
    if (hint.size() != data.size() / 3 * 4) return {};
    for (std::size_t i = 0; i < data.size(); i += 3) {
        unsigned three = 0;
        for (const char c : hint.substr(i / 3 * 4, 4)) {
            const std::size_t digit = alphabet.find(c);
            if (digit == std::string_view::npos) return {};
            three = three << 6 | static_cast<unsigned>(digit);
        }
        data[i] = static_cast<unsigned char>(three >> 16);
        data[i + 1] = static_cast<unsigned char>(three >> 8);
        data[i + 2] = static_cast<unsigned char>(three);
    }
    HintBytes bytes{};
    std::memcpy(&bytes, data.data(), sizeof bytes);
    const NetworkFactor& factor = map.router().factor();
    if (bytes.fingerprint != map.fingerprint()) return {};
    if (bytes.arc >= factor.arcs.size()) return {};
    SnappedPoint point;
    point.snapped = true;
    point.arc = bytes.arc;
    point.segment = bytes.segment;
    if (bytes.is_node != 0) {
        if (bytes.fraction != 0 && bytes.fraction != 1) return {};
        point.node = bytes.fraction == 1 ? end_of_road(map, point.arc) : begin_of_road(map, point.arc);
        point.place = factor.coordinates[point.node];
        return point;
    }
    if (!(bytes.fraction > 0 && bytes.fraction < 1)) return {};
    point.fraction = bytes.fraction;
    const RoadPlace place = map.router().place(point);
    for (const RoadPlace::Arc& arc : place.arcs) {
        if (arc.arc != point.arc) continue;
        const double behind = place.share_behind(arc);
        point.place = network::line_part(map.line(arc.arc), behind, behind, network::Space::sphere).front();
        return point;
    }
    return {};
}

// ---- snapping

constexpr std::size_t coordinates_of_several_threads = 200;
constexpr std::size_t most_nearby_roads = 20;

// A place at a road's end lies inside the road by this share if only some of the road's directions are allowed.
constexpr double share_beside_end = 1e-6;

// Selects the arcs of a road with which the request's options for one coordinate let paths begin or end.
class ArcFilter {
public:
    ArcFilter(const RoadRequest& request, std::size_t coordinate, bool left_hand_driving)
        : asked_(request.coordinates[coordinate]), left_hand_driving_(left_hand_driving) {
        if (!request.bearings.empty()) bearing_ = request.bearings[coordinate];
        if (!request.approaches.empty()) approach_ = request.approaches[coordinate].value_or(Approach::unrestricted);
    }
    bool is_empty() const { return !bearing_ && approach_ == Approach::unrestricted; }

    // `segment`: of the road's line, on which the place lies.
    void apply(RoadPlace& place, const std::pair<Coordinate, Coordinate>& segment) const {
        const double upward = bearing_between(segment.first, segment.second);
        if (bearing_) {
            // Bearings of requests are whole degrees, and OSRM rounds those of segments, so that a range of 0 finds
            // some.
            const double rounded = std::round(upward);
            std::erase_if(place.arcs, [&](const RoadPlace::Arc& arc) {
                const double of_arc = arc.runs_upward ? rounded : rounded + 180;
                return std::abs(turn_between(of_arc, bearing_->first)) > bearing_->second;
            });
        }
        if (approach_ == Approach::unrestricted) return;
        const bool both_ways = std::ranges::any_of(place.arcs, &RoadPlace::Arc::runs_upward) &&
                               !std::ranges::all_of(place.arcs, &RoadPlace::Arc::runs_upward);
        if (!both_ways) return;
        const double to_point = turn_between(upward, bearing_between(segment.first, asked_));
        const bool is_right_of_upward = to_point > 0;
        const bool wants_right = (approach_ == Approach::curb) != left_hand_driving_;
        std::erase_if(place.arcs, [&](const RoadPlace::Arc& arc) {
            return (arc.runs_upward == is_right_of_upward) != wants_right;
        });
    }

private:
    Coordinate asked_;
    bool left_hand_driving_;
    std::optional<std::pair<double, double>> bearing_;  // and the range to either side
    Approach approach_ = Approach::unrestricted;
};

// The segment of a road's line on which a place lies, in the line's direction.
std::pair<Coordinate, Coordinate> segment_at(const MapSnapshot& map, const RoadPlace::Arc& arc,
                                             const SnappedPoint& point) {
    const std::vector<Coordinate> line = line_of_road(map, arc);
    const std::size_t at = std::min<std::size_t>(point.segment, line.size() - 2);
    return {line[at], line[at + 1]};
}

// The place inside the point's road, with all its arcs that are open; close to the end if the point is at a node.
RoadPlace place_in_road(const MapSnapshot& map, SnappedPoint point) {
    if (point.node != no_node) {
        const bool is_loop = begin_of_road(map, point.arc) == end_of_road(map, point.arc);
        const bool is_at_end = is_loop ? point.segment > 0 : point.node == end_of_road(map, point.arc);
        point.fraction = is_at_end ? 1 - share_beside_end : share_beside_end;
        point.node = no_node;
    }
    return map.router().place(point);
}

// Returns nothing if the filter allows no arc of the point's road. Only if `at_nodes`, places may be nodes.
std::optional<Waypoint> waypoint_at(const MapSnapshot& map, Coordinate asked, const SnappedPoint& point,
                                    const ArcFilter& filter, bool at_nodes) {
    RoadPlace inside = place_in_road(map, point);
    if (inside.arcs.empty()) return {};
    const std::size_t open_arcs = inside.arcs.size();
    if (!filter.is_empty()) filter.apply(inside, segment_at(map, inside.arcs.front(), point));
    if (inside.arcs.empty()) return {};
    const RoadPlace::Arc road = inside.arcs.front();
    const bool is_node = at_nodes && point.node != no_node && inside.arcs.size() == open_arcs;
    return Waypoint{asked, point, is_node ? map.router().place(point) : std::move(inside), road};
}

// A filter of roads for the snapper; empty if all roads are open.
std::function<bool(ArcIndex, Coordinate, Coordinate)> roads_with_open_arcs(const MapSnapshot& map,
                                                                           const ArcFilter& filter) {
    if (filter.is_empty() && !map.has_closed_roads()) return {};
    return [&](ArcIndex road, Coordinate from, Coordinate to) {
        SnappedPoint point;
        point.arc = road;
        point.fraction = 0.5;
        RoadPlace place = map.router().place(point);
        if (!place.arcs.empty()) filter.apply(place, {from, to});
        return !place.arcs.empty();
    };
}

// The places where the road of the nearest one passes the coordinate again within the radius, as a hairpin does: by
// distance, each farther along the road from the others than the radius.
std::vector<SnappedPoint> further_passes(const MapSnapshot& map, Coordinate asked, const SnappedPoint& nearest,
                                         double radius) {
    const RoadPlace whole = place_in_road(map, nearest);
    if (whole.arcs.empty()) return {};
    const std::vector<Coordinate> line = line_of_road(map, whole.arcs.front());
    const auto space = network::Space::sphere;
    const std::vector<double> lengths = network::lengths_along(line, space);
    if (lengths.back() <= radius) return {};
    const network::Vector point = network::to_vector(asked, space);
    std::vector<SnappedPoint> passes;
    for (std::size_t segment = 0; segment + 1 < line.size(); ++segment) {
        const network::Vector from = network::to_vector(line[segment], space);
        const network::Vector place =
            network::nearest_on_segment(point, from, network::to_vector(line[segment + 1], space), space);
        SnappedPoint pass = nearest;
        pass.node = no_node;
        pass.segment = static_cast<std::uint32_t>(segment);
        pass.place = network::to_coordinate(place, space);
        pass.distance = network::length_of_chord(network::chord(point, place), space);
        const double along = lengths[segment] + network::length_of_chord(network::chord(from, place), space);
        pass.fraction = std::clamp(along / lengths.back(), share_beside_end, 1 - share_beside_end);
        if (pass.distance <= radius) passes.push_back(pass);
    }
    std::ranges::sort(passes, {}, &SnappedPoint::distance);
    std::vector<SnappedPoint> apart{nearest};
    apart.front().fraction = whole.fraction;
    for (const SnappedPoint& pass : passes) {
        const bool is_another = std::ranges::all_of(apart, [&](const SnappedPoint& other) {
            return std::abs(pass.fraction - other.fraction) * lengths.back() > radius;
        });
        if (is_another) apart.push_back(pass);
    }
    apart.erase(apart.begin());
    return apart;
}

}  // namespace

std::vector<Coordinate> line_of_road(const MapSnapshot& map, const RoadPlace::Arc& arc) {
    std::vector<Coordinate> line = map.line(arc.arc);
    if (!arc.runs_upward) std::ranges::reverse(line);
    return line;
}

double bearing_between(Coordinate from, Coordinate to) {
    constexpr double degree = 180 / std::numbers::pi;
    const double x = std::remainder(to.x - from.x, 360) * std::cos((from.y + to.y) / 2 / degree);
    const double bearing = std::atan2(x, to.y - from.y) * degree;
    return bearing < 0 ? bearing + 360 : bearing;
}

std::vector<Waypoint> nearest_waypoints(const MapSnapshot& map, const RoadRequest& request, std::size_t coordinate,
                                        std::size_t count, NearRoads roads, const ServiceOptions& options) {
    const Coordinate asked = request.coordinates[coordinate];
    const ArcFilter filter(request, coordinate, options.left_hand_driving);
    if (!request.hints.empty() && count == 1) {
        if (auto hinted = read_hint(map, request.hints[coordinate])) {
            hinted->distance = network::metres_between(asked, hinted->place);
            if (auto made = waypoint_at(map, asked, *hinted, filter, true)) return {std::move(*made)};
        }
    }
    Snapper::Nearby wanted{.count = count, .accepts = roads_with_open_arcs(map, filter)};
    if (!request.radiuses.empty()) wanted.radius = request.radiuses[coordinate];
    wanted.each_segment = keeps_inner_nodes(map);
    wanted.any_component = roads == NearRoads::all;
    std::vector<Waypoint> found;
    for (const SnappedPoint& point : map.snapper().nearby(asked, wanted)) {
        if (auto made = waypoint_at(map, asked, point, filter, true)) found.push_back(std::move(*made));
    }
    return found;
}

std::vector<Waypoint> nearby_roads(const MapSnapshot& map, const RoadRequest& request, std::size_t coordinate,
                                   double radius, const ServiceOptions& options) {
    const Coordinate asked = request.coordinates[coordinate];
    const ArcFilter filter(request, coordinate, options.left_hand_driving);
    const double stated = options.limits.radius_m.value_or(0);
    const double most = stated > 0 ? std::min(radius, stated) : radius;
    std::vector<SnappedPoint> points = map.snapper().nearby(asked, {.count = most_nearby_roads,
                                                                    .radius = most,
                                                                    .accepts = roads_with_open_arcs(map, filter),
                                                                    .any_component = true});
    for (std::size_t road = points.size(); road-- > 0;) {
        for (SnappedPoint& pass : further_passes(map, asked, points[road], most)) points.push_back(std::move(pass));
    }
    std::ranges::stable_sort(points, {}, &SnappedPoint::distance);
    if (points.size() > most_nearby_roads) points.resize(most_nearby_roads);
    std::vector<Waypoint> found;
    for (const SnappedPoint& point : points) {
        if (auto made = waypoint_at(map, asked, point, filter, false)) found.push_back(std::move(*made));
    }
    return found;
}

std::vector<Waypoint> find_waypoints(const MapSnapshot& map, const RoadRequest& request,
                                     const ServiceOptions& options) {
    const std::size_t count = request.coordinates.size();
    std::vector<std::vector<Waypoint>> found(count);
    const auto component = [&](std::size_t i) { return map.snapper().component(found[i].front().snapped.arc); };
    const auto find = [&](NearRoads roads) {
        const unsigned threads = count < coordinates_of_several_threads ? 1 : options.table_threads;
        const auto find_one = [&](std::size_t i) {
            request.deadline.require();
            if (!found[i].empty() && component(i) == 0) return;
            auto nearest = nearest_waypoints(map, request, i, 1, roads, options);
            if (!nearest.empty()) found[i] = std::move(nearest);
        };
        parallel_for(count, find_one, threads == 0 ? hardware_threads() : threads);
    };
    find(NearRoads::all);
    for (std::size_t i = 0; i < count; ++i) {
        if (found[i].empty())
            throw ServiceError("NoSegment", format("Could not find a matching segment for coordinate {}", i));
    }
    const auto differs = [&](std::size_t i) { return component(i) != component(0); };
    if (std::ranges::any_of(std::views::iota(std::size_t{0}, count), differs)) find(NearRoads::of_component);
    std::vector<Waypoint> waypoints;
    waypoints.reserve(count);
    for (auto& one : found) waypoints.push_back(std::move(one.front()));
    return waypoints;
}

void write_location(JsonWriter& json, Coordinate at) {
    json.begin_array().number(at.x, 6).number(at.y, 6).end_array();
}

void write_waypoint(JsonWriter& json, const MapSnapshot& map, const RoadRequest& request, const Waypoint& waypoint) {
    json.key("location");
    write_location(json, waypoint.snapped.place);
    json.key("name").string(map.facts().name({.arc = waypoint.road.arc}));
    json.key("distance").number(waypoint.snapped.distance, 6);
    if (request.generate_hints) json.key("hint").string(make_hint(map, waypoint.snapped));
}

}  // namespace allways::tools
