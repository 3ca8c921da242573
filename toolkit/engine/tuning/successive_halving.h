// Finding the best of many within a stated time: short measurements of all, longer ones of the better half, and so on.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>

namespace allways::engine {

struct HalvingResult {
    std::optional<std::size_t> best;  // nothing where nothing could be measured
    double rate = 0;                  // of the best, from the longest measurement it had
    std::size_t measured = 0;         // candidates measured at least once
};

// `measure(candidate, round)` gives a rate, larger is better, and takes longer by the round; nothing for a candidate
// that fails, which is out. Candidates 0 … count-1 are taken in order. The first round begins no candidate once
// `first_round_is_over()`, no round once `time_is_up()`. A round that is cut short decides among those it reached: it
// takes them best first. Source: Jamieson & Talwalkar, "Non-stochastic best arm identification and hyperparameter
// optimization", AISTATS 2016, with rounds bounded by time.
HalvingResult successive_halving(
    std::size_t count, const std::function<std::optional<double>(std::size_t candidate, unsigned round)>& measure,
    const std::function<bool()>& first_round_is_over, const std::function<bool()>& time_is_up);

}  // namespace allways::engine
