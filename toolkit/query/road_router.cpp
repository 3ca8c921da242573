// SPDX-License-Identifier: Apache-2.0
// Finds paths in three steps: places on roads → places of the factor at the ends of their arcs → distances, paths and
// tables between those. Adds the paths that do not leave a road.
#include "allways/query/road_router.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <utility>

#include "allways/base/error.h"
#include "base/threads/parallel.h"
#include "engine/factor/factor_paths.h"
#include "engine/factor/place_tables.h"
#include "query/road_ends.h"

namespace allways {

namespace {

using query::RoadEnds;

constexpr double no_way = std::numeric_limits<double>::infinity();

// The cheapest path along one arc, without the arc's ends.
RoadPath straight_path(const RoadEnds& ends, const NetworkFactor& factor, const RoadPlace& from, const RoadPlace& to) {
    RoadPath best{false, no_way, {}};
    if (from.node != no_node) return from.node == to.node ? RoadPath{true, 0, {}} : best;
    for (const RoadPlace::Arc& arc : from.arcs) {
        for (const RoadPlace::Arc& other : to.arcs) {
            if (arc.arc != other.arc) continue;
            if (from.fraction == to.fraction) return {true, 0, {}};
            if (arc.runs_upward != (from.fraction < to.fraction)) continue;
            const auto [low, high] = std::minmax(from.fraction, to.fraction);
            const double cost = ends.cost_of_part(arc.arc, low, high);
            if (!(cost < best.raw_distance)) continue;
            const PathLeg leg{ends.tail(arc.arc), factor.arcs.head[arc.arc], arc.arc, cost};
            best = {true, cost, {leg}, from.share_behind(arc), to.share_behind(arc)};
        }
    }
    return best;
}

// Returns false if a node that paths do not pass would be passed: such nodes only begin or end paths.
bool may_follow(const RoadEnds& ends, const PlaceConnector& first, const PlaceConnector& last) {
    const bool stays = first.place == last.place && (first.arc == no_arc || last.arc == no_arc);
    const bool leads_on = first.arc == no_arc || !ends.is_no_through(first.place);
    const bool leads_off = last.arc == no_arc || !ends.is_no_through(last.place);
    return stays || (leads_on && leads_off);
}

// A field of a section of an arc, in the field's own unit.
double part_of(const TableColumn& field, ArcIndex arc, double share) {
    if (arc == no_arc) return 0;
    const Decimal value = field.values[arc];
    return value.is_missing() ? std::numeric_limits<double>::quiet_NaN() : value.to_double() * share;
}

}  // namespace

struct RoadRouter::State {
    std::shared_ptr<const NetworkFactor> factor;
    engine::FactorPaths paths;
    engine::PlaceTables tables;
    RoadEnds ends;

    State(std::shared_ptr<const NetworkFactor> of, const State* like)
        : factor(std::move(of)),
          paths(factor),
          tables(factor, like == nullptr ? nullptr : &like->tables),
          ends(*factor) {}

    // The cheapest path through connectors of both places; at +inf, if there is none.
    Via best_way(const RoadPlace& from, const RoadPlace& to) const {
        Via best{no_node, no_node, no_way, {}, {}};
        const auto firsts = ends.first(from);
        const auto lasts = ends.last(to);
        if (firsts.empty() || lasts.empty()) return best;
        const auto between = paths.raw_distances_of_places(places_of(firsts), places_of(lasts));
        for (std::size_t i = 0; i < firsts.size(); ++i) {
            for (std::size_t j = 0; j < lasts.size(); ++j) {
                if (!may_follow(ends, firsts[i], lasts[j])) continue;
                const double cost = firsts[i].raw_cost + between[i * lasts.size() + j] + lasts[j].raw_cost;
                if (cost < best.raw_cost) best = {lasts[j].place, to.node, cost, firsts[i], lasts[j]};
            }
        }
        return best;
    }
    static std::vector<NodeIndex> places_of(const std::vector<PlaceConnector>& of_place) {
        std::vector<NodeIndex> places;
        for (const PlaceConnector& end : of_place) places.push_back(end.place);
        return places;
    }

