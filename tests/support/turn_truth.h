// Random networks with turn rules, and a slow truth for their paths: Dijkstra over the arcs driven last, by the rules
// as they are written down, apart from the product's automaton and states.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <queue>
#include <string>
#include <vector>

#include "allways/network/adjacency.h"
#include "allways/network/road_network.h"
#include "support/random_networks.h"

namespace allways::testing {

using Walk = std::vector<ArcIndex>;

struct TurnTruth {
    const RoadNetwork& network;
    AdjacencyArray out;
    std::vector<std::uint8_t> zone_arc;
    std::vector<std::uint8_t> inside;  // by node: all its arcs are of a zone
    std::size_t longest = 1;           // arcs of the longest sequence
    int digits;                        // costs are the first column × 10^digits

    explicit TurnTruth(const RoadNetwork& of, int cost_digits = 0)
        : network(of), out(build_adjacency(of.node_count(), of.tail)), digits(cost_digits) {
        for (std::size_t i = 0; i < of.turns.size(); ++i) longest = std::max(longest, of.turns.sequence(i).size());
        longest = std::max<std::size_t>(longest, 2);  // U-turns and prices need the last arc
        find_zones();
    }

    // ---- zones

    // reach[a][b]: a walk leads from a to b that passes no no-through node, over open arcs only if asked.
    std::vector<std::vector<bool>> reach(bool open_only) const {
        const std::size_t n = network.node_count();
        std::vector<std::vector<bool>> reached(n, std::vector<bool>(n, false));
        for (std::size_t i = 0; i < n; ++i) reached[i][i] = true;
        for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
            if (network.is_no_through(network.tail[arc])) continue;
            if (!open_only || !network.turns.destination_only[arc])
                reached[network.tail[arc]][network.head[arc]] = true;
        }
        for (std::size_t k = 0; k < n; ++k) {
            for (std::size_t i = 0; i < n; ++i) {
                for (std::size_t j = 0; j < n; ++j) {
                    if (reached[i][k] && reached[k][j]) reached[i][j] = true;
                }
            }
        }
        return reached;
    }

