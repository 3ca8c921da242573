// SPDX-License-Identifier: Apache-2.0
// Turn restrictions by ways and nodes → sequences of arcs. Each relation is resolved alone; sorting then finds rules
// that contradict or repeat one another.
#include "osm/turns/turns.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "allways/base/format.h"
#include "osm/objects/object.h"
#include "osm/objects/tag_values.h"

namespace allways::importers::osm {

namespace {

using Says = TurnRestriction::Says;
using Outcome = TurnOutcome;

// A way that passes a node more often, or a longer chain of via ways, is considered a mistake.
constexpr std::size_t most_passes = 8;
constexpr std::size_t most_via_arcs = 500;

bool has_value(std::string_view values, std::string_view name) {
    return std::ranges::any_of(Values(values), [&](std::string_view value) { return value.starts_with(name); });
}

// One possible turn: out of the arc `from`, along the via arcs number `via`, into the arc `to`.
struct TurnCandidate {
    ArcIndex from = no_arc;
    ArcIndex to = no_arc;
    std::size_t via = 0;
};

constexpr double degrees_per_radian = 180 / std::numbers::pi;
constexpr double not_a_turn = std::numeric_limits<double>::quiet_NaN();

// Returns an angle above -180 to 180.
double turned(double degrees) {
    const double angle = std::remainder(degrees, 360);
    return angle == -180 ? 180 : angle;
}

// Returns the angle of the turn that a value names, in degrees counterclockwise.
std::optional<double> angle_of_name(std::string_view value) {
    if (value.ends_with("_left_turn")) return 90;
    if (value.ends_with("_right_turn")) return -90;
    if (value.ends_with("_straight_on")) return 0;
    if (value.ends_with("_u_turn")) return 180;
    return std::nullopt;
}

bool is_way_back(const ArcShapes& shapes, const TurnCandidate& candidate) {
    return shapes.shape(candidate.from) == shapes.shape(candidate.to) &&
           shapes.is_backward(candidate.from) != shapes.is_backward(candidate.to);
}

// The data that the resolver needs about one way, made when a relation first names it.
struct MemberWay {
    using ArcAt = std::pair<NodeIndex, ArcIndex>;
    std::vector<std::int64_t> nodes;  // OSM ids, sorted
    std::vector<ArcAt> arriving;      // by head, sorted
    std::vector<ArcAt> leaving;       // by tail, sorted
    std::int64_t first_node = 0;
    std::int64_t last_node = 0;
    ArcIndex begin = 0;  // its first arc
    ArcIndex end = 0;

    bool has(std::int64_t node) const { return std::ranges::binary_search(nodes, node); }
    static std::span<const ArcAt> at(const std::vector<ArcAt>& arcs, NodeIndex node) {
        const auto found = std::ranges::equal_range(arcs, node, {}, &ArcAt::first);
        return {found.begin(), found.end()};
    }
};

struct Chain {
    // Via ways, and the directions in which the chain runs along them.
    std::vector<std::pair<const MemberWay*, bool>> links;
    std::int64_t first_node = 0;
    std::int64_t last_node = 0;

    Chain reversed() const {
        Chain back{{links.rbegin(), links.rend()}, last_node, first_node};
        for (auto& [way, forward] : back.links) forward = !forward;
        return back;
    }
};

// A sequence of a resolved relation.
struct Rule {
    std::size_t relation;
    std::vector<ArcIndex> arcs;
    bool repeats = false;  // another rule is the same
};

class TurnResolver {
public:
    TurnResolver(const Ways& ways, std::span<const ArcIndex> first_arc, const RoadNetwork& network)
        : ways_(ways), first_arc_(first_arc), network_(network) {}

    // Appends the relation's sequences if the outcome is `applied`, otherwise nothing.
    Outcome resolve(const TurnRelation& relation, std::size_t index, std::vector<Rule>& rules) {
        switch (relation.says) {
            case Says::nothing_to_mode:
            case Says::nothing: return Outcome::not_needed;
            case Says::conditional: return Outcome::conditional;
            case Says::unknown: return Outcome::unknown_value;
            case Says::forbidden:
            case Says::mandatory: break;
        }
        const std::string_view value = ways_.turns.values.text(relation.text);
        if (relation.from == 0 || relation.to == 0 || relation.via_nodes + relation.via_ways == 0) {
            return Outcome::incomplete;
        }
        if (relation.via_nodes > 1 || (relation.via_nodes > 0 && relation.via_ways > 0)) return Outcome::several_vias;
        const bool too_many_from = relation.from > 1 && (relation.to > 1 || !has_value(value, "no_entry"));
        const bool too_many_to = relation.to > 1 && !has_value(value, "no_exit");
        if (too_many_from || too_many_to) return Outcome::several_ends;
        return add_sequences(relation, index, value, rules);
    }

private:
    using Via = std::vector<ArcIndex>;

