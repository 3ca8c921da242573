// SPDX-License-Identifier: Apache-2.0
// The writers of routes, and what several of them share.
#pragma once

#include <string>
#include <vector>

#include "allways/network/coordinate.h"
#include "allways/routes/road_facts.h"
#include "allways/routes/route_formats.h"

namespace allways::tools {

// The roads in order of travel, consecutive arcs of a road counted once; unnamed roads are left out.
std::vector<std::string> road_names(const RoadFacts& facts, const Route& route);

// Removes repeated points; a line of less than two points becomes empty.
void drop_repeated(std::vector<Coordinate>& line);

RouteFormat route_text();
RouteFormat route_csv();
RouteFormat route_json();
RouteFormat route_geojson();
RouteFormat route_gpkg();
RouteFormat route_shapefile();
RouteFormat route_flatgeobuf();

}  // namespace allways::tools
