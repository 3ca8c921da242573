// SPDX-License-Identifier: Apache-2.0
// Networks under turn rules: restrictions, zones, barriers and prices, with positions inside roads. The truth travels
// arc by arc and checks each rule as documented (support/turn_truth.h). All nodes have coordinates that 8 divides, and
// all costs are multiples of 8, so that places at eighths of a road split both without rounding.
#include <algorithm>
#include <cmath>
#include <fstream>

#include "allways/export/export.h"
#include "allways/network/road_network.h"
#include "support/turn_truth.h"
#include "trial.h"

namespace trials {

namespace {

using allways::ArcIndex;
using allways::NodeIndex;
using allways::RoadNetwork;
using allways::testing::TurnTruth;

RoadNetwork random_rules(Random& random) {
    RoadNetwork network = allways::testing::random_turn_network(random.below(1'000'000'000));
    for (NodeIndex node = 0; node < network.node_count(); ++node) {
        network.coordinates.push_back(
            {8 * static_cast<double>(random.below(2000)), 8 * static_cast<double>(random.below(2000))});
    }
    for (allways::Decimal& cost : network.columns[0].values)
        cost = allways::Decimal(static_cast<std::int64_t>(8 + 8 * random.below(100)), 0);
    auto& marks = network.turns.destination_only;
    if (marks.empty() && random.chance(2)) {
        for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) marks.push_back(random.chance(3) ? 1 : 0);
    }
    if (network.no_through.empty()) network.no_through.assign(network.node_count(), 0);
    for (std::uint8_t& mark : network.no_through) {
        if (mark == 0 && random.chance(8)) mark = allways::NoThrough::barrier;
    }
    return network;
}

// A place inside a road, with its position.
struct Position {
    TurnTruth::Place place;
    allways::Coordinate at;
};

bool is_near(const RoadNetwork& network, ArcIndex arc, allways::Coordinate at) {
    const auto from = network.coordinates[network.tail[arc]];
    const auto to = network.coordinates[network.head[arc]];
    const double dx = to.x - from.x, dy = to.y - from.y;
    const double length = dx * dx + dy * dy;
    const double share =
        length > 0 ? std::clamp(((at.x - from.x) * dx + (at.y - from.y) * dy) / length, 0.0, 1.0) : 0.0;
    return std::hypot(from.x + share * dx - at.x, from.y + share * dy - at.y) < 0.01;
}

// Nothing if another road runs through the place, or if points do not snap to the road.
std::vector<Position> random_positions(const RoadNetwork& network, Random& random) {
    std::vector<Position> found;
    for (int k = 0; k < 10; ++k) {
        const auto arc = static_cast<ArcIndex>(random.below(network.arc_count()));
        const NodeIndex low = std::min(network.tail[arc], network.head[arc]);
        const NodeIndex high = std::max(network.tail[arc], network.head[arc]);
        if (low == high || is_centroid(network, low) || is_centroid(network, high)) continue;
        Position position;
        position.place.eighths = static_cast<std::int64_t>(1 + random.below(7));
        const auto from = network.coordinates[low], to = network.coordinates[high];
        const auto share = static_cast<double>(position.place.eighths) / 8;
        position.at = {from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)};
        bool is_clear = std::ranges::none_of(found, [&](const Position& other) { return other.at == position.at; });
        for (ArcIndex other = 0; other < network.arc_count(); ++other) {
            const auto [first, last] = std::minmax(network.tail[other], network.head[other]);
            if (first == low && last == high)
                position.place.arcs.push_back(other);
            else
                is_clear = is_clear && !is_near(network, other, position.at);
        }
        if (is_clear && from.x != to.x) found.push_back(position);
    }
    return found;
}

void check(const Pairs& found, const std::string& from, const std::string& to, std::int64_t wanted) {
    const auto at = found.find({from, to});
    const bool is_reached = at != found.end() && !at->second.at(0).empty();
    const std::string pair = from + " -> " + to;
    if (is_reached != (wanted != allways::testing::no_path))
        throw Wrong(pair + (is_reached ? " is reached" : " is not reached"));
    if (is_reached && units_of(at->second[0], 0) != wanted)
        throw Wrong(pair + " is " + at->second[0] + ", expected " + std::to_string(wanted));
}

void check_positions(Trial& trial, const std::vector<std::string>& options, const RoadNetwork& network,
                     const std::vector<Position>& positions) {
    std::vector<std::string> words = {"table",      "net.gpkg", "--cost",   "time", "--points",
                                      "points.csv", "-f",       "csv-long", "-O",   "--snap-component",
                                      "any",        "-o",       "table.csv"};
    words.insert(words.end(), options.begin(), options.end());
    trial.run(words);
    const Pairs found = read_pairs(trial.folder / "table.csv");
    const TurnTruth truth(network);
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const TurnTruth::Reached reached = truth.reached_from(positions[i].place);
        for (std::size_t j = 0; j < positions.size(); ++j) {
            check(found, "p" + std::to_string(i), "p" + std::to_string(j),
                  truth.distance(positions[i].place, positions[j].place, reached));
        }
    }
}

// All pairs of nodes.
void check_nodes(const Trial& trial, const RoadNetwork& network, const char* file) {
    const Pairs found = read_pairs(trial.folder / file);
    const TurnTruth truth(network);
    for (NodeIndex from = 0; from < network.node_count(); ++from) {
        const auto wanted = truth.distances(from, {});
        for (NodeIndex to = 0; to < network.node_count(); ++to)
            check(found, network.node_ids.text(from), network.node_ids.text(to), wanted[to]);
    }
}

// Closes some arcs, and changes the costs of others.
RoadNetwork changed(RoadNetwork network, Random& random, const std::filesystem::path& file) {
    std::ofstream rows(file);
    rows << "arc,reversed,cost\n";
    for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
        if (!random.chance(3)) continue;
        allways::Decimal& cost = network.columns[0].values[arc];
        const bool is_closed = random.chance(2);
        cost = is_closed ? allways::Decimal::missing()
                         : allways::Decimal(static_cast<std::int64_t>(8 + 8 * random.below(100)), 0);
        rows << network.arc_ids.text(arc) << ',' << int{network.reversed[arc]} << ','
             << (is_closed ? "inf" : std::to_string(static_cast<std::int64_t>(cost.to_double()))) << '\n';
    }
    return network;
}

