// SPDX-License-Identifier: Apache-2.0
// NearestNode: nodes in an R-tree of points. Snapper: road segments in an R-tree of boxes, which come in order of the
// distance of their boxes, and that never exceeds the distance of their segments.
#include "allways/network/snap.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numbers>
#include <numeric>
#include <optional>
#include <tuple>
#include <unordered_map>

#include <boost/geometry.hpp>
#include <boost/geometry/index/rtree.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/network/road_network.h"
#include "network/road_line.h"
#include "network/snap/segment.h"
#include "network/turns/drive_graph.h"

namespace allways {

TravelMode travel_mode(std::span<const std::pair<std::string, std::string>> notes) {
    for (const auto& [name, value] : notes) {
        if (name == "profile" && value.starts_with("bicycle")) return TravelMode::cycling;
        if (name == "profile" && value.starts_with("foot")) return TravelMode::walking;
    }
    return TravelMode::driving;
}

namespace {

using namespace network;
namespace bg = boost::geometry;
namespace bgi = boost::geometry::index;

using Point = bg::model::point<double, 3, bg::cs::cartesian>;
using Box = bg::model::box<Point>;

// Fractions this close to an end count as the end: the rounding error of coordinates.
constexpr double end_fraction = 1e-9;

// The diagonal of the box around all positions; infinite if they are one position.
double width_of(const std::vector<Coordinate>& places) {
    BoundingBox box;
    box.add(places);
    const double width = box.diagonal();
    return width > 0 && std::isfinite(width) ? width : std::numeric_limits<double>::infinity();
}

// A straight segment of a road: between points `at` and `at` + 1 of its line.
struct Segment {
    std::uint32_t road;
    std::uint32_t at;
};
using Entry = std::pair<Box, Segment>;
using Tree = bgi::rtree<Entry, bgi::quadratic<16>>;

struct Road {
    ArcIndex arc;             // its usable arc with the lowest index
    NodeIndex low, high;      // end nodes, where its line begins and ends; equal for a loop
    std::size_t first_point;  // first point of its line; the line ends where the next road's begins
    bool is_taken;            // points snap to this road; other roads are only measured, to report skipped ones
};

// Calls visit(entry) for all entries no farther from `point` than bound(), which `visit` lowers: first a few of the
// nearest ones, then more each time. (The tree's own incremental query keeps everything it has seen in order, which
// takes a quarter of a second in a city.)
template <std::size_t few, class AnyTree, class Visit, class Bound>
void for_nearest(const AnyTree& tree, const Point& point, const Visit& visit, const Bound& bound) {
    std::vector<typename AnyTree::value_type> nearest;
    for (std::size_t count = few;; count *= 4) {
        nearest.clear();
        tree.query(bgi::nearest(point, static_cast<unsigned>(std::min(count, tree.size()))),
                   std::back_inserter(nearest));
        double farthest = 0;
        for (const auto& entry : nearest) {
            visit(entry);
            farthest = std::max(farthest, bg::distance(point, entry.first));
        }
        if (nearest.size() == tree.size() || farthest > bound()) return;
    }
}

Point to_point(const Vector& at) {
    return {at[0], at[1], at[2]};
}

void require_finite(Coordinate position) {
    if (is_finite(position)) return;
    throw InvalidArgument(format("a position needs two finite numbers, found {},{}", position.x, position.y));
}

// The chord of a length; length_of_chord(2) is half way round the sphere.
double chord_of_length(double length, Space space) {
    if (space == Space::plane) return length;
    const double half_way = length_of_chord(2, space);
    return length < half_way ? 2 * std::sin(length / half_way * std::numbers::pi / 2) : 2;
}

// 1 for arcs that a point may lie in, whatever their component. Ferries are excluded since nobody boards one on the
// water, and connectors since they are not roads.
std::vector<std::uint8_t> open_arcs(const RoadNetwork& network, std::span<const std::uint8_t> usable) {
    std::vector<std::uint8_t> open(network.arc_count(), 0);
    const TextColumn* const type = network.text("facility_type");
    for (std::size_t arc = 0; arc < open.size(); ++arc) {
        const NodeIndex tail = network.tail[arc];
        const NodeIndex head = network.head[arc];
        open[arc] = (tail != head || network.shapes.has_shape(arc)) && (usable.empty() || usable[arc] != 0) &&
                    !is_centroid(network, tail) && !is_centroid(network, head) &&
                    (type == nullptr || type->text(arc) != "ferry") && is_finite(network.coordinates[tail]) &&
                    is_finite(network.coordinates[head]);
    }
    return open;
}

// Returns the component that points may snap to, by the option.
MainComponent component_of(const RoadNetwork& network, std::span<const std::uint8_t> usable,
                           SnapOptions::Component component) {
    if (component == SnapOptions::Component::any) {
        const Marks all_arcs(network.arc_count(), 1);
        return {network.node_count(), Marks(network.node_count(), 1), all_arcs, all_arcs, {}};
    }
    const AdjacencyArray adjacency = build_adjacency(network.node_count(), network.tail);
    Marks with_cost(usable.begin(), usable.end());
    if (with_cost.empty()) with_cost.assign(network.arc_count(), 1);
    return main_component(DriveRules(network, adjacency, std::move(with_cost)));
}

// Records if drives from the component reach places in a road, and if drives from these places reach the component;
// and the lowest component of the road's arcs.
struct Contact {
    bool reached = false;
    bool leaves = false;
    std::uint32_t component = std::numeric_limits<std::uint32_t>::max();

