// The bodies of answers, one function for each service of OSRM's API.
#pragma once

#include <string>

#include "service/map_snapshot.h"
#include "service/osrm_request.h"

namespace allways::tools {

// Each throws ServiceError where there is no answer.
std::string answer_nearest(const MapSnapshot& map, const OsrmRequest& request, const ServiceOptions& options);
std::string answer_table(const MapSnapshot& map, const OsrmRequest& request, const ServiceOptions& options);
std::string answer_route(const MapSnapshot& map, const OsrmRequest& request, const ServiceOptions& options);

}  // namespace allways::tools
