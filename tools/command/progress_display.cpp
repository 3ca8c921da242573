// SPDX-License-Identifier: Apache-2.0
#include "command/progress_display.h"

#include <algorithm>
#include <cstdio>

#include <nlohmann/json.hpp>

#include "allways/base/format.h"
#include "allways/export/json.h"
#include "base/human.h"

namespace allways::command {

namespace {

constexpr std::chrono::milliseconds shortest_pause{100};
constexpr std::size_t bar_width = 30;

// Estimated seconds to go at the rate so far; negative if unknown.
double seconds_left(const Progress& progress, double seconds) {
    if (progress.total == 0 || progress.done == 0) return -1;
    const double share = static_cast<double>(progress.done) / static_cast<double>(progress.total);
    return seconds / share - seconds;
}

}  // namespace

void ProgressDisplay::show(const Progress& progress) {
    if (style_ == Style::none) return;
    const auto now = Clock::now();
    const bool new_stage = progress.stage != stage_;
    if (new_stage) {
        stage_ = progress.stage;
        stage_start_ = now;
    }
    const bool last = progress.total != 0 && progress.done >= progress.total;
    if (!new_stage && !last && now - last_shown_ < shortest_pause) return;
    last_shown_ = now;
    const double seconds = std::chrono::duration<double>(now - stage_start_).count();
    style_ == Style::bar ? show_bar(progress, seconds) : show_json(progress, seconds);
}

void ProgressDisplay::show_bar(const Progress& progress, double seconds) {
    std::string line = format("{:<8}", progress.stage);
    if (progress.total != 0) {
        const std::uint64_t done = std::min(progress.done, progress.total);
        const auto filled = static_cast<std::size_t>(static_cast<double>(done) / static_cast<double>(progress.total) *
                                                     static_cast<double>(bar_width));
        line += format(" [{}{}] {:3.0f} %", std::string(filled, '#'), std::string(bar_width - filled, '.'),
                       100.0 * static_cast<double>(done) / static_cast<double>(progress.total));
    }
    if (seconds > 0.2 && progress.done > 0 && !progress.is_time)
        line += "  " + rate_text(static_cast<double>(progress.done) / seconds);
    const double left = seconds_left(progress, seconds);
    if (seconds > 0.5 && left >= 0) line += "  " + seconds_text(left) + " left";
    std::fprintf(stderr, "\r\033[K%s", line.c_str());
    std::fflush(stderr);
    on_screen_ = true;
}

void ProgressDisplay::show_json(const Progress& progress, double seconds) {
    nlohmann::ordered_json line{
        {"stage", progress.stage}, {"done", progress.done}, {"total", progress.total}, {"seconds", seconds}};
    const double left = seconds_left(progress, seconds);
    if (left >= 0) line["seconds_left"] = left;
    std::fprintf(stderr, "%s\n", json_text(line).c_str());
}

void ProgressDisplay::clear() {
    if (!on_screen_) return;
    std::fputs("\r\033[K", stderr);
    std::fflush(stderr);
    on_screen_ = false;
}

}  // namespace allways::command
