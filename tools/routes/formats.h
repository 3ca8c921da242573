// The writers of routes; each has its own file.
#pragma once

#include "allways/routes/route_formats.h"

namespace allways::tools {

RouteFormat route_text();
RouteFormat route_csv();
RouteFormat route_json();
RouteFormat route_geojson();
RouteFormat route_gpkg();

}  // namespace allways::tools
