// SPDX-License-Identifier: Apache-2.0
// Transitions and signs of segments → turn rules and texts of arcs.
#include <algorithm>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include "allways/base/format.h"
#include "base/text.h"
#include "overture/segments.h"

namespace allways::importers::overture {

namespace {

using Outcome = osm::TurnOutcome;
using Says = osm::TurnRestriction::Says;

// Continues each of the sequences by each of the others.
void extend(std::vector<std::vector<ArcIndex>>& sequences, const std::vector<std::vector<ArcIndex>>& by) {
    std::vector<std::vector<ArcIndex>> extended;
    for (const auto& sequence : sequences) {
        for (const auto& more : by) {
            extended.push_back(sequence);
            extended.back().insert(extended.back().end(), more.begin(), more.end());
        }
    }
    sequences = std::move(extended);
}

}  // namespace

SegmentArcs::SegmentArcs(const Segments& segments, const RoadNetwork& network)
    : segments_(segments), network_(network) {
    const TextColumn& way_ids = *network.text("osm_way_id");
    const std::size_t ways = segments.ways().ways.size();
    first_arc_.reserve(ways + 1);
    for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
        const auto way = static_cast<std::size_t>(*parse_whole(way_ids.text(arc)));
        while (first_arc_.size() <= way) first_arc_.push_back(arc);
    }
    first_arc_.resize(ways + 1, static_cast<ArcIndex>(network.arc_count()));
}

std::optional<NodeIndex> SegmentArcs::node(std::uint32_t connector) const {
    const auto& ids = network_.node_ids.numbers();
    const auto found = std::ranges::lower_bound(ids, std::int64_t{connector});
    if (found == ids.end() || *found != connector) return std::nullopt;
    return static_cast<NodeIndex>(found - ids.begin());
}

std::vector<ArcIndex> SegmentArcs::arcs_of(std::size_t segment, bool forward) const {
    const auto [first_way, end_way] = segments_.ways_of(segment);
    std::vector<ArcIndex> arcs;
    for (ArcIndex arc = first_arc_[first_way]; arc < first_arc_[end_way]; ++arc) {
        if (network_.shapes.is_backward(arc) != forward) arcs.push_back(arc);
    }
    if (!forward) std::ranges::reverse(arcs);
    return arcs;
}

std::vector<ArcIndex> SegmentArcs::leaving(std::size_t segment, NodeIndex node, bool forward) const {
    std::vector<ArcIndex> arcs = arcs_of(segment, forward);
    std::erase_if(arcs, [&](ArcIndex arc) { return network_.tail[arc] != node; });
    return arcs;
}

std::vector<ArcIndex> SegmentArcs::arriving(std::size_t segment, NodeIndex node, bool forward) const {
    std::vector<ArcIndex> arcs = arcs_of(segment, forward);
    std::erase_if(arcs, [&](ArcIndex arc) { return network_.head[arc] != node; });
    return arcs;
}

std::vector<ArcIndex> SegmentArcs::along(std::size_t segment, NodeIndex from, NodeIndex to, bool forward) const {
    const std::vector<ArcIndex> all = arcs_of(segment, forward);
    auto arc = std::ranges::find(all, from, [&](ArcIndex each) { return network_.tail[each]; });
    std::vector<ArcIndex> found;
    for (NodeIndex at = from; arc != all.end() && network_.tail[*arc] == at; ++arc) {
        found.push_back(*arc);
        at = network_.head[*arc];
        if (at == to) return found;
    }
    return {};
}

std::size_t SegmentArcs::segment_of(ArcIndex arc) const {
    const auto next = std::ranges::upper_bound(first_arc_, arc);
    return segments_.segment_of(static_cast<std::size_t>(next - first_arc_.begin()) - 1);
}

Outcome SegmentArcs::resolve(std::size_t segment, const Transition& transition,
                             std::vector<Sequence>& sequences) const {
    switch (transition.says) {
        case Says::nothing_to_mode:
        case Says::nothing: return Outcome::not_needed;
        case Says::conditional: return Outcome::conditional;
        case Says::unknown:
        case Says::mandatory: return Outcome::unknown_value;
        case Says::forbidden: break;
    }
    std::vector<std::size_t> passed{segment};
    std::vector<std::uint32_t> connectors;
    for (const Transition::Step& step : transition.steps) {
        const auto next = segments_.find(step.segment);
        const auto connector = segments_.find_connector(step.connector);
        if (!next || !connector) return Outcome::incomplete;
        if (places(passed.back(), *connector).empty() || places(*next, *connector).empty())
            return Outcome::not_connected;
        passed.push_back(*next);
        connectors.push_back(*connector);
    }
    const auto reaches = [&](double at) { return transition.extent.covers({at, at}); };
    if (std::ranges::none_of(places(segment, connectors.front()), reaches)) return Outcome::not_needed;
    return follow(transition, passed, connectors, sequences);
}

