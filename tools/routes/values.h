// What is known of a route as JSON: the values that route_json.cpp and route_geojson.cpp share.
#pragma once

#include <nlohmann/json.hpp>

#include "routes/road_facts.h"
#include "routes/route.h"

namespace allways::tools {

// Keys of what is not known are left out: "length_m" where an arc's length is missing, "name" where it has none.
nlohmann::ordered_json route_values(const RouteSource& source, const RoadFacts& facts, const Route& route);

// The roads in the order of travel, each once for consecutive arcs; unnamed ones are left out.
std::vector<std::string> road_names(const RoadFacts& facts, const Route& route);

}  // namespace allways::tools
