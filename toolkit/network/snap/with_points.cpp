// SPDX-License-Identifier: Apache-2.0
// with_points: places inside roads become no-through nodes, and the roads' arcs are cut for them.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/network/adjacency.h"
#include "allways/network/road_network.h"
#include "allways/network/snap.h"
#include "network/road_line.h"
#include "network/turns/carry_turns.h"

namespace allways {

namespace {

using namespace network;
using Digits = std::span<const std::optional<int>>;

// A place at which a road is cut for one or more points, or its end.
struct Cut {
    double fraction;  // from the road's beginning (road_line)
    std::size_t segment;
    Coordinate at;
    NodeIndex node;
};

// Returns the line from one place on it to a later one.
std::vector<Coordinate> part_of(std::span<const Coordinate> line, const Cut& from, const Cut& to) {
    std::vector<Coordinate> part{from.at};
    for (std::size_t i = from.segment + 1; i <= to.segment; ++i) part.push_back(line[i]);
    part.push_back(to.at);
    return part;
}

// Adds the points' nodes and arcs to a copy of the network.
class Builder {
public:
    Builder(const RoadNetwork& network, Digits digits)
        : old_(network), out_(build_adjacency(network.node_count(), network.tail)), digits_(digits) {
        made_.network = network;
        RoadNetwork& now = made_.network;
        if (now.no_through.empty()) now.no_through.assign(network.node_count(), 0);
        for (std::size_t c = 0; c < digits.size(); ++c) {
            if (digits[c]) now.columns[c].resolution_digits = digits[c];
        }
        if (now.reversed.empty()) now.reversed.assign(network.arc_count(), 0);
        if (now.shapes.empty()) {
            for (std::size_t arc = 0; arc < network.arc_count(); ++arc) now.shapes.add_arc(ArcShapes::no_shape);
        }
    }

    void add(const SnappedPoint& point) {
        if (!point.snapped) return made_.node_of_point.push_back(add_node(point.place));
        if (point.node != no_node) return made_.node_of_point.push_back(point.node);
        auto [place, is_new] = places_[point.arc].try_emplace(point.fraction);
        if (is_new) place->second = {point.fraction, point.segment, point.place, add_node(point.place)};
        made_.node_of_point.push_back(place->second.node);
    }

    PointNetwork finish() {
        for (const auto& [arc, places] : places_) add_arcs(arc, places);
        name_nodes_and_arcs();
        add_turns();
        return std::move(made_);
    }

private:
    NodeIndex add_node(Coordinate place) {
        RoadNetwork& now = made_.network;
        now.coordinates.push_back(place);
        now.no_through.push_back(NoThrough::centroid);
        if (!now.turns.may_turn_round.empty()) now.turns.may_turn_round.push_back(0);
        return static_cast<NodeIndex>(now.no_through.size() - 1);
    }

    // All arcs of the road of `arc`, by index.
    std::vector<ArcIndex> arcs_of_road(ArcIndex arc) const {
        std::vector<ArcIndex> found;
        for (const NodeIndex end : {old_.tail[arc], old_.head[arc]}) {
            for (const ArcIndex other : out_.out_arcs(end)) {
                if (same_road(old_, arc, other)) found.push_back(other);
            }
        }
        std::ranges::sort(found);
        const auto repeated = std::ranges::unique(found);  // a loop's arcs are found at both ends
        found.erase(repeated.begin(), repeated.end());
        return found;
    }

    // Joins all places on one road, but not its two ends with each other.
    void add_arcs(ArcIndex road, const std::map<double, Cut>& inside) {
        const std::vector<Coordinate> line = road_line(old_, road);
        const std::vector<ArcIndex> arcs = arcs_of_road(road);
        const auto [low, high] = std::minmax(old_.tail[road], old_.head[road]);
        std::vector<Cut> places{{0, 0, line.front(), low}};
        for (const auto& [fraction, place] : inside) places.push_back(place);
        places.push_back({1, line.size() - 2, line.back(), high});
        for (std::size_t i = 0; i < places.size(); ++i) {
            for (std::size_t j = i + 1; j < places.size(); ++j) {
                if (i == 0 && j + 1 == places.size()) continue;
                const auto shape = made_.network.shapes.add_shape(part_of(line, places[i], places[j]));
                for (const ArcIndex arc : arcs) add_arc(arc, places[i], places[j], shape);
            }
        }
    }

    // Adds the section of `arc` between two places on its road, in the arc's own direction.
    void add_arc(ArcIndex arc, const Cut& from, const Cut& to, ArcShapes::ShapeIndex shape) {
        RoadNetwork& now = made_.network;
        const bool upward = runs_upward(old_, arc);
        now.tail.push_back(upward ? from.node : to.node);
        now.head.push_back(upward ? to.node : from.node);
        now.reversed.push_back(now.reversed[arc]);
        now.shapes.add_arc(shape, !upward);
        origin_.push_back(arc);
        if (!now.turns.destination_only.empty()) now.turns.destination_only.push_back(now.turns.destination_only[arc]);
        const auto made = static_cast<ArcIndex>(now.tail.size() - 1);
        if (now.head.back() == old_.head[arc]) ends_of_[arc].push_back(made);
        if (now.tail.back() == old_.tail[arc]) begins_of_[arc].push_back(made);
        for (std::size_t c = 0; c < now.columns.size(); ++c) {
            const Decimal whole = old_.columns[c].values[arc];
            now.columns[c].values.push_back(digits_[c] ? part(whole, from.fraction, to.fraction, *digits_[c]) : whole);
        }
        for (TextColumn& text : now.texts) text.add(std::string(text.text(arc)));
    }

