// SPDX-License-Identifier: Apache-2.0
#include "allways/base/guess.h"

#include <array>
#include <cstddef>

#include "allways/base/format.h"

namespace allways {

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
    };
    return rows;
}

void guess(const LogCallback& callback, Guess guess, std::string_view message) {
    log(callback, LogLevel::guess,
        format("{}; {} states it", message, guesses()[static_cast<std::size_t>(guess)].options));
}

}  // namespace allways
