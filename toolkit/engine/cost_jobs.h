// SPDX-License-Identifier: Apache-2.0
// Jobs for several costs of one network: the first by all threads, the others by a thread each.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "allways/base/progress.h"
#include "base/threads/work_meter.h"

namespace allways::engine {

// What the jobs report, each to a log of its own, told in the order of the costs.
class CostMessages {
public:
    explicit CostMessages(std::size_t costs) : of_(costs) {}

    LogCallback log_of(std::size_t cost) {
        return [this, cost](LogLevel level, std::string_view message) { of_[cost].emplace_back(level, message); };
    }
    // Messages that the first cost had already are not repeated.
    void tell(std::size_t cost, const LogCallback& to) const {
        for (const auto& message : of_[cost]) {
            if (cost > 0 && std::ranges::find(of_.front(), message) != of_.front().end()) continue;
            log(to, message.first, message.second);
        }
    }

private:
    std::vector<std::vector<std::pair<LogLevel, std::string>>> of_;
};

// How many jobs run at once, each of which takes `job_bytes`, if `bytes` are there for them; at least one.
inline unsigned jobs_at_once(std::size_t count, std::uint64_t bytes, std::uint64_t job_bytes) {
    const std::uint64_t fit = std::max<std::uint64_t>(bytes / std::max<std::uint64_t>(job_bytes, 1), 1);
    return static_cast<unsigned>(std::min<std::uint64_t>({fit, hardware_threads(), std::max<std::size_t>(count, 1)}));
}

// Calls job(i) for i in 1 … costs - 1, on that many threads, each of which works alone unless there is only one.
// Throws Cancelled between two jobs.
template <class Job>
void run_other_costs(std::size_t costs, unsigned threads, const ProgressCallback& progress, const Job& job) {
    WorkMeter meter(progress, "solve", costs);
    meter.add(1);
    meter.run(
        costs - 1,
        [&](std::size_t i) {
            meter.check();
            std::optional<WorkAlone> alone;
            if (threads > 1) alone.emplace();
            job(i + 1);
            meter.add(1);
        },
        threads);
    meter.finish();
}

}  // namespace allways::engine
