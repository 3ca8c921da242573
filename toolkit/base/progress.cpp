// SPDX-License-Identifier: Apache-2.0
#include "allways/base/progress.h"

#include <array>
#include <cstddef>
#include <string>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways {

void report(const ProgressCallback& callback, std::string_view stage, std::uint64_t done, std::uint64_t total) {
    if (callback && !callback({stage, done, total})) throw Cancelled();
}

void log(const LogCallback& callback, LogLevel level, std::string_view message) {
    if (callback) callback(level, message);
}

LogCallback strict_log(LogCallback callback) {
    return [callback = std::move(callback)](LogLevel level, std::string_view message) {
        if (level == LogLevel::guess || level == LogLevel::loss) throw InputError("", 0, std::string(message));
        log(callback, level, message);
    };
}

// ---- guesses

std::span<const GuessRow> guesses() {
    static constexpr std::array rows{
        GuessRow{Guess::cost, "cost", "`cost` or `cost_field`"},
        GuessRow{Guess::directions, "directions", "`oneway_field`, `directed` or `undirected`"},
        GuessRow{Guess::oneway, "oneway", "`oneway_values`"},
        GuessRow{Guess::speeds, "speeds", "`speed_unit`"},
        GuessRow{Guess::lengths, "lengths", "`length_unit`"},
        GuessRow{Guess::mode, "mode", "`mode`"},
        GuessRow{Guess::crs, "crs", "`crs`"},
        GuessRow{Guess::joints, "joints", "`join` or `tolerance_m`"},
        GuessRow{Guess::points, "points", "`points.id_field` or `points.x_field`"},
        GuessRow{Guess::points_crs, "points_crs", "`points.crs`"},
        GuessRow{Guess::lookup, "lookup", "`lookup`"},
        GuessRow{Guess::encoding, "encoding", "`encoding` or `points.encoding`"},
        GuessRow{Guess::holiday, "holiday", "`holiday`"},
        GuessRow{Guess::vdf, "vdf", "`alpha`, `beta` or `lanes`"},
    };
    return rows;
}

void guess(const LogCallback& callback, Guess guess, std::string_view message) {
    log(callback, LogLevel::guess,
        format("{}; {} states it", message, guesses()[static_cast<std::size_t>(guess)].options));
}

}  // namespace allways