    void add(const MainComponent& main, ArcIndex arc) {
        reached = reached || main.reached[arc] != 0;
        leaves = leaves || main.leaves[arc] != 0;
        if (!main.component.empty()) component = std::min(component, main.component[arc]);
    }
    bool both() const { return reached && leaves; }
};

// The nodes where roads end, of the component or of all others.
std::vector<NodeIndex> nodes_on_roads(const RoadNetwork& network, const std::vector<std::uint8_t>& open,
                                      const MainComponent& main, bool in_component) {
    std::vector<std::uint8_t> has_road(network.node_count(), 0);
    for (ArcIndex arc = 0; arc < open.size(); ++arc) {
        if (open[arc] != 0) has_road[network.tail[arc]] = has_road[network.head[arc]] = 1;
    }
    std::vector<NodeIndex> nodes;
    for (NodeIndex node = 0; node < network.node_count(); ++node) {
        if (has_road[node] != 0 && (main.node[node] != 0) == in_component) nodes.push_back(node);
    }
    return nodes;
}

using NodeEntry = std::pair<Point, NodeIndex>;
using NodeTree = bgi::rtree<NodeEntry, bgi::quadratic<16>>;

}  // namespace

// ---- the nearest node

namespace network {

struct NearestNode::State {
    Space space;
    NodeTree tree;
};

NearestNode::NearestNode(std::span<const Coordinate> coordinates, Space space) {
    std::vector<NodeIndex> all(coordinates.size());
    std::iota(all.begin(), all.end(), NodeIndex{0});
    *this = NearestNode(coordinates, space, all);
}

NearestNode::NearestNode(std::span<const Coordinate> coordinates, Space space, std::span<const NodeIndex> candidates) {
    std::vector<NodeEntry> entries;
    entries.reserve(candidates.size());
    for (const NodeIndex node : candidates) {
        if (is_finite(coordinates[node])) entries.emplace_back(to_point(to_vector(coordinates[node], space)), node);
    }
    state_ = std::make_unique<const State>(State{space, NodeTree(entries)});  // a range of entries is bulk-loaded
}

NearestNode::~NearestNode() = default;
NearestNode::NearestNode(NearestNode&&) noexcept = default;
NearestNode& NearestNode::operator=(NearestNode&&) noexcept = default;

std::size_t NearestNode::candidate_count() const {
    return state_->tree.size();
}

// A chord grows with its arc, so the nearest point through the sphere is also the nearest one over it.
std::optional<std::pair<NodeIndex, double>> NearestNode::nearest(Coordinate position) const {
    require_finite(position);
    if (state_->tree.empty()) return std::nullopt;
    const Point from = to_point(to_vector(position, state_->space));
    double least = std::numeric_limits<double>::infinity();
    NodeIndex found = no_node;
    const auto look_at = [&](const NodeEntry& entry) {
        const double distance = bg::distance(from, entry.first);
        if (distance < least || (distance == least && entry.second < found)) found = entry.second;
        least = std::min(least, distance);
    };
    for_nearest<2>(state_->tree, from, look_at, [&] { return least; });
    return std::pair(found, length_of_chord(least, state_->space));
}

}  // namespace network

// ---- the nearest place on a road

struct Snapper::State {
    SnapOptions options;
    std::vector<Road> roads;
    std::vector<Coordinate> points;  // points of all lines
    std::vector<Vector> vectors;     // vectors of the points
    Tree tree;
    std::optional<NearestNode> nodes;
    std::optional<NearestNode> other_nodes;  // on roads outside the component
    std::vector<Coordinate> node_places;
    std::unordered_map<ArcIndex, std::uint32_t> other_components;  // of roads outside the component

