// SPDX-License-Identifier: Apache-2.0
#include "overture/segment.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "allways/base/format.h"
#include "allways/network/coordinate.h"
#include "base/text.h"
#include "libraries/reference_system.h"
#include "osm/objects/object.h"

namespace allways::importers::overture {

// ---- values

namespace {

const nlohmann::json absent_value;

}  // namespace

std::string JsonValue::path() const {
    if (parent_ == nullptr) return "";
    const std::string before = parent_->path();
    if (key_.empty()) return format("{}[{}]", before, index_);
    return before.empty() ? std::string(key_) : format("{}.{}", before, key_);
}

void JsonValue::refuse(std::string_view expected) const {
    const std::string where = path();
    const std::string found = is_null() ? "nothing" : shortened(json_->dump());
    throw Fault(format("{}{}expected {}, found {}", where, where.empty() ? "" : ": ", expected, found));
}

JsonValue JsonValue::operator[](std::string_view key) const& {
    if (is_null()) return {absent_value, *this, key, 0};
    if (!json_->is_object()) refuse("an object");
    const auto found = json_->find(key);
    return {found == json_->end() ? absent_value : *found, *this, key, 0};
}

std::size_t JsonValue::size() const {
    if (is_null()) return 0;
    if (!json_->is_array()) refuse("a list");
    return json_->size();
}

JsonValue JsonValue::at(std::size_t index) const& {
    return {(*json_)[index], *this, {}, index};
}

std::string_view JsonValue::text() const {
    if (!json_->is_string()) refuse("a text");
    return json_->get_ref<const std::string&>();
}

double JsonValue::number() const {
    if (!json_->is_number()) refuse("a number");
    const double value = json_->get<double>();
    if (!std::isfinite(value)) refuse("a finite number");
    return value;
}

std::optional<std::string_view> JsonValue::optional_text() const {
    return is_null() ? std::nullopt : std::optional(text());
}

void JsonValue::allow_only(std::initializer_list<std::string_view> names) const {
    if (is_null()) return;
    if (!json_->is_object()) refuse("an object");
    for (const auto& [name, value] : json_->items()) {
        if (value.is_null() || std::ranges::find(names, std::string_view(name)) != names.end()) continue;
        const JsonValue member(value, *this, name, 0);
        throw Fault(format("{}: this part of a rule is not known; known are {}", member.path(),
                           joined(std::vector<std::string>(names.begin(), names.end()))));
    }
}

namespace {

// ---- fractions of a line's length → points of the line

constexpr double vertex_tolerance_m = 0.05;

Coordinate between_points(Coordinate from, Coordinate to, double share) {
    return {from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share};
}

// Builds a line anew from vertex to vertex, with a point at each cut where the line has no vertex within a few
// centimetres, since fractions are rounded. Lengths are geodesics on WGS 84, as the schema demands.
class LineBuilder {
public:
    LineBuilder(const ReferenceSystem& wgs84, const std::vector<Coordinate>& points) : points_(points) {
        along_m_.push_back(0);
        for (std::size_t i = 1; i < points.size(); ++i) {
            const std::array ends{points[i - 1], points[i]};
            along_m_.push_back(along_m_.back() + wgs84.length_m(ends));
        }
        line_.push_back(points.front());
    }

    // Returns the index of the point at this fraction. Cuts must come in ascending order. `own_point`: it needs a point
    // that no other such cut has, since it is a connector; others share them where they coincide.
    std::size_t add(double at, bool own_point) {
        const double wanted_m = at * along_m_.back();
        while (next_ < points_.size() && is_nearer(along_m_[next_], wanted_m)) append();
        const bool is_taken = own_point && taken_ == line_.size();
        if (std::abs(wanted_m - last_m_) > vertex_tolerance_m || is_taken) {
            insert(is_taken ? std::max(wanted_m, last_m_) : wanted_m);
        }
        if (own_point) taken_ = line_.size();
        return line_.size() - 1;
    }

    std::vector<Coordinate> finish() && {
        while (next_ < points_.size()) append();
        return std::move(line_);
    }

private:
    // True for vertices up to the place, and for one behind it that is nearer than the last point.
    bool is_nearer(double vertex_m, double wanted_m) const {
        const double behind_m = vertex_m - wanted_m;
        return behind_m <= 0 || (behind_m <= vertex_tolerance_m && behind_m < wanted_m - last_m_);
    }

