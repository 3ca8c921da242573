// SPDX-License-Identifier: Apache-2.0
#include "base/checksum.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <vector>

namespace allways {
namespace {

TEST(Checksum, ChangesWithEveryBit) {
    for (const std::size_t size : {1u, 7u, 8u, 31u, 32u, 33u, 100u}) {
        std::vector<unsigned char> bytes(size);
        for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<unsigned char>(i * i);
        const std::uint64_t sum = checksum(bytes.data(), size);
        for (std::size_t bit = 0; bit < 8 * size; ++bit) {
            bytes[bit / 8] = static_cast<unsigned char>(bytes[bit / 8] ^ (1 << bit % 8));
            EXPECT_NE(checksum(bytes.data(), size), sum) << size << " " << bit;
            bytes[bit / 8] = static_cast<unsigned char>(bytes[bit / 8] ^ (1 << bit % 8));
        }
    }
}

TEST(Checksum, CountsZerosAndTheirPlace) {
    const std::vector<unsigned char> zeros(100, 0);
    std::set<std::uint64_t> sums;
    for (std::size_t size = 0; size <= zeros.size(); ++size) sums.insert(checksum(zeros.data(), size));
    EXPECT_EQ(sums.size(), zeros.size() + 1);
    const std::uint64_t words[] = {1, 2, 3, 4, 5, 6, 7, 8}, swapped[] = {5, 2, 3, 4, 1, 6, 7, 8};
    EXPECT_NE(checksum(words, sizeof words), checksum(swapped, sizeof swapped));
}

}  // namespace
}  // namespace allways
