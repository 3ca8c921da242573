// SPDX-License-Identifier: Apache-2.0
// The options of solving as rows, from which the command and Python make theirs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/option_row.h"
#include "allways/engine/solve.h"

namespace allways {

using SolveOptionRow = OptionRow<SolveOptions, bool, std::string, std::optional<CostType>, ScheduleChoice, DeviceChoice,
                                 std::vector<std::string>, std::uint64_t>;

// In the order of the command's help.
ALLWAYS_API const std::vector<SolveOptionRow>& solve_options();

ALLWAYS_API std::vector<std::string> words_of(const ScheduleChoice&);

// Help of the options that SolveOptions and BenchOptions share.
inline constexpr const char* device_text =
    "Device: auto, cpu, gpu, reference, or an id from `list_devices()`; several share the work: gpu:all, 0:0,0:1 or "
    "cpu+gpu";
inline constexpr const char* device_memory_text =
    "Use at most this much of a device's memory; a larger matrix passes through it in bands of rows (default: what the "
    "device has)";
// What each of tile_schedules() is for.
inline constexpr const char* tile_schedules_text =
    "blocked, groups of tiles, the least memory traffic; naive, Floyd-Warshall as in textbooks, to compare with; "
    "recursive, halves of halves (R-Kleene), twice the memory; squaring, min-plus squarings until nothing changes, for "
    "graphs whose paths have few arcs, twice the memory";

}  // namespace allways