    Outcome add_sequences(const TurnRelation& relation, std::size_t index, std::string_view value,
                          std::vector<Rule>& rules) {
        std::vector<Chain> chains;
        if (relation.via_ways == 0) {
            const std::int64_t node = ways_.turns.via_nodes(relation).front();
            chains.push_back({{}, node, node});
        } else if (const Outcome outcome = chain_ways(relation, chains); outcome != Outcome::applied) {
            return outcome;
        }
        std::vector<Via> via(chains.size());
        std::vector<bool> open(chains.size());
        for (std::size_t i = 0; i < chains.size(); ++i) open[i] = follow(chains[i], via[i]);
        // Members have no order, so only one-way streets determine the direction around the circle.
        const bool is_circle = relation.via_ways > 0 && chains[0].first_node == chains[0].last_node;
        if (is_circle && open[0] && open[1]) return Outcome::circular;

        const std::size_t rules_before = rules.size();
        Outcome outcome = Outcome::not_needed;
        for (const std::int64_t from_id : ways_.turns.from(relation)) {
            for (const std::int64_t to_id : ways_.turns.to(relation)) {
                const MemberWay* from = way(from_id);
                const MemberWay* to = way(to_id);
                if (from == nullptr || to == nullptr) continue;
                std::vector<TurnCandidate> candidates;
                const Outcome found = find_candidates(*from, *to, chains, open, candidates);
                if (found == Outcome::not_needed) continue;
                if (found == Outcome::applied) {
                    candidates = choose(candidates, value, relation.says == Says::mandatory);
                }
                if (candidates.empty() || found != Outcome::applied) {
                    rules.erase(rules.begin() + static_cast<std::ptrdiff_t>(rules_before), rules.end());
                    return found == Outcome::applied ? Outcome::unclear : found;
                }
                for (const TurnCandidate& candidate : candidates) append(candidate, via[candidate.via], index, rules);
                outcome = Outcome::applied;
            }
        }
        return outcome;
    }

    // Finds every pair of an arc of `from` that arrives at a chain and one of `to` that leaves its end. Returns
    // `applied` if there is one.
    Outcome find_candidates(const MemberWay& from, const MemberWay& to, const std::vector<Chain>& chains,
                            const std::vector<bool>& open, std::vector<TurnCandidate>& candidates) const {
        Outcome outcome = Outcome::not_connected;
        for (std::size_t i = 0; i < chains.size(); ++i) {
            if (!from.has(chains[i].first_node) || !to.has(chains[i].last_node)) continue;
            if (outcome == Outcome::not_connected) outcome = Outcome::not_needed;
            const auto first = node(chains[i].first_node);
            const auto last = node(chains[i].last_node);
            if (!first || !last || !open[i]) continue;
            const auto arriving = MemberWay::at(from.arriving, *first);
            const auto leaving = MemberWay::at(to.leaving, *last);
            if (arriving.size() > most_passes || leaving.size() > most_passes) return Outcome::unclear;
            for (const auto& [at, in] : arriving) {
                for (const auto& [to_node, out] : leaving) candidates.push_back({in, out, i});
            }
        }
        return candidates.empty() ? outcome : Outcome::applied;
    }

