// SPDX-License-Identifier: Apache-2.0
// Random networks with turn rules, and a slow truth for their paths: Dijkstra whose states are the last arcs travelled,
// by the rules as they are documented, independent of the library's automaton and states.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <queue>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "allways/network/adjacency.h"
#include "allways/network/road_network.h"
#include "support/random_networks.h"

namespace allways::testing {

using Walk = std::vector<ArcIndex>;

struct TurnTruth {
    const RoadNetwork& network;
    AdjacencyArray out;
    std::vector<std::uint8_t> inside;  // by node: it lies in a zone, or is a no-through node
    bool has_zones = false;
    std::size_t longest = 1;  // arcs of the longest sequence
    int digits;               // costs are the first column × 10^digits

    explicit TurnTruth(const RoadNetwork& of, int cost_digits = 0)
        : network(of), out(build_adjacency(of.node_count(), of.tail)), digits(cost_digits) {
        for (std::size_t i = 0; i < of.turns.size(); ++i) longest = std::max(longest, of.turns.sequence(i).size());
        longest = std::max<std::size_t>(longest, 2);  // U-turns and prices need the last arc
        find_zones();
    }

    // ---- zones, by the definition in network/turns/destination_zones.h

    // The part of a drive that determines what may follow: the node, the longest beginning of a sequence with which it
    // ends, and the arc along which it may not go back. An empty walk has neither.
    struct Drive {
        NodeIndex node;
        Walk begun;
        Walk not_back;
        auto operator<=>(const Drive&) const = default;
    };
    using Drives = std::set<Drive>;
    struct Step {
        Drive from;
        ArcIndex arc;
        Drive to;  // the node alone where the drive ends
        bool ends;
    };

    bool is_open(ArcIndex arc) const { return network.turns.destination_only[arc] == 0; }
    bool is_usable(ArcIndex arc) const { return !network.columns[0].values[arc].is_missing(); }

    // Sequences through a node that paths may not pass have no effect.
    bool binds(std::span<const ArcIndex> sequence) const {
        return std::none_of(sequence.begin(), sequence.end() - 1,
                            [&](ArcIndex arc) { return network.is_no_through(network.head[arc]); });
    }
    bool has_sequences() const {
        for (std::size_t i = 0; i < network.turns.size(); ++i) {
            if (binds(network.turns.sequence(i))) return true;
        }
        return false;
    }

    Walk longest_beginning(const Walk& walk) const {
        for (std::size_t length = walk.size(); length > 0; --length) {
            const Walk ending(walk.end() - static_cast<std::ptrdiff_t>(length), walk.end());
            for (std::size_t i = 0; i < network.turns.size(); ++i) {
                const auto sequence = network.turns.sequence(i);
                if (binds(sequence) && sequence.size() > length &&
                    std::equal(ending.begin(), ending.end(), sequence.begin())) {
                    return ending;
                }
            }
        }
        return {};
    }

    Drive drive_after(const Walk& walk) const {
        const ArcIndex last = walk.back();
        const bool bars_way_back = has_sequences() && !may_turn_round(last) && !ways_back(last).empty();
        return {network.head[last], longest_beginning(walk), bars_way_back ? Walk{last} : Walk{}};
    }

    Walk ways_back(ArcIndex arc) const {
        Walk found;
        for (const ArcIndex back : out.out_arcs(network.head[arc])) {
            if (network.head[back] != network.tail[back] && is_usable(back) && is_way_back(arc, back))
                found.push_back(back);
        }
        return found;
    }

    // By the drive before: first from each node, then after each arc, by its tail, then as steps find them.
    std::vector<Step> all_steps() const {
        std::vector<Step> steps;
        Drives known;
        std::deque<Drive> open;
        const auto add = [&](const Drive& drive) {
            if (known.insert(drive).second) open.push_back(drive);
        };
        for (NodeIndex node = 0; node < network.node_count(); ++node) add({node, {}, {}});
        for (NodeIndex node = 0; node < network.node_count(); ++node) {
            for (const ArcIndex arc : out.out_arcs(node)) {
                if (is_usable(arc) && !network.is_no_through(network.head[arc])) add(begun_with(arc));
            }
        }
        while (!open.empty()) {
            const Drive drive = open.front();
            open.pop_front();
            for (const ArcIndex arc : out.out_arcs(drive.node)) {
                if (!is_usable(arc)) continue;
                if (!drive.not_back.empty() && is_way_back(drive.not_back[0], arc)) continue;
                Walk walk = drive.begun;
                walk.push_back(arc);
                if (!last_step_keeps_sequences(walk)) continue;
                const NodeIndex head = network.head[arc];
                const bool ends = head == network.tail[arc] || network.is_no_through(head);
                const Drive after = ends ? Drive{head, {}, {}} : drive_after(walk);
                steps.push_back({drive, arc, after, ends});
                if (!ends) add(after);
            }
        }
        return steps;
    }

