// SPDX-License-Identifier: Apache-2.0
// The meaning and storage of a number: a name, a unit, and a power of ten for fixed point. Times of day and dates.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "allways/base/api.h"

namespace allways {

// A cost's scale: natural value = raw value × 10^-digits, in `unit`.
struct ALLWAYS_API CostScale {
    std::string name = "cost";  // "time", "length", or the field's own name
    std::string unit;           // "s", "min", "m", "ft", "mi", …; empty if the file states none
    int digits = 0;             // decimal digits kept in int32; 0 for floats

    // The stored name of raw values. With the unit of the raw number if that has a standard symbol ("time_ms" for
    // seconds with 3 digits, "length_dm", "length_mm"), else with the natural unit ("length_ft", to be read with
    // `digits`), else the bare name.
    std::string raw_name() const;

    friend bool operator==(const CostScale&, const CostScale&) = default;
};

// The natural value of a raw cost or distance: raw × 10^-digits.
ALLWAYS_API double natural_value(double raw, const CostScale& scale);

// A unit of time, length or speed. Sizes are integers, so that conversions are exact fractions.
struct Unit {
    enum class Kind { time, length, speed };
    std::string_view symbol;
    Kind kind;
    std::int64_t size;  // milliseconds, tenths of a millimetre, or tenths of a millimetre per hour
};

// Finds a unit by its symbol: "ms", "s", "min", "h"; "mm", "cm", "dm", "m", "km", "ft", "mi"; "km/h", "mph", "m/s",
// "ft/s", "ft/min", "kn". Null for others. unit_symbol (text.h) maps other spellings to symbols.
ALLWAYS_API const Unit* find_unit(std::string_view symbol);
ALLWAYS_API const Unit* find_unit(std::string_view symbol, Unit::Kind kind);

inline constexpr std::int64_t sizes_per_metre = 10'000;    // for lengths
inline constexpr std::int64_t sizes_per_kmh = 10'000'000;  // for speeds

// ---- times of day

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
