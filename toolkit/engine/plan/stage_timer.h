// SPDX-License-Identifier: Apache-2.0
// Times a stage for reports.
#pragma once

#include <map>
#include <string>

#include "allways/base/stopwatch.h"

namespace allways::engine {

// Adds the seconds of its lifetime to one stage of a report.
class StageTimer {
public:
    StageTimer(std::map<std::string, double>& seconds, const char* stage) : seconds_(seconds), stage_(stage) {}
    ~StageTimer() { seconds_[stage_] += watch_.seconds(); }
    StageTimer(const StageTimer&) = delete;
    StageTimer& operator=(const StageTimer&) = delete;

private:
    std::map<std::string, double>& seconds_;
    const char* stage_;
    Stopwatch watch_;
};

}  // namespace allways::engine
