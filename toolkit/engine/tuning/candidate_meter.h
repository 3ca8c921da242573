// Measures tuning values through the real engine, within a stated time.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "allways/engine/bench.h"
#include "allways/engine/tune.h"
#include "device/opencl.h"
#include "device/tuning.h"
#include "engine/dense/executor.h"

namespace allways::engine {

class CandidateMeter {
public:
    CandidateMeter(device::OpenClDevice device, const TuneOptions& options);

    double seconds_gone() const;
    double seconds_left() const { return options_.seconds - seconds_gone(); }

    // Learns from the values until now how large a problem of `cell` has to be; to be called before its first measure.
    void calibrate(const CellFormat& cell, const device::TuningValues& values);

    // The last round, from 1 on, of which one measurement takes no more than `seconds`, or 1.
    static unsigned longest_round_within(double seconds);

    // Solves that take some 20 ms · 2^round, three of them after a warm-up; in round 0 one whose answer is checked
    // before. Nothing where a solve fails or is wrong, which is logged, or the stated time ends. Throws Cancelled.
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

// "tile=96,vector=8,…", as find_tuning takes it.
std::string values_text(const device::TuningValues& values);

}  // namespace allways::engine
