// SPDX-License-Identifier: Apache-2.0
// Measures tuning values through the real engine, within a stated time.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "allways/engine/bench.h"
#include "device/opencl.h"
#include "device/tuning.h"
#include "engine/dense/executor.h"

namespace allways::engine {

class CandidateMeter {
public:
    CandidateMeter(device::OpenClDevice device, const TuneOptions& options);

    double seconds_gone() const;
    double seconds_left() const { return options_.seconds - seconds_gone(); }

    // Finds the problem size for `cell` from the current values; call before its first measurement.
    void calibrate(const CellFormat& cell, const device::TuningValues& values);

    // Returns the last round, from 1 on, in which one measurement takes at most `seconds`; at least 1.
    static unsigned longest_round_within(double seconds);

    // Measures three solves of some 20 ms · 2^round after a warm-up; in round 0 one solve, after a check of its answer.
    // Returns nothing if a solve fails or is wrong, which is logged, or if the time ends. Throws Cancelled.
    std::optional<BenchResult> measure(const CellFormat& cell, const device::TuningValues& values, unsigned round);

private:
    std::optional<BenchResult> attempt(const CellFormat& cell, const device::TuningValues& values, std::size_t n,
                                       bool check);
    std::size_t nodes_for(const CellFormat& cell, std::size_t tile, unsigned round) const;
    bool go_on();

    device::OpenClDevice device_;
    TuneOptions options_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    bool cancelled_ = false;
    double expected_rate_ = 0;
};

}  // namespace allways::engine
