// SPDX-License-Identifier: Apache-2.0
#include "base/fixed_point_text.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <random>
#include <string>

#include <gtest/gtest.h>

namespace allways::tools {
namespace {

template <class Float>
std::string text(Float number) {
    std::string room(plain_room, '?');
    room.resize(static_cast<std::size_t>(put_plain(room.data(), number) - room.data()));
    return room;
}

std::string fewest_digits(float number) {
    char room[64];
    return {room, std::to_chars(room, room + sizeof room, number, std::chars_format::fixed).ptr};
}

TEST(PlainNumber, ByHand) {
    EXPECT_EQ(text(0.1F), "0.1");
    EXPECT_EQ(text(-0.3F), "-0.3");
    EXPECT_EQ(text(0.0F), "0");
    EXPECT_EQ(text(1.0F), "1");
    EXPECT_EQ(text(1.5F), "1.5");
    EXPECT_EQ(text(475.747F), "475.747");
    EXPECT_EQ(text(16777215.0F), "16777215");
    EXPECT_EQ(text(2e9F), "2000000000");
    EXPECT_EQ(text(1e-7F), "1e-07");
    EXPECT_EQ(text(std::numeric_limits<float>::infinity()), "inf");
    EXPECT_EQ(text(0.1), "0.1");
    EXPECT_EQ(text(1e300), "1e+300");
}

// Every exponent, and decimals with few digits, which have the shortest texts; against the standard library.
TEST(PlainNumber, AgreesWithToChars) {
    std::mt19937 random(11);
    for (std::uint32_t exponent = 127 - 16; exponent <= 127 + 30; ++exponent) {
        for (int i = 0; i < 40000; ++i) {
            const auto number =
                std::bit_cast<float>(exponent << 23 | (static_cast<std::uint32_t>(random()) & 0x807fffffU));
            ASSERT_EQ(text(number), fewest_digits(number)) << std::hexfloat << number;
        }
    }
    for (const double power : {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6}) {
        for (int i = 0; i < 100000; ++i) {
            const auto number = static_cast<float>((random() >> random() % 32) / power);
            if (number != 0 && number < 1e-5F) continue;
            ASSERT_EQ(text(number), fewest_digits(number)) << std::hexfloat << number;
        }
    }
}

// Around powers of two the gaps differ, and halves lie between two decimals.
TEST(PlainNumber, AgreesAtTheEdges) {
    for (float number = 0x1p-12F; number < 0x1p26F; number *= 2) {
        float below = number;
        float above = number;
        for (int i = 0; i < 2000; ++i) {
            ASSERT_EQ(text(below), fewest_digits(below)) << std::hexfloat << below;
            ASSERT_EQ(text(above), fewest_digits(above)) << std::hexfloat << above;
            below = std::nextafter(below, 0.0F);
            above = std::nextafter(above, std::numeric_limits<float>::infinity());
        }
    }
}

}  // namespace
}  // namespace allways::tools
