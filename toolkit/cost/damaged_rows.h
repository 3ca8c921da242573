// SPDX-License-Identifier: Apache-2.0
// Collects the damaged rows of a file or request, so that one error names them.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace allways::cost {

class DamagedRows {
public:
    // `source`: the file in the error.
    explicit DamagedRows(std::string source) : source_(std::move(source)) {}

    void add(std::uint64_t line, std::string message);
    // Throws InputError with the line and message of the first row, and those of a few others.
    void require_none() const;

private:
    static constexpr std::size_t most_named = 5;
    std::string source_;
    std::uint64_t count_ = 0;
    std::vector<std::pair<std::uint64_t, std::string>> named_;  // lines and messages
};

}  // namespace allways::cost