    // All drives that steps lead to from these, or from which they lead to these, as far as `takes` accepts the step.
    template <class Takes>
    static Drives spread(Drives drives, const std::vector<Step>& steps, bool forward, const Takes& takes) {
        for (bool is_new = true; is_new;) {
            is_new = false;
            for (const Step& step : steps) {
                if (step.ends || !drives.contains(forward ? step.from : step.to) || !takes(step)) continue;
                is_new |= drives.insert(forward ? step.to : step.from).second;
            }
        }
        return drives;
    }

    // Nodes that streets join, passing no no-through node: the lowest of them, by node.
    std::vector<NodeIndex> joined() const {
        std::vector<NodeIndex> lowest(network.node_count());
        for (NodeIndex node = 0; node < lowest.size(); ++node) lowest[node] = node;
        for (std::size_t round = 0; round < lowest.size(); ++round) {
            for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
                NodeIndex& tail = lowest[network.tail[arc]];
                NodeIndex& head = lowest[network.head[arc]];
                if (network.is_no_through(network.tail[arc]) || network.is_no_through(network.head[arc])) continue;
                if (!is_usable(arc)) continue;
                tail = head = std::min(tail, head);
            }
        }
        return lowest;
    }

    // The largest strong components of open drives, one for each part of the network.
    Drives main_streets(const std::vector<Step>& steps) const {
        const auto by_open_arcs = [&](const Step& step) { return is_open(step.arc); };
        const std::vector<NodeIndex> part = joined();
        using Rank = std::tuple<std::size_t, std::int64_t, std::int64_t>;  // the largest wins
        std::map<NodeIndex, std::pair<Rank, Drives>> best;
        Drives seen;
        for (const Step& start : steps) {
            if (start.ends || !is_open(start.arc) || seen.contains(start.to)) continue;
            const Drives onward = spread({start.to}, steps, true, by_open_arcs);
            const Drives before = spread({start.to}, steps, false, by_open_arcs);
            Drives both;
            std::set<NodeIndex> nodes;
            for (const Drive& drive : onward) {
                if (!before.contains(drive)) continue;
                both.insert(drive);
                seen.insert(drive);
                nodes.insert(drive.node);
            }
            const auto first = std::ranges::find_if(steps, [&](const Step& step) {
                return !step.ends && is_open(step.arc) && both.contains(step.from) && both.contains(step.to);
            });
            if (first == steps.end()) continue;
            const Rank rank{nodes.size(), -std::int64_t{*nodes.begin()}, -(first - steps.begin())};
            auto& known = best[part[*nodes.begin()]];
            if (known.second.empty() || rank > known.first) known = {rank, both};
        }
        Drives main;
        for (const auto& [lowest, ranked] : best) main.insert(ranked.second.begin(), ranked.second.end());
        return main;
    }

    void find_zones() {
        inside.assign(network.node_count(), 0);
        for (ArcIndex arc = 0; arc < network.turns.destination_only.size(); ++arc)
            has_zones |= !is_open(arc) && is_usable(arc);
        if (!has_zones) return;
        const std::vector<Step> steps = all_steps();
        const auto by_open_arcs = [&](const Step& step) { return is_open(step.arc); };
        const Drives main = main_streets(steps);
        const Drives entered = spread(main, steps, true, by_open_arcs);
        const Drives leaving = spread(main, steps, false, by_open_arcs);
        for (NodeIndex node = 0; node < network.node_count(); ++node) inside[node] = network.is_no_through(node);
        for (const Drive& drive : stuck_since_the_start(steps, leaving)) inside[drive.node] = 1;
        for (const Drive& drive : bound_for_cut_off_places(steps, entered)) inside[drive.node] = 1;
    }

    // Places do not lie in connectors of centroids.
    bool is_connector(ArcIndex arc) const {
        return is_centroid(network, network.tail[arc]) || is_centroid(network, network.head[arc]);
    }

