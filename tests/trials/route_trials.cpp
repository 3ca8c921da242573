// SPDX-License-Identifier: Apache-2.0
// Paths, nodes within a limit, and simplified networks.
#include <algorithm>
#include <fstream>
#include <set>

#include "trial.h"

namespace trials {

void path_trial(Trial& trial) {
    Random& random = trial.random;
    const Network network = random_network(random, {});
    const Table table = distances(network);
    write_gmns(network, trial.folder / "net");
    std::vector<std::string> reading = {"net", "--cost", "cost"};
    append(reading, no_through_options(network));
    const std::size_t kind = random.below(3);
    if (kind != 0) {
        std::vector<std::string> words = {"solve"};
        append(words, reading);
        append(words, kind == 1 ? std::vector<std::string>{"-o", "t.omx"}
                                : std::vector<std::string>{"--factor-only", "-o", "t.factor"});
        trial.run(words);
        reading = {kind == 1 ? "t.omx" : "t.factor"};
    }
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    std::ofstream list(trial.folder / "pairs.csv");
    list << "from,to\n";
    for (std::size_t k = 0; k < 20; ++k) {
        pairs.emplace_back(random.below(network.node_count()), random.below(network.node_count()));
        list << network.id(pairs.back().first) << ',' << network.id(pairs.back().second) << '\n';
    }
    list.close();
    std::vector<std::string> words = {"path"};
    append(words, reading);
    append(words, {"--pairs", "pairs.csv", "-f", "csv", "-o", "paths.csv"});
    trial.run(words);
    std::vector<std::vector<Row>> routes(pairs.size());
    for (Row& row : read_rows(trial.folder / "paths.csv")) {
        const auto route = std::stoull(row.at("route"));
        if (route < 1 || route > pairs.size()) throw Wrong("no such route: " + row.at("route"));
        if (!row.at("arc").empty()) routes[route - 1].push_back(std::move(row));
    }
    for (std::size_t k = 0; k < pairs.size(); ++k) {
        const auto& [from, to] = pairs[k];
        const std::string pair = network.id(from) + " -> " + network.id(to);
        if (table[from][to] == unreachable || from == to) {
            if (!routes[k].empty()) throw Wrong(pair + " has a path");
            continue;
        }
        std::size_t at = from;
        std::int64_t sum = 0;
        for (const Row& row : routes[k]) {
            const auto number = std::stoull(row.at("arc"));
            if (number < 1 || number > network.arcs.size()) throw Wrong(pair + ": no such arc");
            const Arc& arc = network.arcs[number - 1];
            if (arc.tail != at || row.at("tail") != network.id(arc.tail) || row.at("head") != network.id(arc.head)) {
                throw Wrong(pair + ": the path breaks at arc " + row.at("arc"));
            }
            if (at != from && network.no_through[at]) throw Wrong(pair + ": passes node " + network.id(at));
            sum += arc.cost;
            if (units_of(row.at("sum"), network.digits) != sum) throw Wrong(pair + ": the sum is " + row.at("sum"));
            at = arc.head;
        }
        if (at != to) throw Wrong(pair + ": ends at " + network.id(at));
        if (sum != table[from][to]) throw Wrong(pair + ": the path costs " + cost_text(sum, network.digits));
    }
}

void isochrone_trial(Trial& trial) {
    Random& random = trial.random;
    const Network network = random_network(random, {});
    const Table table = distances(network);
    write_gmns(network, trial.folder / "net");
    std::set<std::size_t> starts;
    for (std::size_t k = 1 + random.below(3); k > 0; --k) starts.insert(random.below(network.node_count()));
    std::string from;
    std::vector<std::int64_t> nearest(network.node_count(), unreachable);
    std::int64_t most = 1;
    for (const std::size_t start : starts) {
        from += (from.empty() ? "" : ",") + network.id(start);
        for (std::size_t node = 0; node < network.node_count(); ++node) {
            nearest[node] = std::min(nearest[node], table[start][node]);
            if (table[start][node] != unreachable) most = std::max(most, table[start][node]);
        }
    }
    const std::int64_t cutoff = 1 + static_cast<std::int64_t>(random.below(static_cast<std::size_t>(most)));
    std::vector<std::string> words = {"reach",  "net",   "--cost",   "cost",
                                      "--from", from,    "--cutoff", cost_text(cutoff, network.digits),
                                      "--what", "nodes", "-o",       "nodes.csv"};
    append(words, no_through_options(network));
    trial.run(words);
    std::map<std::string, std::string> found;
    for (Row& row : read_rows(trial.folder / "nodes.csv")) {
        const std::string cost = row.contains("cost") ? row.at("cost") : throw Wrong("no column cost");
        const auto [at, is_new] = found.emplace(row.at("node_id"), cost);
        // A node may be listed for each start: the least counts.
        if (!is_new && units_of(cost, network.digits) < units_of(at->second, network.digits)) at->second = cost;
    }
    for (std::size_t node = 0; node < network.node_count(); ++node) {
        const auto at = found.find(network.id(node));
        const bool inside = nearest[node] <= cutoff;
        if (inside != (at != found.end()))
            throw Wrong("node " + network.id(node) + (inside ? " is missing" : " is beyond"));
        if (inside && units_of(at->second, network.digits) != nearest[node]) {
            throw Wrong("node " + network.id(node) + " is at " + at->second);
        }
    }
}

void simplify_trial(Trial& trial) {
    Random& random = trial.random;
    Shape shape;
    shape.no_through = false;
    const Network network = random_network(random, shape);
    write_gmns(network, trial.folder / "net");
    std::vector<std::size_t> kept;
    std::string keep;
    for (std::size_t node = 0; node < network.node_count(); ++node) {
        if (!random.chance(3)) continue;
        kept.push_back(node);
        keep += (keep.empty() ? "" : ",") + network.id(node);
    }
    if (kept.empty()) return;
    std::vector<std::string> words = {"simplify", "net", "-o", "small.gmns", "--keep", keep};
    if (random.chance(2)) words.emplace_back("--dead-ends");
    trial.run(words);
    if (read_rows(trial.folder / "small.gmns" / "link.csv").empty()) return;  // nothing but dead ends
    trial.run({"table", "small.gmns", "--cost", "cost", "--points", keep, "-f", "csv-long", "-o", "table.csv"});
    check_pairs(read_pairs(trial.folder / "table.csv"), network, distances(network), kept, kept, 0, network.digits);
}

}  // namespace trials
