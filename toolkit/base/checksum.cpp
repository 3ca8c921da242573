// SPDX-License-Identifier: Apache-2.0
#include "base/checksum.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace allways {

std::uint64_t checksum(const void* data, std::size_t size) {
    constexpr std::uint64_t p = 0x9e3779b97f4a7c15;  // odd, so that each step can be undone: no change is absorbed
    constexpr std::size_t lanes = 4;                 // multiplications that do not wait for each other
    std::array<std::uint64_t, lanes> sums{1, 2, 3, 4};
    const auto* bytes = static_cast<const unsigned char*>(data);
    std::size_t at = 0;
    for (; at + lanes * 8 <= size; at += lanes * 8) {
        std::array<std::uint64_t, lanes> words;
        std::memcpy(words.data(), bytes + at, sizeof words);
        for (std::size_t i = 0; i < lanes; ++i) sums[i] = (sums[i] ^ words[i]) * p;
    }
    for (std::size_t i = 0; at < size; at += 8, ++i) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes + at, std::min<std::size_t>(8, size - at));
        sums[i] = (sums[i] ^ word) * p;
    }
    std::uint64_t sum = size;
    for (const std::uint64_t lane : sums) sum = (sum ^ lane ^ lane >> 32) * p;
    return sum;
}

}  // namespace allways
