// What GMNS lengths and speeds measure: config.csv says it, and real files do not always keep to it.
#pragma once

#include <string>
#include <vector>

#include "allways/base/progress.h"
#include "allways/network/road_network.h"

namespace allways {

// config.csv, where there is one. Units by their symbols ("ft", "mi", "m", "km", "mph", "km/h"); empty where not said.
// `time` is an extension to GMNS, which has no unit for it: the unit of a link field `time`, as Allways itself writes
// one ("second", "minute", "hour").
struct GmnsConfig {
    std::string short_length;
    std::string long_length;
    std::string speed;
    std::string time;
    std::string crs;
};

// Throws InputError where the file is malformed; all fields are empty where it does not exist.
GmnsConfig read_gmns_config(const std::string& path);

// The unit of link.csv's `length`. The specification means long_length; some networks are in short_length (Lima: feet
// beside "mile"). So lengths are held against the straight lines between the nodes: of the two units and a plane in
// feet or metres, the pair taken is the one whose typical link is as long as its straight line. Without coordinates it
// is long_length. Empty where neither is stated. Said through the log, the straight lines only where they decided.
std::string decide_length_unit(const GmnsConfig& config, const RoadNetwork& network,
                               const std::vector<Decimal>& lengths, const LogCallback& log_to);

// Warns where a unit that the user states does not fit the straight lines and another one does.
void check_stated_length_unit(const std::string& unit, const GmnsConfig& config, const RoadNetwork& network,
                              const std::vector<Decimal>& lengths, const LogCallback& log_to);

}  // namespace allways