    // Orders the via ways so that each meets the next at its end. Returns both directions of the chain. A circle begins
    // and ends at the one end of a via way that `from` and `to` share.
    Outcome chain_ways(const TurnRelation& relation, std::vector<Chain>& chains) {
        std::vector<const MemberWay*> members;
        for (const std::int64_t id : ways_.turns.via_ways(relation)) {
            for (const auto& ends : {ways_.turns.from(relation), ways_.turns.to(relation)}) {
                if (std::ranges::binary_search(ends, id)) return Outcome::unclear;
            }
            const MemberWay* member = way(id);
            if (member == nullptr) return Outcome::not_needed;
            members.push_back(member);
        }
        std::vector<std::pair<std::int64_t, std::size_t>> ends;  // end node and member
        for (std::size_t i = 0; i < members.size(); ++i) {
            ends.emplace_back(members[i]->first_node, i);
            ends.emplace_back(members[i]->last_node, i);
        }
        std::ranges::sort(ends);
        const auto at = [&](std::int64_t node) {
            return std::ranges::equal_range(ends, node, {}, [](const auto& end) { return end.first; });
        };
        std::optional<std::int64_t> start;
        for (const auto& end : ends) {
            const auto meeting = at(end.first).size();
            if (meeting > 2) return Outcome::unclear;
            if (meeting == 1 && !start) start = end.first;
        }
        if (!start) {
            for (const auto& [end, member] : ends) {
                if (start == end || !touches(ways_.turns.from(relation), end) ||
                    !touches(ways_.turns.to(relation), end))
                    continue;
                if (start) return Outcome::circular;
                start = end;
            }
        }
        if (!start) return Outcome::circular;
        Chain chain{{}, *start, *start};
        constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
        for (std::size_t next = at(*start).front().second; next != none;) {
            const MemberWay& member = *members[next];
            const bool forward = member.first_node == chain.last_node;
            chain.links.push_back({&member, forward});
            chain.last_node = forward ? member.last_node : member.first_node;
            const auto meeting = at(chain.last_node);
            const std::size_t used = std::exchange(next, none);
            if (chain.last_node == *start) break;
            for (const auto& end : meeting) {
                if (end.second != used) next = end.second;
            }
        }
        if (chain.links.size() < members.size()) return Outcome::not_connected;
        std::size_t count = 0;
        for (const MemberWay* member : members) count += member->end - member->begin;
        if (count > 2 * most_via_arcs) return Outcome::unclear;
        chains.push_back(chain);
        chains.push_back(chain.reversed());
        return Outcome::applied;
    }

    bool touches(std::span<const std::int64_t> ids, std::int64_t node) {
        return std::ranges::any_of(ids, [&](std::int64_t id) {
            const MemberWay* member = way(id);
            return member != nullptr && member->has(node);
        });
    }

    // Collects the arcs along the chain. Returns false if the traffic cannot follow it: against a one-way street, or
    // where nodes are missing from the file.
    bool follow(const Chain& chain, Via& arcs) const {
        auto at = node(chain.first_node);
        if (!at) return false;
        for (const auto& [way, forward] : chain.links) {
            const std::size_t count = way->end - way->begin;
            for (std::size_t i = 0; i < count; ++i) {
                const auto arc = static_cast<ArcIndex>(forward ? way->begin + i : way->end - 1 - i);
                if (network_.shapes.is_backward(arc) == forward) continue;
                if (network_.tail[arc] != *at) return false;
                at = network_.head[arc];
                arcs.push_back(arc);
            }
        }
        if (!chain.links.empty() && arcs.empty()) return false;  // a circle against one-way streets
        return at == node(chain.last_node);
    }

    // Returns the candidates that the value ("no_left_turn", "only_u_turn;only_left_turn") means, by its name and the
    // angles. The way back counts only for U-turns. A value without a direction ("no_entry") means all; if `one_each`,
    // there must be one for each arc `from`, otherwise the result is empty.
    std::vector<TurnCandidate> choose(const std::vector<TurnCandidate>& all, std::string_view value, bool one_each) {
        std::vector<double> wanted;
        for (const std::string_view name : Values(value)) {
            if (const auto angle = angle_of_name(name)) wanted.push_back(*angle);
        }
        const bool round = std::ranges::find(wanted, 180.0) != wanted.end();
        std::vector<TurnCandidate> candidates;
        for (const TurnCandidate& candidate : all) {
            if (round || !is_way_back(network_.shapes, candidate)) candidates.push_back(candidate);
        }
        if (candidates.size() == 1) return candidates;
        std::ranges::stable_sort(candidates, {}, &TurnCandidate::from);
        std::vector<TurnCandidate> chosen;
        for (auto begin = candidates.begin(); begin != candidates.end();) {
            const auto end =
                std::find_if(begin, candidates.end(), [&](const auto& c) { return c.from != begin->from; });
            const std::span of_one(begin, end);
            begin = end;
            if (wanted.empty()) {
                if (one_each && of_one.size() > 1) return {};
                chosen.insert(chosen.end(), of_one.begin(), of_one.end());
                continue;
            }
            for (const double angle_wanted : wanted) {
                const auto deviation = [&](const TurnCandidate& candidate) {
                    if (is_way_back(network_.shapes, candidate)) return angle_wanted == 180 ? -1.0 : 360.0;
                    const double off = std::abs(turned(angle(candidate) - angle_wanted));
                    return std::isnan(off) ? 360.0 : off;
                };
                const TurnCandidate best = *std::ranges::min_element(of_one, {}, deviation);
                if (deviation(best) < 90) chosen.push_back(best);
            }
        }
        return chosen;
    }

