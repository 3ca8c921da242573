// SPDX-License-Identifier: Apache-2.0
// Compares every answer of a size with the first one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace allways::papers {

class AnswerCheck {
public:
    // Starts a new size and forgets the last one's answer.
    void start(std::string experiment, std::size_t n);

    // Takes n×n distances computed by `method`. Keeps the first answer, which changes the content of `answer`. For a
    // later answer that differs, throws Error naming the methods, the size and the first cell. O(n²).
    void check(const std::string& method, std::vector<std::int32_t>& answer);

    bool has_answer() const { return !method_.empty(); }
    const std::vector<std::int32_t>& answer() const { return answer_; }

private:
    std::string experiment_;
    std::size_t n_ = 0;
    std::string method_;  // method of the kept answer; empty: none
    std::vector<std::int32_t> answer_;
};

}  // namespace allways::papers
