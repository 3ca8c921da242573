// SPDX-License-Identifier: Apache-2.0
#include "overture/segment.h"

#include <algorithm>
#include <string_view>

#include "allways/base/format.h"
#include "osm/objects/tags.h"

namespace allways::importers::overture {

namespace {

osm::Tags view_of(const TagList& tags) {
    return osm::Tags({tags.begin(), tags.end()});
}

std::vector<ConnectorAt> read_connectors(const JsonValue& properties) {
    const JsonValue list = properties["connectors"];
    if (list.is_null() && !properties["connector_ids"].is_null()) {
        throw Fault(
            "connector_ids: this release does not state where connectors lie; expected `connectors` with `at`, as "
            "in releases since August 2024");
    }
    std::vector<ConnectorAt> connectors;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const JsonValue connector = list.at(i);
        const JsonValue at = connector["at"];
        if (!(at.number() >= 0 && at.number() <= 1)) at.refuse("a fraction from 0 to 1");
        connectors.push_back({std::string(connector["connector_id"].text()), at.number(), 0});
    }
    std::ranges::stable_sort(connectors, {}, &ConnectorAt::at);
    return connectors;
}

// Finds the points of connectors and of the ends of pieces; pieces without a length vanish.
void place(const ReferenceSystem& wgs84, std::vector<TaggedPiece>& tagged, Segment& segment) {
    std::vector<LineCut> cuts{{0, false, 0}};
    std::vector<std::size_t> connector_cuts, piece_cuts;
    auto connector = segment.connectors.begin();
    const auto add_connectors = [&](double to) {
        for (; connector != segment.connectors.end() && connector->at <= to; ++connector) {
            connector_cuts.push_back(cuts.size());
            cuts.push_back({connector->at, true, 0});
        }
    };
    for (const TaggedPiece& piece : tagged) {
        add_connectors(piece.extent.to);
        piece_cuts.push_back(cuts.size());
        cuts.push_back({piece.extent.to, false, 0});
    }
    cut_line(wgs84, segment.points, cuts);
    for (std::size_t i = 0; i < connector_cuts.size(); ++i) segment.connectors[i].point = cuts[connector_cuts[i]].point;
    std::size_t first = 0;
    for (std::size_t i = 0; i < tagged.size(); ++i) {
        const std::size_t last = i + 1 == tagged.size() ? segment.points.size() - 1 : cuts[piece_cuts[i]].point;
        if (last > first) {
            segment.pieces.push_back(
                {first, last, tagged[i].extent, std::make_unique<TagList>(std::move(tagged[i].tags)), {}, {}});
        }
        first = last;
    }
}

// The tags of a relation that would forbid the turn in OpenStreetMap.
TagList relation_tags_of(const Scope& scope) {
    constexpr std::string_view value = "no_transition";
    TagList tags{{"type", "restriction"}};
    for (const std::size_t mode : modes_of(scope.modes)) {
        std::string key = mode == 0 ? "restriction" : format("restriction:{}", mode_tree[mode].key);
        if (scope.is_conditional()) {
            tags.emplace_back(key + ":conditional", format("{} @ ({})", value, scope.condition()));
        } else {
            tags.emplace_back(std::move(key), value);
        }
    }
    return tags;
}

void read_transitions(const JsonValue& properties, const osm::Profile& profile, const osm::Situation* situation,
                      Segment& segment) {
    const JsonValue list = properties["prohibited_transitions"];
    for (std::size_t i = 0; i < list.size(); ++i) {
        const JsonValue rule = list.at(i);
        rule.allow_only({"sequence", "final_heading", "between", "when"});
        const Scope scope = read_scope(rule);
        Transition transition{.heading = scope.forward,
                              .extent = scope.extent,
                              .steps = {},
                              .forward = read_heading(rule["final_heading"]),
                              .effective = {},
                              .tags = std::make_unique<TagList>(relation_tags_of(scope))};
        const JsonValue sequence = rule["sequence"];
        if (sequence.size() == 0) sequence.refuse("one or more pairs of a connector and a segment");
        for (std::size_t step = 0; step < sequence.size(); ++step) {
            const JsonValue pair = sequence.at(step);
            transition.steps.push_back(
                {std::string(pair["connector_id"].text()), std::string(pair["segment_id"].text())});
        }
        transition.effective.tags = view_of(*transition.tags);
        if (situation != nullptr) {
            transition.effective = profile.relation_tags(std::move(transition.effective.tags), *situation);
        }
        transition.says = profile.turn_restriction(transition.effective.tags).says;
        // A ban for some purposes does not concern travellers, whose purpose is unknown.
        if (!scope.purposes.empty()) transition.says = osm::TurnRestriction::Says::nothing_to_mode;
        segment.transitions.push_back(std::move(transition));
    }
}

// As in OpenStreetMap, the street on a sign stands in for places and numbers that it does not name.
void read_signs(const JsonValue& properties, Segment& segment) {
    const JsonValue list = properties["destinations"];
    for (std::size_t i = 0; i < list.size(); ++i) {
        const JsonValue rule = list.at(i);
        Sign sign{std::string(rule["to_connector_id"].text()), std::string(rule["to_segment_id"].text()),
                  read_heading(rule["final_heading"]), "", ""};
        std::string streets;
        const JsonValue labels = rule["labels"];
        for (std::size_t at = 0; at < labels.size(); ++at) {
            const JsonValue label = labels.at(at);
            const std::string_view type = label["type"].text();
            std::string& text = type == "street" ? streets : type.ends_with("route_ref") ? sign.refs : sign.places;
            text += format("{}{}", text.empty() ? "" : ";", label["value"].text());
        }
        if (sign.places.empty() && sign.refs.empty()) sign.places = std::move(streets);
        if (!sign.places.empty() || !sign.refs.empty()) segment.signs.push_back(std::move(sign));
    }
}

}  // namespace

Segment judge_segment(Feature feature, const osm::Profile& profile, const osm::Situation* situation,
                      const ReferenceSystem& wgs84) {
    const JsonValue properties(feature.properties);
    Segment segment{.id = std::move(feature.id),
                    .points = std::move(feature.points),
                    .connectors = {},
                    .pieces = {},
                    .transitions = {},
                    .signs = {}};
    SegmentTags tagged = tags_of_segment(properties);
    segment.subtype = tagged.subtype;
    segment.connectors = read_connectors(properties);
    place(wgs84, tagged.pieces, segment);
    for (Piece& piece : segment.pieces) {
        piece.effective = profile.way_tags(view_of(*piece.tags), situation);
        piece.rules = profile.rules(piece.effective.tags, true);
    }
    read_transitions(properties, profile, situation, segment);
    read_signs(properties, segment);
    return segment;
}

}  // namespace allways::importers::overture
