// SPDX-License-Identifier: Apache-2.0
// Opening hours as conditional tags use them: text → an answer for a local civil time.
//
// Source: https://wiki.openstreetmap.org/wiki/Key:opening_hours/specification, version 0.7.4. These forms are read:
//   weekdays    Mo-Fr  Sa,Su  Sa-Mo  Mo[1]  Mo[-1]  Mo[1-2,4]        also Mon, Thurs, friday
//   times       07:00-19:00,20:00-21:00  7-19  22:00-06:00  20:00-26:00  18:00+  24/7
//   dates       Nov-Mar  Dec 24-Jan 6  Dec 24,26  2026 Nov 23-2027 Feb 1  2026-11-23  2026 Sep 30+  easter -2 days
//               Mar Su[-1]-Oct Su[-1]                            Sep 31 means Sep 30
//   years       2026  2026-2028  2026+  2026-2036/2
//   weeks       week 1-26  week 45-10  week 1-53/2   (ISO 8601)
//   holidays    PH  SH  PH -1 day  PH Mo-Fr
//   rules       joined by ";", "," and "||", ending in open, closed, off, unknown or a "comment"
// in any case, and with en dashes. These are not read: points in time (without an end), intervals within a time
// (/00:30) and shifted dates (Su[1] +1 day).
//
// The rules of a text:
//   - ";": on the days that it names, an open rule replaces earlier ones. A rule that names no days, or those of the
//     preceding rule, adds to it: to replace, as the letter of the specification has it, would leave that rule without
//     any effect. OSRM and Valhalla always add.
//   - ",": an open rule adds. "||": a rule applies where earlier ones give neither yes nor unknown.
//   - off, closed: a rule removes the times that it names, after any separator; without times, whole days.
//   - Hours after midnight belong to the day on which they begin: "Fr 22:00-06:00" holds on Saturday at 05:00. Another
//     open rule for Saturday does not end them (opening_hours.js ends them, which surprises: its issue 261); "Sa off"
//     does.
// These are unknown:
//   - sunrise, sunset, dawn and dusk: fixed hours would be wrong by hours (OSRM parses them and never matches, Valhalla
//     does not read them);
//   - PH and SH unless the caller states them;
//   - 17:00-24:00 of "14:00-17:00+". "18:00+" lasts until 24:00, as in OSRM;
//   - rules with "unknown" or only a comment.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/units.h"

namespace allways::importers::osm {

// Answers that may be unknown: Kleene's three-valued logic.
enum class Truth : std::uint8_t { no, yes, unknown };

constexpr Truth truth_of(bool value) {
    return value ? Truth::yes : Truth::no;
}

constexpr Truth both(Truth a, Truth b) {
    if (a == Truth::no || b == Truth::no) return Truth::no;
    return a == Truth::yes && b == Truth::yes ? Truth::yes : Truth::unknown;
}

constexpr Truth either(Truth a, Truth b) {
    if (a == Truth::yes || b == Truth::yes) return Truth::yes;
    return a == Truth::no && b == Truth::no ? Truth::no : Truth::unknown;
}

// Returns `then` or `otherwise`, depending on the condition; if the condition is unknown, the value that both share,
// else unknown.
constexpr Truth choose(Truth condition, Truth then, Truth otherwise) {
    if (condition == Truth::unknown) return then == otherwise ? then : Truth::unknown;
    return condition == Truth::yes ? then : otherwise;
}

using allways::CivilTime;
using allways::parse_civil_time;

// States if the day is a holiday, as far as the caller knows. Also used for the preceding day, on which hours after
// midnight begin.
struct Holidays {
    std::optional<bool> is_public;
    std::optional<bool> is_school;
};

// The reason why a text cannot be read.
struct SyntaxFault {
    std::size_t position = 0;  // in bytes
    std::string expected;      // "a weekday after '-'"
};

// The rules of opening hours as plain values, made by the parser from a text and compared with a time.
namespace hours {

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

}  // namespace hours

// Immutable; safe to use from several threads. Copies share their rules.
class OpeningHours {
public:
    struct Answer {
        Truth holds = Truth::unknown;
        std::string_view reason;  // "public holidays are not known"; empty unless unknown
    };
    static constexpr std::size_t longest_text = 4096;  // OpenStreetMap allows 255 characters

    // Accepts any bytes; takes time linear in their number.
    static OpeningHours parse(std::string_view text);

    bool is_valid() const { return !fault_; }
    const std::optional<SyntaxFault>& fault() const { return fault_; }

    // Returns unknown at every time if the text is not valid. Linear in the number of rules.
    Answer at(const CivilTime& time, const Holidays& holidays = {}) const;

private:
    std::shared_ptr<const std::vector<hours::Rule>> rules_;  // null if not valid
    std::optional<SyntaxFault> fault_;
};

}  // namespace allways::importers::osm