    // Indexes of places by their road or node, for paths that a sweep through the core does not find.
    using Groups = std::unordered_map<std::uint64_t, std::vector<std::uint32_t>>;
    static Groups by_road_or_node(std::span<const RoadPlace> places);
    std::vector<std::uint64_t> keys_beside(const RoadPlace& from) const;
};

namespace {

constexpr std::uint64_t node_key = std::uint64_t{1} << 32;

template <class Visit>
void visit_keys(const RoadPlace& place, const Visit& visit) {
    if (place.node != no_node) return visit(node_key | place.node);
    for (const RoadPlace::Arc& arc : place.arcs) visit(std::uint64_t{arc.arc});
}

}  // namespace

RoadRouter::State::Groups RoadRouter::State::by_road_or_node(std::span<const RoadPlace> places) {
    Groups groups;
    for (std::uint32_t i = 0; i < places.size(); ++i) {
        visit_keys(places[i], [&](std::uint64_t key) { groups[key].push_back(i); });
    }
    return groups;
}

// The keys of places to which a path may lead that passes no core: those on the same arcs or at the same node, and
// those one step beyond if a path leaves a place outside the core.
std::vector<std::uint64_t> RoadRouter::State::keys_beside(const RoadPlace& from) const {
    std::vector<std::uint64_t> keys;
    visit_keys(from, [&](std::uint64_t key) { keys.push_back(key); });
    const TableArcs& arcs = factor->arcs;
    for (const PlaceConnector& first : ends.first(from)) {
        if (ends.is_in_core(first.place)) continue;
        const NodeIndex node = ends.node_of(first.place);
        keys.push_back(node_key | node);
        for (std::uint64_t arc = arcs.first_out[node]; arc < arcs.first_out[node + 1]; ++arc) {
            keys.push_back(arc);
            keys.push_back(node_key | arcs.head[arc]);
        }
    }
    std::ranges::sort(keys);
    const auto repeated = std::ranges::unique(keys);
    keys.erase(repeated.begin(), repeated.end());
    return keys;
}

RoadRouter::RoadRouter(std::shared_ptr<const NetworkFactor> factor, const RoadRouter* like)
    : state_(std::make_unique<const State>(std::move(factor), like == nullptr ? nullptr : like->state_.get())) {}
RoadRouter::~RoadRouter() = default;
RoadRouter::RoadRouter(RoadRouter&&) noexcept = default;
RoadRouter& RoadRouter::operator=(RoadRouter&&) noexcept = default;

RoadPlace RoadRouter::place(const SnappedPoint& point) const {
    return state_->ends.place(point);
}
const NetworkFactor& RoadRouter::factor() const {
    return *state_->factor;
}
const query::RoadEnds& RoadRouter::ends() const {
    return state_->ends;
}
const std::shared_ptr<const NetworkFactor>& RoadRouter::shared_factor() const {
    return state_->factor;
}
NodeIndex RoadRouter::tail(ArcIndex arc) const {
    return state_->ends.tail(arc);
}

double RoadRouter::raw_distance(const RoadPlace& from, const RoadPlace& to) const {
    state_->ends.check(from);
    state_->ends.check(to);
    const double straight = straight_path(ends(), factor(), from, to).raw_distance;
    return straight == 0 ? 0 : std::min(straight, state_->best_way(from, to).raw_cost);
}

RoadPath RoadRouter::path(const RoadPlace& from, const RoadPlace& to) const {
    state_->ends.check(from);
    state_->ends.check(to);
    RoadPath straight = straight_path(ends(), factor(), from, to);
    if (straight.raw_distance == 0) return straight;
    const Via way = state_->best_way(from, to);
    if (straight.raw_distance <= way.raw_cost) return straight;
    std::size_t first_leg = 0;
    return path_through(way, to, first_leg);
}

RoadPath RoadRouter::path_through(const Via& via, const RoadPlace& to, std::size_t& via_leg) const {
    RoadPath path{true, via.raw_cost, {}, 0, 1};
    const auto leg = [&](const PlaceConnector& end) {
        if (end.arc != no_arc) path.legs.push_back({tail(end.arc), factor().arcs.head[end.arc], end.arc, end.raw_cost});
    };
    const auto append = [&](const Path& part) {
        path.legs.insert(path.legs.end(), part.legs.begin(), part.legs.end());
    };
    leg(via.first);
    if (via.first.arc != no_arc) path.begin = 1 - via.first.share;
    const NodeIndex last_node = via.last.arc != no_arc ? tail(via.last.arc) : to.node;
    if (via.place != via.last.place)
        append(state_->paths.path_of_places(via.first.place, via.place, ends().node_of(via.place)));
    via_leg = path.legs.size();
    append(state_->paths.path_of_places(via.place != via.last.place ? via.place : via.first.place, via.last.place,
                                        last_node));
    leg(via.last);
    if (via.last.arc != no_arc) path.end = via.last.share;
    return path;
}

namespace {

// Drops connectors from which no path continues: nodes that paths do not pass.
std::vector<PlaceConnector> leading_on(const RoadEnds& ends, std::vector<PlaceConnector> of_place) {
    std::erase_if(of_place,
                  [&](const PlaceConnector& end) { return end.arc != no_arc && ends.is_no_through(end.place); });
    return of_place;
}

}  // namespace

std::vector<RoadRouter::Via> RoadRouter::vias(const RoadPlace& from, const RoadPlace& to, double most) const {
    ends().check(from);
    ends().check(to);
    const std::vector<PlaceConnector> firsts = leading_on(ends(), ends().first(from));
    const std::vector<PlaceConnector> lasts = leading_on(ends(), ends().last(to));
    std::vector<Via> found;
    for (const auto& between : state_->paths.places_between(firsts, lasts)) {
        if (between.cost() > most) continue;
        found.push_back(
            {between.place, ends().node_of(between.place), between.cost(), firsts[between.first], lasts[between.last]});
    }
    std::ranges::stable_sort(found, {}, &Via::raw_cost);
    return found;
}

bool RoadRouter::is_shortest_piece(const Via& via, const RoadPath& path, std::size_t first, std::size_t count) const {
    const TableArcs& arcs = factor().arcs;
    // Without an arc before its first node a path begins there; otherwise the first leg leads to that node.
    std::size_t leg = via.first.arc == no_arc ? 0 : 1;
    NodeIndex place = via.first.place;
    const auto drive = [&](std::size_t end) {
        for (; leg < end; ++leg) {
            const std::uint64_t ordinal = path.legs[leg].arc - arcs.first_out[path.legs[leg].from];
            place = arcs.states.empty() ? path.legs[leg].to : arcs.states.steps(place)[ordinal];
        }
    };
    drive(first);
    const NodeIndex begin = place;
    drive(first + count);
    if (!ends().is_in_core(place)) return true;
    double cost = 0;
    for (const PathLeg& piece : std::span(path.legs).subspan(first, count)) cost += piece.raw_cost;
    constexpr double rounding = 1e-6;  // of floats
    return cost <= state_->paths.raw_distance_of_places(begin, place) * (1 + rounding);
}

namespace {

// The connectors of all places that lead through the core, or to the node itself.
struct Ends {
    std::vector<std::vector<PlaceConnector>> of_place;
    std::vector<std::uint8_t> in_core;  // 1: all connectors of the place are in the core

