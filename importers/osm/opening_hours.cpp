// Text of opening hours → rules → an answer at a time. A recursive-descent parser without recursion: the grammar has no
// nesting. What the rules mean is in the header.
#include "osm/opening_hours.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>
#include <vector>

#include "allways/base/text.h"

namespace allways::importers::osm {

namespace {

using Day = std::chrono::sys_days;

constexpr int minutes_per_day = 24 * 60;
constexpr int first_year = 2000;  // "1900-2100" is meant to be a time
constexpr int last_year = 2199;

constexpr std::string_view public_holidays_unknown = "public holidays are not known";
constexpr std::string_view school_holidays_unknown = "school holidays are not known";
constexpr std::string_view sun_unknown = "the times of sunrise and sunset are not known";
constexpr std::string_view end_unknown = "the end of the hours is open";
constexpr std::string_view remark_unknown = "the hours depend on a remark";

// A day of the year or, without a day, a month.
struct DayPoint {
    int year = 0;   // 0: each year
    int month = 0;  // 0: Easter Sunday
    int day = 0;
    int weekday = 0;  // 1 (Monday) to 7 for the nth weekday of the month
    int nth = 0;      // -1 is the last
    int offset = 0;   // days, for Easter
    bool is_month() const { return month != 0 && day == 0 && weekday == 0; }
};

struct DaySelector {
    enum class Kind { years, weeks, weekdays, dates, public_holiday, school_holiday };
    Kind kind = Kind::weekdays;
    int first = 0;  // of years, weeks, weekdays; those of weeks and weekdays wrap around
    int last = 0;
    int step = 1;
    unsigned nth = 0;  // of weekdays: bit n-1 for the nth of the month, bit 4+n for the nth from its end; 0 for all
    DayPoint from;     // of dates
    DayPoint to;
    bool is_endless = false;  // dates: to the end of the year or, with a year, of time
    bool is_shifted = false;  // "PH -1 day"
};

struct Clock {
    int minute = 0;
    bool is_sun = false;  // sunrise …
};

struct TimeSpan {
    Clock from;
    Clock to;  // later than `from`; above minutes_per_day for the next day
    bool is_open_end = false;
};

struct HoursRule {
    enum class Link { replace, add, fallback };
    Link link = Link::replace;
    Truth state = Truth::yes;
    std::vector<std::vector<DaySelector>> days;  // one of each list must match
    std::vector<TimeSpan> times;                 // none: the whole day
};

// Returns the number of the first name that starts with the word, from 1; 0 if none does.
template <std::size_t n>
int index_of_prefix(const std::array<std::string_view, n>& names, std::string_view word, std::size_t shortest) {
    if (word.size() < shortest) return 0;
    const auto found = std::ranges::find_if(names, [&](std::string_view name) { return name.starts_with(word); });
    return found == names.end() ? 0 : static_cast<int>(found - names.begin()) + 1;
}

int weekday_named(std::string_view word) {
    constexpr std::array<std::string_view, 7> names = {"monday", "tuesday",  "wednesday", "thursday",
                                                       "friday", "saturday", "sunday"};
    return index_of_prefix(names, word, 2);
}

int month_named(std::string_view word) {
    constexpr std::array<std::string_view, 12> names = {"january",   "february", "march",    "april",
                                                        "may",       "june",     "july",     "august",
                                                        "september", "october",  "november", "december"};
    return index_of_prefix(names, word, 3);
}

bool is_sun_word(std::string_view word) {
    return word == "sunrise" || word == "sunset" || word == "dawn" || word == "dusk";
}

bool is_ascii_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_ascii_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Easter Sunday by the Gregorian calendar (the algorithm of Meeus, Jones and Butcher).
Day easter_sunday(int year) {
    const int a = year % 19, b = year / 100, c = year % 100;
    const int h = (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30;
    const int l = (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7;
    const int m = (a + 11 * h + 22 * l) / 451;
    const int n = h + l - 7 * m + 114;
    return std::chrono::year(year) / (n / 31) / (n % 31 + 1);
}

// The first or last day of the point in a year. Days that the month lacks (Sep 31) mean its last one.
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

// What selectors ask of a day.
struct DayFacts {
    explicit DayFacts(Day of) : day(of) {
        using namespace std::chrono;
        const year_month_day date(of);
        year = static_cast<int>(date.year());
        weekday = static_cast<int>(std::chrono::weekday(of).iso_encoding());
        const int day_of_month = static_cast<int>(static_cast<unsigned>(date.day()));
        const int days_left = static_cast<int>((Day(date.year() / date.month() / last) - of).count());
        nth = 1u << ((day_of_month - 1) / 7) | 1u << (5 + days_left / 7);
        const Day thursday = of + days(4 - weekday);  // lies in the year to which ISO 8601 counts the week
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
    if (from <= to) return from <= facts.day && facts.day <= to;
    return facts.day >= from || facts.day <= to;  // "Nov-Mar"
}

// Collects why an answer is unknown.
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

Truth matches_days(const HoursRule& rule, const DayFacts& facts, const Holidays& holidays, std::string_view& reason) {
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

// `minute` counts from the day on which the span begins: to 48:00.
Truth is_in_span(const TimeSpan& span, int minute, std::string_view& reason) {
    if (span.from.is_sun || span.to.is_sun) {
        return minute < 2 * minutes_per_day ? unknown_because(reason, sun_unknown) : Truth::no;
    }
    if (span.from.minute <= minute && minute < span.to.minute) return Truth::yes;
    if (span.is_open_end && span.to.minute <= minute && minute < minutes_per_day) {
        return unknown_because(reason, end_unknown);
    }
    return Truth::no;
}

Truth is_in_times(const HoursRule& rule, int minute, std::string_view& reason) {
    if (rule.times.empty()) return truth_of(minute < minutes_per_day);
    Truth any = Truth::no;
    for (const auto& span : rule.times) any = either(any, is_in_span(span, minute, reason));
    return any;
}

// Reads one text. Functions return false after fail().
class HoursParser {
public:
    explicit HoursParser(std::string_view text) : text_(text) {}

    bool parse(std::vector<HoursRule>& rules) {
        auto link = HoursRule::Link::replace;
        do {
            HoursRule rule;
            rule.link = link;
            if (!parse_rule(rule)) return false;
            if (link == HoursRule::Link::add && rule.days.empty() && !rule.times.empty() &&
                rules.back().times.empty()) {
                return fail(rule_start_, "days, or a blank instead of the comma before the times");
            }
            rules.push_back(std::move(rule));
            skip_blanks();
            if (at_ == text_.size()) return true;
            if (take(';')) {
                link = HoursRule::Link::replace;
                skip_blanks();
                if (at_ == text_.size()) return true;
            } else if (take(',')) {
                link = HoursRule::Link::add;
            } else if (text_.substr(at_).starts_with("||")) {
                at_ += 2;
                link = HoursRule::Link::fallback;
            } else {
                return fail("';' or the end of the hours");
            }
        } while (true);
    }

    SyntaxFault fault;

private:
    using Kind = DaySelector::Kind;

    bool fail(std::string expected) { return fail(at_, std::move(expected)); }
    bool fail(std::size_t position, std::string expected) {
        fault = {position, std::move(expected)};
        return false;
    }

    void skip_blanks() {
        while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
    }
    char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    bool take(char c) {
        if (peek() != c || at_ == text_.size()) return false;
        ++at_;
        return true;
    }
    bool take_after_blanks(char c) {
        const auto start = at_;
        skip_blanks();
        if (take(c)) return true;
        at_ = start;
        return false;
    }
    // A hyphen, en dash or em dash with blanks around it.
    bool take_dash() {
        const auto start = at_;
        skip_blanks();
        const auto rest = text_.substr(at_);
        const std::size_t length = rest.starts_with('-') ? 1 : rest.starts_with("–") || rest.starts_with("—") ? 3 : 0;
        at_ = length == 0 ? start : at_ + length;
        if (length != 0) skip_blanks();
        return length != 0;
    }
    // The letters that follow, in lower case.
    std::string peek_word() const {
        std::size_t end = at_;
        while (end < text_.size() && is_ascii_letter(text_[end])) ++end;
        return lower_case(text_.substr(at_, std::min<std::size_t>(end - at_, 12)));
    }
    std::string take_word() {
        auto word = peek_word();
        at_ += word.size();
        return word;
    }
    std::size_t digits_ahead() const {
        std::size_t end = at_;
        while (end < text_.size() && is_ascii_digit(text_[end])) ++end;
        return end - at_;
    }
    // A number of at most four digits between the limits.
    bool parse_number(int& value, int least, int most, const std::string& expected) {
        const auto start = at_, count = digits_ahead();
        if (count == 0 || count > 4) return fail(expected);
        value = 0;
        for (std::size_t i = 0; i < count; ++i) value = 10 * value + (text_[at_++] - '0');
        return (value >= least && value <= most) || fail(start, expected);
    }

    bool is_year_ahead() const { return digits_ahead() == 4; }
    // "24" of "Dec 24" and "Dec 24: Mo", but not of "24:00".
    bool is_day_ahead() const {
        const auto count = digits_ahead();
        const auto rest = text_.substr(at_ + count);
        return (count == 1 || count == 2) && !(rest.size() > 1 && rest[0] == ':' && is_ascii_digit(rest[1]));
    }
    bool is_date_ahead() const {
        const auto word = peek_word();
        return month_named(word) != 0 || word == "easter";
    }
    bool is_holiday_ahead() const {
        const auto word = peek_word();
        return word == "ph" || word == "sh";
    }
    bool is_weekday_ahead() const { return is_holiday_ahead() || weekday_named(peek_word()) != 0; }
    bool is_time_ahead() const {
        const auto count = digits_ahead();
        return count == 1 || count == 2 || peek() == '(' || is_sun_word(peek_word());
    }
    // Takes a comma if an element of the same list follows it.
    template <typename Ahead>
    bool take_comma(Ahead ahead) {
        const auto start = at_;
        if (take_after_blanks(',')) {
            skip_blanks();
            if (ahead()) return true;
        }
        at_ = start;
        return false;
    }

    bool parse_rule(HoursRule& rule) {
        bool has_state = false, has_comment = false;
        seen_ = 0;
        skip_blanks();
        rule_start_ = at_;
        while (true) {
            skip_blanks();
            const char next = peek();
            if (at_ == text_.size() || next == ';' || next == ',' || next == '|') break;
            if (next == '"') {
                if (has_comment || !parse_comment()) return has_comment ? fail("one comment a rule") : false;
                has_comment = true;
                continue;
            }
            if (has_comment || has_state) return fail("';' or a comment");
            const auto word = peek_word();
            if (word == "open" || word == "off" || word == "closed" || word == "unknown") {
                at_ += word.size();
                rule.state = word == "open" ? Truth::yes : word == "unknown" ? Truth::unknown : Truth::no;
                has_state = true;
            } else if (!rule.times.empty()) {
                return fail("';' or ',' before further days");
            } else if (next == ':' && !rule.days.empty()) {
                ++at_;
            } else if (!parse_selector(rule, word)) {
                return false;
            }
        }
        if (at_ == rule_start_) return fail("days or times");
        if (has_comment && !has_state) rule.state = Truth::unknown;
        return true;
    }

    bool parse_comment() {
        const auto end = text_.find('"', at_ + 1);
        if (end == text_.npos) return fail("a '\"' that ends the comment");
        at_ = end + 1;
        return true;
    }

    bool parse_selector(HoursRule& rule, std::string_view word) {
        if (text_.substr(at_).starts_with("24/7")) {
            at_ += 4;
            rule.times.push_back({{0}, {minutes_per_day}});
            return true;
        }
        if (is_time_ahead()) return parse_times(rule.times);
        std::vector<DaySelector> list;
        const auto start = at_;
        if (word == "week") {
            if (!parse_weeks(list)) return false;
        } else if (is_weekday_ahead()) {
            if (!parse_weekdays(list)) return false;
        } else if (is_date_ahead()) {
            if (!parse_dates(list)) return false;
        } else if (is_year_ahead()) {
            if (!parse_years_or_dates(list)) return false;
        } else {
            return fail("days or times");
        }
        // "Mo-Fr Sa 10:00" would never match: a comma is missing. "PH Mo-Fr" are holidays on such days.
        unsigned kinds = 0;
        for (const auto& selector : list) kinds |= 1u << static_cast<unsigned>(selector.kind);
        if ((seen_ & kinds) != 0) return fail(start, "',' or ';' before further days");
        seen_ |= kinds;
        rule.days.push_back(std::move(list));
        return true;
    }

    bool parse_times(std::vector<TimeSpan>& times) {
        do {
            TimeSpan span;
            if (!parse_clock(span.from, minutes_per_day)) return false;
            if (take('+')) {
                span.to.minute = minutes_per_day;
            } else {
                if (!take_dash()) return fail("'-' and the end of the time");
                if (!parse_clock(span.to, 2 * minutes_per_day)) return false;
                span.is_open_end = take('+');
            }
            if (span.to.minute <= span.from.minute) span.to.minute += minutes_per_day;
            times.push_back(span);
        } while (take_comma([&] { return is_time_ahead(); }));
        return true;
    }

    // "7", "07:30", "sunrise", "(sunset-01:00)".
    bool parse_clock(Clock& clock, int latest) {
        constexpr auto expected = "a time such as 07:30";
        if (take('(')) {
            if (!is_sun_word(peek_word())) return fail("sunrise, sunset, dawn or dusk");
            take_word();
            if (!take('+') && !take_dash()) return fail("'+' or '-'");
            Clock offset;
            if (!parse_clock(offset, minutes_per_day)) return false;
            clock.is_sun = true;
            return take(')') || fail("')'");
        }
        if (is_sun_word(peek_word())) {
            take_word();
            clock.is_sun = true;
            return true;
        }
        const auto start = at_;
        if (digits_ahead() > 2 || !parse_number(clock.minute, 0, latest / 60, expected)) return fail(start, expected);
        clock.minute *= 60;
        if (peek() == ':') {
            ++at_;
            int minute = 0;
            if (digits_ahead() != 2 || !parse_number(minute, 0, 59, expected)) return fail(start, expected);
            clock.minute += minute;
        }
        if (peek() == ':' || is_ascii_letter(peek()) || clock.minute > latest) return fail(start, expected);
        return true;
    }

    bool parse_weekdays(std::vector<DaySelector>& list) {
        do {
            DaySelector selector;
            const auto word = take_word();
            if (word == "ph" || word == "sh") {
                selector.kind = word == "ph" ? Kind::public_holiday : Kind::school_holiday;
                int days = 0;
                if (!parse_offset(days)) return false;
                selector.is_shifted = days != 0;
            } else {
                selector.first = selector.last = weekday_named(word);
                if (take('[')) {
                    if (!parse_nths(selector.nth)) return false;
                } else if (take_dash()) {
                    selector.last = weekday_named(peek_word());
                    if (selector.last == 0) return fail("a weekday after '-'");
                    take_word();
                }
            }
            list.push_back(selector);
        } while (take_comma([&] { return is_weekday_ahead(); }));
        return true;
    }

    // "1,-1]", "1-3]", after the bracket.
    bool parse_nths(unsigned& nth) {
        do {
            skip_blanks();
            const bool from_end = take('-');
            int first = 0, last = 0;
            if (!parse_number(first, 1, 5, "a number from 1 to 5")) return false;
            last = first;
            if (!from_end && take('-') && !parse_number(last, first, 5, "a number up to 5")) return false;
            for (int n = first; n <= last; ++n) nth |= 1u << (from_end ? 4 + n : n - 1);
        } while (take_after_blanks(','));
        return take_after_blanks(']') || fail("']'");
    }

    // " -2 days", if it follows.
    bool parse_offset(int& days) {
        const auto start = at_;
        skip_blanks();
        const bool plus = peek() == '+';
        if ((plus || peek() == '-') && ++at_) {
            skip_blanks();
            if (digits_ahead() != 0) {
                if (!parse_number(days, 0, 366, "a number of days")) return false;
                if (!plus) days = -days;
                skip_blanks();
                const auto word = peek_word();
                if (word != "day" && word != "days") return fail("'days'");
                take_word();
                return true;
            }
        }
        at_ = start;
        return true;
    }

    bool parse_weeks(std::vector<DaySelector>& list) {
        do {
            if (peek_word() == "week") take_word();
            skip_blanks();
            DaySelector weeks;
            weeks.kind = Kind::weeks;
            if (!parse_number(weeks.first, 1, 53, "a week from 1 to 53")) return false;
            weeks.last = weeks.first;
            if (take_dash() && !parse_number(weeks.last, 1, 53, "a week from 1 to 53")) return false;
            if (!parse_step(weeks)) return false;
            list.push_back(weeks);
        } while (take_comma([&] { return is_day_ahead() || peek_word() == "week"; }));
        return true;
    }

    // "/2", if it follows a range that does not wrap around.
    bool parse_step(DaySelector& selector) {
        if (peek() != '/') return true;
        if (selector.first >= selector.last) return fail("a range before '/'");
        ++at_;
        return parse_number(selector.step, 1, 99, "a number after '/'");
    }

    bool parse_year(int& year) {
        return parse_number(year, first_year, last_year, "a year from 2000 to 2199 or a time such as 07:30");
    }

    bool parse_years_or_dates(std::vector<DaySelector>& list) {
        const auto start = at_;
        at_ += 4;
        const bool is_iso = is_iso_rest_ahead();
        skip_blanks();
        const bool is_date = is_iso || is_date_ahead();
        at_ = start;
        if (is_date) return parse_dates(list);
        do {
            DaySelector years;
            years.kind = Kind::years;
            if (!parse_year(years.first)) return false;
            years.last = years.first;
            if (take('+')) {
                years.last = 9999;
            } else if (take_dash()) {
                if (!parse_year(years.last) || !parse_step(years)) return false;
                if (years.last < years.first) return fail("a later year");
            }
            list.push_back(years);
        } while (take_comma([&] { return is_year_ahead(); }));
        return true;
    }

    // "-11-23" after a year.
    bool is_iso_rest_ahead() const {
        const auto rest = text_.substr(at_);
        return rest.size() >= 6 && rest[0] == '-' && rest[3] == '-' && is_ascii_digit(rest[1]) &&
               is_ascii_digit(rest[2]) && is_ascii_digit(rest[4]) && is_ascii_digit(rest[5]) &&
               (rest.size() == 6 || !is_ascii_digit(rest[6]));
    }

    bool parse_dates(std::vector<DaySelector>& list) {
        do {
            DaySelector dates;
            dates.kind = Kind::dates;
            if (is_day_ahead()) {  // "26" of "Dec 24,26"
                dates.from = list.back().to;
                if (!parse_day(dates.from)) return false;
            } else if (!parse_point(dates.from, true, false)) {
                return false;
            }
            if (!parse_dates_end(dates)) return false;
            list.push_back(dates);
        } while (take_comma(
            [&] { return is_year_ahead() || is_date_ahead() || (is_day_ahead() && list.back().to.day != 0); }));
        return true;
    }

    bool parse_dates_end(DaySelector& dates) {
        const auto start = at_;
        dates.to = dates.from;
        if (take('+')) {
            dates.is_endless = true;
        } else if (take_dash()) {
            if (is_day_ahead() && dates.from.day != 0) return parse_day(dates.to) && check_order(dates, start);
            if (!is_year_ahead() && !is_date_ahead()) return fail("a date after '-'");
            dates.to = {};
            if (!parse_point(dates.to, !dates.from.is_month(), true)) return false;
            if (dates.to.year != 0 && dates.from.year == 0) return fail(start, "a year in the first date, too");
            if (dates.from.year != 0 && dates.to.year == 0) {
                dates.to.year = dates.from.year;
                if (day_of(dates.to, dates.to.year, true) < day_of(dates.from, dates.from.year, false)) ++dates.to.year;
            }
            return check_order(dates, start);
        }
        return true;
    }

    // With years and within a month, dates do not wrap around.
    bool check_order(const DaySelector& dates, std::size_t start) {
        const bool wraps = dates.from.year == 0 && dates.from.month != dates.to.month;
        const int leap_year = 2024;
        const auto year = [&](int known) { return known != 0 ? known : leap_year; };
        return wraps ||
               day_of(dates.from, year(dates.from.year), false) <= day_of(dates.to, year(dates.to.year), true) ||
               fail(start, "a later date after '-'");
    }

    bool parse_day(DayPoint& point) { return parse_number(point.day, 1, 31, "a day of the month"); }

    // "2026 Nov 23", "Nov 23", "Nov", "Mar Su[-1]", "2026-11-23", "easter -2 days".
    bool parse_point(DayPoint& point, bool may_have_day, bool is_end) {
        if (is_year_ahead()) {
            if (!parse_year(point.year)) return false;
            if (is_iso_rest_ahead()) {
                ++at_;
                if (!parse_number(point.month, 1, 12, "a month from 01 to 12")) return false;
                ++at_;
                return parse_day(point);
            }
            skip_blanks();
        }
        const auto word = peek_word();
        point.month = month_named(word);
        if (point.month == 0 && word != "easter") return fail("a month");
        take_word();
        if (point.month == 0) return parse_offset(point.offset);
        const auto end_of_month = at_;
        skip_blanks();
        if (may_have_day && is_day_ahead()) return parse_day(point);
        if (may_have_day && parse_nth_weekday(point, is_end)) return true;
        at_ = end_of_month;
        return true;
    }

    // "Su[-1]" as the first or last day of a range. Elsewhere the weekday is a selector of its own: "Mar Su[-1],We".
    bool parse_nth_weekday(DayPoint& point, bool is_end) {
        const auto start = at_;
        const int weekday = weekday_named(peek_word());
        if (weekday != 0) {
            take_word();
            const bool bracket = take('['), from_end = take('-');
            if (bracket && digits_ahead() == 1 && peek() >= '1' && peek() <= '5') {
                const int n = text_[at_++] - '0';
                if (take(']')) {
                    const auto end = at_;
                    if (is_end || (take_dash() && (is_date_ahead() || is_year_ahead()))) {
                        at_ = end;
                        point.weekday = weekday;
                        point.nth = from_end ? -n : n;
                        return true;
                    }
                }
            }
        }
        at_ = start;
        return false;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t rule_start_ = 0;
    unsigned seen_ = 0;  // kinds of days that the rule has, a bit each
};

}  // namespace

struct OpeningHours::Rules {
    std::vector<HoursRule> list;
};

std::optional<CivilTime> parse_civil_time(std::string_view text) {
    constexpr std::string_view form = "dddd-dd-ddTdd:dd";
    if (text.size() != form.size()) return std::nullopt;
    for (std::size_t i = 0; i < form.size(); ++i) {
        const bool fits = form[i] == 'd'   ? is_ascii_digit(text[i])
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

OpeningHours OpeningHours::parse(std::string_view text) {
    OpeningHours hours;
    if (text.size() > longest_text) {
        hours.fault_ = {longest_text, "a shorter text"};
        return hours;
    }
    auto rules = std::make_shared<Rules>();
    HoursParser parser(text);
    if (parser.parse(rules->list)) {
        hours.rules_ = std::move(rules);
    } else {
        hours.fault_ = std::move(parser.fault);
    }
    return hours;
}

OpeningHours::Answer OpeningHours::at(const CivilTime& time, const Holidays& holidays) const {
    if (!rules_) return {Truth::unknown, "the hours cannot be read"};
    const Day day = std::chrono::year(time.year) / time.month / time.day;
    const DayFacts today(day), yesterday(day - std::chrono::days(1));
    const int minute = 60 * time.hour + time.minute;

    // Hours that begin today, and hours after midnight of those that began yesterday.
    Truth from_today = Truth::no, from_yesterday = Truth::no;
    std::string_view reason;
    for (const auto& rule : rules_->list) {
        const Truth on_today = matches_days(rule, today, holidays, reason);
        const Truth on_yesterday = matches_days(rule, yesterday, holidays, reason);
        const Truth in_today = on_today == Truth::no ? Truth::no : is_in_times(rule, minute, reason);
        const Truth in_yesterday =
            on_yesterday == Truth::no ? Truth::no : is_in_times(rule, minute + minutes_per_day, reason);
        const Truth hits = either(both(on_today, in_today), both(on_yesterday, in_yesterday));
        if (rule.state == Truth::unknown && hits != Truth::no) reason = remark_unknown;
        if (rule.link == HoursRule::Link::fallback && either(from_today, from_yesterday) != Truth::no) continue;
        if (rule.state == Truth::no) {
            from_today = choose(hits, Truth::no, from_today);
            from_yesterday = choose(hits, Truth::no, from_yesterday);
            if (rule.times.empty()) from_yesterday = choose(on_yesterday, Truth::no, from_yesterday);
            continue;
        }
        const bool replaces = rule.link == HoursRule::Link::replace && !rule.days.empty();
        const auto apply = [&](Truth& hours, Truth on_day, Truth in_times) {
            hours = choose(on_day, choose(in_times, rule.state, replaces ? Truth::no : hours), hours);
        };
        apply(from_today, on_today, in_today);
        apply(from_yesterday, on_yesterday, in_yesterday);
    }
    const Truth holds = either(from_today, from_yesterday);
    return {holds, holds == Truth::unknown ? reason : std::string_view()};
}

}  // namespace allways::importers::osm
