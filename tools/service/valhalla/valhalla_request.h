// SPDX-License-Identifier: Apache-2.0
// Requests in Valhalla's form: a JSON object, in a body or in the option `json` of the URL.
#pragma once

#include <string>
#include <vector>

#include "allways/network/coordinate.h"
#include "allways/service/routing_service.h"
#include "service/http/deadline.h"

namespace allways::tools {

struct ValhallaRequest {
    std::vector<Coordinate> sources;  // for isochrones: the locations
    std::vector<Coordinate> targets;
    double metres_per_unit = 1000;  // unit of distances: kilometres or miles
    bool verbose = true;
    struct Contour {
        double seconds;
        std::string colour;  // "ff0000"; empty: none
    };
    std::vector<Contour> contours;  // ascending
    bool polygons = false;          // false: lines
    double denoise = 1;             // drops areas (or their lines) smaller than this share of a contour's largest area
    Deadline deadline;
};

bool is_valhalla_service(std::string_view name);  // "sources_to_targets", "isochrone"

// Throws ServiceError, whose code is one of Valhalla's numbers.
ValhallaRequest parse_valhalla_request(std::string_view service, const ServiceRequest& request,
                                       const ServiceLimits& limits);

}  // namespace allways::tools
