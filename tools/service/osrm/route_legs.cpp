// SPDX-License-Identifier: Apache-2.0
#include "service/osrm/route_legs.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "network/snap/segment.h"

namespace allways::tools {

namespace {

constexpr double no_way = std::numeric_limits<double>::infinity();

// Splits a place on a road into one place per arc; a node stays as it is.
std::vector<RoadPlace> one_by_one(const RoadPlace& place) {
    if (place.arcs.size() < 2) return {place};
    std::vector<RoadPlace> all;
    for (const RoadPlace::Arc& arc : place.arcs) {
        all.push_back({.node = no_node, .fraction = place.fraction, .arcs = {arc}});
    }
    return all;
}

// The arrival at a waypoint by one of its arcs.
struct Arrival {
    RoadPlace place;
    double cost = no_way;      // cost of the route up to here
    std::size_t before = 0;    // index of the arrival at the previous waypoint
    bool turns_round = false;  // at the previous waypoint
};

// The start and end places of the legs of a route that leaves each waypoint as it arrived, unless no path leads on from
// there. Empty if a waypoint cannot be reached.
std::vector<std::pair<RoadPlace, RoadPlace>> ends_of_straight_legs(const RoadRouter& router, const RoadRequest& request,
                                                                   const std::vector<Waypoint>& waypoints) {
    std::vector<std::vector<Arrival>> arrivals(waypoints.size());  // the cheapest ones, for each waypoint
    const auto extend = [&](std::size_t at, bool turns_round) {
        for (Arrival& arrival : arrivals[at]) {
            for (std::size_t before = 0; before < arrivals[at - 1].size(); ++before) {
                const Arrival& last = arrivals[at - 1][before];
                if (!std::isfinite(last.cost)) continue;
                const RoadPlace& from = turns_round ? waypoints[at - 1].place : last.place;
                const double cost = last.cost + router.raw_distance(from, arrival.place);
                if (!(cost < arrival.cost)) continue;
                arrival.cost = cost;
                arrival.before = before;
                arrival.turns_round = turns_round;
            }
        }
        return std::ranges::any_of(arrivals[at], [](const Arrival& one) { return std::isfinite(one.cost); });
    };
    arrivals[0] = {{waypoints[0].place, 0, 0, false}};
    for (std::size_t at = 1; at < waypoints.size(); ++at) {
        request.deadline.require();
        for (RoadPlace& place : one_by_one(waypoints[at].place)) arrivals[at].push_back({std::move(place)});
        if (!extend(at, false) && !extend(at, true)) return {};
    }
    std::vector<std::pair<RoadPlace, RoadPlace>> ends(waypoints.size() - 1);
    const auto cheapest = std::ranges::min_element(arrivals.back(), {}, &Arrival::cost);
    auto best = static_cast<std::size_t>(cheapest - arrivals.back().begin());
    for (std::size_t at = waypoints.size() - 1; at > 0; --at) {
        const Arrival& arrival = arrivals[at][best];
        best = arrival.before;
        ends[at - 1] = {arrival.turns_round ? waypoints[at - 1].place : arrivals[at - 1][best].place, arrival.place};
    }
    return ends;
}

// The digits of coordinates in answers.
constexpr double written_units = 1e6;

}  // namespace

void append_line(std::vector<Coordinate>& line, std::span<const Coordinate> more) {
    const auto is_written_alike = [](Coordinate a, Coordinate b) {
        const bool are_near = std::abs(a.x - b.x) * written_units < 1 && std::abs(a.y - b.y) * written_units < 1;
        return are_near && std::llround(a.x * written_units) == std::llround(b.x * written_units) &&
               std::llround(a.y * written_units) == std::llround(b.y * written_units);
    };
    for (const Coordinate& point : more) {
        if (line.empty() || !is_written_alike(line.back(), point)) line.push_back(point);
    }
}

double RouteLeg::begin_share(std::size_t at) const {
    if (at == 0) return path.begin;
    const auto found = turn_rounds.find(at);
    return found == turn_rounds.end() ? 0 : found->second.second;
}

double RouteLeg::end_share(std::size_t at) const {
    if (at + 1 == path.legs.size()) return path.end;
    const auto found = turn_rounds.find(at + 1);
    return found == turn_rounds.end() ? 1 : found->second.first;
}

double RouteLeg::metres(const MapSnapshot& map, std::size_t first, std::size_t count) const {
    double sum = 0;
    for (std::size_t at = first; at < first + count; ++at) {
        sum += map.arc_metres(static_cast<ArcIndex>(path.legs[at].arc)) * share(at);
    }
    return sum;
}

double RouteLeg::seconds(const MapSnapshot& map, std::size_t first, std::size_t count) const {
    double raw = 0;
    for (std::size_t at = first; at < first + count; ++at) raw += path.legs[at].raw_cost;
    return map.seconds(raw);
}

std::vector<Coordinate> RouteLeg::line(const MapSnapshot& map, std::size_t first, std::size_t count) const {
    std::vector<Coordinate> line;
    for (std::size_t at = first; at < first + count; ++at) {
        const auto whole = map.line(static_cast<ArcIndex>(path.legs[at].arc));
        append_line(line, network::line_part(whole, begin_share(at), end_share(at), network::Space::sphere));
    }
    if (line.empty()) line.push_back(first == 0 ? from : to);
    if (line.size() == 1) line.push_back(line.front());
    return line;
}

std::vector<RouteLeg> find_legs(const MapSnapshot& map, const RoadRequest& request,
                                const std::vector<Waypoint>& waypoints) {
    std::vector<std::pair<RoadPlace, RoadPlace>> ends;
    if (request.continue_straight && waypoints.size() > 2) {
        ends = ends_of_straight_legs(map.router(), request, waypoints);
        if (ends.empty()) return {};
    } else {
        for (std::size_t at = 1; at < waypoints.size(); ++at) {
            ends.emplace_back(waypoints[at - 1].place, waypoints[at].place);
        }
    }
    std::vector<RouteLeg> legs;
    for (std::size_t at = 0; at < ends.size(); ++at) {
        request.deadline.require();
        legs.push_back({map.router().path(ends[at].first, ends[at].second),
                        waypoints[at].snapped.place,
                        waypoints[at + 1].snapped.place,
                        {},
                        waypoints[at + 1].asked});
        if (!legs.back().path.reachable) return {};
    }
    return legs;
}

RouteLeg joined_legs(std::vector<RouteLeg> legs) {
    RouteLeg whole = std::move(legs.front());
    for (std::size_t i = 1; i < legs.size(); ++i) {
        RouteLeg& next = legs[i];
        whole.to = next.to;
        whole.asked = next.asked;
        whole.path.raw_distance += next.path.raw_distance;
        if (next.path.legs.empty()) continue;
        if (whole.path.legs.empty()) {
            whole.path = std::move(next.path);
            continue;
        }
        PathLeg& last = whole.path.legs.back();
        constexpr double rounding = 1e-9;
        const bool goes_on =
            last.arc == next.path.legs.front().arc && std::abs(whole.path.end - next.path.begin) < rounding;
        const bool turns_round = !goes_on && (whole.path.end != 1 || next.path.begin != 0);
        if (turns_round) whole.turn_rounds.emplace(whole.path.legs.size(), std::pair(whole.path.end, next.path.begin));
        if (goes_on) last.raw_cost += next.path.legs.front().raw_cost;
        whole.path.legs.insert(whole.path.legs.end(), next.path.legs.begin() + (goes_on ? 1 : 0), next.path.legs.end());
        whole.path.end = next.path.end;
    }
    return whole;
}

}  // namespace allways::tools
