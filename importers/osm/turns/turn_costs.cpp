// SPDX-License-Identifier: Apache-2.0
// Headings of shapes near their ends → angles → prices of turns.
#include "osm/turns/turns.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>
#include <string_view>
#include <utility>

#include "allways/network/adjacency.h"
#include "osm/profile/profile_rules.h"
#include "text/rounded_decimal.h"

namespace allways::importers::osm {

namespace {

constexpr double least_price_s = 0.05;  // lower prices are dropped, so that most pairs of arcs are free
constexpr int price_digits = 3;

// More roads at one node are considered a mistake; the pairs of their arcs would fill the memory.
constexpr std::uint32_t most_roads = 64;

// A road's direction is that to a point at this distance from the node, so that kinks inside a wide junction do not
// count. OSRM uses the same distance (LOOKAHEAD_DISTANCE_WITHOUT_LANES).
constexpr double look_ahead_m = 10;

constexpr double metres_per_degree = 111320;
constexpr double radians = std::numbers::pi / 180;

// Returns the seconds of a turn by `degrees` (0 to 180), either across the oncoming traffic or to the other side. The
// curves are those of OSRM's profiles car and bicycle.
double turn_seconds(const TurnCostRules& rules, double degrees, bool crosses_traffic) {
    const double bias = crosses_traffic ? rules.bias : 1 / rules.bias;
    if (rules.is_square) return rules.turn_s * (degrees / 90) * (degrees / 90) * bias;
    return rules.turn_s / (1 + std::exp(6.5 / bias - 13 * bias * degrees / 180));
}

// Returns the direction from `near` along the line, in degrees counterclockwise from east; NaN if the line has no
// length. `point(i)` is the i-th point from the node, and `count` their number.
template <class Point>
double heading_from_node(std::size_t count, Point&& point) {
    const Coordinate near = point(0);
    const double metres_east = metres_per_degree * std::cos(near.y * radians);
    double x = 0;
    double y = 0;
    double left_m = look_ahead_m;
    for (std::size_t i = 1; i < count && left_m > 0; ++i) {
        const double next_x = std::remainder(point(i).x - near.x, 360) * metres_east;
        const double next_y = (point(i).y - near.y) * metres_per_degree;
        const double length_m = std::hypot(next_x - x, next_y - y);
        const double share = length_m > left_m ? left_m / length_m : 1;
        x += share * (next_x - x);
        y += share * (next_y - y);
        left_m -= length_m;
    }
    return x == 0 && y == 0 ? std::numeric_limits<double>::quiet_NaN() : std::atan2(y, x) / radians;
}

class TurnPricing {
public:
    TurnPricing(const TurnCostRules& rules, const Nodes& nodes, bool left_hand, const RoadNetwork& network)
        : rules_(rules),
          nodes_(nodes),
          left_hand_(left_hand),
          network_(network),
          leaving_(build_adjacency(network.node_count(), network.tail)),
          roads_(network.node_count(), 0) {
        for (std::size_t i = 0; i < network.shapes.shape_count(); ++i) {
            const auto points = network.shapes.shape_points(static_cast<ArcShapes::ShapeIndex>(i));
            const std::size_t count = points.size();
            from_first_.push_back(heading_from_node(count, [&](std::size_t k) { return points[k]; }));
            from_last_.push_back(heading_from_node(count, [&](std::size_t k) { return points[count - 1 - k]; }));
        }
        for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
            if (network.reversed[arc]) continue;
            ++roads_[network.tail[arc]];
            ++roads_[network.head[arc]];
        }
        for (std::size_t i = 0; i < network.turns.size(); ++i) {
            const auto sequence = network.turns.sequence(i);
            if (network.turns.kinds[i] != TurnRules::Kind::forbidden || sequence.size() != 2) continue;
            forbidden_.emplace_back(sequence[0], sequence[1]);
        }
        std::ranges::sort(forbidden_);
    }

    // Returns the prices by ascending arcs.
    std::vector<TurnRules::Cost> prices() const {
        std::vector<TurnRules::Cost> result;
        for (ArcIndex from = 0; from < network_.arc_count(); ++from) {
            const NodeIndex node = network_.head[from];
            if (network_.is_no_through(node) || is_loop(from) || roads_[node] > most_roads) continue;
            const NodePrice* passing = price_of_node(node);
            for (const ArcIndex to : leaving_.out_arcs(node)) {
                if (is_loop(to)) continue;
                double seconds = angle_seconds(from, to, node);
                if (passing != nullptr) {
                    const bool binds = passing->sign_s > 0 && sign_binds(*passing, from, to, node);
                    seconds += passing->seconds(network_.shapes.is_backward(from), binds);
                }
                if (seconds < least_price_s || std::ranges::binary_search(forbidden_, std::pair(from, to))) continue;
                result.push_back({from, to, rounded(seconds, price_digits)});
            }
        }
        return result;
    }

private:
    bool is_loop(ArcIndex arc) const { return network_.tail[arc] == network_.head[arc]; }

