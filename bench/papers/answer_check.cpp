// SPDX-License-Identifier: Apache-2.0
#include "papers/answer_check.h"

#include <algorithm>

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways::papers {

void AnswerCheck::start(std::string experiment, std::size_t n) {
    experiment_ = std::move(experiment);
    n_ = n;
    method_.clear();
}

void AnswerCheck::check(const std::string& method, std::vector<std::int32_t>& answer) {
    if (answer.size() != n_ * n_) {
        throw Error(format("{}: {} gives {} cells for n = {}; expected n²", experiment_, method, answer.size(), n_));
    }
    if (!has_answer()) {
        answer_.swap(answer);
        method_ = method;
        return;
    }
    const auto [wrong, right] = std::mismatch(answer.begin(), answer.end(), answer_.begin());
    if (wrong == answer.end()) return;
    const auto cell = static_cast<std::size_t>(wrong - answer.begin());
    throw Error(format("{}: for n = {}, from {} to {}, {} gives {} and {} gives {}: one of them is wrong", experiment_,
                       n_, cell / n_, cell % n_, method, *wrong, method_, *right));
}

}  // namespace allways::papers
