// SPDX-License-Identifier: Apache-2.0
// Answers that are sums over a table that nobody keeps: access, loads of trips, centrality.
#include <algorithm>
#include <cmath>
#include <fstream>

#include "trial.h"

namespace trials {

namespace {

double value_of(std::int64_t units, int digits) {
    return static_cast<double>(units) / std::pow(10, digits);
}

// Writes the network; returns how commands read it.
std::vector<std::string> written(Trial& trial, const Network& network) {
    write_gmns(network, trial.folder / "net");
    std::vector<std::string> reading = {"net", "--cost", "cost"};
    append(reading, no_through_options(network));
    return reading;
}

std::map<std::string, Row> rows_by(const std::string& key, const std::filesystem::path& file) {
    std::map<std::string, Row> rows;
    for (Row& row : read_rows(file)) {
        const std::string name = row.at(key);
        if (!rows.emplace(name, std::move(row)).second) throw Wrong("a row twice: " + name);
    }
    return rows;
}

double decayed(const std::string& decay, double distance, double limit) {
    if (decay == "exponential") return std::exp(-distance / limit);
    if (decay == "gaussian") return std::exp(-distance * distance / (2 * limit * limit));
    return decay == "step" ? 1 : 1 - distance / limit;
}

// ---- centrality

// Shortest paths as sequences of nodes: of parallel arcs the cheapest counts, among equals the first; of equally cheap
// paths those with the fewest arcs of zero cost.
struct PathCounts {
    Table costs;                              // cost · scale + arcs of zero cost
    std::vector<std::vector<double>> counts;  // [from][to]
    std::vector<std::size_t> arcs;            // those that count
};

constexpr std::int64_t scale = 1000;

PathCounts count_paths(const Network& network) {
    PathCounts found;
    Network scaled = network;
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> best;
    for (std::size_t k = 0; k < network.arcs.size(); ++k) {
        const Arc& arc = network.arcs[k];
        if (arc.tail == arc.head) continue;
        const auto [at, added] = best.emplace(std::make_pair(arc.tail, arc.head), k);
        if (!added && arc.cost < network.arcs[at->second].cost) at->second = k;
        scaled.arcs[k].cost = arc.cost * scale + (arc.cost == 0);
    }
    for (const auto& [ends, arc] : best) found.arcs.push_back(arc);
    found.costs = distances(scaled);
    const std::size_t n = network.node_count();
    found.counts.assign(n, std::vector<double>(n, 0));
    for (std::size_t from = 0; from < n; ++from) {
        found.counts[from][from] = 1;
        std::vector<std::size_t> order = all_nodes(network);
        std::ranges::sort(order, {}, [&](std::size_t node) { return found.costs[from][node]; });
        for (const std::size_t head : order) {
            if (head == from || found.costs[from][head] == unreachable) continue;
            for (const std::size_t k : found.arcs) {
                const Arc& arc = network.arcs[k];
                if (arc.head != head || found.costs[from][arc.tail] == unreachable) continue;
                if (arc.tail != from && network.no_through[arc.tail]) continue;
                if (found.costs[from][arc.tail] + scaled.arcs[k].cost == found.costs[from][head])
                    found.counts[from][head] += found.counts[from][arc.tail];
            }
        }
    }
    return found;
}

std::vector<double> node_betweenness(const Network& network, const PathCounts& paths) {
    const std::size_t n = network.node_count();
    std::vector<double> sums(n, 0);
    for (std::size_t from = 0; from < n; ++from) {
        for (std::size_t to = 0; to < n; ++to) {
            if (from == to || paths.costs[from][to] == unreachable) continue;
            for (std::size_t node = 0; node < n; ++node) {
                if (node == from || node == to || network.no_through[node]) continue;
                if (paths.costs[from][node] == unreachable || paths.costs[node][to] == unreachable) continue;
                if (paths.costs[from][node] + paths.costs[node][to] != paths.costs[from][to]) continue;
                sums[node] += paths.counts[from][node] * paths.counts[node][to] / paths.counts[from][to];
            }
        }
    }
    return sums;
}

std::vector<double> arc_betweenness(const Network& network, const PathCounts& paths) {
    const std::size_t n = network.node_count();
    std::vector<double> sums(network.arcs.size(), 0);
    for (const std::size_t k : paths.arcs) {
        const Arc& arc = network.arcs[k];
        const std::int64_t cost = arc.cost * scale + (arc.cost == 0);
        for (std::size_t from = 0; from < n; ++from) {
            if (paths.costs[from][arc.tail] == unreachable || (from != arc.tail && network.no_through[arc.tail]))
                continue;
            for (std::size_t to = 0; to < n; ++to) {
                if (from == to || paths.costs[arc.head][to] == unreachable) continue;
                if (to != arc.head && network.no_through[arc.head]) continue;
                if (paths.costs[from][arc.tail] + cost + paths.costs[arc.head][to] != paths.costs[from][to]) continue;
                sums[k] += paths.counts[from][arc.tail] * paths.counts[arc.head][to] / paths.counts[from][to];
            }
        }
    }
    return sums;
}

}  // namespace

void access_trial(Trial& trial) {
    Random& random = trial.random;
    const Network network = random_network(random, {});
    const Table table = distances(network);
    const auto origins = random.chance(2) ? all_nodes(network) : some_of(all_nodes(network), random);
    const auto destinations = some_of(all_nodes(network), random);
    const bool towards = random.chance(3);
    const auto distance = [&](std::size_t origin, std::size_t destination) {
        return towards ? table[destination][origin] : table[origin][destination];
    };
    std::int64_t farthest = 1;
    for (const auto& row : table) {
        for (const std::int64_t cost : row) farthest = cost == unreachable ? farthest : std::max(farthest, cost);
    }
    // Limits with three digits more than the costs have, and such as hit distances exactly.
    std::vector<std::int64_t> limits;
    for (std::size_t k = 0; k < 1 + random.below(5); ++k)
        limits.push_back(1 + static_cast<std::int64_t>(random.below(static_cast<std::size_t>(farthest) + 1)));
    std::ranges::sort(limits);
    limits.erase(std::unique(limits.begin(), limits.end()), limits.end());
    const std::string decay =
        random.pick(std::initializer_list<std::string>{"step", "step", "linear", "exponential", "gaussian"});
    const std::size_t nearest = random.below(4);
    std::string cutoffs;
    for (const std::int64_t limit : limits) cutoffs += (cutoffs.empty() ? "" : ",") + cost_text(limit, network.digits);

    std::vector<std::string> words = {"access"};
    append(words, written(trial, network));
    append(words, {"--destinations", id_list(network, destinations), "--cutoff", cutoffs, "--decay", decay, "-o",
                   "access.csv"});
    if (origins.size() < network.node_count()) append(words, {"--origins", id_list(network, origins)});
    if (nearest > 0) append(words, {"--nearest", std::to_string(nearest)});
    if (towards) words.emplace_back("--towards");
    trial.run(words);

    const auto rows = rows_by("id", trial.folder / "access.csv");
    if (rows.size() != origins.size()) throw Wrong("a row for each origin is expected");
    for (const std::size_t origin : origins) {
        const auto at = rows.find(network.id(origin));
        if (at == rows.end()) throw Wrong("no row of " + network.id(origin));
        const Row& row = at->second;
        for (const std::int64_t limit : limits) {
            double sum = 0;
            for (const std::size_t destination : destinations) {
                const std::int64_t cost = distance(origin, destination);
                if (cost == unreachable) continue;
                if (cost > limit && (decay == "step" || decay == "linear")) continue;
                sum += decayed(decay, value_of(cost, network.digits), value_of(limit, network.digits));
            }
            const auto name = std::ranges::find_if(row, [&](const auto& field) {
                if (limits.size() == 1) return field.first == "count";
                return field.first.starts_with("count_") &&
                       std::strtod(field.first.c_str() + 6, nullptr) == value_of(limit, network.digits);
            });
            if (name == row.end()) throw Wrong("no column of limit " + cost_text(limit, network.digits));
            const double found = std::strtod(name->second.c_str(), nullptr);
            if (std::abs(found - sum) > 1e-9 * std::max(1.0, sum))
                throw Wrong(network.id(origin) + " within " + name->first + " has " + name->second + ", expected " +
                            std::to_string(sum));
        }
        std::vector<std::size_t> order;
        for (const std::size_t destination : destinations) {
            if (distance(origin, destination) != unreachable) order.push_back(destination);
        }
        std::ranges::stable_sort(order, {}, [&](std::size_t node) { return distance(origin, node); });
        for (std::size_t k = 0; k < nearest; ++k) {
            const std::string rank = std::to_string(k + 1);
            const std::string id = k < order.size() ? network.id(order[k]) : "";
            if (row.at("nearest_" + rank) != id)
                throw Wrong("nearest " + rank + " of " + network.id(origin) + " is " + row.at("nearest_" + rank) +
                            ", expected " + id);
            const std::string& text = row.at("distance_" + rank);
            if (id.empty() != text.empty()) throw Wrong("a distance without a destination");
            if (!id.empty() && units_of(text, network.digits) != distance(origin, order[k]))
                throw Wrong("the distance of nearest " + rank + " of " + network.id(origin) + " is " + text);
        }
    }
}

void assign_trial(Trial& trial) {
    Random& random = trial.random;
    const Network network = random_network(random, {});
    const Table table = distances(network);
    const Paths paths(network, table);
    const std::size_t selected = random.chance(3) ? random.below(network.arcs.size()) : network.arcs.size();
    std::vector<double> arc_loads(network.arcs.size(), 0), node_loads(network.node_count(), 0);
    std::ofstream list(trial.folder / "trips.csv");
    list << "from,to,trips\n";
    for (std::size_t k = 0; k < 1 + random.below(60); ++k) {
        const std::size_t from = random.below(network.node_count());
        const std::size_t to = random.below(network.node_count());
        const auto trips = static_cast<double>(random.below(100));
        list << network.id(from) << ',' << network.id(to) << ',' << trips << '\n';
        if (table[from][to] == unreachable || from == to) continue;
        const auto arcs = paths.arcs(from, to);
        if (selected < network.arcs.size() && std::ranges::find(arcs, selected) == arcs.end()) continue;
        node_loads[from] += trips;
        for (const std::size_t arc : arcs) {
            arc_loads[arc] += trips;
            node_loads[network.arcs[arc].head] += trips;
        }
    }
    list.close();
    std::vector<std::string> words = {"assign"};
    append(words, written(trial, network));
    append(words, {"--pairs", "trips.csv"});
    if (selected < network.arcs.size()) append(words, {"--select", std::to_string(selected + 1)});
    std::vector<std::string> nodes = words;
    append(words, {"-o", "arcs.csv"});
    append(nodes, {"--what", "nodes", "-o", "nodes.csv"});
    trial.run(words);
    trial.run(nodes);
    const auto arcs = rows_by("arc_id", trial.folder / "arcs.csv");
    for (std::size_t k = 0; k < network.arcs.size(); ++k) {
        const auto at = arcs.find(std::to_string(k + 1));
        if (at == arcs.end()) throw Wrong("no load of arc " + std::to_string(k + 1));
        expect_near(at->second.at("load"), arc_loads[k], "the load of arc " + at->first);
    }
    const auto at_nodes = rows_by("node_id", trial.folder / "nodes.csv");
    for (const std::size_t node : all_nodes(network))
        expect_near(at_nodes.at(network.id(node)).at("load"), node_loads[node], "the load of node " + network.id(node));
}

void centrality_trial(Trial& trial) {
    Random& random = trial.random;
    Shape shape;
    shape.most_nodes = 20;
    const Network network = random_network(random, shape);
    const Table table = distances(network);
    const bool towards = random.chance(3);
    const std::size_t n = network.node_count();
    std::vector<std::string> words = {"centrality"};
    append(words, written(trial, network));
    std::vector<std::string> nodes = words, arcs = words;
    append(nodes, {"--measures", "closeness,harmonic,eccentricity,reach,betweenness", "-o", "nodes.csv"});
    if (towards) nodes.emplace_back("--towards");
    append(arcs, {"--measures", "arc-betweenness", "--what", "arcs", "-o", "arcs.csv"});
    trial.run(nodes);
    trial.run(arcs);
    const PathCounts paths = count_paths(network);
    const std::vector<double> between = node_betweenness(network, paths);
    const auto rows = rows_by("node_id", trial.folder / "nodes.csv");
    for (const std::size_t node : all_nodes(network)) {
        const Row& row = rows.at(network.id(node));
        double sum = 0, harmonic = 0, farthest = 0, reached = 0;
        for (const std::size_t other : all_nodes(network)) {
            const std::int64_t cost = towards ? table[other][node] : table[node][other];
            if (other == node || cost == unreachable) continue;
            const double value = value_of(cost, network.digits);
            ++reached;
            sum += value;
            farthest = std::max(farthest, value);
            if (cost > 0) harmonic += 1 / value;
        }
        const std::string name = " of " + network.id(node);
        expect_near(row.at("reach"), reached, "reach" + name);
        expect_near(row.at("harmonic"), harmonic, "harmonic" + name);
        if (reached > 0) expect_near(row.at("eccentricity"), farthest, "eccentricity" + name);
        if (reached == 0 && !row.at("eccentricity").empty()) throw Wrong("eccentricity" + name + " of no other node");
        if (sum > 0)
            expect_near(row.at("closeness"), reached / sum * reached / static_cast<double>(n - 1), "closeness" + name);
        if (reached == 0) expect_near(row.at("closeness"), 0, "closeness" + name);
        expect_near(row.at("betweenness"), between[node], "betweenness" + name);
    }
    const std::vector<double> along = arc_betweenness(network, paths);
    const auto of_arcs = rows_by("arc_id", trial.folder / "arcs.csv");
    for (std::size_t k = 0; k < network.arcs.size(); ++k)
        expect_near(of_arcs.at(std::to_string(k + 1)).at("betweenness"), along[k],
                    "betweenness of arc " + std::to_string(k + 1));
}

}  // namespace trials
