// What executors share: progress in pairs, reported some times a second, and what they refuse.
#pragma once

#include <chrono>
#include <cstdint>

#include "allways/base/error.h"
#include "allways/base/progress.h"
#include "base/stopwatch.h"
#include "engine/executor.h"

namespace allways::engine {

// Stage "solve". Reports at the start, at most ten times a second, and at the end. Throws Cancelled.
class ProgressMeter {
public:
    ProgressMeter(const ProgressCallback& callback, std::uint64_t total) : callback_(callback), total_(total) {
        report(callback_, "solve", 0, total_);
    }

    void add(std::uint64_t pairs) {
        done_ += pairs;
        const auto now = Clock::now();
        if (now - last_ < std::chrono::milliseconds(100)) return;
        last_ = now;
        report(callback_, "solve", done_, total_);
    }

    void finish() { report(callback_, "solve", total_, total_); }

private:
    using Clock = std::chrono::steady_clock;
    const ProgressCallback& callback_;
    std::uint64_t total_;
    std::uint64_t done_ = 0;
    Clock::time_point last_ = Clock::now();
};

// Throws InvalidArgument for a combination that no executor takes.
inline void check_format(const CellFormat& format) {
    if (format.narrow && (format.type != CostType::int32 || format.hops == HopMode::carried ||
                          format.label_bits > most_narrow_label_bits)) {
        throw InvalidArgument("narrow cells hold int32 costs, alone or with at most 13 bits of label");
    }
    if (format.small && (format.type != CostType::int32 || format.hops != HopMode::carried)) {
        throw InvalidArgument("small cells are int32 with carried hops");
    }
    if (format.hops != HopMode::label) return;
    if (format.type != CostType::int32) throw InvalidArgument("labels travel in int32 keys only; use carried hops");
    if (format.label_bits < 1 || format.label_bits > 29) throw InvalidArgument("label_bits must be 1 … 29");
}

}  // namespace allways::engine
