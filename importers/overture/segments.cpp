// SPDX-License-Identifier: Apache-2.0
#include "overture/segments.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "allways/base/format.h"
#include "overture/json_value.h"

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

}  // namespace allways::importers::overture