    State(const RoadNetwork& network, std::span<const std::uint8_t> usable, const SnapOptions& options);
    SnappedPoint onto_node(Coordinate position) const;
    SnappedPoint onto_road(Coordinate position) const;
    std::vector<SnappedPoint> onto_roads(Coordinate position, const Nearby& wanted) const;

private:
    void add_roads(const RoadNetwork& network, const std::vector<std::uint8_t>& open, const MainComponent& main);
    void add_road(const RoadNetwork& network, ArcIndex arc, bool is_taken, std::vector<Entry>& entries);
    std::size_t end_of(std::size_t road) const {
        return road + 1 < roads.size() ? roads[road + 1].first_point : points.size();
    }
    SnappedPoint place_on(const Segment& segment, const Vector& place) const;
    void set_passed_over(SnappedPoint& found, double nearest_other) const;
};

Snapper::State::State(const RoadNetwork& network, std::span<const std::uint8_t> usable, const SnapOptions& chosen)
    : options(resolved(chosen, network)) {
    if (network.coordinates.empty()) {
        throw InvalidArgument("the network has no coordinates, so positions cannot be used; use node ids");
    }
    const std::vector<std::uint8_t> open = open_arcs(network, usable);
    const bool largest = options.component == SnapOptions::Component::largest;
    const MainComponent main = component_of(network, usable, options.component);
    bool takes_any = false;
    if (options.onto == SnapOptions::Onto::nodes) {
        const std::vector<NodeIndex> taken = nodes_on_roads(network, open, main, true);
        nodes.emplace(network.coordinates, *options.space, taken);
        other_nodes.emplace(network.coordinates, *options.space, nodes_on_roads(network, open, main, false));
        node_places = network.coordinates;
        takes_any = !taken.empty();
    } else {
        add_roads(network, open, main);
        takes_any = std::ranges::any_of(roads, &Road::is_taken);
    }
    if (takes_any || !largest || network.node_count() < 2 || main.nodes > 1) return;
    throw InvalidArgument(
        "no two nodes can reach each other, so there is no largest component to snap to; allow any component");
}

// Adds one line for all arcs of a road, which are adjacent once arcs are sorted by their two end nodes.
void Snapper::State::add_roads(const RoadNetwork& network, const std::vector<std::uint8_t>& open,
                               const MainComponent& main) {
    std::vector<ArcIndex> arcs;
    for (ArcIndex arc = 0; arc < open.size(); ++arc) {
        if (open[arc] != 0) arcs.push_back(arc);
    }
    const auto ends = [&](ArcIndex arc) { return std::minmax(network.tail[arc], network.head[arc]); };
    std::ranges::stable_sort(arcs, [&](ArcIndex a, ArcIndex b) {
        const auto [low_a, high_a] = ends(a);
        const auto [low_b, high_b] = ends(b);
        return std::tie(low_a, high_a) < std::tie(low_b, high_b);
    });
    std::vector<Entry> entries;
    std::vector<std::pair<ArcIndex, Contact>> beside;  // the roads between two nodes
    for (std::size_t begin = 0, end = 0; begin < arcs.size(); begin = end) {
        beside.clear();
        for (end = begin; end < arcs.size() && ends(arcs[end]) == ends(arcs[begin]); ++end) {
            auto road = std::ranges::find_if(
                beside, [&](const auto& other) { return same_road(network, other.first, arcs[end]); });
            if (road == beside.end()) road = beside.insert(road, {arcs[end], {}});
            road->second.add(main, arcs[end]);
        }
        for (const auto& [arc, contact] : beside) {
            add_road(network, arc, contact.both(), entries);
            if (!contact.both()) other_components.emplace(arc, contact.component);
        }
    }
    tree = Tree(entries);  // a range of entries is bulk-loaded
}

void Snapper::State::add_road(const RoadNetwork& network, ArcIndex arc, bool is_taken, std::vector<Entry>& entries) {
    const auto [low, high] = std::minmax(network.tail[arc], network.head[arc]);
    const auto road = static_cast<std::uint32_t>(roads.size());
    roads.push_back({arc, low, high, points.size(), is_taken});
    for (const Coordinate point : road_line(network, arc)) {
        points.push_back(point);
        vectors.push_back(to_vector(point, *options.space));
    }
    for (std::size_t at = roads[road].first_point; at + 1 < points.size(); ++at) {
        Box box;
        bg::envelope(bg::model::segment<Point>(to_point(vectors[at]), to_point(vectors[at + 1])), box);
        const double more = bulge(vectors[at], vectors[at + 1], *options.space);
        const Point by(more, more, more);
        bg::subtract_point(box.min_corner(), by);
        bg::add_point(box.max_corner(), by);
        entries.emplace_back(box, Segment{road, static_cast<std::uint32_t>(at)});
    }
}

SnappedPoint Snapper::State::onto_node(Coordinate position) const {
    SnappedPoint found;
    if (const auto nearest = nodes->nearest(position)) {
        found.node = nearest->first;
        found.place = node_places[nearest->first];
        found.distance = nearest->second;
    }
    if (const auto other = other_nodes->nearest(position)) set_passed_over(found, other->second);
    return found;
}

SnappedPoint Snapper::State::onto_road(Coordinate position) const {
    SnappedPoint found;
    if (tree.empty()) return found;
    const Vector from = to_vector(position, *options.space);
    Segment best{0, std::numeric_limits<std::uint32_t>::max()};
    Vector place{};
    double least = std::numeric_limits<double>::infinity();
    double least_of_others = least;
    const auto look_at = [&](const Entry& entry) {
        const Segment& segment = entry.second;
        const Vector nearest = nearest_on_segment(from, vectors[segment.at], vectors[segment.at + 1], *options.space);
        const double distance = chord(from, nearest);
        if (!roads[segment.road].is_taken) {
            least_of_others = std::min(least_of_others, distance);
            return;
        }
        // Roads are numbered by their end nodes, and points of lines by their roads.
        if (distance > least || (distance == least && best.at < segment.at)) return;
        least = distance;
        best = segment;
        place = nearest;
    };
    for_nearest<8>(tree, to_point(from), look_at, [&] { return least; });
    if (std::isfinite(least)) {
        found = place_on(best, place);
        if (found.node != no_node) least = chord(from, to_vector(found.place, *options.space));
        found.distance = length_of_chord(least, *options.space);
    }
    if (std::isfinite(least_of_others)) set_passed_over(found, length_of_chord(least_of_others, *options.space));
    return found;
}

void Snapper::State::set_passed_over(SnappedPoint& found, double nearest_other) const {
    if (nearest_other < found.distance - *options.tolerance) found.passed_over = nearest_other;
}

std::vector<SnappedPoint> Snapper::State::onto_roads(Coordinate position, const Nearby& wanted) const {
    struct NearRoad {
        double distance;
        Segment segment;
        Vector place;
    };
    std::vector<NearRoad> best;  // one of each road or segment, the nearest first
    const Vector from = to_vector(position, *options.space);
    const double farthest = chord_of_length(wanted.radius.value_or(*options.radius), *options.space);
    const auto bound = [&] { return best.size() < wanted.count ? farthest : best.back().distance; };
    const auto look_at = [&](const Entry& entry) {
        const Segment& segment = entry.second;
        if (!roads[segment.road].is_taken && !wanted.any_component) return;
        const Vector place = nearest_on_segment(from, vectors[segment.at], vectors[segment.at + 1], *options.space);
        const double distance = chord(from, place);
        const auto rank = [](const NearRoad& found) { return std::pair(found.distance, found.segment.at); };
        const std::pair key(distance, segment.at);
        if (distance > bound() || (best.size() == wanted.count && key >= rank(best.back()))) return;
        const auto same = std::ranges::find_if(best, [&](const NearRoad& found) {
            return wanted.each_segment ? found.segment.at == segment.at : found.segment.road == segment.road;
        });
        if (same != best.end() && rank(*same) <= key) return;
        if (wanted.accepts && !wanted.accepts(roads[segment.road].arc, points[segment.at], points[segment.at + 1]))
            return;
        if (same != best.end()) best.erase(same);
        best.insert(std::ranges::lower_bound(best, key, {}, rank), {distance, segment, place});
        if (best.size() > wanted.count) best.pop_back();
    };
    if (!tree.empty() && wanted.count > 0) for_nearest<8>(tree, to_point(from), look_at, bound);
    std::vector<SnappedPoint> found;
    for (const NearRoad& one : best) {
        found.push_back(place_on(one.segment, one.place));
        const Vector place = found.back().node == no_node ? one.place : to_vector(found.back().place, *options.space);
        found.back().distance = length_of_chord(chord(from, place), *options.space);
        found.back().snapped = true;
    }
    return found;
}

SnappedPoint Snapper::State::place_on(const Segment& segment, const Vector& place) const {
    const Road& road = roads[segment.road];
    const std::span<const Coordinate> line(points.data() + road.first_point, end_of(segment.road) - road.first_point);
    const std::vector<double> lengths = lengths_along(line, *options.space);
    const double before =
        lengths[segment.at - road.first_point] + length_of_chord(chord(vectors[segment.at], place), *options.space);
    SnappedPoint found;
    found.fraction = lengths.back() > 0 ? before / lengths.back() : 0;
    const double to_end = std::min(before, lengths.back() - before);
    if (std::min(found.fraction, 1 - found.fraction) <= end_fraction || to_end <= *options.tolerance) {
        const bool low = found.fraction < 0.5;
        found.node = low ? road.low : road.high;
        found.place = low ? line.front() : line.back();
        found.fraction = 0;
    } else {
        found.place = to_coordinate(place, *options.space);
    }
    found.arc = road.arc;
    found.segment = segment.at - static_cast<std::uint32_t>(road.first_point);
    return found;
}

double usual_snap_radius_m(TravelMode mode) {
    if (mode == TravelMode::walking) return 200;
    return mode == TravelMode::cycling ? 300 : 500;
}

SnapOptions with_usual_limits(SnapOptions options, TravelMode mode, std::optional<double> metres_per_unit,
                              double width) {
    constexpr double tolerance_m = 0.01;  // positions are rounded to this
    if (!options.radius) options.radius = metres_per_unit ? usual_snap_radius_m(mode) / *metres_per_unit : width;
    if (!options.tolerance) options.tolerance = metres_per_unit ? tolerance_m / *metres_per_unit : 0;
    return options;
}

SnapOptions resolved(SnapOptions options, const RoadNetwork& network) {
    using CoordinateUnit = Provenance::CoordinateUnit;
    const Provenance& source = network.provenance;
    CoordinateUnit unit = source.coordinate_unit;
    if (unit == CoordinateUnit::unknown && (source.crs == "EPSG:4326" || source.crs == "OGC:CRS84"))
        unit = CoordinateUnit::degrees;
    if (!options.space) {
        if (unit == CoordinateUnit::unknown && !source.crs.empty()) {
            throw InvalidArgument(format(
                "the coordinate unit of {} is unknown; set `space` to sphere for degrees, or to plane for lengths",
                source.crs));
        }
        options.space = unit == CoordinateUnit::degrees ? Space::sphere : Space::plane;
    }
    std::optional<double> metres_per_unit;
    if (*options.space == Space::sphere)
        metres_per_unit = 1;
    else if (unit == CoordinateUnit::length)
        metres_per_unit = source.metres_per_unit;
    return with_usual_limits(options, travel_mode(source.notes), metres_per_unit, width_of(network.coordinates));
}

Snapper::Snapper(const RoadNetwork& network, std::span<const std::uint8_t> usable, const SnapOptions& options)
    : state_(std::make_unique<const State>(network, usable, options)) {}
Snapper::~Snapper() = default;
Snapper::Snapper(Snapper&&) noexcept = default;
Snapper& Snapper::operator=(Snapper&&) noexcept = default;

std::vector<SnappedPoint> Snapper::nearby(Coordinate position, const Nearby& wanted) const {
    require_finite(position);
    return state_->onto_roads(position, wanted);
}

std::uint32_t Snapper::component(ArcIndex road) const {
    const auto found = state_->other_components.find(road);
    return found == state_->other_components.end() ? 0 : found->second;
}

SnappedPoint Snapper::snap(Coordinate position) const {
    require_finite(position);
    SnappedPoint found =
        state_->options.onto == SnapOptions::Onto::nodes ? state_->onto_node(position) : state_->onto_road(position);
    found.snapped = std::isfinite(found.distance) && found.distance <= *state_->options.radius;
    return found;
}

}  // namespace allways
