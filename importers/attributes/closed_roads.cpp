// SPDX-License-Identifier: Apache-2.0
// Segments of lines and of polygons' rings are kept in one tree of boxes, which also answers on which side of the rings
// an arc begins: a ray to the right meets the rings of a polygon around it an odd number of times.
#include "allways/importers/closed_roads.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>

#include <boost/geometry.hpp>
#include <boost/geometry/index/rtree.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/network/components.h"
#include "allways/network/snap.h"
#include "base/counted.h"
#include "base/text.h"
#include "libraries/reference_system.h"
#include "libraries/row_filter.h"
#include "libraries/vector_layer.h"
#include "network/road_groups.h"

namespace allways {

using namespace importers;

namespace {

namespace bg = boost::geometry;
using Corner = bg::model::point<double, 2, bg::cs::cartesian>;
using BarrierBox = bg::model::box<Corner>;

constexpr double barrier_radius_m = 20;

// Barriers in the coordinates of the network.
struct Barriers {
    struct Edge {
        Coordinate from, to;
        std::uint32_t feature = 0;
        bool is_ring = false;
    };
    std::vector<std::pair<Coordinate, std::uint32_t>> points;  // with their features
    std::vector<Edge> edges;
    std::uint32_t feature_count = 0;
};

// Returns what moves points of a layer into the network's reference system.
auto to_network(const RoadNetwork& network, const std::string& layer_system) {
    std::optional<std::pair<ReferenceSystem, ReferenceSystem>> systems;  // where they differ
    const std::string& own = network.provenance.crs;
    if (!own.empty() && !layer_system.empty()) systems.emplace(layer_system, own);
    if (systems && systems->first.text() == systems->second.text()) systems.reset();
    return [systems](Coordinate point) {
        return systems ? systems->second.from_lon_lat(systems->first.to_lon_lat(point)) : point;
    };
}

template <class Move>
void add_line(const VectorLayer::Line& line, const Move& moved, bool is_ring, Barriers& barriers) {
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
        barriers.edges.push_back({moved(line[i]), moved(line[i + 1]), barriers.feature_count, is_ring});
    }
}

Barriers read_barriers(const RoadNetwork& network, const std::string& file) {
    Barriers barriers;
    for (const std::string& name : VectorLayer::names(file, VectorLayer::Holds::shapes)) {
        VectorLayer layer(file, name, "", VectorLayer::Holds::shapes);
        const auto moved = to_network(network, layer.reference_system());
        while (layer.next()) {
            const std::size_t edges = barriers.edges.size();
            const std::size_t points = barriers.points.size();
            try {
                for (const Coordinate& point : layer.points()) {
                    barriers.points.emplace_back(moved(point), barriers.feature_count);
                }
                for (const auto& line : layer.lines()) add_line(line, moved, false, barriers);
                for (const auto& ring : layer.rings()) add_line(ring, moved, true, barriers);
            } catch (const InvalidArgument&) {
                barriers.edges.resize(edges);
                barriers.points.resize(points);
            }
            ++barriers.feature_count;
        }
    }
    if (barriers.feature_count == 0) throw InputError(file, 0, "`avoid`: the file has no features");
    return barriers;
}

// Twice the area of the triangle: above 0 if c lies left of the line from a to b.
double turn(const Coordinate& a, const Coordinate& b, const Coordinate& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

bool is_in_box(const Coordinate& a, const Coordinate& b, const Coordinate& point) {
    return std::min(a.x, b.x) <= point.x && point.x <= std::max(a.x, b.x) && std::min(a.y, b.y) <= point.y &&
           point.y <= std::max(a.y, b.y);
}

// Returns true if the segments cross or touch.
bool meet(const Coordinate& a, const Coordinate& b, const Coordinate& c, const Coordinate& d) {
    const double c_side = turn(a, b, c), d_side = turn(a, b, d), a_side = turn(c, d, a), b_side = turn(c, d, b);
    if (((c_side > 0 && d_side < 0) || (c_side < 0 && d_side > 0)) &&
        ((a_side > 0 && b_side < 0) || (a_side < 0 && b_side > 0)))
        return true;
    return (c_side == 0 && is_in_box(a, b, c)) || (d_side == 0 && is_in_box(a, b, d)) ||
           (a_side == 0 && is_in_box(c, d, a)) || (b_side == 0 && is_in_box(c, d, b));
}

class BarrierEdges {
public:
    explicit BarrierEdges(const std::vector<Barriers::Edge>& edges) : edges_(edges) {
        std::vector<Entry> entries;
        for (std::uint32_t i = 0; i < edges.size(); ++i) entries.emplace_back(box_of(edges[i].from, edges[i].to), i);
        tree_ = Tree(entries);
    }

    // Adds the features that touch the line.
    void find(std::span<const Coordinate> line, std::set<std::uint32_t>& features) const {
        for (std::size_t i = 0; i + 1 < line.size(); ++i) {
            for_each(box_of(line[i], line[i + 1]), [&](const Barriers::Edge& edge) {
                if (meet(line[i], line[i + 1], edge.from, edge.to)) features.insert(edge.feature);
            });
        }
        const Coordinate& start = line.front();
        std::map<std::uint32_t, bool> is_inside;  // by polygon
        for_each(box_of(start, {std::numeric_limits<double>::max(), start.y}), [&](const Barriers::Edge& edge) {
            if (!edge.is_ring || (edge.from.y > start.y) == (edge.to.y > start.y)) return;
            const bool up = edge.to.y > edge.from.y;
            if ((turn(edge.from, edge.to, start) > 0) == up) is_inside[edge.feature] = !is_inside[edge.feature];
        });
        for (const auto& [feature, inside] : is_inside) {
            if (inside) features.insert(feature);
        }
    }

private:
    using Entry = std::pair<BarrierBox, std::uint32_t>;
    using Tree = bg::index::rtree<Entry, bg::index::rstar<16>>;

    static BarrierBox box_of(const Coordinate& a, const Coordinate& b) {
        return {{std::min(a.x, b.x), std::min(a.y, b.y)}, {std::max(a.x, b.x), std::max(a.y, b.y)}};
    }
    template <class Visit>
    void for_each(const BarrierBox& box, const Visit& visit) const {
        for (auto found = tree_.qbegin(bg::index::intersects(box)); found != tree_.qend(); ++found) {
            visit(edges_[found->second]);
        }
    }

    const std::vector<Barriers::Edge>& edges_;
    Tree tree_;
};

SnapOptions barrier_snap(const RoadNetwork& network) {
    SnapOptions options;
    options.component = SnapOptions::Component::any;
    if (network.provenance.coordinate_unit == Provenance::CoordinateUnit::degrees) options.radius = barrier_radius_m;
    if (network.provenance.coordinate_unit == Provenance::CoordinateUnit::length) {
        options.radius = barrier_radius_m / network.provenance.metres_per_unit;
    }
    return resolved(options, network);
}

// The two ends of an arc and its line, in either direction.
bool is_same_road(const RoadNetwork& network, ArcIndex a, ArcIndex b) {
    const auto ends = [&](ArcIndex arc) { return std::minmax({network.tail[arc], network.head[arc]}); };
    if (ends(a) != ends(b)) return false;
    const ArcShapes& shapes = network.shapes;
    if (shapes.empty() || shapes.has_shape(a) != shapes.has_shape(b)) return shapes.empty();
    return !shapes.has_shape(a) || shapes.shape(a) == shapes.shape(b);
}

void close_at_points(const RoadNetwork& network, const Barriers& barriers, std::vector<std::uint8_t>& closed,
                     std::set<std::uint32_t>& effective) {
    if (barriers.points.empty()) return;
    const Snapper snapper(network, {}, barrier_snap(network));
    std::vector<std::uint8_t> is_closed_node(network.node_count(), 0);
    std::multimap<NodeIndex, ArcIndex> closed_roads;  // by the lower end node
    for (const auto& [point, feature] : barriers.points) {
        const SnappedPoint found = snapper.snap(point);
        if (!found.snapped) continue;
        effective.insert(feature);
        if (found.node != no_node) {
            is_closed_node[found.node] = 1;
        } else {
            closed_roads.emplace(std::min(network.tail[found.arc], network.head[found.arc]), found.arc);
        }
    }
    for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
        closed[arc] |= is_closed_node[network.tail[arc]] | is_closed_node[network.head[arc]];
        const auto [begin, end] = closed_roads.equal_range(std::min(network.tail[arc], network.head[arc]));
        closed[arc] |=
            std::any_of(begin, end, [&](const auto& road) { return is_same_road(network, arc, road.second); });
    }
}

void close_at_edges(const LineOfArc& line_of, const std::vector<Barriers::Edge>& barriers,
                    std::vector<std::uint8_t>& closed, std::set<std::uint32_t>& effective) {
    if (barriers.empty()) return;
    const BarrierEdges edges(barriers);
    for (ArcIndex arc = 0; arc < closed.size(); ++arc) {
        std::set<std::uint32_t> features;
        edges.find(line_of(arc), features);
        closed[arc] |= !features.empty();
        effective.merge(features);
    }
}

// A class that no road has may be a slip, or one that other maps have.
std::vector<std::uint8_t> arcs_in_groups(const RoadNetwork& network, const std::string& list,
                                         const LogCallback& log_to) {
    const network::RoadGroups groups(network.text("facility_type"), network.text("toll"));
    const auto known = groups.all(network.arc_count());
    network::RoadGroups::Names names;
    for (const std::string_view item : items_in(list)) {
        const std::string name(item);
        if (!known.contains(name)) {
            const std::vector<std::string> all(known.begin(), known.end());
            log(log_to, LogLevel::loss,
                format("`exclude`: no road has the class '{}'; {}", name,
                       all.empty() ? "the network has no classes of roads" : "the classes are " + joined(all)));
        }
        names.insert(name);
    }
    std::vector<std::uint8_t> closed(network.arc_count());
    for (std::size_t arc = 0; arc < closed.size(); ++arc) closed[arc] = groups.is_in(arc, names);
    return closed;
}

// The fields are the network's texts and columns. A missing text is an empty one: name <> 'High Street' keeps roads
// without a name.
std::vector<std::uint8_t> arcs_outside(const RoadNetwork& network, const std::string& where) {
    std::vector<RowFilter::Field> fields;
    for (const TextColumn& text : network.texts) fields.push_back({text.name(), false, true});
    for (const ArcColumn& column : network.columns) fields.push_back({column.name, true});
    const RowFilter filter(where, fields);
    std::vector<std::uint8_t> closed(network.arc_count());
    std::string number;
    for (std::size_t arc = 0; arc < closed.size(); ++arc) {
        closed[arc] = !filter.keeps([&](std::size_t field) -> std::string_view {
            if (field < network.texts.size()) return network.texts[field].text(arc);
            const Decimal& value = network.columns[field - network.texts.size()].values[arc];
            number = value.is_missing() ? "" : value.to_string();
            return number;
        });
    }
    return closed;
}

std::vector<std::uint8_t> arcs_touched(const RoadNetwork& network, const std::string& file, const LogCallback& log_to) {
    if (network.coordinates.empty()) {
        throw InputError(network.provenance.source, 0, "`avoid` needs coordinates, but the network has none");
    }
    const Barriers barriers = read_barriers(network, file);
    std::vector<std::uint8_t> closed(network.arc_count(), 0);
    std::set<std::uint32_t> effective;
    close_at_points(network, barriers, closed, effective);
    const auto line_of = [&](ArcIndex arc) {
        std::vector<Coordinate> line;
        if (!network.shapes.empty()) line = network.shapes.points(arc);
        if (line.empty()) line = {network.coordinates[network.tail[arc]], network.coordinates[network.head[arc]]};
        return line;
    };
    close_at_edges(line_of, barriers.edges, closed, effective);
    const std::uint64_t idle = barriers.feature_count - effective.size();
    if (idle > 0) {
        log(log_to, LogLevel::loss,
            format("`avoid`: {} of {} of {} {} no road: lines and polygons close the roads that they touch, points the "
                   "nearest one within {} m",
                   count_text(idle), counted(barriers.feature_count, "feature"), file,
                   by_count(idle, "closes", "close"), barrier_radius_m));
    }
    return closed;
}

// The arcs that the options close, which are logged and counted by option.
std::vector<std::uint8_t> closed_by(const RoadNetwork& network, const ReadOptions& options, bool filters,
                                    ImportReport& found) {
    std::vector<std::uint8_t> closed(network.arc_count(), 0);
    const auto close = [&](std::string_view option, const std::string& what, const std::vector<std::uint8_t>& arcs) {
        const auto count = static_cast<std::uint64_t>(std::ranges::count(arcs, 1));
        for (std::size_t arc = 0; arc < closed.size(); ++arc) closed[arc] |= arcs[arc];
        found.counts.push_back({format("arcs closed by {}", option), count});
        log(options.log, LogLevel::info,
            format("`{}` {} closes {} of {}", option, what, count_text(count), counted(closed.size(), "arc")));
    };
    if (!options.avoid.empty()) close("avoid", options.avoid, arcs_touched(network, options.avoid, options.log));
    if (!options.exclude.empty())
        close("exclude", options.exclude, arcs_in_groups(network, options.exclude, options.log));
    if (filters) close("where", options.where, arcs_outside(network, options.where));
    return closed;
}

}  // namespace

