// SPDX-License-Identifier: Apache-2.0
// Requests in Valhalla's form: a JSON object, in a body or in the option `json` of the URL. Fields that would change
// the answer but are not supported are refused by name, unless they have the value that Valhalla takes when they are
// missing. Fields without any effect are ignored.
#pragma once

#include <string_view>

#include "allways/service/routing_service.h"
#include "service/osrm/road_request.h"

namespace allways::tools {

// Valhalla's name for the costs of a network: that of its profile, or of `mode`.
std::string_view valhalla_costing(const TableProvenance& source, std::string_view mode);

// `costing`: the only one that is answered. Throws ServiceError, whose code is one of Valhalla's numbers.
RoadRequest parse_valhalla_request(std::string_view service, const ServiceRequest& request, const ServiceLimits& limits,
                                   std::string_view costing);

}  // namespace allways::tools
