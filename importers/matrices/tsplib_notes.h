// SPDX-License-Identifier: Apache-2.0
// Notes in the COMMENT of TSPLIB instances that Allways writes: the meaning of the numbers, and the number for
// unreachable pairs.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "allways/base/units.h"

namespace allways::importers {

struct TsplibNotes {
    CostScale scale;
    std::optional<std::int64_t> unreachable;
};

// Parses "time in s, in steps of 10^-3; 2 pairs are unreachable, written as 70; rounded, by 0.5 at most". `own`:
// Allways certainly wrote it; otherwise only the number for unreachable pairs is read, which no other comment states.
TsplibNotes tsplib_notes(std::string_view comment, bool own);

}  // namespace allways::importers