    void find_zones() {
        zone_arc = network.turns.destination_only;
        if (std::count(zone_arc.begin(), zone_arc.end(), 1) == 0) {
            zone_arc.assign(network.arc_count(), 0);
            inside.assign(network.node_count(), 0);
            return;
        }
        const std::size_t n = network.node_count();
        const auto whole = reach(false);
        const auto open = reach(true);
        const auto both = [](const auto& reached, std::size_t a, std::size_t b) {
            return reached[a][b] && reached[b][a];
        };
        const auto open_size = [&](std::size_t a) {
            std::size_t size = 0;
            for (std::size_t b = 0; b < n; ++b) size += both(open, a, b);
            return size;
        };
        // Nodes that open streets join to most of those with which all streets join them.
        std::vector<bool> is_main(n);
        for (std::size_t a = 0; a < n; ++a) {
            std::size_t best = a;
            for (std::size_t b = 0; b < n; ++b) {
                if (!both(whole, a, b)) continue;
                const bool better = open_size(b) > open_size(best) || (open_size(b) == open_size(best) && b < best);
                if (better) best = b;
            }
            is_main[a] = both(open, a, best);
        }
        for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
            const NodeIndex tail = network.tail[arc];
            const NodeIndex head = network.head[arc];
            if (both(whole, tail, head) && (!is_main[tail] || !is_main[head])) zone_arc[arc] = 1;
        }
        inside.assign(n, 0);
        for (std::size_t node = 0; node < n; ++node) {
            std::size_t zone = 0;
            std::size_t other = 0;
            for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
                if (network.tail[arc] == node || network.head[arc] == node) ++(zone_arc[arc] ? zone : other);
            }
            inside[node] = zone > 0 && other == 0;
        }
    }

    // ---- rules of a whole walk

    bool is_way_back(ArcIndex arc, ArcIndex next) const {
        return network.head[arc] == network.tail[next] && network.arc_ids.text(arc) == network.arc_ids.text(next) &&
               network.reversed[arc] != network.reversed[next];
    }

    bool ends_with(const Walk& walk, std::span<const ArcIndex> arcs, std::size_t before_end = 0) const {
        if (walk.size() < arcs.size() + before_end) return false;
        return std::equal(arcs.begin(), arcs.end(), walk.end() - static_cast<std::ptrdiff_t>(arcs.size() + before_end));
    }

    // The last step of a walk, by the forbidden and mandatory sequences.
    bool last_step_keeps_sequences(const Walk& walk) const {
        const TurnRules& rules = network.turns;
        for (std::size_t i = 0; i < rules.size(); ++i) {
            const auto sequence = rules.sequence(i);
            const bool passes_border = std::any_of(sequence.begin(), sequence.end() - 1, [&](ArcIndex arc) {
                return network.is_no_through(network.head[arc]);
            });
            if (passes_border) continue;
            if (rules.kinds[i] == TurnRules::Kind::forbidden) {
                if (ends_with(walk, sequence)) return false;
                continue;
            }
            const auto beginning = sequence.first(sequence.size() - 1);
            if (!ends_with(walk, beginning, 1)) continue;
            // Another mandatory sequence with the same beginning may permit it.
            bool permitted = false;
            for (std::size_t j = 0; j < rules.size(); ++j) {
                const auto other = rules.sequence(j);
                permitted |= rules.kinds[j] == TurnRules::Kind::mandatory && other.size() == sequence.size() &&
                             std::equal(beginning.begin(), beginning.end(), other.begin()) &&
                             other.back() == walk.back();
            }
            if (!permitted) return false;
        }
        return true;
    }

    bool may_turn_round(ArcIndex arc) const {
        const NodeIndex node = network.head[arc];
        if (network.turns.may_turn_round.empty() || network.turns.may_turn_round[node]) return true;
        for (const ArcIndex on : out.out_arcs(node)) {
            const bool is_loop = network.head[on] == network.tail[on];
            if (!is_loop && !is_way_back(arc, on) && last_step_keeps_sequences({arc, on})) return false;
        }
        return true;
    }

    // Before, between and inside zones.
    enum class Phase { start, open, end };
    Phase first_phase(NodeIndex start) const { return inside[start] ? Phase::start : Phase::open; }

    // Returns false if the step is forbidden; sets the phase after it.
    bool step(const Walk& walk, Phase& phase) const {
        const ArcIndex arc = walk.back();
        const NodeIndex tail = network.tail[arc];
        const NodeIndex head = network.head[arc];
        if (tail == head) return false;
        if (walk.size() > 1 && network.is_no_through(tail)) return false;
        if (!last_step_keeps_sequences(walk)) return false;
        if (walk.size() > 1 && is_way_back(walk[walk.size() - 2], arc) && !may_turn_round(walk[walk.size() - 2])) {
            return false;
        }
        switch (phase) {
            case Phase::start:
                if (!inside[head]) phase = Phase::open;
                return true;
            case Phase::open:
                if (!zone_arc[arc]) return true;
                phase = Phase::end;
                return inside[head] != 0;
            case Phase::end: break;
        }
        return zone_arc[arc] && inside[head];
    }

    bool is_legal(NodeIndex from, const Walk& walk) const {
        Phase phase = first_phase(from);
        Walk part;
        for (const ArcIndex arc : walk) {
            part.push_back(arc);
            if (!step(part, phase)) return false;
        }
        return true;
    }

    // ---- distances

    std::int64_t price(const Walk& walk) const {
        if (walk.size() < 2 || network.columns[0].unit != "s") return 0;
        for (const TurnRules::Cost& cost : network.turns.costs) {
            if (cost.from == walk[walk.size() - 2] && cost.to == walk.back()) return *cost.seconds.fixed_point(digits);
        }
        return 0;
    }
    std::int64_t cost(ArcIndex arc) const { return *network.columns[0].values[arc].fixed_point(digits); }
    std::int64_t cost(const Walk& walk) const {
        std::int64_t sum = 0;
        Walk part;
        for (const ArcIndex arc : walk) {
            part.push_back(arc);
            sum += cost(arc) + price(part);
        }
        return sum;
    }

    // The least cost of going on from the end of `walk`, which is legal, to each node, its own arcs not counted.
    std::vector<std::int64_t> distances(NodeIndex from, const Walk& walk) const {
        struct Key {
            NodeIndex node;
            Walk last;
            Phase phase;
            auto operator<=>(const Key&) const = default;
        };
        Phase phase = first_phase(from);
        Walk part;
        for (const ArcIndex arc : walk) {
            part.push_back(arc);
            if (!step(part, phase)) return std::vector<std::int64_t>(network.node_count(), no_path);
        }
        std::map<Key, std::int64_t> reached;
        using Entry = std::pair<std::int64_t, Key>;
        std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
        const Key root{walk.empty() ? from : network.head[walk.back()], walk, phase};
        reached[root] = 0;
        queue.emplace(0, root);
        std::vector<std::int64_t> found(network.node_count(), no_path);
        while (!queue.empty()) {
            const auto [distance, key] = queue.top();
            queue.pop();
            if (reached[key] != distance) continue;
            found[key.node] = std::min(found[key.node], distance);
            for (const ArcIndex arc : out.out_arcs(key.node)) {
                Walk on = key.last;
                on.push_back(arc);
                Phase after = key.phase;
                if (!step(on, after)) continue;
                const std::int64_t sum = distance + cost(arc) + price(on);
                if (on.size() > longest) on.erase(on.begin());
                const Key next{network.head[arc], on, after};
                const auto [known, is_new] = reached.try_emplace(next, sum);
                if (!is_new && known->second <= sum) continue;
                known->second = sum;
                queue.emplace(sum, next);
            }
        }
        return found;
    }
};