RoadNetwork without_closed(RoadNetwork network, const ReadOptions& options, bool filters, ImportReport& found) {
    filters = filters && !options.where.empty();
    if (options.avoid.empty() && options.exclude.empty() && !filters) return network;
    const std::vector<std::uint8_t> closed = closed_by(network, options, filters, found);
    if (std::ranges::find(closed, 0) == closed.end()) {
        throw InputError(found.source, 0, "the options `avoid`, `exclude` and `where` close every road");
    }
    auto& notes = network.provenance.notes;
    if (!options.avoid.empty()) notes.emplace_back("avoid", options.avoid);
    if (!options.exclude.empty()) notes.emplace_back("exclude", options.exclude);
    if (filters) notes.emplace_back("where", options.where);
    return std::ranges::find(closed, 1) == closed.end() ? std::move(network) : without_arcs(network, closed);
}

std::vector<std::uint8_t> closed_arcs(const RoadNetwork& network, const ReadOptions& options) {
    ImportReport unused;
    return closed_by(network, options, false, unused);
}

std::vector<std::uint8_t> arcs_in_rings(std::size_t arc_count, const LineOfArc& line_of,
                                        std::span<const std::vector<Coordinate>> rings) {
    std::vector<Barriers::Edge> edges;
    for (std::uint32_t ring = 0; ring < rings.size(); ++ring) {
        for (std::size_t i = 0; i < rings[ring].size(); ++i) {
            edges.push_back({rings[ring][i], rings[ring][(i + 1) % rings[ring].size()], ring, true});
        }
    }
    std::vector<std::uint8_t> closed(arc_count, 0);
    std::set<std::uint32_t> effective;
    close_at_edges(line_of, edges, closed, effective);
    return closed;
}