std::vector<double> SegmentArcs::places(std::size_t segment, std::uint32_t connector) const {
    std::vector<double> found;
    for (const auto& [of, at] : segments_.places_of(segment)) {
        if (of == connector) found.push_back(at);
    }
    return found;
}

Outcome SegmentArcs::follow(const Transition& transition, const std::vector<std::size_t>& passed,
                            const std::vector<std::uint32_t>& connectors, std::vector<Sequence>& sequences) const {
    std::vector<NodeIndex> nodes;
    for (const std::uint32_t connector : connectors) {
        const auto found = node(connector);
        if (!found) return Outcome::not_needed;
        nodes.push_back(*found);
    }
    for (const bool forward : {true, false}) {
        if (transition.heading.value_or(forward) != forward) continue;
        for (const ArcIndex arc : arriving(passed[0], nodes[0], forward)) sequences.push_back({arc});
    }
    for (std::size_t step = 1; step < nodes.size(); ++step) {
        extend(sequences, between(passed[step], connectors[step - 1], connectors[step], nodes[step - 1], nodes[step]));
    }
    std::vector<Sequence> last;
    for (const ArcIndex arc : leaving(passed.back(), nodes.back(), transition.forward)) last.push_back({arc});
    extend(sequences, last);
    return sequences.empty() ? Outcome::not_needed : Outcome::applied;
}

std::vector<SegmentArcs::Sequence> SegmentArcs::between(std::size_t segment, std::uint32_t from, std::uint32_t to,
                                                        NodeIndex from_node, NodeIndex to_node) const {
    std::set<bool> headings;
    for (const double begin : places(segment, from)) {
        for (const double end : places(segment, to)) {
            if (begin != end) headings.insert(begin < end);
        }
    }
    std::vector<Sequence> found;
    for (const bool forward : headings) {
        Sequence along = this->along(segment, from_node, to_node, forward);
        if (!along.empty()) found.push_back(std::move(along));
    }
    return found;
}

void SegmentArcs::add_transitions(RoadNetwork& network, osm::Counts& counts) const {
    std::set<Sequence> known;
    for (const auto& [segment, transition] : segments_.transitions()) {
        if (transition.says == Says::nothing_to_mode) {
            ++counts.turns_of_other_modes;
            continue;
        }
        std::vector<Sequence> sequences;
        Outcome outcome = resolve(segment, transition, sequences);
        std::erase_if(sequences, [&](const Sequence& sequence) { return !known.insert(sequence).second; });
        if (outcome == Outcome::applied && sequences.empty()) outcome = Outcome::repeated;
        const std::string& id = segments_[segment].id;
        counts.turns[outcome].add(id);
        counts.turns_via_ways += outcome == Outcome::applied && transition.steps.size() > 1;
        for (const Sequence& sequence : sequences) {
            network.turns.add(TurnRules::Kind::forbidden, sequence, format("segment {} prohibited_transition", id));
        }
    }
}

void SegmentArcs::add_signs(RoadNetwork& network) const {
    std::unordered_map<ArcIndex, const Sign*> by_arc;
    bool has_places = false, has_refs = false;
    for (const Sign& sign : segments_.signs()) {
        const auto segment = segments_.find(sign.segment);
        const auto connector = segments_.find_connector(sign.connector);
        const auto at = connector ? node(*connector) : std::nullopt;
        if (!segment || !at) continue;
        for (const ArcIndex arc : leaving(*segment, *at, sign.forward)) {
            if (!by_arc.emplace(arc, &sign).second) continue;
            has_places = has_places || !sign.places.empty();
            has_refs = has_refs || !sign.refs.empty();
        }
    }
    const auto add = [&](const char* name, std::string Sign::*text) {
        TextColumn column{name};
        for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
            const auto sign = by_arc.find(arc);
            column.add(sign == by_arc.end() ? std::string() : sign->second->*text);
        }
        network.texts.push_back(std::move(column));
    };
    if (has_places) add("destination", &Sign::places);
    if (has_refs) add("destination:ref", &Sign::refs);
}

}  // namespace allways::importers::overture