// Roads one way and both ways, with costs from `least_cost`, and rules of every kind that overlap.
inline RoadNetwork random_turn_network(std::uint64_t seed, std::int64_t least_cost = 1) {
    Random random(seed * 7919 + 17);
    RoadNetwork network;
    const std::size_t n = 3 + random.below(8);
    network.node_ids = IdTable::consecutive(n);
    network.provenance.source = "turns, seed " + std::to_string(seed);
    network.columns = {{"time", "s", {}, {}}};
    std::vector<std::int64_t> ids;
    const std::uint64_t most = random.chance(0.3) ? 2 : 12;
    const auto add = [&](std::uint64_t tail, std::uint64_t head, bool reversed) {
        network.tail.push_back(static_cast<NodeIndex>(tail));
        network.head.push_back(static_cast<NodeIndex>(head));
        network.reversed.push_back(reversed);
        network.columns[0].values.emplace_back(least_cost + static_cast<std::int64_t>(random.below(most)), 0);
    };
    const std::size_t roads = n + random.below(n + 2);
    for (std::size_t road = 0; road < roads; ++road) {
        const std::uint64_t tail = road + 1 < n ? road : random.below(n);
        const std::uint64_t head = road + 1 < n ? road + 1 : random.below(n);
        add(tail, head, false);
        ids.push_back(static_cast<std::int64_t>(road));
        if (random.chance(0.75)) {
            add(head, tail, true);
            ids.push_back(static_cast<std::int64_t>(road));
        }
    }
    network.arc_ids = IdTable(std::move(ids));
    if (random.chance(0.2)) {
        network.no_through.assign(n, 0);
        for (auto& mark : network.no_through) mark = random.chance(0.2);
    }

    const AdjacencyArray out = build_adjacency(n, network.tail);
    TurnRules& rules = network.turns;
    const auto random_walk = [&](std::size_t length) {
        Walk walk{static_cast<ArcIndex>(random.below(network.arc_count()))};
        while (walk.size() < length) {
            const auto next = out.out_arcs(network.head[walk.back()]);
            if (next.empty()) break;
            walk.push_back(next[random.below(next.size())]);
        }
        return walk;
    };
    const std::size_t sequences = random.below(8);
    for (std::size_t i = 0; i < sequences; ++i) {
        const Walk walk = random_walk(2 + (random.chance(0.4) ? random.below(3) : 0));
        if (walk.size() < 2) continue;
        rules.add(random.chance(0.7) ? TurnRules::Kind::forbidden : TurnRules::Kind::mandatory, walk);
    }
    if (random.chance(0.7)) {
        rules.may_turn_round.assign(n, 0);
        for (auto& mark : rules.may_turn_round) mark = random.chance(0.15);
    }
    if (random.chance(0.35)) {
        rules.destination_only.assign(network.arc_count(), 0);
        for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
            const bool same_road = arc > 0 && network.arc_ids.text(arc) == network.arc_ids.text(arc - 1);
            rules.destination_only[arc] =
                same_road && random.chance(0.9) ? rules.destination_only[arc - 1] : random.chance(0.35);
        }
    }
    if (random.chance(0.3)) {
        std::map<std::pair<ArcIndex, ArcIndex>, std::int64_t> prices;
        for (std::size_t i = random.below(12); i > 0; --i) {
            const Walk pair = random_walk(2);
            if (pair.size() == 2) prices.try_emplace({pair[0], pair[1]}, static_cast<std::int64_t>(random.below(9)));
        }
        for (const auto& [pair, seconds] : prices) rules.costs.push_back({pair.first, pair.second, {seconds, 0}});
    }
    return network;
}

}  // namespace allways::testing
