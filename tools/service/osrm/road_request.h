// SPDX-License-Identifier: Apache-2.0
// Requests of OSRM's HTTP API as plain values. Malformed and too large requests are refused here, before any work.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "allways/network/coordinate.h"
#include "allways/service/routing_service.h"
#include "service/http/service_error.h"
#include "service/http/url.h"

namespace allways::tools {

enum class Approach { unrestricted, curb, opposite };
enum class Geometries { polyline, polyline6, geojson };
enum class Overview { simplified, full, none, by_legs };

struct BearingRange {
    double bearing;  // degrees
    double range;    // to either side
};

struct OsrmRequest {
    std::string service;  // "nearest", "route", "table", "trip", "match"
    std::vector<Coordinate> coordinates;

    // These have one entry per coordinate, or are empty.
    std::vector<std::optional<BearingRange>> bearings;
    std::vector<std::optional<double>> radiuses;  // metres; nothing: the service's limit
    std::vector<std::optional<Approach>> approaches;
    std::vector<std::string> hints;
    std::vector<std::string> exclude;  // road classes
    Deadline deadline;
    bool generate_hints = true;
    bool skip_waypoints = false;

    std::size_t number = 1;  // nearest: number of results

    // route, trip and match
    bool steps = false;
    std::optional<std::string> language = {};  // of the instructions of steps; nothing: steps have none
    std::vector<std::string> annotations;      // of "duration", "distance", …; table: "duration" or "distance"
    Geometries geometries = Geometries::polyline;
    Overview overview = Overview::simplified;
    std::vector<std::size_t> waypoints;  // route and match; empty: all coordinates

    // route
    std::size_t alternatives = 0;
    bool continue_straight = true;

    // table
    std::vector<std::size_t> sources;  // empty: all
    std::vector<std::size_t> destinations;
    std::optional<double> fallback_speed;  // m/s
    bool fallback_from_input = true;
    double scale_factor = 1;

    // trip
    bool roundtrip = true;
    bool source_first = false;
    bool destination_last = false;

    // match
    std::vector<std::int64_t> timestamps;  // seconds, one per coordinate, or empty
    bool splits_at_gaps = true;
    bool tidy = false;

    bool wants(std::string_view annotation) const;
};

// `url`: that of the request. Throws ServiceError.
OsrmRequest parse_osrm_request(const Url& url, const ServiceRequest& request, const ServiceLimits& limits);

}  // namespace allways::tools
