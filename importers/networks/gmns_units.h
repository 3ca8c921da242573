// SPDX-License-Identifier: Apache-2.0
// Units of GMNS lengths and speeds: config.csv states them, but real files do not always follow it.
#pragma once

#include <string>
#include <vector>

#include "allways/base/progress.h"
#include "allways/network/road_network.h"

namespace allways::importers {

// The content of config.csv, if it exists. Units are symbols ("ft", "mi", "m", "km", "mph", "km/h"); empty if not
// stated. GMNS has no unit of time; `time` is an extension, the unit of a link field `time`, as Allways itself writes
// it ("second", "minute", "hour").
struct GmnsConfig {
    std::string short_length;
    std::string long_length;
    std::string speed;
    std::string time;
    std::string crs;
};

// Throws InputError if the file is malformed; all fields are empty if it does not exist.
GmnsConfig read_gmns_config(const std::string& path);

// Returns the unit of link.csv's `length`. The specification means long_length; some networks use short_length (Lima:
// feet, with "mile" stated). So lengths are compared with the straight lines between the nodes: of the two units, and a
// plane in feet or metres, the pair is chosen for which the typical link is as long as its straight line. Without
// coordinates the unit is long_length; empty if neither is stated. Logs the choice, and mentions the straight lines
// only if they decided.
std::string decide_length_unit(const GmnsConfig& config, const RoadNetwork& network,
                               const std::vector<Decimal>& lengths, const LogCallback& log_to);

// Warns if the unit that the user states does not fit the straight lines and another one does.
void check_stated_length_unit(const std::string& unit, const GmnsConfig& config, const RoadNetwork& network,
                              const std::vector<Decimal>& lengths, const LogCallback& log_to);

}  // namespace allways::importers
