// SPDX-License-Identifier: Apache-2.0
// The writers of routes; each has its own file.
#pragma once

#include "allways/routes/route_formats.h"

namespace allways::tools {

RouteFormat route_text();
RouteFormat route_csv();
RouteFormat route_json();
RouteFormat route_geojson();
RouteFormat route_gpkg();
RouteFormat route_shapefile();
RouteFormat route_flatgeobuf();

}  // namespace allways::tools
