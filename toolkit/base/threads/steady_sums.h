// SPDX-License-Identifier: Apache-2.0
// Sums over rows that are computed on all threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/threads/parallel.h"

namespace allways {

// Each row adds to one of several sums, always the same one, so that rounding does not depend on the threads.
template <class Sums>
class SteadySums {
public:
    // `numbers`: how many each of the sums has; `rows`: how many there are; make() returns a pointer to sums of
    // nothing.
    template <class Make>
    SteadySums(std::size_t numbers, std::size_t rows, const Make& make) {
        constexpr std::size_t most_numbers = std::size_t{1} << 25;
        const std::size_t count = std::clamp<std::size_t>(most_numbers / (numbers + 1), 4, 64);
        for (std::size_t i = 0; i < std::min(count, rows); ++i) shares_.push_back(make());
    }

    // Calls add_row(sums, i) for each row rows[i], in order for all rows of the same sums.
    template <class AddRow>
    void add(std::span<const std::uint32_t> rows, const AddRow& add_row) {
        parallel_for(shares_.size(), [&](std::size_t share) {
            for (std::size_t i = 0; i < rows.size(); ++i) {
                if (rows[i] % shares_.size() == share) add_row(*shares_[share], i);
            }
        });
    }

    const std::vector<std::unique_ptr<Sums>>& shares() const { return shares_; }

private:
    std::vector<std::unique_ptr<Sums>> shares_;
};

}  // namespace allways
