// SPDX-License-Identifier: Apache-2.0
#include "allways/network/make_network.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/random.h"
#include "base/threads/parallel.h"

namespace allways {

// ---- from arrays

namespace {

Decimal decimal_of(double value) {
    if (std::isnan(value)) return Decimal::missing();
    if (std::isinf(value)) throw InvalidArgument("expected finite numbers of arcs, or NaN for no value");
    return Decimal::from_double(value);
}

// The shortest decimal that reads back as the same float, not as that float's double.
Decimal decimal_of(float value) {
    if (!std::isfinite(value)) return decimal_of(static_cast<double>(value));
    char text[64];
    const auto end = std::to_chars(text, text + sizeof text, value).ptr;
    return *Decimal::parse({text, static_cast<std::size_t>(end - text)});
}

Decimal decimal_of(std::int64_t value) {
    return {value, 0};
}

std::vector<Decimal> decimals_of(const NumberSpan& values) {
    return std::visit(
        [](const auto& span) {
            std::vector<Decimal> decimals;
            decimals.reserve(span.size());
            for (const auto value : span) {
                if constexpr (std::is_integral_v<decltype(value)>)
                    decimals.push_back(decimal_of(std::int64_t{value}));
                else
                    decimals.push_back(decimal_of(value));
            }
            return decimals;
        },
        values);
}

std::size_t size_of(const NumberSpan& values) {
    return std::visit([](const auto& span) { return span.size(); }, values);
}

void require_size(std::size_t size, std::size_t expected, const char* what) {
    if (size == expected) return;
    throw InvalidArgument(format("{} has {} entries, but there are {} arcs", what, size, expected));
}

std::size_t count_nodes(const NetworkArrays& arrays) {
    std::size_t nodes = 0;
    for (const auto side : {arrays.tail, arrays.head}) {
        for (const NodeIndex node : side) nodes = std::max<std::size_t>(nodes, std::size_t{node} + 1);
    }
    if (arrays.nodes == 0) return std::max(nodes, arrays.coordinates.size());
    if (nodes > arrays.nodes) {
        throw InvalidArgument(
            format("an arc ends at node {}, but there are only {} nodes, numbered from 0", nodes - 1, arrays.nodes));
    }
    return arrays.nodes;
}

}  // namespace

ArcColumn make_column(std::string name, std::string unit, const NumberSpan& values) {
    return {std::move(name), std::move(unit), decimals_of(values), {}};
}

RoadNetwork make_network(const NetworkArrays& arrays) {
    require_size(arrays.head.size(), arrays.tail.size(), "head");
    require_size(size_of(arrays.cost), arrays.tail.size(), "cost");
    for (const NumberColumn& column : arrays.columns) {
        require_size(size_of(column.values), arrays.tail.size(), column.name.c_str());
    }
    const std::size_t nodes = count_nodes(arrays);
    if (!arrays.coordinates.empty() && arrays.coordinates.size() != nodes) {
        throw InvalidArgument(
            format("expected {} coordinates, one per node, found {}", nodes, arrays.coordinates.size()));
    }
    RoadNetwork network;
    network.node_ids = IdTable::consecutive(nodes);
    network.coordinates.assign(arrays.coordinates.begin(), arrays.coordinates.end());
    network.tail.assign(arrays.tail.begin(), arrays.tail.end());
    network.head.assign(arrays.head.begin(), arrays.head.end());
    network.arc_ids = IdTable::consecutive(arrays.tail.size());
    network.columns.push_back(make_column(arrays.name, arrays.unit, arrays.cost));
    for (const NumberColumn& column : arrays.columns) {
        if (network.column(column.name) != nullptr) {
            throw InvalidArgument(format("two columns are named '{}'", column.name));
        }
        network.columns.push_back(make_column(column.name, column.unit, column.values));
    }
    network.provenance.source = "arrays";
    network.provenance.format = "arrays";
    network.provenance.crs = arrays.crs;
    return network;
}

RoadNetwork make_network(const SparseMatrix& matrix, std::string name, std::string unit) {
    const auto entries = static_cast<std::int64_t>(matrix.column.size());
    if (matrix.first.empty() || matrix.first.front() != 0 || matrix.first.back() != entries ||
        !std::ranges::is_sorted(matrix.first)) {
        throw InvalidArgument(format("row offsets must grow from 0 to the number of entries, {}", entries));
    }
    std::vector<NodeIndex> tail;
    tail.reserve(matrix.column.size());
    for (std::size_t row = 0; row + 1 < matrix.first.size(); ++row) {
        tail.insert(tail.end(), static_cast<std::size_t>(matrix.first[row + 1] - matrix.first[row]),
                    static_cast<NodeIndex>(row));
    }
    return make_network({.tail = tail,
                         .head = matrix.column,
                         .cost = matrix.value,
                         .name = std::move(name),
                         .unit = std::move(unit),
                         .nodes = matrix.first.size() - 1});
}

// ---- generated networks

// Makes streets from a grid: nodes are grid points, slightly displaced; a random spanning tree that prefers through
// roads keeps everything connected; a share of the other grid edges closes blocks again. Tree streets are two-way, so
// one-way streets among the others cannot disconnect the network; only some dead ends are one-way, and the nodes at
// their ends are outside the strong component.

namespace {

// ---- sorting on several threads

// Sorts sections of the values, then merges them two by two. Not stable: values that compare equal may be reordered.
// Needs additional memory of half the values' size.
template <class T, class Less>
void parallel_sort(std::vector<T>& values, Less&& less, unsigned threads = hardware_threads()) {
    constexpr std::size_t smallest_share = 65'536;
    std::size_t shares = 1;
    while (shares < threads && values.size() / shares > 2 * smallest_share) shares *= 2;
    const auto begin_of = [&](std::size_t share) {
        return values.begin() + static_cast<std::ptrdiff_t>(values.size() * share / shares);
    };
    parallel_for(
        shares, [&](std::size_t s) { std::sort(begin_of(s), begin_of(s + 1), less); }, threads);
    for (std::size_t width = 1; width < shares; width *= 2) {
        parallel_for(
            shares / (2 * width),
            [&](std::size_t pair) {
                const std::size_t first = 2 * width * pair;
                std::inplace_merge(begin_of(first), begin_of(first + width), begin_of(first + 2 * width), less);
            },
            threads);
    }
}

// ---- the network

constexpr std::int64_t spacing_dm = 1200;
constexpr std::int64_t jitter_dm = 350;
constexpr std::size_t through_road_every = 8;
constexpr std::size_t fast_road_every = 32;
// Streets beyond the spanning tree, in thousandths of the nodes, and the share of one-way streets among them: together
// about 2.5 arcs per node (measured on real street networks: 2.3 to 2.8).
constexpr std::size_t extra_streets_per_mille = 350;
constexpr double one_way_share = 0.5;
constexpr double one_way_dead_end_share = 0.02;

enum class RoadClass : std::uint8_t { fast, through, residential };

int speed_km_per_h(RoadClass road) {
    switch (road) {
        case RoadClass::fast: return 80;
        case RoadClass::through: return 50;
        case RoadClass::residential: break;
    }
    return 30;
}

struct StreetEnd {
    std::int64_t x_dm = 0;
    std::int64_t y_dm = 0;
};

struct Street {
    NodeIndex a = 0;
    NodeIndex b = 0;
    RoadClass road = RoadClass::residential;
    std::uint64_t order = 0;  // the spanning tree takes edges of low order first
    bool one_way = false;
    std::int64_t length_dm = 0;
};

RoadClass class_of_line(std::size_t line) {
    if (line % fast_road_every == 0) return RoadClass::fast;
    return line % through_road_every == 0 ? RoadClass::through : RoadClass::residential;
}

std::size_t grid_width(std::size_t nodes) {
    auto width = static_cast<std::size_t>(std::sqrt(static_cast<double>(nodes)));
    while (width * width < nodes) ++width;
    return width;
}

std::vector<StreetEnd> place_nodes(std::size_t nodes, std::size_t width, Random& random) {
    std::vector<StreetEnd> points(nodes);
    for (std::size_t node = 0; node < nodes; ++node) {
        points[node].x_dm =
            static_cast<std::int64_t>(node % width) * spacing_dm + random.between(-jitter_dm, jitter_dm);
        points[node].y_dm =
            static_cast<std::int64_t>(node / width) * spacing_dm + random.between(-jitter_dm, jitter_dm);
    }
    return points;
}

// Integer square root, rounded down: the same on every platform.
std::int64_t square_root(std::int64_t value) {
    auto root = static_cast<std::int64_t>(std::sqrt(static_cast<double>(value)));
    while (root * root > value) --root;
    while ((root + 1) * (root + 1) <= value) ++root;
    return root;
}

std::vector<Street> grid_streets(const std::vector<StreetEnd>& points, std::size_t width, Random& random) {
    std::vector<Street> streets;
    const auto add = [&](std::size_t a, std::size_t b, RoadClass road) {
        const std::int64_t dx = points[b].x_dm - points[a].x_dm;
        const std::int64_t dy = points[b].y_dm - points[a].y_dm;
        const std::int64_t straight = square_root(dx * dx + dy * dy);
        Street street{static_cast<NodeIndex>(a), static_cast<NodeIndex>(b), road, 0, false, 0};
        street.length_dm = straight + straight * random.between(0, 14) / 100;  // streets bend by up to 14 %
        // Through roads come first, the fast ones before all others.
        street.order = (static_cast<std::uint64_t>(road) << 62) | (random.next() >> 2);
        streets.push_back(street);
    };
    for (std::size_t node = 0; node < points.size(); ++node) {
        const bool last_in_row = node % width == width - 1;
        if (!last_in_row && node + 1 < points.size()) add(node, node + 1, class_of_line(node / width));
        if (node + width < points.size()) add(node, node + width, class_of_line(node % width));
    }
    return streets;
}

NodeIndex root_of(std::vector<NodeIndex>& parent, NodeIndex node) {
    while (parent[node] != node) {
        parent[node] = parent[parent[node]];
        node = parent[node];
    }
    return node;
}

// Kruskal: moves the tree's streets to the front, in order; returns how many there are.
std::size_t move_tree_to_front(std::vector<Street>& streets, std::size_t nodes) {
    const auto key = [](const Street& s) { return std::tuple(s.order, s.a, s.b); };
    parallel_sort(streets, [&](const Street& s, const Street& t) { return key(s) < key(t); });
    std::vector<NodeIndex> parent(nodes);
    std::iota(parent.begin(), parent.end(), NodeIndex{0});
    const auto joins_two_parts = [&](const Street& street) {
        const NodeIndex a = root_of(parent, street.a);
        const NodeIndex b = root_of(parent, street.b);
        parent[a] = b;
        return a != b;
    };
    const auto rest = std::stable_partition(streets.begin(), streets.end(), joins_two_parts);
    return static_cast<std::size_t>(rest - streets.begin());
}

// Keeps the tree and the wanted number of other streets. Sorted order has the through roads first, so their lines are
// complete before residential blocks close.
void thin_out(std::vector<Street>& streets, std::size_t nodes, Random& random) {
    const std::size_t tree = move_tree_to_front(streets, nodes);
    const std::size_t extra = nodes * extra_streets_per_mille / 1000;
    streets.resize(std::min(streets.size(), tree + extra));

    std::vector<std::uint8_t> degree(nodes, 0);
    for (const Street& street : streets) {
        ++degree[street.a];
        ++degree[street.b];
    }
    for (std::size_t at = 0; at < streets.size(); ++at) {
        Street& street = streets[at];
        const bool dead_end = degree[street.a] == 1 || degree[street.b] == 1;
        if (at >= tree) street.one_way = random.chance(one_way_share);
        if (at < tree && dead_end) street.one_way = random.chance(one_way_dead_end_share);
        if (street.one_way && random.below(2) == 1) std::swap(street.a, street.b);
    }
    const auto key = [](const Street& s) { return std::pair(std::min(s.a, s.b), std::max(s.a, s.b)); };
    parallel_sort(streets, [&](const Street& s, const Street& t) { return key(s) < key(t); });
}

void add_arc(RoadNetwork& network, NodeIndex tail, NodeIndex head, bool reversed, std::int64_t length_dm,
             std::int64_t time_ms) {
    network.tail.push_back(tail);
    network.head.push_back(head);
    network.reversed.push_back(reversed ? 1 : 0);
    network.columns[0].values.emplace_back(length_dm, 1);
    network.columns[1].values.emplace_back(time_ms, 3);
}

}  // namespace

RoadNetwork generate_streets(const StreetOptions& options) {
    if (!(options.zero_cost_share >= 0 && options.zero_cost_share <= 1)) {
        throw InvalidArgument(
            format("expected a share of zero-cost streets from 0 to 1, found {}", options.zero_cost_share));
    }
    if (options.nodes >= no_arc / 4) throw InvalidArgument(format("at most {} nodes can be generated", no_arc / 4 - 1));

    Random random(options.seed);
    const std::size_t width = std::max<std::size_t>(1, grid_width(options.nodes));
    const std::vector<StreetEnd> points = place_nodes(options.nodes, width, random);
    std::vector<Street> streets = grid_streets(points, width, random);
    thin_out(streets, options.nodes, random);

    RoadNetwork network;
    network.provenance.source = format("streets, {} nodes, seed {}", options.nodes, options.seed);
    network.provenance.format = "generated";
    network.node_ids = IdTable::consecutive(options.nodes);
    network.columns = {{"length", "m", {}, 1}, {"time", "s", {}, 3}};
    for (const StreetEnd& point : points) {
        network.coordinates.push_back({static_cast<double>(point.x_dm) / 10, static_cast<double>(point.y_dm) / 10});
    }
    std::vector<std::int64_t> ids;
    for (std::size_t at = 0; at < streets.size(); ++at) {
        const Street& street = streets[at];
        const int speed = speed_km_per_h(street.road);
        // 1 dm at 1 km/h takes 360 ms.
        const std::int64_t time_ms =
            random.chance(options.zero_cost_share) ? 0 : (street.length_dm * 360 + speed / 2) / speed;
        add_arc(network, street.a, street.b, false, street.length_dm, time_ms);
        if (!street.one_way) add_arc(network, street.b, street.a, true, street.length_dm, time_ms);
        ids.resize(network.arc_count(), static_cast<std::int64_t>(at + 1));
    }
    network.arc_ids = IdTable(std::move(ids));
    return network;
}

}  // namespace allways
