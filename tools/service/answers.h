// SPDX-License-Identifier: Apache-2.0
// The bodies of answers: one function for each service of OSRM's API, then for those of Valhalla, then for the page.
#pragma once

#include <string>
#include <vector>

#include "service/http/url.h"
#include "service/map/map_snapshot.h"
#include "service/osrm/osrm_request.h"
#include "service/osrm/waypoints.h"
#include "service/valhalla/valhalla_request.h"

namespace allways::tools {

// Each throws ServiceError if there is no answer.
std::string answer_nearest(const MapSnapshot& map, const OsrmRequest& request, const ServiceOptions& options);
std::string answer_table(const MapSnapshot& map, const OsrmRequest& request, const ServiceOptions& options);
std::string answer_route(const MapSnapshot& map, const OsrmRequest& request, const ServiceOptions& options);
std::string answer_trip(const MapSnapshot& map, const OsrmRequest& request, const ServiceOptions& options);
std::string answer_match(const MapSnapshot& map, const OsrmRequest& request, const ServiceOptions& options);
// The URL has four parts.
std::string answer_tile(const MapSnapshot& map, const Url& url, const ServiceOptions& options);

std::string answer_matrix(const MapSnapshot& map, const ValhallaRequest& request, const ServiceOptions& options);
std::string answer_isochrone(const MapSnapshot& map, const ValhallaRequest& request, const ServiceOptions& options);
std::string answer_valhalla_route(const MapSnapshot& map, const ValhallaRequest& request,
                                  const ServiceOptions& options);
// The roads at the places of a request in Valhalla's form.
std::vector<Waypoint> valhalla_waypoints(const MapSnapshot& map, const std::vector<Coordinate>& places,
                                         const Deadline& deadline, const ServiceOptions& options);

// Changes the costs of `profile`; empty: of the first profile.
std::string answer_costs(const RoutingService& service, const ServiceRequest& asked, const std::string& profile);

// Replaces the map.
std::string answer_reload(const RoutingService& service, const ServiceRequest& asked);

// `profiles`: the names to choose from; empty: there is one only.
std::string answer_network(const MapSnapshot& map, const Url& url, const ServiceOptions& options,
                           const std::vector<std::string>& profiles);
std::string answer_names(const MapSnapshot& map, const Url& url);

}  // namespace allways::tools