    // Returns the angle in degrees counterclockwise, above -180 to 180: 90 is a left turn. NaN if an arc has no extent.
    double angle(const TurnCandidate& candidate) {
        return turned(heading(candidate.to, false) - heading(candidate.from, true));
    }

    double heading(ArcIndex arc, bool at_end) {
        const auto [found, is_new] = headings_.try_emplace(std::uint64_t{arc} * 2 + (at_end ? 1 : 0), not_a_turn);
        if (!is_new) return found->second;
        // Goes along the shape from the end that touches the turn to the first point at another position.
        const std::span points = network_.shapes.shape_points(network_.shapes.shape(arc));
        const bool from_last = at_end != network_.shapes.is_backward(arc);
        const Coordinate near = from_last ? points.back() : points.front();
        for (std::size_t i = 1; i < points.size(); ++i) {
            const Coordinate far = points[from_last ? points.size() - 1 - i : i];
            if (far == near) continue;
            const double away =
                std::atan2(far.y - near.y, turned(far.x - near.x) * std::cos(near.y / degrees_per_radian)) *
                degrees_per_radian;
            return found->second = at_end ? turned(away + 180) : away;
        }
        return not_a_turn;
    }

    void append(const TurnCandidate& candidate, const Via& via, std::size_t relation, std::vector<Rule>& rules) const {
        std::vector<ArcIndex>& arcs = rules.emplace_back(Rule{relation, {candidate.from}}).arcs;
        arcs.insert(arcs.end(), via.begin(), via.end());
        arcs.push_back(candidate.to);
    }

    std::optional<NodeIndex> node(std::int64_t id) const {
        const auto& ids = network_.node_ids.numbers();
        const auto found = std::ranges::lower_bound(ids, id);
        if (found == ids.end() || *found != id) return std::nullopt;
        return static_cast<NodeIndex>(found - ids.begin());
    }

    // Returns null for a way that the profile does not use.
    const MemberWay* way(std::int64_t id) {
        if (const auto known = known_.find(id); known != known_.end()) return &known->second;
        const auto found = std::ranges::lower_bound(ways_.ways, id, {}, &Way::id);
        if (found == ways_.ways.end() || found->id != id) return nullptr;
        const auto index = static_cast<std::size_t>(found - ways_.ways.begin());
        MemberWay member;
        const auto refs = ways_.refs_of(*found);
        member.nodes.assign(refs.begin(), refs.end());
        if (!refs.empty()) {
            member.first_node = refs.front();
            member.last_node = refs.back();
        }
        std::ranges::sort(member.nodes);
        member.begin = first_arc_[index];
        member.end = first_arc_[index + 1];
        for (ArcIndex arc = member.begin; arc < member.end; ++arc) {
            member.arriving.emplace_back(network_.head[arc], arc);
            member.leaving.emplace_back(network_.tail[arc], arc);
        }
        std::ranges::sort(member.arriving);
        std::ranges::sort(member.leaving);
        return &known_.emplace(id, std::move(member)).first->second;
    }