// Points that keep to the largest component all reach each other.
void check_component(Trial& trial, std::size_t positions) {
    const int code = trial.run({"table", "net.gpkg", "--cost", "time", "--points", "points.csv", "-f", "csv-long", "-O",
                                "--snap-radius", "1000000", "-o", "table.csv"},
                               {0, 2});
    if (code != 0) return;  // no two nodes reach each other
    const Pairs found = read_pairs(trial.folder / "table.csv");
    for (std::size_t i = 0; i < positions; ++i) {
        for (std::size_t j = 0; j < positions; ++j) {
            const auto at = found.find({"p" + std::to_string(i), "p" + std::to_string(j)});
            if (at == found.end() || at->second.at(0).empty())
                throw Wrong("p" + std::to_string(i) + " -> p" + std::to_string(j) + " is not reached");
        }
    }
}

}  // namespace

void rule_trial(Trial& trial) {
    Random& random = trial.random;
    RoadNetwork network = random_rules(random);
    allways::write_network(network, (trial.folder / "net.gpkg").string());
    trial.run({"solve", "net.gpkg", "--cost", "time", "-f", "csv-long", "-o", "nodes.csv"});
    check_nodes(trial, network, "nodes.csv");
    const std::vector<Position> positions = random_positions(network, random);
    if (positions.empty()) return;
    std::ofstream points(trial.folder / "points.csv");
    points << "id,x,y\n";
    for (std::size_t i = 0; i < positions.size(); ++i)
        points << 'p' << i << ',' << positions[i].at.x << ',' << positions[i].at.y << '\n';
    points.close();
    check_positions(trial, {}, network, positions);
    check_component(trial, positions.size());
    network.turns.costs.clear();
    if (random.chance(2)) check_positions(trial, {"--turns", "restrictions"}, network, positions);
    network.turns = {};
    if (random.chance(2)) check_positions(trial, {"--turns", "none"}, network, positions);
}

// A kept factor whose arcs are closed and changed, twice, and as they were again. Zones are those of the arcs left, as
// where a service excludes classes of roads.
void update_trial(Trial& trial) {
    Random& random = trial.random;
    const RoadNetwork network = random_rules(random);
    allways::write_network(network, (trial.folder / "net.gpkg").string());
    trial.run({"solve", "net.gpkg", "--cost", "time", "--factor-only", "-o", "net.factor"});
    std::string all;
    for (NodeIndex node = 0; node < network.node_count(); ++node)
        all += (node == 0 ? "" : ",") + network.node_ids.text(node);
    const auto check_factor = [&](const RoadNetwork& now) {
        trial.run({"table", "net.factor", "--points", all, "-f", "csv-long", "-O", "-o", "nodes.csv"});
        check_nodes(trial, now, "nodes.csv");
    };
    for (int time = 0; time < 2; ++time) {
        const RoadNetwork now = changed(network, random, trial.folder / "rows.csv");
        trial.run({"update", "net.factor", "--speeds", "rows.csv"});
        check_factor(now);
    }
    std::ofstream(trial.folder / "none.csv") << "arc,reversed,cost\n";
    trial.run({"update", "net.factor", "--speeds", "none.csv"});
    check_factor(network);
}

}  // namespace trials
