// SPDX-License-Identifier: Apache-2.0
// Positions inside roads: on straight streets, on closed loops, on one-way loops, and on both sides of barriers. All
// corners and positions have whole coordinates and all lengths are whole, so that costs split without rounding.
#include <algorithm>
#include <fstream>
#include <map>

#include "trial.h"

namespace trials {

namespace {

constexpr std::int64_t block = 100;  // side of a block of the street grid

// A road with its ends, its corners, and the whole length from its start to each of them.
struct Road {
    std::size_t start = 0, end = 0;
    std::vector<Point> corners;
    std::int64_t piece = 0;  // length of each straight part
    std::int64_t along = 0;  // cost of a metre; 0: not open
    std::int64_t against = 0;
    bool yard = false;  // behind a barrier
};

struct Town {
    Network network;  // nodes alone
    std::vector<Road> roads;

    std::size_t add(Point place, bool no_through = false) {
        network.ids.push_back(static_cast<std::int64_t>(network.ids.size()) + 1);
        network.places.push_back(place);
        network.no_through.push_back(no_through);
        return network.ids.size() - 1;
    }
};

Town random_town(Random& random) {
    Town town;
    const std::size_t side = 2 + random.below(2);
    const auto price = [&] { return static_cast<std::int64_t>(1 + random.below(5)); };
    for (std::size_t y = 0; y < side; ++y) {
        for (std::size_t x = 0; x < side; ++x) {
            town.add({static_cast<std::int64_t>(x) * block, static_cast<std::int64_t>(y) * block});
        }
    }
    // Streets between neighbours, open both ways, so that all corners are one strong component.
    for (std::size_t node = 0; node < side * side; ++node) {
        for (const std::size_t next : {node + 1, node + side}) {
            if ((next == node + 1 && next % side == 0) || next >= side * side) continue;
            town.roads.push_back(
                {node, next, {town.network.places[node], town.network.places[next]}, block, price(), price()});
        }
    }
    for (std::size_t node = 0; node < side * side; ++node) {
        const Point at = town.network.places[node];
        const auto moved = [&](std::int64_t dx, std::int64_t dy) { return Point{at.x + dx, at.y + dy}; };
        if (random.chance(2)) {  // a rhombus up to the right, home again
            const std::int64_t cost = price();
            town.roads.push_back({node,
                                  node,
                                  {at, moved(40, 30), moved(70, 70), moved(30, 40), at},
                                  50,
                                  cost,
                                  random.chance(2) ? cost : 0});
        }
        if (random.chance(2)) {  // a dead end up to the left, with a barrier in its middle or none
            const bool barrier = random.chance(2);
            const std::size_t end = town.add(moved(-40, 30));
            if (barrier) {
                const std::size_t middle = town.add(moved(-20, 15), true);
                town.roads.push_back({node, middle, {at, moved(-20, 15)}, 25, price(), price()});
                town.roads.push_back({middle, end, {moved(-20, 15), moved(-40, 30)}, 25, price(), price(), true});
            } else {
                town.roads.push_back({node, end, {at, moved(-40, 30)}, 50, price(), price()});
            }
        }
    }
    return town;
}

std::int64_t length_of(const Road& road) {
    return road.piece * static_cast<std::int64_t>(road.corners.size() - 1);
}

Point place_at(const Road& road, std::int64_t offset) {
    const auto part = static_cast<std::size_t>(offset / road.piece);
    const std::int64_t rest = offset % road.piece;
    const Point a = road.corners[part];
    const Point b = road.corners[std::min(part + 1, road.corners.size() - 1)];
    return {a.x + (b.x - a.x) * rest / road.piece, a.y + (b.y - a.y) * rest / road.piece};
}

std::vector<Point> reversed(std::vector<Point> line) {
    std::ranges::reverse(line);
    return line;
}

// The town as it is, an arc each way.
Network as_arcs(const Town& town) {
    Network network = town.network;
    for (const Road& road : town.roads) {
        const std::int64_t length = length_of(road);
        if (road.along != 0) network.arcs.push_back({road.start, road.end, road.along * length, length, road.corners});
        if (road.against != 0) {
            network.arcs.push_back({road.end, road.start, road.against * length, length, reversed(road.corners)});
        }
    }
    return network;
}

// The town with a node at each position (road, offset), in their order after the town's own.
Network split_at(const Town& town, const std::vector<std::pair<std::size_t, std::int64_t>>& positions) {
    Network network = town.network;
    std::map<std::size_t, std::vector<std::pair<std::int64_t, std::size_t>>> stops;
    for (const auto& [road, offset] : positions) {
        network.ids.push_back(static_cast<std::int64_t>(network.ids.size()) + 1);
        network.places.push_back(place_at(town.roads[road], offset));
        network.no_through.push_back(false);
        stops[road].emplace_back(offset, network.ids.size() - 1);
    }
    for (std::size_t k = 0; k < town.roads.size(); ++k) {
        const Road& road = town.roads[k];
        auto& along = stops[k];
        along.emplace_back(0, road.start);
        std::ranges::sort(along);
        // The road's start comes first, even if it is also the end.
        std::ranges::stable_partition(along, [&](const auto& stop) { return stop.first == 0; });
        along.emplace_back(length_of(road), road.end);
        for (std::size_t stop = 1; stop < along.size(); ++stop) {
            const auto& [before, from] = along[stop - 1];
            const auto& [here, to] = along[stop];
            if (road.along != 0) network.arcs.push_back({from, to, road.along * (here - before), here - before, {}});
            if (road.against != 0)
                network.arcs.push_back({to, from, road.against * (here - before), here - before, {}});
        }
    }
    return network;
}

}  // namespace

void position_trial(Trial& trial) {
    Random& random = trial.random;
    const Town town = random_town(random);
    const bool anywhere = random.chance(2);  // or in the largest component alone, which no yard belongs to
    std::vector<std::pair<std::size_t, std::int64_t>> positions;
    for (std::size_t k = 1 + random.below(8); k > 0; --k) {
        const std::size_t road = random.below(town.roads.size());
        if (!anywhere && town.roads[road].yard) continue;
        const auto steps = static_cast<std::size_t>(length_of(town.roads[road]) / 5);
        const std::int64_t offset = 5 * static_cast<std::int64_t>(1 + random.below(steps - 1));
        const bool known = std::ranges::find(positions, std::make_pair(road, offset)) != positions.end();
        if (!known) positions.emplace_back(road, offset);
    }
    if (positions.empty()) return;
    write_gmns(as_arcs(town), trial.folder / "net", true);
    std::ofstream points(trial.folder / "points.csv");
    points << "id,x,y\n";
    const Network truth = split_at(town, positions);
    std::vector<std::size_t> rows;
    for (std::size_t k = town.network.node_count(); k < truth.node_count(); ++k) {
        rows.push_back(k);
        points << truth.id(k) << ',' << truth.places[k].x << ',' << truth.places[k].y << '\n';
    }
    points.close();
    std::vector<std::string> words = {"table",      "net", "--cost",   "cost", "--points",
                                      "points.csv", "-f",  "csv-long", "-o",   "table.csv"};
    if (anywhere) words.insert(words.end(), {"--snap-component", "any"});
    trial.run(words);
    check_pairs(read_pairs(trial.folder / "table.csv"), truth, distances(truth), rows, rows, 0, 0);
}

}  // namespace trials
