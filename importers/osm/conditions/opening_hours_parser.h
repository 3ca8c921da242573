// SPDX-License-Identifier: Apache-2.0
// The rules of opening hours as plain values, made by the parser from a text and compared with a time.
#pragma once

#include <chrono>
#include <string_view>
#include <vector>

#include "osm/conditions/opening_hours.h"

namespace allways::importers::osm::hours {

using Day = std::chrono::sys_days;

inline constexpr int minutes_per_day = 24 * 60;

// A day of the year or, without a day, a month.
struct DayPoint {
    int year = 0;   // 0: each year
    int month = 0;  // 0: Easter Sunday
    int day = 0;
    int weekday = 0;  // 1 (Monday) to 7 for the nth weekday of the month
    int nth = 0;      // -1 is the last
    int offset = 0;   // days, for Easter
    bool is_month() const { return month != 0 && day == 0 && weekday == 0; }
    friend bool operator==(const DayPoint&, const DayPoint&) = default;
};

struct DaySelector {
    enum class Kind { years, weeks, weekdays, dates, public_holiday, school_holiday };
    Kind kind = Kind::weekdays;
    int first = 0;  // used for years, weeks, weekdays; weeks and weekdays wrap around
    int last = 0;
    int step = 1;
    unsigned nth = 0;  // of weekdays: bit n-1 for the nth of the month, bit 4+n for the nth from its end; 0 for all
    DayPoint from;     // used for dates
    DayPoint to;
    bool is_endless = false;  // dates: to the end of the year or, with a year, of time
    bool is_shifted = false;  // "PH -1 day"
    friend bool operator==(const DaySelector&, const DaySelector&) = default;
};

struct TimeSpan {
    int from = 0;  // minutes
    int to = 0;    // later than `from`; above minutes_per_day on the next day
    bool is_open_end = false;
    bool is_sun = false;  // an end is sunrise, sunset …
};

struct Rule {
    enum class Link { replace, add, fallback };
    Link link = Link::replace;
    Truth state = Truth::yes;
    std::vector<std::vector<DaySelector>> days;  // the day must match one selector of each list
    std::vector<TimeSpan> times;                 // empty: the whole day
};

// Returns the first or last day of the point in a year. Days that the month lacks (Sep 31) mean its last day.
Day day_of(const DayPoint& point, int year, bool last);

// Returns true if dates that end before they begin extend into the next year: "Nov-Mar" and "Dec 20-Dec 6", but not
// "Nov Su[3]-Nov 20", which is empty in some years.
bool may_wrap(const DaySelector& dates);

// Appends the rules of a text. Returns false, with the fault, if it cannot be read.
bool parse_rules(std::string_view text, std::vector<Rule>& rules, SyntaxFault& fault);

}  // namespace allways::importers::osm::hours
