// SPDX-License-Identifier: Apache-2.0
// The options of OSRM's requests, by name.
#pragma once

#include <string_view>

#include "service/osrm/osrm_request.h"

namespace allways::tools {

// Sets the option in the request; `position` is the value's position in the target, for messages. Returns false if the
// request's service has no option of that name. Throws ServiceError.
bool take_osrm_option(OsrmRequest& request, const ServiceLimits& limits, std::string_view name, std::string_view value,
                      std::size_t position);

}  // namespace allways::tools
