// SPDX-License-Identifier: Apache-2.0
// The search for tuning values: the candidates, a way to find the best of them within a stated time, and the search
// that a device makes for itself.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "allways/base/progress.h"
#include "device/opencl.h"
#include "device/opencl_options.h"
#include "device/tuning.h"
#include "engine/dense/executor.h"

namespace allways::engine {

// ---- The candidates: every geometry of a kernel form that a device supports, the most promising first

// `now` with every "tile", "item" and "depth" (GPU form) or "tile", "vector", "vectors" and "rows" (CPU form) that
// passes check_constraints, by increasing predicted cost.
std::vector<device::TuningValues> tuning_space(const device::Tuning& now, const device::OpenClDevice& device,
                                               const CellFormat& cell);

// ---- Successive halving
//
// Finds the best of many candidates within a stated time: short measurements of all, longer ones of the better half,
// and so on.

struct SearchResult {
    std::optional<std::size_t> best;  // nothing if no candidate could be measured
    double rate = 0;                  // rate of the best candidate, from its longest measurement
    double rate_of_first = 0;         // of candidate 0; 0: it could not be measured
    std::size_t measured = 0;         // candidates measured at least once
};

// `measure(candidate, round)` returns a rate, larger is better, and takes longer each round; returning nothing
// eliminates a candidate that failed. Candidates 0 … count-1 are taken in order. The first round starts no candidate
// once `first_round_is_over()`, and no round starts once `time_is_up()`. A round that is cut short decides among the
// candidates it reached, best first. Source: Jamieson & Talwalkar, "Non-stochastic best arm identification and
// hyperparameter optimization", AISTATS 2016, with rounds bounded by time.
SearchResult successive_halving(
    std::size_t count, const std::function<std::optional<double>(std::size_t candidate, unsigned round)>& measure,
    const std::function<bool()>& first_round_is_over, const std::function<bool()>& time_is_up);

// ---- Self-tuning
//
// A device without an entry of its own tunes itself: before a long dense job it spends a small part of the job's time
// on a search, and keeps the winner (device/tuning.h). Deciding, planning and searching need no device.

// Returns false for jobs of so few pairs that they are not worth a look at the device.
bool is_long_enough_to_tune(double pairs);

// Returns the seconds that a job may spend on the search: 3 % of the time predicted for it, 2 s at most. Nothing if
// that does not suffice to compile a kernel (jobs below 7 s), or if an earlier search had more than half of that time.
std::optional<double> self_tuning_seconds(double predicted_seconds, double earlier_search_seconds);

// The candidates: `now`; the most promising of tuning_space with the form of min that the device does fastest, then
// with that of `now`; and up to ten further register tiles, the most promising first. Each has a group of pivot tiles
// some 400 (CPU) or 256 (GPU) steps deep.
std::vector<device::TuningValues> self_tuning_candidates(const device::Tuning& now, const device::OpenClDevice& device,
                                                         const CellFormat& cell, const device::TuningValues& minimum);

// Successive halving over `count` candidates. measure(candidate, seconds) returns a rate, after compiling at its first
// call; nothing: the candidate does not work. seconds_gone() is the clock. A candidate starts only if the longest
// compilation so far would still end within `seconds`. Another candidate than 0 wins only if it is 2 % faster; none is
// the best if candidate 0 could not be measured.
SearchResult search_own_tuning(
    std::size_t count, const std::function<std::optional<double>(std::size_t candidate, double seconds)>& measure,
    const std::function<double()>& seconds_gone, double seconds);

// Tunes the device for a job of that many pairs if it is worth it; returns what to report, in one sentence. The
// device's later choose_tuning() with the same folders has the values. Throws what `progress` demands (Cancelled).
std::optional<std::string> tune_itself(const device::OpenClDevice& device, const CellFormat& cell, double pairs,
                                       const device::OpenClOptions& options, const ProgressCallback& progress);

}  // namespace allways::engine
