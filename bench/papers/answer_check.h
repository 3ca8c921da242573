// Holds the first answer of a size and every later one to it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace allways::papers {

class AnswerCheck {
public:
    // For a new size; forgets the last one's answer.
    void start(std::string experiment, std::size_t n);

    // n×n distances by the method of that name. The first is taken, and `answer` left with other content; a later one
    // that differs throws Error naming the methods, the size and the first cell. O(n²).
    void check(const std::string& method, std::vector<std::int32_t>& answer);

    bool has_answer() const { return !method_.empty(); }
    const std::vector<std::int32_t>& answer() const { return answer_; }

private:
    std::string experiment_;
    std::size_t n_ = 0;
    std::string method_;  // whose the answer is; empty: there is none
    std::vector<std::int32_t> answer_;
};

}  // namespace allways::papers
