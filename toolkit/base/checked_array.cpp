#include "allways/base/checked_array.h"

#include <array>
#include <cstring>

#include "allways/base/damaged.h"
#include "allways/base/format.h"

namespace allways {

BlockChecks::BlockChecks(SharedArray<std::uint32_t> sums, std::string name)
    : sums_(std::move(sums)), name_(std::move(name)), verified_((sums_.size() + 63) / 64) {}

std::uint32_t BlockChecks::sum_of(const void* data, std::size_t size) {
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
    return static_cast<std::uint32_t>(sum >> 32);
}

std::vector<std::uint32_t> BlockChecks::sums_of(const void* data, std::size_t size) {
    std::vector<std::uint32_t> sums;
    sums.reserve((size + block_bytes - 1) / block_bytes);
    const auto* bytes = static_cast<const unsigned char*>(data);
    for (std::size_t at = 0; at < size; at += block_bytes) {
        sums.push_back(sum_of(bytes + at, std::min(block_bytes, size - at)));
    }
    return sums;
}

void BlockChecks::verify_block(const void* data, std::size_t size, std::size_t block) const {
    const std::size_t begin = block * block_bytes;
    const auto* bytes = static_cast<const unsigned char*>(data) + begin;
    if (sum_of(bytes, std::min(block_bytes, size - begin)) != sums_[block]) {
        throw DamagedContent(format("its array {} is damaged; make the factor again", name_));
    }
    verified_[block / 64].fetch_or(std::uint64_t{1} << block % 64, std::memory_order_relaxed);
}

}  // namespace allways
