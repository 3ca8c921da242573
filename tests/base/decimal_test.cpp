// SPDX-License-Identifier: Apache-2.0
#include "allways/base/decimal.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <random>

namespace allways {
namespace {

TEST(Decimal, ParsesWhatFilesWrite) {
    EXPECT_EQ(Decimal::parse("12")->to_string(), "12");
    EXPECT_EQ(Decimal::parse("-0.150")->to_string(), "-0.15");
    EXPECT_EQ(Decimal::parse(".85")->to_string(), "0.85");
    EXPECT_EQ(Decimal::parse("+2.")->to_string(), "2");
    EXPECT_EQ(Decimal::parse("1.5e3")->to_string(), "1500");
    EXPECT_EQ(Decimal::parse("25E-4")->to_string(), "0.0025");
    EXPECT_EQ(Decimal::parse("0.000")->to_string(), "0");
    EXPECT_EQ(Decimal::parse("00012.50")->to_string(), "12.5");
}

TEST(Decimal, RefusesWhatIsNoNumber) {
    for (const char* text : {"", "-", ".", "e5", "1e", "1.2.3", "12a", " 1", "nan", "inf", "0x10", "1e99999"}) {
        EXPECT_FALSE(Decimal::parse(text)) << text;
    }
}

TEST(Decimal, FixedPointIsExactOrNothing) {
    EXPECT_EQ(Decimal::parse("1.090458488")->fixed_point(9), 1090458488);
    EXPECT_EQ(Decimal::parse("1.090458488")->fixed_point(8), std::nullopt);
    EXPECT_EQ(Decimal::parse("-7")->fixed_point(2), -700);
    EXPECT_EQ(Decimal::parse("99999999999")->fixed_point(9), std::nullopt);
    EXPECT_EQ(Decimal::missing().fixed_point(0), std::nullopt);
}

TEST(Decimal, RoundsHalfAwayFromZero) {
    EXPECT_EQ(Decimal::parse("0.0005")->rounded_fixed_point(3), 1);
    EXPECT_EQ(Decimal::parse("-0.0005")->rounded_fixed_point(3), -1);
    EXPECT_EQ(Decimal::parse("0.00049")->rounded_fixed_point(3), 0);
    EXPECT_EQ(Decimal::parse("2.34567")->rounded_fixed_point(2), 235);
    EXPECT_EQ(Decimal::parse("3e2")->rounded_fixed_point(1), 3000);
}

TEST(Decimal, FloatsAreCorrectlyRounded) {
    for (const char* text :
         {"0.1", "1.090458488", "123456789.123456789", "5e-324", "1.7976931348623157e308", "33e20"}) {
        EXPECT_EQ(Decimal::parse(text)->to_double(), std::strtod(text, nullptr)) << text;
        EXPECT_EQ(Decimal::parse(text)->to_float(), std::strtof(text, nullptr)) << text;
    }
}

TEST(Decimal, KeepsEighteenDigitsAndRoundsTheRest) {
    EXPECT_EQ(Decimal::parse("1.2345678901234567891")->digits(), 123456789012345679);
    EXPECT_EQ(Decimal::parse("12345678901234567890123")->to_string(), "12345678901234567900000");
}

TEST(Decimal, QuotientsThatEndAreExactAndOthersHaveEighteenDigits) {
    const auto quotient = [](const char* a, const char* b) {
        return (*Decimal::parse(a) / *Decimal::parse(b)).to_string();
    };
    EXPECT_EQ(quotient("1", "8"), "0.125");
    EXPECT_EQ(quotient("-0.3", "60"), "-0.005");
    EXPECT_EQ(quotient("1e20", "1e-5"), "10000000000000000000000000");
    EXPECT_EQ(quotient("999999999999999999", "1"), "999999999999999999");
    EXPECT_EQ(quotient("0", "-7"), "0");
    EXPECT_EQ(quotient("1", "3"), "0.333333333333333333");
    EXPECT_EQ(quotient("2", "-3"), "-0.666666666666666667");
    EXPECT_EQ(quotient("1", "999999999999999999"), "0.000000000000000001");
    EXPECT_TRUE((Decimal::missing() / Decimal(2, 0)).is_missing());
}

// The shortest text of a double, for doubles of any size.
TEST(Decimal, FromDoubleIsTheShortestThatReadsBack) {
    std::mt19937_64 random(11);
    const auto expect_shortest = [](double value) {
        std::array<char, 64> text{};
        const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
        EXPECT_EQ(Decimal::from_double(value), *Decimal::parse({text.data(), end})) << text.data();
    };
    for (const double value : {0.0, -0.0, 1.0, 999999999999999.0, 1e15, 1e15 + 1, 9007199254740993.0, 0.1 + 0.2, 1e-9,
                               5e-324, 1e308, 123456.789, 0.000001, 1e-10, 4.35, -0.07}) {
        expect_shortest(value);
    }
    for (int i = 0; i < 20000; ++i) {
        const auto digits = static_cast<double>(random() % 10'000'000'000'000);
        expect_shortest((i % 2 == 0 ? digits : -digits) / std::pow(10, static_cast<double>(random() % 16)));
        const double any = std::bit_cast<double>(random());
        if (std::isfinite(any)) expect_shortest(any);
        expect_shortest(static_cast<double>(random() >> 11) * 0x1p-53);
    }
}

TEST(Decimal, FromDoubleReadsBack) {
    for (const double value : {0.1, -2.5, 1e22, 1.0 / 3.0, 0.0})
        EXPECT_EQ(Decimal::from_double(value).to_double(), value);
    EXPECT_TRUE(Decimal::from_double(std::nan("")).is_missing());
}

TEST(FixedPointText, DropsTrailingZeros) {
    EXPECT_EQ(fixed_point_text(1500, 3), "1.5");
    EXPECT_EQ(fixed_point_text(-5, 3), "-0.005");
    EXPECT_EQ(fixed_point_text(0, 3), "0");
    EXPECT_EQ(fixed_point_text(12000, 3), "12");
    EXPECT_EQ(fixed_point_text(7, 0), "7");
}

TEST(Decimal, SumsAndProductsAreExact) {
    const auto number = [](const char* text) { return *Decimal::parse(text); };
    EXPECT_EQ(number("0.1") + number("0.2"), number("0.3"));
    EXPECT_EQ(number("120000") + number("-0.00001"), number("119999.99999"));
    EXPECT_EQ(number("-5") + number("5"), Decimal());
    EXPECT_EQ(Decimal() + number("7e30"), number("7e30"));
    EXPECT_EQ(number("1.5") * number("1609.344"), number("2414.016"));
    EXPECT_EQ(number("-0.3048") * number("1e-3"), number("-0.0003048"));
    EXPECT_TRUE((number("1") + Decimal::missing()).is_missing());
    EXPECT_TRUE((Decimal::missing() * Decimal()).is_missing());
}

TEST(Decimal, SumsAndProductsBeyondEighteenDigitsAreRounded) {
    const auto number = [](const char* text) { return *Decimal::parse(text); };
    // The largest number, and one far below it.
    const Decimal widest(std::numeric_limits<std::int64_t>::max(), 0);
    EXPECT_EQ((widest + number("1e-25")).to_string(), "9223372036854775810");
    EXPECT_EQ(number("1e18") + number("5"), number("1000000000000000010"));
    EXPECT_EQ(number("-1e18") + number("-5"), number("-1000000000000000010"));
    EXPECT_EQ(number("1e18") + number("4"), number("1e18"));
    EXPECT_EQ(number("1e25") + number("1e-25"), number("1e25"));
    EXPECT_EQ(number("999999999999999999") + number("999999999999999999"), number("1999999999999999998e0"));
    EXPECT_EQ(number("999999999999999999") * number("999999999999999999"), number("999999999999999998e18"));
}

}  // namespace
}  // namespace allways
