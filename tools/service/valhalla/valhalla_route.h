// SPDX-License-Identifier: Apache-2.0
// Routes in Valhalla's form, which it calls trips: locations, legs with lines and maneuvers, and their summaries.
#pragma once

#include <span>

#include "allways/routes/instruction.h"
#include "export/json.h"
#include "service/osrm/route_legs.h"

namespace allways::tools {

// DirectionsLeg.Maneuver.Type of Valhalla's directions.proto; types that no instruction has are missing.
enum class ValhallaManeuver {
    start = 1,
    destination = 4,
    destination_right = 5,
    destination_left = 6,
    becomes = 7,
    go_on = 8,
    slight_right = 9,
    right = 10,
    sharp_right = 11,
    uturn_right = 12,
    uturn_left = 13,
    sharp_left = 14,
    left = 15,
    slight_left = 16,
    ramp_straight = 17,
    ramp_right = 18,
    ramp_left = 19,
    exit_right = 20,
    exit_left = 21,
    stay_straight = 22,
    stay_right = 23,
    stay_left = 24,
    merge = 25,
    roundabout_enter = 26,
    roundabout_exit = 27,
    ferry_enter = 28,
    ferry_exit = 29,
    merge_right = 37,
    merge_left = 38
};

// `on_ferry`: the road of the instruction is a ferry. `left_hand`: traffic drives on the left, where U-turns lead to
// the right.
ValhallaManeuver valhalla_maneuver(const Instruction& one, bool on_ferry, bool left_hand);

// Writes the field `trip` into the object that the caller has begun.
void write_valhalla_route(JsonWriter& json, const MapSnapshot& map, const RoadRequest& request,
                          std::span<const RouteLeg> legs, const ServiceOptions& options);

}  // namespace allways::tools
