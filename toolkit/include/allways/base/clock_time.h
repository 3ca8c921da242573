// SPDX-License-Identifier: Apache-2.0
// Local times as clocks show them, without a time zone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "allways/base/api.h"

namespace allways {

struct CivilTime {
    int year = 2000;  // 1 to 9999
    int month = 1;
    int day = 1;
    int hour = 0;  // 0 to 23
    int minute = 0;
    friend bool operator==(const CivilTime&, const CivilTime&) = default;
};

// Parses "2026-11-23T08:00", also with a blank instead of the T. Returns nothing for other text and dates that do not
// exist.
ALLWAYS_API std::optional<CivilTime> parse_civil_time(std::string_view text);

// The time at which a journey begins, as a user states it: a time of day alone, with a weekday, or with a date.
struct ALLWAYS_API ClockTime {
    enum class Form : std::uint8_t { time_of_day, weekday, date };
    Form form = Form::time_of_day;
    std::int64_t day = 0;  // weekday: 0 (Monday) to 6; date: days since 1970-01-01
    int second = 0;        // of the day

    int weekday() const;  // 0 (Monday) to 6; not for a time of day alone
    friend bool operator==(const ClockTime&, const ClockTime&) = default;
};

// "08:00", "Mon 08:00" or "2026-11-23T08:00", each also with seconds. Weekdays are English, in any case, whole or
// shortened to two letters or more. Throws InvalidArgument, naming `depart`, for other text.
ALLWAYS_API ClockTime parse_clock_time(std::string_view text);

// The time `milliseconds` later, in the same form: "08:12:05.25", "Tue 00:03:00", "2026-11-24T00:03:00". Hours of a
// time of day count on past midnight ("24:03:00"), as in timetables.
ALLWAYS_API std::string clock_text(const ClockTime& begin, std::int64_t milliseconds = 0);

}  // namespace allways
