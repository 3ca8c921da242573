// SPDX-License-Identifier: Apache-2.0
#include "engine/tuning/successive_halving.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace allways::engine {

HalvingResult successive_halving(
    std::size_t count, const std::function<std::optional<double>(std::size_t candidate, unsigned round)>& measure,
    const std::function<bool()>& first_round_is_over, const std::function<bool()>& time_is_up) {
    struct Trial {
        std::size_t candidate;
        double rate;
    };
    HalvingResult result;
    std::vector<std::size_t> left(count);
    std::iota(left.begin(), left.end(), std::size_t{0});
    for (unsigned round = 0; !left.empty(); ++round) {
        std::vector<Trial> trials;
        for (const std::size_t candidate : left) {
            if (time_is_up() || (round == 0 && first_round_is_over())) break;
            if (const auto rate = measure(candidate, round)) trials.push_back({candidate, *rate});
        }
        std::stable_sort(trials.begin(), trials.end(), [](const Trial& a, const Trial& b) { return a.rate > b.rate; });
        if (round == 0) result.measured = trials.size();
        if (!trials.empty()) {
            result.best = trials.front().candidate;
            result.rate = trials.front().rate;
        }
        if (trials.size() < 2) break;
        left.clear();
        for (std::size_t i = 0; i < (trials.size() + 1) / 2; ++i) left.push_back(trials[i].candidate);
    }
    return result;
}

}  // namespace allways::engine