    template <class EndsOf>
    Ends(const RoadEnds& ends, std::span<const RoadPlace> places, const EndsOf& ends_of) {
        for (const RoadPlace& place : places) {
            ends.check(place);
            std::vector<PlaceConnector> all = ends_of(place);
            in_core.push_back(
                std::ranges::all_of(all, [&](const PlaceConnector& end) { return ends.is_in_core(end.place); }));
            of_place.push_back(leading_on(ends, std::move(all)));
        }
    }
};

// By place, then connector, the sum that its section of an arc adds to each field.
std::vector<std::vector<double>> sums_of_ends(const Ends& all, std::span<const TableColumn* const> fields) {
    std::vector<std::vector<double>> sums(all.of_place.size());
    for (std::size_t i = 0; i < sums.size(); ++i) {
        for (const PlaceConnector& end : all.of_place[i]) {
            for (const TableColumn* field : fields) sums[i].push_back(part_of(*field, end.arc, end.share));
        }
    }
    return sums;
}

RoadTable table_with_sums(const engine::PlaceTables& tables, std::span<const TableColumn* const> fields,
                          const Ends& firsts, const Ends& lasts, const RoadTableOptions& options) {
    const std::size_t count = options.sums.size();
    engine::PlaceTable between =
        tables.sums(firsts.of_place, lasts.of_place, options.sums, options.threads, options.progress);
    const auto first_sums = sums_of_ends(firsts, fields);
    const auto last_sums = sums_of_ends(lasts, fields);
    const std::size_t columns = last_sums.size();
    const auto add_ends = [&](std::size_t i) {
        for (std::size_t j = 0; j < columns; ++j) {
            const std::size_t cell = i * columns + j;
            if (std::isinf(between.distances[cell])) continue;
            const double* const first = first_sums[i].data() + between.row_connectors[cell] * count;
            const double* const last = last_sums[j].data() + between.column_connectors[cell] * count;
            for (std::size_t f = 0; f < count; ++f) between.sums[f][cell] = first[f] + between.sums[f][cell] + last[f];
        }
    };
    parallel_for(first_sums.size(), add_ends, options.threads == 0 ? hardware_threads() : options.threads);
    return {std::move(between.distances), std::move(between.sums)};
}

// Sums the fields along a path.
std::vector<double> sums_along(const RoadPath& path, std::span<const TableColumn* const> fields) {
    std::vector<double> sums(fields.size(), path.reachable ? 0 : no_way);
    for (std::size_t l = 0; l < path.legs.size(); ++l) {
        const double begin = l == 0 ? path.begin : 0;
        const double end = l + 1 == path.legs.size() ? path.end : 1;
        for (std::size_t f = 0; f < fields.size(); ++f) {
            sums[f] += part_of(*fields[f], static_cast<ArcIndex>(path.legs[l].arc), end - begin);
        }
    }
    return sums;
}

}  // namespace

RoadTable RoadRouter::table(std::span<const RoadPlace> origins, std::span<const RoadPlace> destinations,
                            const RoadTableOptions& options) const {
    const RoadEnds& ends = state_->ends;
    const Ends firsts(ends, origins, [&](const RoadPlace& place) { return ends.first(place); });
    const Ends lasts(ends, destinations, [&](const RoadPlace& place) { return ends.last(place); });
    std::vector<const TableColumn*> fields;
    for (const std::string& name : options.sums) fields.push_back(factor().arcs.column(name));
    RoadTable table;
    if (options.sums.empty()) {
        table.raw_distances =
            state_->tables.distances(firsts.of_place, lasts.of_place, options.threads, options.progress);
    } else {
        table = table_with_sums(state_->tables, fields, firsts, lasts, options);
    }

    // Adds the few pairs with a path outside the core. If all connectors of one of both places are in it, the sweep
    // has compared all paths but the one along the road.
    const State::Groups groups = State::by_road_or_node(destinations);
    std::size_t beside = 0;
    const auto add_pair = [&](std::size_t i, std::size_t j) {
        if (++beside % 256 == 0) report(options.progress, "solve", beside, 0);
        const std::size_t cell = i * destinations.size() + j;
        const RoadPath straight = straight_path(ends, factor(), origins[i], destinations[j]);
        const bool in_core = firsts.in_core[i] || lasts.in_core[j];
        const bool is_straight = straight.reachable && straight.raw_distance <= table.raw_distances[cell];
        if (in_core && !is_straight) return;
        if (options.sums.empty()) {
            table.raw_distances[cell] = in_core ? straight.raw_distance : raw_distance(origins[i], destinations[j]);
            return;
        }
        const RoadPath way = in_core ? straight : path(origins[i], destinations[j]);
        table.raw_distances[cell] = way.raw_distance;
        const std::vector<double> sums = sums_along(way, fields);
        for (std::size_t f = 0; f < sums.size(); ++f) table.sums[f][cell] = sums[f];
    };
    for (std::size_t i = 0; i < origins.size(); ++i) {
        for (const std::uint64_t key : state_->keys_beside(origins[i])) {
            const auto found = groups.find(key);
            if (found == groups.end()) continue;
            for (const std::uint32_t j : found->second) add_pair(i, j);
        }
    }
    return table;
}

}  // namespace allways
