// SPDX-License-Identifier: Apache-2.0
// Requests as plain values, whichever API they come from. Malformed and too large requests are refused before any work.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "allways/network/coordinate.h"
#include "allways/service/routing_service.h"
#include "service/http/protocol.h"

namespace allways::tools {

enum class Approach { unrestricted, curb, opposite };
enum class Geometries { polyline, polyline6, geojson, none };
enum class Overview { simplified, full, none, by_legs };

// A limit of Valhalla's isochrones.
struct Contour {
    bool is_distance;
    double limit;        // seconds or metres
    double stated;       // the request's number: minutes or kilometres
    std::string colour;  // "ff0000"; empty: one of Valhalla's
};

// A location of Valhalla's routes.
struct RouteStop {
    std::string type;         // "break", "through", "via", "break_through"
    std::string name = {};    // repeated in the answer
    bool ends_leg = true;     // else the leg passes it
    bool turns_round = true;  // the route may leave it in the direction from which it came
};

struct RoadRequest {
    std::string service;  // "nearest", "route", "table", "trip", "match"
    std::vector<Coordinate> coordinates;

    // These have one entry per coordinate, or are empty.
    std::vector<std::optional<std::pair<double, double>>> bearings;  // degrees, and the range to either side
    std::vector<std::optional<double>> radiuses;                     // metres; nothing: the service's limit
    std::vector<std::optional<Approach>> approaches;
    std::vector<std::string> hints;
    std::vector<std::string> exclude;                       // road classes
    std::vector<std::vector<Coordinate>> exclude_polygons;  // rings around the roads to close
    Deadline deadline;
    bool generate_hints = true;
    bool skip_waypoints = false;

    std::size_t number = 1;  // nearest: number of results

    // route, trip and match
    bool steps = false;
    std::optional<std::string> language = {};  // of the instructions of steps; nothing: OSRM's steps have none
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

    // Valhalla's requests
    std::string_view costing;       // the one that is answered
    double metres_per_unit = 1000;  // unit of distances: kilometres or miles
    bool verbose = true;
    std::optional<std::string> id;  // repeated in the answer
    std::vector<RouteStop> stops;   // route: one for each coordinate
    bool instructions = true;       // steps have a text
    bool roundabout_exits = true;   // they are steps of their own
    std::string language_tag;       // as the request states it: "de-DE"
    std::vector<Contour> contours;  // in the order of the answer: distances before times, the largest first
    bool reverse = false;           // isochrones: towards the location
    bool polygons = false;          // false: lines
    double denoise = 1;             // drops areas (or their lines) smaller than this share of a contour's largest area
    double tolerance_m = 10;        // of outlines

    bool wants(std::string_view annotation) const;
    // "kilometers" or "miles".
    std::string_view unit() const { return metres_per_unit == 1000 ? "kilometers" : "miles"; }
};

// `url`: that of the request. Throws ServiceError.
RoadRequest parse_osrm_request(const Url& url, const ServiceRequest& request, const ServiceLimits& limits);

// A request in Valhalla's form: a JSON object, in a body or in the option `json` of the URL. Fields that would change
// the answer but are not supported are refused by name, unless they have the value that Valhalla takes when they are
// missing. Fields without any effect are ignored. `costing`: the only one that is answered. Throws ServiceError, whose
// code is one of Valhalla's numbers.
RoadRequest parse_valhalla_request(std::string_view service, const ServiceRequest& request, const ServiceLimits& limits,
                                   std::string_view costing);

// Valhalla's name for the costs of a network: that of its profile, or of `mode`.
std::string_view valhalla_costing(const TableProvenance& source, std::string_view mode);

inline bool is_on_earth(Coordinate at) {
    return std::abs(at.x) <= 180 && std::abs(at.y) <= 90;
}

}  // namespace allways::tools
