// SPDX-License-Identifier: Apache-2.0
#include "allways/points/snap_options.h"

namespace allways {

const std::vector<SnapOptionRow>& snap_options() {
    static const std::vector<SnapOptionRow> rows{
        {"onto", &SnapChoice::onto, "WHERE", "Snap positions to the nearest arc or the nearest node", "", "--snap"},
        {"radius", &SnapChoice::radius, "METRES",
         "Leave positions unsnapped, and so unreachable, beyond this distance (default: 500; 300 by bicycle, 200 on "
         "foot); in the network's own units if it states no reference system (default: its width)",
         "", "--snap-radius"},
        {"component", &SnapChoice::component, "WHICH", "Snap to the largest strong component only, or to any", "",
         "--snap-component"},
        {"access_speed_kmh", &SnapChoice::access_speed_kmh, "KM/H",
         "Add the time between positions and their roads at this speed, at both ends; the cost must be a time",
         with_times, "--access-speed"},
    };
    return rows;
}

}  // namespace allways
