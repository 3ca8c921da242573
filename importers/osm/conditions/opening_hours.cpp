// SPDX-License-Identifier: Apache-2.0
// Evaluates rules of opening hours at a time. The header explains the meaning of the rules.
#include "osm/conditions/opening_hours.h"

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

namespace allways::importers::osm {

namespace hours {

namespace {

constexpr std::string_view public_holidays_unknown = "public holidays are not known";
constexpr std::string_view school_holidays_unknown = "school holidays are not known";
constexpr std::string_view sun_unknown = "the times of sunrise and sunset are not known";
constexpr std::string_view end_unknown = "the end of the hours is open";
constexpr std::string_view remark_unknown = "the hours depend on a remark";

// Returns Easter Sunday in the Gregorian calendar (the algorithm of Meeus, Jones and Butcher).
Day easter_sunday(int year) {
    const int a = year % 19, b = year / 100, c = year % 100;
    const int h = (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30;
    const int l = (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7;
    const int m = (a + 11 * h + 22 * l) / 451;
    const int n = h + l - 7 * m + 114;
    return std::chrono::year(year) / (n / 31) / (n % 31 + 1);
}

// The properties of a day that selectors compare.
struct DayFacts {
    explicit DayFacts(Day of) : day(of) {
        using namespace std::chrono;
        const year_month_day date(of);
        year = static_cast<int>(date.year());
        weekday = static_cast<int>(std::chrono::weekday(of).iso_encoding());
        const int day_of_month = static_cast<int>(static_cast<unsigned>(date.day()));
        const int days_left = static_cast<int>((Day(date.year() / date.month() / last) - of).count());
        nth = 1u << ((day_of_month - 1) / 7) | 1u << (5 + days_left / 7);
        // The year of this Thursday is the one to which ISO 8601 assigns the week.
        const Day thursday = of + days(4 - weekday);
        week = static_cast<int>((thursday - Day(year_month_day(thursday).year() / January / 1)).count()) / 7 + 1;
    }
    Day day;
    int year, week, weekday;
    unsigned nth;
};

bool is_between(int value, int first, int last) {
    return first <= last ? first <= value && value <= last : value >= first || value <= last;
}

bool is_in_dates(const DaySelector& dates, const DayFacts& facts) {
    const Day from = day_of(dates.from, dates.from.year != 0 ? dates.from.year : facts.year, false);
    if (dates.is_endless) return facts.day >= from;
    const Day to = day_of(dates.to, dates.to.year != 0 ? dates.to.year : facts.year, true);
    return from > to && may_wrap(dates) ? facts.day >= from || facts.day <= to : from <= facts.day && facts.day <= to;
}

// Records why an answer is unknown.
Truth unknown_because(std::string_view& reason, std::string_view text) {
    reason = text;
    return Truth::unknown;
}

Truth is_holiday(const std::optional<bool>& known, bool is_shifted, std::string_view& reason, std::string_view text) {
    return known && !is_shifted ? truth_of(*known) : unknown_because(reason, text);
}

Truth matches(const DaySelector& selector, const DayFacts& facts, const Holidays& holidays, std::string_view& reason) {
    const auto in_steps = [&](int value) {
        return is_between(value, selector.first, selector.last) &&
               (selector.step == 1 || (value - selector.first) % selector.step == 0);
    };
    switch (selector.kind) {
        case DaySelector::Kind::years: return truth_of(in_steps(facts.year));
        case DaySelector::Kind::weeks: return truth_of(in_steps(facts.week));
        case DaySelector::Kind::weekdays:
            return truth_of(in_steps(facts.weekday) && (selector.nth == 0 || (selector.nth & facts.nth) != 0));
        case DaySelector::Kind::dates: return truth_of(is_in_dates(selector, facts));
        case DaySelector::Kind::public_holiday:
            return is_holiday(holidays.is_public, selector.is_shifted, reason, public_holidays_unknown);
        case DaySelector::Kind::school_holiday:
            return is_holiday(holidays.is_school, selector.is_shifted, reason, school_holidays_unknown);
    }
    return Truth::no;
}

Truth matches_days(const Rule& rule, const DayFacts& facts, const Holidays& holidays, std::string_view& reason) {
    Truth all = Truth::yes;
    for (const auto& list : rule.days) {
        std::string_view why;
        Truth any = Truth::no;
        for (const auto& selector : list) any = either(any, matches(selector, facts, holidays, why));
        if (any == Truth::unknown) reason = why;
        all = both(all, any);
        if (all == Truth::no) break;
    }
    return all;
}

// `minute` counts from the start of the day on which the span begins, up to 48:00.
Truth is_in_span(const TimeSpan& span, int minute, std::string_view& reason) {
    if (span.is_sun) {
        return minute < 2 * minutes_per_day ? unknown_because(reason, sun_unknown) : Truth::no;
    }
    if (span.from <= minute && minute < span.to) return Truth::yes;
    if (span.is_open_end && span.to <= minute && minute < minutes_per_day) {
        return unknown_because(reason, end_unknown);
    }
    return Truth::no;
}

Truth is_in_times(const Rule& rule, int minute, std::string_view& reason) {
    if (rule.times.empty()) return truth_of(minute < minutes_per_day);
    Truth any = Truth::no;
    for (const auto& span : rule.times) any = either(any, is_in_span(span, minute, reason));
    return any;
}

}  // namespace

bool may_wrap(const DaySelector& dates) {
    const auto month = [](const DayPoint& point) { return point.month == 0 ? 4 : point.month; };  // of Easter
    const bool one_month = month(dates.from) == month(dates.to);
    return one_month ? dates.from.day != 0 && dates.to.day != 0 : month(dates.from) > month(dates.to);
}

Day day_of(const DayPoint& point, int year, bool last) {
    using namespace std::chrono;
    if (point.month == 0) return easter_sunday(year) + days(point.offset);
    const auto month = std::chrono::year(year) / point.month;
    const Day end = month / std::chrono::last;
    if (point.weekday != 0) {
        const weekday wanted(static_cast<unsigned>(point.weekday));
        if (point.nth < 0) return end - (weekday(end) - wanted) - days(7 * (-point.nth - 1));
        const Day begin = month / 1;
        return begin + (wanted - weekday(begin)) + days(7 * (point.nth - 1));
    }
    return point.day == 0 ? (last ? end : Day(month / 1)) : std::min(end, Day(month / 1) + days(point.day - 1));
}

}  // namespace hours

OpeningHours OpeningHours::parse(std::string_view text) {
    OpeningHours result;
    if (text.size() > longest_text) {
        result.fault_ = {longest_text, "a shorter text"};
        return result;
    }
    auto rules = std::make_shared<std::vector<hours::Rule>>();
    SyntaxFault fault;
    if (hours::parse_rules(text, *rules, fault)) {
        result.rules_ = std::move(rules);
    } else {
        result.fault_ = std::move(fault);
    }
    return result;
}

OpeningHours::Answer OpeningHours::at(const CivilTime& time, const Holidays& holidays) const {
    if (!rules_) return {Truth::unknown, "the hours cannot be read"};
    using namespace hours;
    const Day day = std::chrono::year(time.year) / time.month / time.day;
    const DayFacts today(day), yesterday(day - std::chrono::days(1));
    const int minute = 60 * time.hour + time.minute;

    // Hours that begin today, and hours after midnight that began yesterday.
    Truth from_today = Truth::no, from_yesterday = Truth::no;
    std::string_view reason;
    for (const auto& rule : *rules_) {
        const Truth on_today = matches_days(rule, today, holidays, reason);
        const Truth on_yesterday = matches_days(rule, yesterday, holidays, reason);
        const Truth in_today = on_today == Truth::no ? Truth::no : is_in_times(rule, minute, reason);
        const Truth in_yesterday =
            on_yesterday == Truth::no ? Truth::no : is_in_times(rule, minute + minutes_per_day, reason);
        const Truth hits = either(both(on_today, in_today), both(on_yesterday, in_yesterday));
        if (rule.state == Truth::unknown && hits != Truth::no) reason = remark_unknown;
        if (rule.link == Rule::Link::fallback && either(from_today, from_yesterday) != Truth::no) continue;
        if (rule.state == Truth::no) {
            from_today = choose(hits, Truth::no, from_today);
            from_yesterday = choose(hits, Truth::no, from_yesterday);
            if (rule.times.empty()) from_yesterday = choose(on_yesterday, Truth::no, from_yesterday);
            continue;
        }
        const bool replaces = rule.link == Rule::Link::replace;
        const auto apply = [&](Truth& holds, Truth on_day, Truth in_times) {
            holds = choose(on_day, choose(in_times, rule.state, replaces ? Truth::no : holds), holds);
        };
        apply(from_today, on_today, in_today);
        apply(from_yesterday, on_yesterday, in_yesterday);
    }
    const Truth holds = either(from_today, from_yesterday);
    return {holds, holds == Truth::unknown ? reason : std::string_view()};
}

}  // namespace allways::importers::osm
