// What is known of a route as JSON: the values that route_json.cpp and route_geojson.cpp share.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "allways/points/pairs_file.h"
#include "allways/routes/road_facts.h"
#include "allways/routes/route.h"
#include "export/lon_lat.h"
#include "routes/directions.h"

namespace allways::tools {

// Borrows the source.
class RouteValues {
public:
    RouteValues(const PathSource& source, const LogCallback& log);
    const RoadFacts& facts() const { return facts_; }

    // The columns of its pair are texts beside the others. Keys of what is not known are left out: "length_m" where an
    // arc's length is missing, "name" where it has none, "maneuvers" where neither names nor lines tell one road from
    // another.
    nlohmann::ordered_json of(const Route& route, const PairColumns& pairs = {}, std::size_t pair = 0) const;

private:
    void add_maneuvers(nlohmann::ordered_json& json, const Route& route) const;

    const PathSource& source_;
    RoadFacts facts_;
    Directions directions_;
    std::optional<PointToLonLat> lon_lat_;  // nothing where there are no coordinates
};

// The roads in the order of travel, each once for consecutive arcs; unnamed ones are left out.
std::vector<std::string> road_names(const RoadFacts& facts, const Route& route);

}  // namespace allways::tools
