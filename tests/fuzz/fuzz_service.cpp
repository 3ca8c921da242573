// SPDX-License-Identifier: Apache-2.0
// Requests of the service. The first byte chooses the method and the service; a line end parts target and body.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "service/http/protocol.h"
#include "service/osrm/road_request.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace allways;
    using namespace allways::tools;
    if (size < 1) return -1;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    const std::size_t end = std::min(text.find('\n'), text.size());
    const ServiceRequest request{data[0] & 1 ? "POST" : "GET", std::string(text.substr(0, end)),
                                 std::string(text.substr(std::min(end + 1, text.size())))};
    const ServiceLimits limits;
    try {
        if ((data[0] & 6) == 2) {
            (void)parse_valhalla_request("isochrone", request, limits, "auto");
        } else if ((data[0] & 6) == 4) {
            (void)parse_valhalla_request("sources_to_targets", request, limits, "auto");
        } else if (parse_osrm_request(parse_url(request.target), request, limits).coordinates.empty()) {
            std::abort();
        }
    } catch (const ServiceError& error) {
        if (error.status() < 400 || error.code().empty()) std::abort();
    }
    return 0;
}