    // The value between two fractions: a difference of rounded sums, so that sections add up.
    static Decimal part(const Decimal& whole, double from, double to, int digits) {
        if (whole.is_missing()) return whole;
        const auto fixed = whole.rounded_fixed_point(digits);
        if (!fixed) {
            throw InvalidArgument(
                format("a value of {} with {} decimal digits does not fit 64 bits", whole.to_string(), digits));
        }
        const auto up_to = [&](double fraction) {
            if (fraction == 1) return *fixed;
            return static_cast<std::int64_t>(std::llroundl(static_cast<long double>(*fixed) * fraction));
        };
        return {up_to(to) - up_to(from), digits};
    }

    // Continues the numbering of networks with numeric node ids; new arcs have the ids of the arcs that they are cut
    // from.
    void name_nodes_and_arcs() {
        RoadNetwork& now = made_.network;
        const std::size_t count = now.no_through.size() - old_.node_count();
        if (count == 0) return;
        std::int64_t last = 0;
        if (old_.node_ids.is_numeric() && old_.node_count() > 0)
            last = *std::ranges::max_element(old_.node_ids.numbers());
        if (old_.node_ids.is_numeric() &&
            last < std::numeric_limits<std::int64_t>::max() - static_cast<std::int64_t>(count)) {
            std::vector<std::int64_t> ids = old_.node_ids.numbers();
            for (std::size_t i = 0; i < count; ++i) ids.push_back(++last);
            now.node_ids = IdTable(std::move(ids));
        } else {
            std::vector<std::string> ids;
            for (NodeIndex node = 0; node < old_.node_count(); ++node) ids.push_back(old_.node_ids.text(node));
            for (std::size_t number = 1; ids.size() < old_.node_count() + count; ++number) {
                std::string id = format("point {}", number);
                if (!old_.node_ids.find(id)) ids.push_back(std::move(id));
            }
            now.node_ids = IdTable(std::move(ids));
        }
        std::vector<ArcIndex> named(old_.arc_count());
        for (ArcIndex arc = 0; arc < named.size(); ++arc) named[arc] = arc;
        named.insert(named.end(), origin_.begin(), origin_.end());
        now.arc_ids = old_.arc_ids.selection(named);
    }

    // A path that begins inside an arc obeys the rules at the arc's end, and one that ends inside it those at its
    // beginning.
    void add_turns() {
        RoadNetwork& now = made_.network;
        const auto with_parts = [](const auto& parts, ArcIndex arc) {
            std::vector<ArcIndex> arcs{arc};
            if (const auto found = parts.find(arc); found != parts.end())
                arcs.insert(arcs.end(), found->second.begin(), found->second.end());
            return arcs;
        };
        TurnRules carried = carried_rules(
            old_.turns, [&](ArcIndex arc) { return with_parts(ends_of_, arc); },
            [](ArcIndex arc) { return std::vector<ArcIndex>{arc}; },
            [&](ArcIndex arc) { return with_parts(begins_of_, arc); });
        carried.destination_only = std::move(now.turns.destination_only);
        carried.may_turn_round = std::move(now.turns.may_turn_round);
        now.turns = std::move(carried);
    }

    const RoadNetwork& old_;
    AdjacencyArray out_;
    Digits digits_;
    PointNetwork made_;
    std::map<ArcIndex, std::map<double, Cut>> places_;     // by road, then along it
    std::vector<ArcIndex> origin_;                         // the original of each new arc
    std::map<ArcIndex, std::vector<ArcIndex>> ends_of_;    // the new arcs that end where an arc ends
    std::map<ArcIndex, std::vector<ArcIndex>> begins_of_;  // the new arcs that begin where an arc begins
};

void check(const RoadNetwork& network, std::span<const SnappedPoint> points, Digits digits) {
    if (digits.size() != network.columns.size()) {
        throw InvalidArgument(
            format("expected digits for each of {} columns, found {}", network.columns.size(), digits.size()));
    }
    if (!points.empty() && network.coordinates.size() != network.node_count()) {
        throw InvalidArgument("points need a network with coordinates, but this one has none");
    }
    for (const SnappedPoint& point : points) {
        if (!point.snapped) continue;
        const bool at_node = point.node < network.node_count();
        const bool in_arc = point.node == no_node && point.arc < network.arc_count() && point.fraction > 0 &&
                            point.fraction < 1 && point.segment + 1 < road_line(network, point.arc).size();
        if (!at_node && !in_arc) throw InvalidArgument("a snapped point refers to no node or arc of this network");
    }
}

}  // namespace

PointNetwork with_points(const RoadNetwork& network, std::span<const SnappedPoint> points, Digits digits) {
    check(network, points, digits);
    Builder builder(network, digits);
    for (const SnappedPoint& point : points) builder.add(point);
    return builder.finish();
}

}  // namespace allways
