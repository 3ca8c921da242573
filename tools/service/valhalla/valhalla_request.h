// SPDX-License-Identifier: Apache-2.0
// Requests in Valhalla's form: a JSON object, in a body or in the option `json` of the URL.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "allways/network/coordinate.h"
#include "allways/service/routing_service.h"
#include "service/http/service_error.h"
#include "service/valhalla/valhalla_fields.h"

namespace allways::tools {

struct ValhallaRequest {
    std::string_view costing;         // the one that is answered
    std::vector<Coordinate> sources;  // for isochrones and routes: the locations
    std::vector<Coordinate> targets;
    double metres_per_unit = 1000;  // unit of distances: kilometres or miles
    bool verbose = true;
    std::optional<std::string> id;                          // repeated in the answer
    std::vector<std::string> exclude;                       // road classes
    std::vector<std::vector<Coordinate>> exclude_polygons;  // rings around the roads to close

    struct Contour {
        bool is_distance;
        double limit;        // seconds or metres
        double stated;       // the request's number: minutes or kilometres
        std::string colour;  // "ff0000"; empty: one of Valhalla's
    };
    std::vector<Contour> contours;  // in the order of the answer: distances before times, the largest first
    bool reverse = false;           // towards the location
    bool polygons = false;          // false: lines
    double denoise = 1;             // drops areas (or their lines) smaller than this share of a contour's largest area
    double tolerance_m = 10;        // of outlines
    ValhallaRouteFields route;
    Deadline deadline;
};

// Valhalla's name for the costs of a network: that of its profile, or of `mode`.
std::string_view valhalla_costing(const TableProvenance& source, std::string_view mode);

// `costing`: the only one that is answered. Throws ServiceError, whose code is one of Valhalla's numbers.
ValhallaRequest parse_valhalla_request(std::string_view service, const ServiceRequest& request,
                                       const ServiceLimits& limits, std::string_view costing);

}  // namespace allways::tools
