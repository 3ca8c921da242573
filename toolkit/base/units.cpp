// SPDX-License-Identifier: Apache-2.0
#include "allways/base/units.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/text.h"
#include "base/unit_symbols.h"

namespace allways {

namespace {

// International feet (304.8 mm), miles (1609.344 m) and nautical miles (1852 m).
constexpr std::array<Unit, 17> units{{
    {"ms", Unit::Kind::time, 1},
    {"s", Unit::Kind::time, 1'000},
    {"min", Unit::Kind::time, 60'000},
    {"h", Unit::Kind::time, 3'600'000},
    {"mm", Unit::Kind::length, 10},
    {"cm", Unit::Kind::length, 100},
    {"dm", Unit::Kind::length, 1'000},
    {"m", Unit::Kind::length, 10'000},
    {"km", Unit::Kind::length, 10'000'000},
    {"ft", Unit::Kind::length, 3'048},
    {"mi", Unit::Kind::length, 16'093'440},
    {"km/h", Unit::Kind::speed, 10'000'000},
    {"mph", Unit::Kind::speed, 16'093'440},
    {"m/s", Unit::Kind::speed, 3'600 * 10'000},
    {"ft/s", Unit::Kind::speed, 3'600 * 3'048},
    {"ft/min", Unit::Kind::speed, 60 * 3'048},
    {"kn", Unit::Kind::speed, 18'520'000},
}};

}  // namespace

std::string CostScale::raw_name() const {
    if (unit.empty()) return name;
    if (unit == "s" && digits == 3) return name + "_ms";
    if (unit == "m" && digits == 1) return name + "_dm";
    if (unit == "m" && digits == 2) return name + "_cm";
    if (unit == "m" && digits == 3) return name + "_mm";
    return name + "_" + unit;
}

double natural_value(double raw, const CostScale& scale) {
    return scale.digits == 0 ? raw : raw / std::pow(10.0, scale.digits);
}

const Unit* find_unit(std::string_view symbol) {
    const auto* found = std::ranges::find(units, symbol, &Unit::symbol);
    return found == units.end() ? nullptr : found;
}

const Unit* find_unit(std::string_view symbol, Unit::Kind kind) {
    const Unit* unit = find_unit(symbol);
    return unit != nullptr && unit->kind == kind ? unit : nullptr;
}

std::vector<std::string_view> unit_symbols(Unit::Kind kind) {
    std::vector<std::string_view> symbols;
    for (const Unit& unit : units) {
        if (unit.kind == kind) symbols.push_back(unit.symbol);
    }
    return symbols;
}

// ---- times of day

namespace {

using Days = std::chrono::sys_days;

constexpr int seconds_a_day = 86'400;
constexpr std::array<std::string_view, 7> weekdays{"Monday", "Tuesday",  "Wednesday", "Thursday",
                                                   "Friday", "Saturday", "Sunday"};

[[noreturn]] void refuse_clock_time(std::string_view text) {
    throw InvalidArgument(format(
        "`depart`: expected a local time such as 08:00, 'Mon 08:00' or 2026-11-23T08:00, found '{}'", shortened(text)));
}

// 0 to 99 from one or two digits, or -1.
int small_number(std::string_view text, std::size_t fewest) {
    if (text.size() < fewest || text.size() > 2) return -1;
    int value = 0;
    for (const char c : text) {
        if (c < '0' || c > '9') return -1;
        value = 10 * value + (c - '0');
    }
    return value;
}

// The second of the day of "8:00", "08:00" or "08:00:30", or nothing.
std::optional<int> second_of_day(std::string_view text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    const int hour = small_number(text.substr(0, colon), 1);
    std::string_view rest = text.substr(colon + 1);
    const std::size_t second_colon = rest.find(':');
    const int minute = small_number(rest.substr(0, second_colon), 2);
    const int second = second_colon == std::string_view::npos ? 0 : small_number(rest.substr(second_colon + 1), 2);
    if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return std::nullopt;
    return 3600 * hour + 60 * minute + second;
}

std::optional<int> weekday_of(std::string_view text) {
    for (std::size_t day = 0; day < weekdays.size(); ++day) {
        if (text.size() >= 2 && lower_case(weekdays[day]).starts_with(lower_case(text))) return static_cast<int>(day);
    }
    return std::nullopt;
}

std::string date_text(std::int64_t day) {
    const std::chrono::year_month_day date{Days(std::chrono::days(day))};
    return format("{:04}-{:02}-{:02}", static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                  static_cast<unsigned>(date.day()));
}

}  // namespace

std::optional<CivilTime> parse_civil_time(std::string_view text) {
    constexpr std::string_view form = "dddd-dd-ddTdd:dd";
    if (text.size() != form.size()) return std::nullopt;
    for (std::size_t i = 0; i < form.size(); ++i) {
        const bool fits = form[i] == 'd'   ? text[i] >= '0' && text[i] <= '9'
                          : form[i] == 'T' ? text[i] == 'T' || text[i] == ' '
                                           : text[i] == form[i];
        if (!fits) return std::nullopt;
    }
    const auto number = [&](std::size_t at, std::size_t count) {
        int value = 0;
        for (const char c : text.substr(at, count)) value = 10 * value + (c - '0');
        return value;
    };
    const CivilTime time{number(0, 4), number(5, 2), number(8, 2), number(11, 2), number(14, 2)};
    const auto date = std::chrono::year(time.year) / time.month / time.day;
    if (time.year == 0 || !date.ok() || time.hour > 23 || time.minute > 59) return std::nullopt;
    return time;
}

int ClockTime::weekday() const {
    if (form == Form::weekday) return static_cast<int>(day);
    return static_cast<int>(std::chrono::weekday(Days(std::chrono::days(day))).iso_encoding()) - 1;
}

ClockTime parse_clock_time(std::string_view given) {
    const std::string_view text = trimmed(given);
    if (const auto second = second_of_day(text)) return {ClockTime::Form::time_of_day, 0, *second};
    constexpr std::size_t date_size = 10;  // 2026-11-23
    constexpr std::size_t minute_size = 16;
    if (const auto civil = parse_civil_time(text.substr(0, minute_size))) {
        const auto second = second_of_day(text.substr(date_size + 1));
        if (!second) refuse_clock_time(given);
        const Days day = std::chrono::year(civil->year) / civil->month / civil->day;
        return {ClockTime::Form::date, day.time_since_epoch().count(), *second};
    }
    const std::size_t blank = text.find(' ');
    if (blank == std::string_view::npos) refuse_clock_time(given);
    const auto weekday = weekday_of(text.substr(0, blank));
    const auto second = second_of_day(trimmed(text.substr(blank)));
    if (!weekday || !second) refuse_clock_time(given);
    return {ClockTime::Form::weekday, *weekday, *second};
}

std::string clock_text(const ClockTime& begin, std::int64_t milliseconds) {
    const std::int64_t all = std::int64_t{begin.second} * 1000 + milliseconds;
    const std::int64_t seconds = all / 1000;
    const bool counts_on = begin.form == ClockTime::Form::time_of_day;
    const std::int64_t days = counts_on ? 0 : seconds / seconds_a_day;
    const std::int64_t rest = seconds - days * seconds_a_day;
    std::string text = format("{:02}:{:02}:{:02}", rest / 3600, rest / 60 % 60, rest % 60);
    if (all % 1000 != 0) {
        text += format(".{:03}", all % 1000);
        while (text.back() == '0') text.pop_back();
    }
    if (begin.form == ClockTime::Form::weekday)
        return format("{} {}", weekdays[static_cast<std::size_t>((begin.day + days) % 7)].substr(0, 3), text);
    if (begin.form == ClockTime::Form::date) return format("{}T{}", date_text(begin.day + days), text);
    return text;
}

}  // namespace allways
