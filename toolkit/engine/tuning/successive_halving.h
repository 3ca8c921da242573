// SPDX-License-Identifier: Apache-2.0
// Finds the best of many candidates within a stated time: short measurements of all, longer ones of the better half,
// and so on.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>

namespace allways::engine {

struct HalvingResult {
    std::optional<std::size_t> best;  // nothing if no candidate could be measured
    double rate = 0;                  // rate of the best candidate, from its longest measurement
    std::size_t measured = 0;         // candidates measured at least once
};

// `measure(candidate, round)` returns a rate, larger is better, and takes longer each round; returning nothing
// eliminates a candidate that failed. Candidates 0 … count-1 are taken in order. The first round starts no candidate
// once `first_round_is_over()`, and no round starts once `time_is_up()`. A round that is cut short decides among the
// candidates it reached, best first. Source: Jamieson & Talwalkar, "Non-stochastic best arm identification and
// hyperparameter optimization", AISTATS 2016, with rounds bounded by time.
HalvingResult successive_halving(
    std::size_t count, const std::function<std::optional<double>(std::size_t candidate, unsigned round)>& measure,
    const std::function<bool()>& first_round_is_over, const std::function<bool()>& time_is_up);

}  // namespace allways::engine