// ---- the bounding box

namespace {

// Calls take(node, place) for each node whose place in the reference system of the box is known: the system of the
// network may not cover it.
template <class Take>
void for_each_place(const RoadNetwork& network, const Take& take) {
    const std::string& crs = network.provenance.crs;
    std::optional<ReferenceSystem> system;
    if (!crs.empty() && crs != "EPSG:4326" && crs != "OGC:CRS84") system.emplace(crs);
    for (NodeIndex node = 0; node < network.node_count(); ++node) {
        Coordinate place = network.coordinates[node];
        try {
            if (system) place = system->to_lon_lat(place);
        } catch (const InvalidArgument&) {
            continue;
        }
        take(node, place);
    }
}

// The box around places; across the antimeridian, with west above east, if that is narrower.
class Extent {
public:
    void add(const Coordinate& point) {
        own_.add(point);
        turned_.add({point.x < 0 ? point.x + 360 : point.x, point.y});
    }
    bool is_empty() const { return own_.is_empty(); }
    BoundingBox box(bool in_degrees) const {
        const bool turns = in_degrees && turned_.high.x > 180 && turned_.width() < own_.width();
        return turns ? BoundingBox{turned_.low, {turned_.high.x - 360, turned_.high.y}} : own_;
    }

private:
    BoundingBox own_;
    BoundingBox turned_;
};

}  // namespace