    bool is_way_back_of(ArcIndex from, ArcIndex to) const {
        return from != to && network_.shapes.shape(from) == network_.shapes.shape(to);
    }

    // The two arcs of a road are adjacent in index.
    bool is_one_way(ArcIndex arc) const {
        const bool second = arc > 0 && is_way_back_of(arc, arc - 1);
        return !second && !(arc + 1 < network_.arc_count() && is_way_back_of(arc, arc + 1));
    }

    const NodePrice* price_of_node(NodeIndex node) const {
        return nodes_.has_prices() ? nodes_.price(nodes_.index(network_.node_ids.numbers()[node])) : nullptr;
    }

    // Returns the angle of the turn: -180 to 180, above 0 to the left; NaN if it has none.
    double angle(ArcIndex from, ArcIndex to) const {
        const ArcShapes& shapes = network_.shapes;
        const double back = (shapes.is_backward(from) ? from_first_ : from_last_)[shapes.shape(from)];
        const double on = (shapes.is_backward(to) ? from_last_ : from_first_)[shapes.shape(to)];
        return std::remainder(on - back - 180, 360);
    }

    double angle_seconds(ArcIndex from, ArcIndex to, NodeIndex node) const {
        if (is_way_back_of(from, to)) return rules_.u_turn_s ? *rules_.u_turn_s : turn_seconds(rules_, 180, true);
        if (roads_[node] < 3) return 0;  // a bend, not a junction
        const double left = angle(from, to);
        if (std::isnan(left)) return 0;
        const double seconds = turn_seconds(rules_, std::abs(left), (left > 0) != left_hand_);
        return seconds < least_price_s ? 0 : seconds;
    }

    bool sign_binds(const NodePrice& price, ArcIndex from, ArcIndex to, NodeIndex node) const {
        const auto& lengths = network_.columns[0].values;
        const auto& speeds = network_.columns[1].values;
        if (roads_[node] < 3) {
            return is_one_way(from) || lengths[to].to_double() <= lengths[from].to_double();
        }
        const double own = speeds[from].to_double();
        return !price.minor_only || std::ranges::any_of(leaving_.out_arcs(node),
                                                        [&](ArcIndex arc) { return speeds[arc].to_double() > own; });
    }

    const TurnCostRules& rules_;
    const Nodes& nodes_;
    const bool left_hand_;
    const RoadNetwork& network_;
    std::vector<double> from_first_;  // the directions of roads, away from their ends; by shape
    std::vector<double> from_last_;
    AdjacencyArray leaving_;
    std::vector<std::uint32_t> roads_;  // by node
    std::vector<std::pair<ArcIndex, ArcIndex>> forbidden_;
};

// Returns twice the area of the polygon, above 0 if it runs counterclockwise. Points without a position are left out.
double twice_area(std::span<const std::int64_t> refs, const Nodes& nodes) {
    std::optional<Coordinate> origin;
    Coordinate last{0, 0};
    double area = 0;
    for (const std::int64_t ref : refs) {
        const std::uint32_t node = nodes.index(ref);
        if (nodes.state(node) == Nodes::State::missing) continue;
        const Coordinate at = nodes.position(node);
        if (!origin) origin = at;
        const Coordinate next{std::remainder(at.x - origin->x, 360), at.y - origin->y};
        area += last.x * next.y - next.x * last.y;
        last = next;
    }
    return area;
}

}  // namespace

bool is_left_hand(const TurnCostRules& rules, const Ways& ways, const Nodes& nodes) {
    if (rules.left_hand) return *rules.left_hand;
    std::int64_t clockwise = 0;
    for (const Way& way : ways.ways) {
        const std::string_view junction = ways.texts.text(WayTexts::junction, way.text);
        if (junction != "roundabout" && junction != "circular") continue;
        const double area = twice_area(ways.refs_of(way), nodes) * (way.rules->forward.open ? 1 : -1);
        clockwise += area < 0 ? 1 : area > 0 ? -1 : 0;
    }
    return clockwise > 0;
}

void add_turn_costs(const TurnCostRules& rules, const Nodes& nodes, bool left_hand, RoadNetwork& network) {
    network.turns.costs = TurnPricing(rules, nodes, left_hand, network).prices();
}

}  // namespace allways::importers::osm