    const Ways& ways_;
    std::span<const ArcIndex> first_arc_;
    const RoadNetwork& network_;
    std::unordered_map<std::uint64_t, double> headings_;  // by arc and end, kept so that long shapes are read once
    std::unordered_map<std::int64_t, MemberWay> known_;   // keeps its values in place
};

// Marks relations that demand different continuations of the same beginning, or forbid a sequence that another one
// demands; and relations that only repeat rules of earlier ones.
void find_conflicts(std::vector<Rule>& rules, const std::vector<TurnRelation>& relations,
                    std::vector<Outcome>& outcomes) {
    std::vector<std::size_t> order(rules.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    const auto sequence = [&](std::size_t i) { return std::span<const ArcIndex>(rules[i].arcs); };
    const auto is_mandatory = [&](std::size_t i) { return relations[rules[i].relation].says == Says::mandatory; };
    // Short rules come first; rules with the same beginning are adjacent, and among equal ones the lowest relation
    // comes first.
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        const auto left = sequence(a);
        const auto right = sequence(b);
        if (left.size() != right.size()) return left.size() < right.size();
        return std::ranges::lexicographical_compare(left, right);
    });
    const auto contradict = [&](std::size_t i) { outcomes[rules[i].relation] = Outcome::contradictory; };
    // Calls `take` with each run of rules in which `same` holds for adjacent ones.
    const auto each_run = [&](auto&& same, auto&& take) {
        for (std::size_t begin = 0; begin < order.size();) {
            std::size_t end = begin + 1;
            while (end < order.size() && same(order[begin], order[end])) ++end;
            take(std::span(order).subspan(begin, end - begin));
            begin = end;
        }
    };
    const auto equal = [&](std::size_t a, std::size_t b) { return std::ranges::equal(sequence(a), sequence(b)); };
    const auto same_beginning = [&](std::size_t a, std::size_t b) {
        const auto left = sequence(a);
        const auto right = sequence(b);
        return std::ranges::equal(left.first(left.size() - 1), right.first(right.size() - 1));
    };
    each_run(equal, [&](std::span<const std::size_t> run) {
        const bool all_alike =
            std::ranges::all_of(run, [&](std::size_t i) { return is_mandatory(i) == is_mandatory(run[0]); });
        if (!all_alike) std::ranges::for_each(run, contradict);
    });
    each_run(same_beginning, [&](std::span<const std::size_t> run) {
        std::optional<ArcIndex> end;
        bool differ = false;
        for (const std::size_t i : run) {
            if (!is_mandatory(i)) continue;
            differ = differ || (end && *end != sequence(i).back());
            end = sequence(i).back();
        }
        for (const std::size_t i : run) {
            if (differ && is_mandatory(i)) contradict(i);
        }
    });
    // A relation is repeated if none of its rules is new.
    std::vector<std::uint8_t> has_new(outcomes.size(), 0);
    each_run(equal, [&](std::span<const std::size_t> run) {
        bool known = false;
        for (const std::size_t i : run) {
            Rule& rule = rules[i];
            if (outcomes[rule.relation] != Outcome::applied) continue;
            rule.repeats = std::exchange(known, true);
            if (!rule.repeats) has_new[rule.relation] = 1;
        }
    });
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        if (outcomes[i] == Outcome::applied && has_new[i] == 0) outcomes[i] = Outcome::repeated;
    }
}

}  // namespace

void apply_turn_relations(const Ways& ways, std::span<const ArcIndex> first_arc, RoadNetwork& network, Counts& counts) {
    std::vector<TurnRelation> relations = ways.turns.relations;
    for (const TurnRelation& other : take_out_older(relations)) {
        counts.turns[Outcome::repeated].add(std::to_string(other.id));
    }

    std::vector<Rule> rules;
    std::vector<Outcome> outcomes;
    TurnResolver resolver(ways, first_arc, network);
    for (std::size_t i = 0; i < relations.size(); ++i) outcomes.push_back(resolver.resolve(relations[i], i, rules));
    find_conflicts(rules, relations, outcomes);

    for (std::size_t i = 0; i < relations.size(); ++i) {
        counts.turns[outcomes[i]].add(std::to_string(relations[i].id));
        counts.turns_via_ways += outcomes[i] == Outcome::applied && relations[i].via_ways > 0;
    }
    for (const Rule& rule : rules) {
        const TurnRelation& relation = relations[rule.relation];
        if (rule.repeats || outcomes[rule.relation] != Outcome::applied) continue;
        const auto kind = relation.says == Says::mandatory ? TurnRules::Kind::mandatory : TurnRules::Kind::forbidden;
        network.turns.add(kind, rule.arcs,
                          format("relation {} {}", relation.id, ways.turns.values.text(relation.text)));
    }
}

}  // namespace allways::importers::osm
