// SPDX-License-Identifier: Apache-2.0
// The bodies of answers: one function for each service of OSRM's API, then for those of Valhalla, then for the page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "service/http/protocol.h"
#include "service/map/map_snapshot.h"
#include "service/osrm/road_request.h"
#include "service/osrm/waypoints.h"

namespace allways::tools {

// Each throws ServiceError if there is no answer.
std::string answer_nearest(const MapSnapshot& map, const RoadRequest& request, const ServiceOptions& options);
std::string answer_table(const MapSnapshot& map, const RoadRequest& request, const ServiceOptions& options);
std::string answer_route(const MapSnapshot& map, const RoadRequest& request, const ServiceOptions& options);
std::string answer_trip(const MapSnapshot& map, const RoadRequest& request, const ServiceOptions& options);
std::string answer_match(const MapSnapshot& map, const RoadRequest& request, const ServiceOptions& options);
// The URL has four parts.
std::string answer_tile(const MapSnapshot& map, const Url& url, const ServiceOptions& options);

std::string answer_matrix(const MapSnapshot& map, const RoadRequest& request, const ServiceOptions& options);
std::string answer_isochrone(const MapSnapshot& map, const RoadRequest& request, const ServiceOptions& options);
std::string answer_valhalla_route(const MapSnapshot& map, const RoadRequest& request, const ServiceOptions& options);
// find_waypoints() with Valhalla's error.
std::vector<Waypoint> valhalla_waypoints(const MapSnapshot& map, const RoadRequest& request,
                                         const ServiceOptions& options);

// Changes the costs of `profile`; empty: of the first profile.
std::string answer_costs(const RoutingService& service, const ServiceRequest& asked, const std::string& profile);

// Replaces the map.
std::string answer_reload(const RoutingService& service, const ServiceRequest& asked);

// `profiles`: the names to choose from; empty: there is one only.
std::string answer_network(const MapSnapshot& map, const Url& url, const ServiceOptions& options,
                           const std::vector<std::string>& profiles);
std::string answer_names(const MapSnapshot& map, const Url& url);

// Writes [west, south, east, north].
void write_box(JsonWriter& json, const BoundingBox& box);

// The words of a name as a search compares them: runs of letters and digits, in lower case. Latin letters lose their
// accents ("Żejtun" is "zejtun", "Straße" is "strasse"), Greek and Cyrillic ones become lower case, all others stay as
// they are.
std::vector<std::string> folded_words(std::string_view text);

}  // namespace allways::tools
