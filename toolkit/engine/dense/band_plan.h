// SPDX-License-Identifier: Apache-2.0
// Which bands of rows a device has at each step of a schedule in bands, when it has slots for a few of them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/dense/schedule.h"

namespace allways::engine {

// The fewest slots: the pivots, the rows that catch up, the next ones on their way in and the last ones on their way
// out.
inline constexpr std::uint32_t least_band_slots = 4;

struct BandIn {
    std::uint32_t band = 0;
    std::uint32_t slot = 0;
    std::uint32_t step = 0;  // that needs it
    // Indexes of moves out: which empties the slot, and by which the band left before; nothing for the first time.
    std::optional<std::uint32_t> emptied = {};
    std::optional<std::uint32_t> left = {};
};

struct BandOut {
    std::uint32_t band = 0;
    std::uint32_t slot = 0;
    std::uint32_t step = 0;  // the last that uses it before it leaves
    bool for_good = false;   // no step needs it again
};

struct BandPlan {
    std::vector<BandIn> in;    // in order of `step`
    std::vector<BandOut> out;  // in order of `step`
    // The schedule's steps, and one more for each band that none of them touches.
    std::uint32_t steps = 0;
};

// Plans moves for a schedule in bands: a band comes as soon as a slot is free, and the one that was used least recently
// makes room for it. `slots` >= least_band_slots.
BandPlan plan_bands(const Schedule& schedule, const TileLayout& layout, std::uint32_t slots);

}  // namespace allways::engine
