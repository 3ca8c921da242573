// What Allways says in the COMMENT of the TSPLIB instances that it writes: what the numbers are, and which one stands
// for unreachable pairs.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "allways/base/units.h"

namespace allways {

struct TsplibNotes {
    CostScale scale;
    std::optional<std::int64_t> unreachable;
};

// "time in s, in steps of 10^-3; 2 pairs are unreachable, written as 70; rounded, by 0.5 at most". `own`: Allways is
// known to have written it; else only what no other comment says is taken, which is the number for unreachable pairs.
TsplibNotes tsplib_notes(std::string_view comment, bool own);

}  // namespace allways
