// SPDX-License-Identifier: Apache-2.0
// Tables of the same origins and destinations, one for each hour: a cube.
#pragma once

#include <string>
#include <vector>

#include "allways/result/origin_destination_table.h"

namespace allways {

// All tables have the same ids, places and unit, and skims of the same names; digits and types may differ. The name of
// an hour's distances is that of its column ("time_8").
struct HourlyTables {
    std::string name;                            // of the distances, whatever the hour: "time"
    std::vector<int> hours;                      // 0 to 23, or of a week to 167
    std::vector<OriginDestinationTable> tables;  // one for each hour

    bool empty() const { return tables.empty(); }
};

}  // namespace allways
