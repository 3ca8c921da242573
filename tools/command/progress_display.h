// SPDX-License-Identifier: Apache-2.0
// Shows progress on stderr: a bar on a terminal, or one line of JSON for each report.
#pragma once

#include <chrono>
#include <string>

#include "allways/base/progress.h"

namespace allways::command {

class ProgressDisplay {
public:
    enum class Style { none, bar, json };
    explicit ProgressDisplay(Style style) : style_(style) {}

    void show(const Progress& progress);
    void clear();  // removes the bar so that a log line can be written

private:
    using Clock = std::chrono::steady_clock;

    void show_bar(const Progress& progress, double seconds);
    void show_json(const Progress& progress, double seconds);

    Style style_;
    std::string stage_;
    Clock::time_point stage_start_;
    Clock::time_point last_shown_;
    bool on_screen_ = false;
};

}  // namespace allways::command
