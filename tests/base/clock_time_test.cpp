// SPDX-License-Identifier: Apache-2.0
// Times of departure as text.
#include "allways/base/units.h"

#include <gtest/gtest.h>

#include "allways/base/error.h"

namespace allways {
namespace {

using Form = ClockTime::Form;

TEST(ClockTime, Reads) {
    EXPECT_EQ(parse_clock_time("08:00"), (ClockTime{Form::time_of_day, 0, 28'800}));
    EXPECT_EQ(parse_clock_time(" 8:05:09 "), (ClockTime{Form::time_of_day, 0, 29'109}));
    for (const char* text : {"Tue 23:59", "tuesday  23:59", "TU 23:59"})
        EXPECT_EQ(parse_clock_time(text), (ClockTime{Form::weekday, 1, 86'340})) << text;
    EXPECT_EQ(parse_clock_time("2026-11-23T08:00"), (ClockTime{Form::date, 20'780, 28'800}));
    EXPECT_EQ(parse_clock_time("2026-11-23 08:00:30").second, 28'830);
    EXPECT_EQ(parse_clock_time("2026-11-23T08:00").weekday(), 0);
    EXPECT_EQ(parse_clock_time("2026-11-29T08:00").weekday(), 6);
    EXPECT_EQ(parse_clock_time("Sun 1:00").weekday(), 6);
}

TEST(ClockTime, RefusesOtherText) {
    for (const char* text : {"", "8", "24:00", "08:60", "8:5", "08:00:60", "08:00:00:00", "Mon", "M 08:00", "Mon08:00",
                             "Monday-Friday 08:00", "2026-02-30T08:00", "2026-11-23", "2026-11-23T08:00x",
                             "2026-11-23T08:00:99", "-1:00", "08:00 Mon"}) {
        EXPECT_THROW(parse_clock_time(text), InvalidArgument) << text;
    }
    try {
        parse_clock_time("noon");
        FAIL();
    } catch (const InvalidArgument& error) {
        EXPECT_STREQ(error.what(),
                     "`depart`: expected a local time such as 08:00, 'Mon 08:00' or 2026-11-23T08:00, found 'noon'");
    }
}

TEST(ClockTime, LaterTimesKeepTheForm) {
    const std::int64_t half_an_hour = 1'800'000;
    EXPECT_EQ(clock_text(parse_clock_time("8:00")), "08:00:00");
    EXPECT_EQ(clock_text(parse_clock_time("8:00"), 250), "08:00:00.25");
    EXPECT_EQ(clock_text(parse_clock_time("23:45"), half_an_hour + 7), "24:15:00.007");
    EXPECT_EQ(clock_text(parse_clock_time("Sun 23:45"), half_an_hour), "Mon 00:15:00");
    EXPECT_EQ(clock_text(parse_clock_time("2026-12-31T23:45"), half_an_hour), "2027-01-01T00:15:00");
}

}  // namespace
}  // namespace allways
