// SPDX-License-Identifier: Apache-2.0
#include "overture/segment_arcs.h"

#include <algorithm>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include "allways/base/format.h"
#include "base/text.h"

namespace allways::importers::overture {

namespace {

using Outcome = osm::TurnOutcome;
using Says = osm::TurnRestriction::Says;
using Sequence = std::vector<ArcIndex>;

// Finds the sequences of arcs that a transition forbids.
class TransitionResolver {
public:
    TransitionResolver(const Segments& segments, const SegmentArcs& arcs) : segments_(segments), arcs_(arcs) {}

    Outcome resolve(std::size_t segment, const Transition& transition, std::vector<Sequence>& sequences) const {
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

private:
    // The places of the connector on the segment: two where it closes a ring.
    std::vector<double> places(std::size_t segment, std::uint32_t connector) const {
        std::vector<double> found;
        for (const Segments::Place& place : segments_.places_of(segment)) {
            if (place.connector == connector) found.push_back(place.at);
        }
        return found;
    }

    Outcome follow(const Transition& transition, const std::vector<std::size_t>& passed,
                   const std::vector<std::uint32_t>& connectors, std::vector<Sequence>& sequences) const {
        std::vector<NodeIndex> nodes;
        for (const std::uint32_t connector : connectors) {
            const auto node = arcs_.node(connector);
            if (!node) return Outcome::not_needed;
            nodes.push_back(*node);
        }
        for (const bool forward : {true, false}) {
            if (transition.heading.value_or(forward) != forward) continue;
            for (const ArcIndex arc : arcs_.arriving(passed[0], nodes[0], forward)) sequences.push_back({arc});
        }
        for (std::size_t step = 1; step < nodes.size(); ++step) {
            extend(sequences,
                   between(passed[step], connectors[step - 1], connectors[step], nodes[step - 1], nodes[step]));
        }
        std::vector<Sequence> last;
        for (const ArcIndex arc : arcs_.leaving(passed.back(), nodes.back(), transition.forward)) last.push_back({arc});
        extend(sequences, last);
        return sequences.empty() ? Outcome::not_needed : Outcome::applied;
    }

    // The ways along a segment between two of its connectors.
    std::vector<Sequence> between(std::size_t segment, std::uint32_t from, std::uint32_t to, NodeIndex from_node,
                                  NodeIndex to_node) const {
        std::set<bool> headings;
        for (const double begin : places(segment, from)) {
            for (const double end : places(segment, to)) {
                if (begin != end) headings.insert(begin < end);
            }
        }
        std::vector<Sequence> found;
        for (const bool forward : headings) {
            Sequence along = arcs_.along(segment, from_node, to_node, forward);
            if (!along.empty()) found.push_back(std::move(along));
        }
        return found;
    }

    static void extend(std::vector<Sequence>& sequences, const std::vector<Sequence>& by) {
        std::vector<Sequence> extended;
        for (const Sequence& sequence : sequences) {
            for (const Sequence& more : by) {
                extended.push_back(sequence);
                extended.back().insert(extended.back().end(), more.begin(), more.end());
            }
        }
        sequences = std::move(extended);
    }

    const Segments& segments_;
    const SegmentArcs& arcs_;
};

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

osm::TurnCounts add_transitions(const Segments& segments, const SegmentArcs& arcs, RoadNetwork& network) {
    osm::TurnCounts counts;
    const TransitionResolver resolver(segments, arcs);
    std::set<Sequence> known;
    for (const auto& [segment, transition] : segments.transitions()) {
        if (transition.says == Says::nothing_to_mode) {
            ++counts.of_other_modes;
            continue;
        }
        std::vector<Sequence> sequences;
        Outcome outcome = resolver.resolve(segment, transition, sequences);
        std::erase_if(sequences, [&](const Sequence& sequence) { return !known.insert(sequence).second; });
        if (outcome == Outcome::applied && sequences.empty()) outcome = Outcome::repeated;
        const std::string& id = segments[segment].id;
        counts.outcomes[static_cast<std::size_t>(outcome)].add(id);
        counts.via_ways += outcome == Outcome::applied && transition.steps.size() > 1;
        for (const Sequence& sequence : sequences) {
            network.turns.add(TurnRules::Kind::forbidden, sequence, format("segment {} prohibited_transition", id));
        }
    }
    return counts;
}

void add_signs(const Segments& segments, const SegmentArcs& arcs, RoadNetwork& network) {
    std::unordered_map<ArcIndex, const Sign*> by_arc;
    bool has_places = false, has_refs = false;
    for (const Sign& sign : segments.signs()) {
        const auto segment = segments.find(sign.segment);
        const auto connector = segments.find_connector(sign.connector);
        const auto node = connector ? arcs.node(*connector) : std::nullopt;
        if (!segment || !node) continue;
        for (const ArcIndex arc : arcs.leaving(*segment, *node, sign.forward)) {
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
