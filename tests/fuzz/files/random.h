// SPDX-License-Identifier: Apache-2.0
// Random numbers that are the same everywhere for a seed.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <random>

namespace fuzz {

class Random {
public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}
    std::uint64_t bits() { return engine_(); }
    std::size_t below(std::size_t end) { return end == 0 ? 0 : engine_() % end; }
    bool chance(std::size_t in) { return below(in) == 0; }
    template <class List>
    const auto& pick(const List& list) {
        return *(std::begin(list) + static_cast<std::ptrdiff_t>(below(std::size(list))));
    }

private:
    std::mt19937_64 engine_;
};

}  // namespace fuzz
