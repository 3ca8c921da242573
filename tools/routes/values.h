// SPDX-License-Identifier: Apache-2.0
// The known values of a route as JSON, shared by json.cpp and geojson.cpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "allways/result/natural_scale.h"
#include "allways/routes/road_facts.h"
#include "allways/routes/route.h"
#include "allways/routes/route_formats.h"
#include "export/features/lon_lat.h"
#include "routes/directions.h"

namespace allways::tools {

// Borrows the source.
class RouteValues {
public:
    // `unit` as in RouteOutput.
    RouteValues(const PathSource& source, const std::string& unit, const LogCallback& log);
    const RoadFacts& facts() const { return facts_; }
    const NaturalScale& scale() const { return scale_; }

    // `at`: the route's index in the output. Columns of its pair are added as texts. Keys of unknown values are left
    // out: "length_m" if an arc lacks its length, "name" if the road has no name, "maneuvers" if neither names nor
    // lines distinguish the roads.
    nlohmann::ordered_json of(const Route& route, const RouteOutput& output, std::size_t at) const;

private:
    void add_maneuvers(nlohmann::ordered_json& json, const Route& route, const std::string& language) const;

    const PathSource& source_;
    NaturalScale scale_;
    RoadFacts facts_;
    Directions directions_;
    std::optional<PointToLonLat> lon_lat_;  // nothing: no coordinates
};

// The roads in order of travel, consecutive arcs of a road counted once; unnamed roads are left out.
std::vector<std::string> road_names(const RoadFacts& facts, const Route& route);

}  // namespace allways::tools
