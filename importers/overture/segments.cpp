// SPDX-License-Identifier: Apache-2.0
#include "overture/segments.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include "allways/base/format.h"
#include "base/text.h"

namespace allways::importers::overture {

namespace {

constexpr std::int64_t apart_steps = 100;  // of the grid: about a metre

osm::Position grid_point_of(Coordinate point) {
    return {static_cast<std::int32_t>(std::llround(point.x * 1e7)),
            static_cast<std::int32_t>(std::llround(point.y * 1e7))};
}

bool are_apart(osm::Position a, osm::Position b) {
    return std::abs(std::int64_t{a.x} - b.x) > apart_steps || std::abs(std::int64_t{a.y} - b.y) > apart_steps;
}

}  // namespace

std::uint32_t Segments::number_of(const std::string& connector) {
    const auto number = static_cast<std::uint32_t>(connectors_.size());
    const auto [found, is_new] = connector_numbers_.emplace(connector, number);
    if (is_new) {
        connectors_.emplace_back();
        connector_ids_.push_back(&found->first);
    }
    return found->second;
}

void Segments::locate(std::uint32_t connector, osm::Position at, bool by_feature, FeatureCounts& features) {
    Connector& known = connectors_[connector];
    if (known.from != Connector::From::nowhere && !known.is_apart && are_apart(known.position, at)) {
        known.is_apart = true;
        features.apart.add(*connector_ids_[connector]);
    }
    const bool counts = by_feature ? known.from != Connector::From::feature : known.from == Connector::From::nowhere;
    if (!counts) return;
    known.position = at;
    known.from = by_feature ? Connector::From::feature : Connector::From::segment;
}

void Segments::add_connector(const std::string& id, Coordinate point, FeatureCounts& features) {
    ++features.connectors;
    locate(number_of(id), grid_point_of(point), true, features);
}

void Segments::count(const Segment& segment, FeatureCounts& features, osm::Counts& counts) const {
    const bool has_time = profile_.situation() != nullptr;
    ++(segment.subtype == Subtype::road   ? features.roads
       : segment.subtype == Subtype::rail ? features.rails
                                          : features.waters);
    for (const Piece& piece : segment.pieces) {
        const osm::WayRules& rules = piece.rules;
        counts.add_conditional("segment", segment.id, piece.effective, has_time);
        counts.too_large_ways += rules.too_large;
        if (rules.is_usable()) {
            counts.add_unread("segment", segment.id, profile_.unread_tags(piece.effective.tags, rules.ferry));
        }
        counts.reversible_ways += !rules.is_usable() && rules.reversible;
        counts.destination_only_ways += rules.forward.destination_only || rules.backward.destination_only;
        counts.ferries += rules.ferry && rules.is_usable();
    }
    for (const Transition& transition : segment.transitions) {
        if (transition.says == osm::TurnRestriction::Says::nothing_to_mode) continue;
        counts.add_conditional("segment", segment.id, transition.effective, has_time);
    }
}

void Segments::add(Segment segment, FeatureCounts& features, osm::Counts& counts) {
    const auto index = static_cast<std::uint32_t>(kept_.size());
    if (!by_id_.emplace(segment.id, index).second) throw Fault("another segment of the file has this id");
    count(segment, features, counts);
    kept_.push_back({segment.id, ways_.ways.size(), places_.size()});
    for (const ConnectorAt& connector : segment.connectors) {
        const std::uint32_t number = number_of(connector.id);
        places_.emplace_back(number, connector.at);
        locate(number, grid_point_of(segment.points[connector.point]), false, features);
    }
    add_ways(segment, features, counts);
    for (Transition& transition : segment.transitions) {
        transition.effective = {};
        transition.tags.reset();
        transitions_.emplace_back(index, std::move(transition));
    }
    std::ranges::move(segment.signs, std::back_inserter(signs_));
}

void Segments::add_ways(const Segment& segment, FeatureCounts& features, osm::Counts& counts) {
    std::vector<std::int64_t> ids(segment.points.size(), -1);
    const auto places = places_of(kept_.size() - 1);
    for (std::size_t i = 0; i < places.size(); ++i) ids[segment.connectors[i].point] = places[i].first;
    bool is_usable = false;
    for (const Piece& piece : segment.pieces) {
        if (!piece.rules.is_usable()) continue;
        is_usable = true;
        osm::Way way;
        way.id = static_cast<std::int64_t>(ways_.ways.size());
        way.text = static_cast<std::uint32_t>(ways_.texts.add(piece.effective.tags, piece.rules, profile_));
        way.rules = &*ways_.rules.insert(piece.rules).first;
        way.first_ref = ways_.refs.size();
        for (std::size_t point = piece.first_point; point <= piece.last_point; ++point) {
            std::int64_t& id = ids[point];
            if (id < 0) {
                id = next_point_id_++;
                const bool is_end = point == piece.first_point || point == piece.last_point;
                if (is_end) {
                    const double at = point == piece.first_point ? piece.extent.from : piece.extent.to;
                    end_names_.emplace(id, format("{}@{:.9g}", segment.id, at));
                }
            }
            if (way.ref_count > 0 && ways_.refs.back() == id) continue;
            ++way.ref_count;
            ways_.refs.push_back(id);
            points_.push_back(grid_point_of(segment.points[point]));
        }
        ways_.ways.push_back(way);
    }
    features.usable += is_usable;
    counts.usable_ways = ways_.ways.size();
}

osm::Nodes Segments::nodes() const {
    osm::Nodes nodes(ways_.refs);
    for (std::size_t i = 0; i < points_.size(); ++i) {
        const std::int64_t id = ways_.refs[i];
        nodes.place(id, id < first_point_id ? connectors_[static_cast<std::size_t>(id)].position : points_[i]);
    }
    return nodes;
}

std::optional<std::size_t> Segments::find(const std::string& id) const {
    const auto found = by_id_.find(id);
    return found == by_id_.end() ? std::nullopt : std::optional<std::size_t>(found->second);
}

std::optional<std::uint32_t> Segments::find_connector(const std::string& id) const {
    const auto found = connector_numbers_.find(id);
    return found == connector_numbers_.end() ? std::nullopt : std::optional(found->second);
}

std::pair<std::size_t, std::size_t> Segments::ways_of(std::size_t segment) const {
    const bool is_last = segment + 1 == kept_.size();
    return {kept_[segment].first_way, is_last ? ways_.ways.size() : kept_[segment + 1].first_way};
}

std::span<const Segments::ConnectorPlace> Segments::places_of(std::size_t segment) const {
    const bool is_last = segment + 1 == kept_.size();
    const std::size_t end = is_last ? places_.size() : kept_[segment + 1].first_place;
    return std::span(places_).subspan(kept_[segment].first_place, end - kept_[segment].first_place);
}

std::size_t Segments::segment_of(std::size_t way) const {
    const auto next = std::ranges::upper_bound(kept_, way, {}, &Kept::first_way);
    return static_cast<std::size_t>(next - kept_.begin()) - 1;
}

std::string Segments::name_of_node(std::int64_t id) const {
    return id < first_point_id ? *connector_ids_[static_cast<std::size_t>(id)] : end_names_.at(id);
}

// ---- transitions and signs → turn rules and texts of arcs

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

std::vector<ArcIndex> SegmentArcs::arcs_at(NodeIndex node, const std::vector<NodeIndex>& ends, std::size_t segment,
                                           bool forward) const {
    std::vector<ArcIndex> arcs = arcs_of(segment, forward);
    std::erase_if(arcs, [&](ArcIndex arc) { return ends[arc] != node; });
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
        for (const ArcIndex arc : arcs_at(nodes[0], network_.head, passed[0], forward)) sequences.push_back({arc});
    }
    for (std::size_t step = 1; step < nodes.size(); ++step) {
        extend(sequences, between(passed[step], connectors[step - 1], connectors[step], nodes[step - 1], nodes[step]));
    }
    std::vector<Sequence> last;
    for (const ArcIndex arc : arcs_at(nodes.back(), network_.tail, passed.back(), transition.forward))
        last.push_back({arc});
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
        for (const ArcIndex arc : arcs_at(*at, network_.tail, *segment, sign.forward)) {
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
