// SPDX-License-Identifier: Apache-2.0
// A device without an entry of its own tunes itself: before a long dense job it spends a small part of the job's time
// on a search, and keeps the winner (device/kept_tuning.h). Deciding, planning and searching need no device.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "allways/base/progress.h"
#include "device/opencl.h"
#include "device/opencl_options.h"
#include "device/tuning.h"
#include "engine/dense/executor.h"
#include "engine/tuning/ceiling.h"

namespace allways::engine {

// Returns false for jobs of so few pairs that they are not worth a look at the device.
bool is_long_enough_to_tune(double pairs);

// Returns the seconds that a job may spend on the search: 3 % of the time predicted for it, 2 s at most. Nothing if
// that does not suffice to compile a kernel (jobs below 7 s), or if an earlier search had more than half of that time.
std::optional<double> self_tuning_seconds(double predicted_seconds, double earlier_search_seconds);

// The candidates: `now`; the most promising of tuning_space with the form of min that the device does fastest, then
// with that of `now`; and up to ten further register tiles, the most promising first. Each has a group of pivot tiles
// some 400 (CPU) or 256 (GPU) steps deep.
std::vector<device::TuningValues> self_tuning_candidates(const device::Tuning& now, const device::OpenClDevice& device,
                                                         const CellFormat& cell, const FastestMinimum& minimum);

struct SelfTuningSearch {
    std::size_t best = 0;
    double rate_before = 0;  // of candidate 0
    double rate = 0;
    std::size_t measured = 0;
};

// Successive halving over `count` candidates. measure(candidate, seconds) returns a rate, after compiling at its first
// call; nothing: the candidate does not work. seconds_gone() is the clock. A candidate starts only if the longest
// compilation so far would still end within `seconds`. Another candidate than 0 wins only if it is 2 % faster. Returns
// nothing if not even candidate 0 could be measured.
std::optional<SelfTuningSearch> search_own_tuning(
    std::size_t count, const std::function<std::optional<double>(std::size_t candidate, double seconds)>& measure,
    const std::function<double()>& seconds_gone, double seconds);

// Tunes the device for a job of that many pairs if it is worth it; returns what to report, in one sentence. The
// device's later choose_tuning() with the same folders has the values. Throws what `progress` demands (Cancelled).
std::optional<std::string> tune_itself(const device::OpenClDevice& device, const CellFormat& cell, double pairs,
                                       const device::OpenClOptions& options, const ProgressCallback& progress);

}  // namespace allways::engine