    void append() {
        line_.push_back(points_[next_]);
        last_m_ = along_m_[next_];
        ++next_;
    }

    void insert(double at_m) {
        const std::size_t to = std::min(next_, points_.size() - 1);
        const double length_m = along_m_[to] - along_m_[to - 1];
        const double share = length_m > 0 ? (at_m - along_m_[to - 1]) / length_m : 0;
        line_.push_back(between_points(points_[to - 1], points_[to], std::clamp(share, 0.0, 1.0)));
        last_m_ = at_m;
    }

    const std::vector<Coordinate>& points_;
    std::vector<double> along_m_;
    std::vector<Coordinate> line_;
    std::size_t next_ = 1;   // the vertex that comes next
    std::size_t taken_ = 0;  // the number of points when a connector last took one
    double last_m_ = 0;      // of the last point
};

// ---- the segment

nlohmann::json parse_json(std::string_view text) {
    try {
        return nlohmann::json::parse(text);
    } catch (const nlohmann::json::parse_error& error) {
        // "[json.exception.parse_error.101] parse error at line 1, column 5: syntax error …": lines count from the
        // feature's own beginning.
        const std::string_view what = error.what();
        const auto colon = what.find(": ");
        throw Fault(format("not valid JSON: {}", colon == what.npos ? what : what.substr(colon + 2)));
    } catch (const nlohmann::json::out_of_range& error) {  // "[json.exception.out_of_range.406] number overflow …"
        const std::string_view what = error.what();
        throw Fault(std::string(what.substr(std::min(what.find("] ") + 2, what.size()))));
    }
}

std::string id_of(const JsonValue& root, const nlohmann::json& json) {
    const JsonValue properties = root["properties"];
    for (const JsonValue& id : {root["id"], properties["id"]}) {
        if (!id.is_null()) return std::string(id.text());
    }
    throw Fault(format("a segment or connector has no id: {}", shortened(json.dump())));
}

Coordinate point_of(const JsonValue& pair) {
    if (pair.size() < 2) pair.refuse("a longitude and a latitude");
    const Coordinate point{pair.at(0).number(), pair.at(1).number()};
    if (!(std::abs(point.x) <= 180 && std::abs(point.y) <= 90)) pair.refuse("degrees of longitude and latitude");
    return point;
}

Feature::Kind kind_of(const JsonValue& properties, std::string_view geometry) {
    if (const auto type = properties["type"].optional_text()) {
        const auto theme = properties["theme"].optional_text().value_or("transportation");
        if (theme != "transportation") return Feature::Kind::other;
        return *type == "segment"     ? Feature::Kind::segment
               : *type == "connector" ? Feature::Kind::connector
                                      : Feature::Kind::other;
    }
    if (geometry == "Point") return Feature::Kind::connector;
    const bool is_segment = !properties["subtype"].is_null() || !properties["connectors"].is_null();
    return is_segment ? Feature::Kind::segment : Feature::Kind::other;
}

void read_points(const JsonValue& geometry, Feature& feature) {
    const std::string_view type = geometry["type"].optional_text().value_or("nothing");
    const bool is_segment = feature.kind == Feature::Kind::segment;
    const std::string_view wanted = is_segment ? "LineString" : "Point";
    if (type != wanted) throw Fault(format("geometry: expected a {}, found {}", wanted, type));
    const JsonValue coordinates = geometry["coordinates"];
    if (!is_segment) {
        feature.points.push_back(point_of(coordinates));
        return;
    }
    if (coordinates.size() < 2) coordinates.refuse("two or more points");
    feature.points.reserve(coordinates.size());
    coordinates.each([&](const JsonValue& point) { feature.points.push_back(point_of(point)); });
}

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
    list.each([&](const JsonValue& connector) {
        const JsonValue at = connector["at"];
        if (!(at.number() >= 0 && at.number() <= 1)) at.refuse("a fraction from 0 to 1");
        connectors.push_back({std::string(connector["connector_id"].text()), at.number(), 0});
    });
    std::ranges::stable_sort(connectors, {}, &ConnectorAt::at);
    return connectors;
}

// Finds the points of connectors and of the ends of pieces; pieces without a length vanish.
void place(const ReferenceSystem& wgs84, Segment& segment) {
    const auto& connectors = segment.connectors;
    const bool only_ends =
        std::ranges::all_of(connectors, [](const auto& each) { return each.at == 0 || each.at == 1; }) &&
        segment.pieces.size() == 1 && std::ranges::count(connectors, 0, &ConnectorAt::at) <= 1 &&
        std::ranges::count(connectors, 1, &ConnectorAt::at) <= 1;
    std::optional<LineBuilder> line;
    if (!only_ends) line.emplace(wgs84, segment.points);
    const auto point_at = [&](double at, bool own_point) {
        return line ? line->add(at, own_point) : at == 0 ? 0 : segment.points.size() - 1;
    };
    std::size_t first = point_at(0, false);
    auto connector = segment.connectors.begin();
    for (Piece& piece : segment.pieces) {
        for (; connector != segment.connectors.end() && connector->at <= piece.extent.to; ++connector) {
            connector->point = point_at(connector->at, true);
        }
        piece.first_point = first;
        first = piece.last_point = point_at(piece.extent.to, false);
    }
    if (line) segment.points = std::move(*line).finish();
    segment.pieces.back().last_point = segment.points.size() - 1;
    std::erase_if(segment.pieces, [](const Piece& piece) { return piece.first_point == piece.last_point; });
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

void read_transitions(const JsonValue& properties, const osm::Profile& profile, Segment& segment) {
    properties["prohibited_transitions"].each([&](const JsonValue& rule) {
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
        sequence.each([&](const JsonValue& pair) {
            transition.steps.push_back(
                {std::string(pair["connector_id"].text()), std::string(pair["segment_id"].text())});
        });
        transition.effective = profile.relation_tags(view_of(*transition.tags));
        transition.says = profile.turn_restriction(transition.effective.tags).says;
        // A ban for some purposes does not concern travellers, whose purpose is unknown.
        if (!scope.purposes.empty()) transition.says = osm::TurnRestriction::Says::nothing_to_mode;
        segment.transitions.push_back(std::move(transition));
    });
}

// As in OpenStreetMap, the street on a sign stands in for places and numbers that it does not name.
void read_signs(const JsonValue& properties, Segment& segment) {
    properties["destinations"].each([&](const JsonValue& rule) {
        Sign sign{std::string(rule["to_connector_id"].text()), std::string(rule["to_segment_id"].text()),
                  read_heading(rule["final_heading"]), "", ""};
        std::string streets;
        rule["labels"].each([&](const JsonValue& label) {
            const std::string_view type = label["type"].text();
            std::string& text = type == "street" ? streets : type.ends_with("route_ref") ? sign.refs : sign.places;
            text += format("{}{}", text.empty() ? "" : ";", label["value"].text());
        });
        if (sign.places.empty() && sign.refs.empty()) sign.places = std::move(streets);
        if (!sign.places.empty() || !sign.refs.empty()) segment.signs.push_back(std::move(sign));
    });
}

}  // namespace

Feature read_feature(std::string_view text) {
    nlohmann::json json = parse_json(text);
    const JsonValue root(json);
    if (!json.is_object()) root.refuse("a feature");
    if (root["type"].optional_text().value_or("") != "Feature") {
        throw Fault(format("expected a GeoJSON feature, found {}", shortened(json.dump())));
    }
    Feature feature;
    const JsonValue properties = root["properties"];
    const JsonValue geometry = root["geometry"];
    feature.kind = kind_of(properties, geometry["type"].optional_text().value_or(""));
    if (feature.kind == Feature::Kind::other) return feature;
    feature.id = id_of(root, json);
    try {
        read_points(geometry, feature);
    } catch (const Fault& fault) {
        throw Fault(format("feature '{}': {}", shortened(feature.id), fault.what()));
    }
    feature.properties = std::move(json["properties"]);
    return feature;
}

Segment judge_segment(Feature feature, const osm::Profile& profile, const ReferenceSystem& wgs84) {
    const JsonValue properties(feature.properties);
    Segment segment;
    segment.id = std::move(feature.id);
    segment.points = std::move(feature.points);
    read_pieces(properties, segment);
    segment.connectors = read_connectors(properties);
    place(wgs84, segment);
    for (Piece& piece : segment.pieces) {
        piece.effective = profile.way_tags(view_of(*piece.tags));
        piece.rules = profile.rules(piece.effective.tags, true);
    }
    read_transitions(properties, profile, segment);
    read_signs(properties, segment);
    return segment;
}

}  // namespace allways::importers::overture