std::optional<BoundingBox> extent_of(const RoadNetwork& network) {
    if (network.coordinates.empty()) return std::nullopt;
    Extent extent;
    for_each_place(network, [&](NodeIndex, Coordinate place) { extent.add(place); });
    return extent.is_empty() ? std::nullopt : std::optional(extent.box(!network.provenance.crs.empty()));
}

std::string text_of(const BoundingBox& box) {
    constexpr double fine = 1e7;
    const auto down = [](double value) { return Decimal::from_double(std::floor(value * fine) / fine).to_string(); };
    const auto up = [](double value) { return Decimal::from_double(std::ceil(value * fine) / fine).to_string(); };
    return format("{},{},{},{}", down(box.low.x), down(box.low.y), up(box.high.x), up(box.high.y));
}

RoadNetwork within_box(RoadNetwork network, const BoundingBox& box, const std::string& path,
                       const LogCallback& log_to) {
    if (network.coordinates.empty()) {
        throw InputError(path, 0, "`bbox` needs coordinates, but the network has none");
    }
    const bool in_degrees = !network.provenance.crs.empty();
    const bool across = box.low.x > box.high.x;
    if (across && !in_degrees) {
        throw InvalidArgument(
            format("`bbox` {}: west is above east, but the reference system of {} is not stated, and "
                   "only longitudes can cross the antimeridian",
                   text_of(box), path));
    }
    Extent extent;
    std::vector<std::uint8_t> inside(network.node_count(), 0);
    for_each_place(network, [&](NodeIndex node, Coordinate place) {
        extent.add(place);
        const bool east_of_west = place.x >= box.low.x;
        const bool west_of_east = place.x <= box.high.x;
        inside[node] = (across ? east_of_west || west_of_east : east_of_west && west_of_east) && place.y >= box.low.y &&
                       place.y <= box.high.y;
    });
    if (std::ranges::count(inside, 1) == 0) {
        throw InputError(
            path, 0,
            format("nothing lies in the box {}; the network covers {}", text_of(box), text_of(extent.box(in_degrees))));
    }
    RoadNetwork part = induced_subnetwork(network, inside);
    log(log_to, LogLevel::info,
        format("{}: {} of {} and {} of {} lie in the box{}", path, count_text(part.node_count()),
               counted(network.node_count(), "node"), count_text(part.arc_count()), counted(network.arc_count(), "arc"),
               !in_degrees ? "; its limits are read in the coordinates of the file" : ""));
    return part;
}

}  // namespace allways
