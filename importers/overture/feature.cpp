// SPDX-License-Identifier: Apache-2.0
#include "overture/feature.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "allways/base/format.h"
#include "base/text.h"
#include "overture/json_value.h"

namespace allways::importers::overture {

namespace {

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
    for (std::size_t i = 0; i < coordinates.size(); ++i) feature.points.push_back(point_of(coordinates.at(i)));
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

}  // namespace allways::importers::overture