    // The arcs of a road: both ways between two nodes. (Parallel roads have different ids.)
    std::vector<ArcIndex> road_of(ArcIndex arc) const {
        std::vector<ArcIndex> arcs{arc};
        for (ArcIndex back = 0; back < network.arc_count(); ++back) {
            const bool is_back = network.tail[back] == network.head[arc] && network.head[back] == network.tail[arc];
            if (is_back && is_usable(back)) arcs.push_back(back);
        }
        return arcs;
    }

    // Drives that cannot leave now and could not leave at any time since they began at a node or inside a road.
    Drives stuck_since_the_start(const std::vector<Step>& steps, const Drives& leaving) const {
        Drives stuck;
        for (NodeIndex node = 0; node < network.node_count(); ++node) {
            const Drive start{node, {}, {}};
            const bool leads_out = std::ranges::any_of(
                steps, [&](const Step& step) { return step.from == start && !step.ends && leaving.contains(step.to); });
            if (network.is_no_through(node) ? !leads_out : !leaving.contains(start)) stuck.insert(start);
        }
        for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
            if (!is_usable(arc) || network.is_no_through(network.head[arc]) || is_connector(arc)) continue;
            const auto road = road_of(arc);
            const bool leaves = std::ranges::any_of(road, [&](ArcIndex way) {
                return !network.is_no_through(network.head[way]) && leaving.contains(begun_with(way));
            });
            if (!leaves) stuck.insert(begun_with(arc));
        }
        return spread(stuck, steps, true, [&](const Step& step) { return !leaving.contains(step.to); });
    }

    Drive begun_with(ArcIndex arc) const {
        if (network.tail[arc] != network.head[arc]) return drive_after({arc});
        return {network.head[arc], longest_beginning({arc}), {}};
    }

    Drives bound_for_cut_off_places(const std::vector<Step>& steps, const Drives& entered) const {
        std::set<NodeIndex> nodes;
        std::set<ArcIndex> taken;
        std::set<std::pair<ArcIndex, Drive>> in_its_stead;
        for (const Drive& drive : entered) nodes.insert(drive.node);
        for (const Step& step : steps) {
            if (!entered.contains(step.from)) continue;
            taken.insert(step.arc);
            in_its_stead.insert({step.arc, step.to});
            if (step.ends) nodes.insert(network.head[step.arc]);
        }
        const auto is_cut_off = [&](ArcIndex arc) {
            return !is_connector(arc) &&
                   std::ranges::none_of(road_of(arc), [&](ArcIndex way) { return taken.contains(way); });
        };
        Drives expanded;  // not from centroids and points alone
        for (NodeIndex node = 0; node < network.node_count(); ++node) {
            if (!is_centroid(network, node)) expanded.insert({node, {}, {}});
        }
        expanded = spread(expanded, steps, true, [](const Step&) { return true; });
        Drives without_stead;
        Drives bound;
        for (const Step& into : steps) {
            const Drive& drive = into.to;
            if (into.ends || entered.contains(drive) || !expanded.contains(into.from)) continue;
            bool alone = !nodes.contains(drive.node);
            bool ends_there = alone;
            for (const Step& step : steps) {
                if (step.from != drive) continue;
                alone |= !in_its_stead.contains({step.arc, step.to});
                ends_there |= is_cut_off(step.arc) || (step.ends && !nodes.contains(step.to.node));
            }
            if (alone) without_stead.insert(drive);
            if (alone && ends_there) bound.insert(drive);
        }
        return spread(bound, steps, false, [&](const Step& step) { return without_stead.contains(step.from); });
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
            if (!is_loop && is_usable(on) && !is_way_back(arc, on) && last_step_keeps_sequences({arc, on}))
                return false;
        }
        return true;
    }

    // In the zone of the start, between zones, and in the zone of the end.
    enum class Phase { start, open, end };
    Phase first_phase(NodeIndex start) const { return inside[start] ? Phase::start : Phase::open; }

    // The last step of a walk, by all rules but those of zones.
    bool step_keeps_rules(const Walk& walk) const {
        const ArcIndex arc = walk.back();
        if (network.tail[arc] == network.head[arc] || !is_usable(arc)) return false;
        if (walk.size() > 1 && network.is_no_through(network.tail[arc])) return false;
        if (!last_step_keeps_sequences(walk)) return false;
        return walk.size() < 2 || !is_way_back(walk[walk.size() - 2], arc) || may_turn_round(walk[walk.size() - 2]);
    }

    // Returns false if the step is forbidden; sets the phase after it.
    bool step(const Walk& walk, Phase& phase) const {
        if (!step_keeps_rules(walk)) return false;
        const ArcIndex arc = walk.back();
        const NodeIndex head = network.head[arc];
        if (!has_zones) return true;
        switch (phase) {
            case Phase::start:
                if (!inside[head]) phase = Phase::open;
                return true;
            case Phase::open:
                if (is_open(arc)) return true;
                phase = Phase::end;
                return inside[head] != 0;
            case Phase::end: break;
        }
        return inside[head] != 0;
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

    struct Key {
        NodeIndex node;
        Walk last;
        Phase phase;
        auto operator<=>(const Key&) const = default;
    };
    using Reached = std::map<Key, std::int64_t>;

    // All that can be reached from these.
    Reached reached_from(const Reached& roots) const {
        Reached reached = roots;
        using Entry = std::pair<std::int64_t, Key>;
        std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
        for (const auto& [key, distance] : roots) queue.emplace(distance, key);
        while (!queue.empty()) {
            const auto [distance, key] = queue.top();
            queue.pop();
            if (reached[key] != distance) continue;
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
        return reached;
    }

    // The least cost of going on from the end of `walk`, which is legal, to each node, its own arcs not counted.
    std::vector<std::int64_t> distances(NodeIndex from, const Walk& walk) const {
        std::vector<std::int64_t> found(network.node_count(), no_path);
        Phase phase = first_phase(from);
        Walk part;
        for (const ArcIndex arc : walk) {
            part.push_back(arc);
            if (!step(part, phase)) return found;
        }
        const Key root{walk.empty() ? from : network.head[walk.back()], walk, phase};
        for (const auto& [key, distance] : reached_from({{root, 0}}))
            found[key.node] = std::min(found[key.node], distance);
        return found;
    }

    // ---- places inside roads

    // At a node, or inside a road at some eighths of it from the end node with the lower index. Costs have to be
    // multiples of 8.
    struct Place {
        NodeIndex node = no_node;
        std::vector<ArcIndex> arcs;  // of the road, no loops
        std::int64_t eighths = 0;
    };
    std::int64_t eighths_behind(const Place& place, ArcIndex arc) const {
        return network.tail[arc] < network.head[arc] ? place.eighths : 8 - place.eighths;
    }
    std::int64_t straight_distance(const Place& from, const Place& to) const {
        if (from.node != no_node || to.node != no_node) return from.node == to.node ? 0 : no_path;
        std::int64_t least = no_path;
        for (const ArcIndex arc : from.arcs) {
            const std::int64_t eighths = eighths_behind(to, arc) - eighths_behind(from, arc);
            const bool same = std::ranges::find(to.arcs, arc) != to.arcs.end();
            if (same && eighths >= 0) least = std::min(least, cost(arc) / 8 * eighths);
        }
        return least;
    }

    // Places in roads only begin and end drives: zones never keep a drive from the first or the last part of its way.
    Reached reached_from(const Place& from) const {
        if (from.node != no_node) return reached_from({{Key{from.node, {}, first_phase(from.node)}, 0}});
        Reached roots;
        Reached ended;
        for (const ArcIndex arc : from.arcs) {
            const NodeIndex head = network.head[arc];
            const std::int64_t part = cost(arc) / 8 * (8 - eighths_behind(from, arc));
            (network.is_no_through(head) ? ended : roots)[{head, {arc}, first_phase(head)}] = part;
        }
        Reached reached = reached_from(roots);
        reached.insert(ended.begin(), ended.end());
        return reached;
    }
    std::int64_t distance(const Place& from, const Place& to, const Reached& reached) const {
        std::int64_t least = straight_distance(from, to);
        for (const auto& [key, before] : reached) {
            if (key.node == to.node) least = std::min(least, before);
            for (const ArcIndex arc : to.arcs) {
                if (network.tail[arc] != key.node) continue;
                Walk walk = key.last;
                walk.push_back(arc);
                if (!step_keeps_rules(walk)) continue;
                least = std::min(least, before + price(walk) + cost(arc) / 8 * eighths_behind(to, arc));
            }
        }
        return least;
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
