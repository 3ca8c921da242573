// SPDX-License-Identifier: Apache-2.0
// Text of opening hours → rules. A recursive-descent parser without recursion: the grammar has no nesting.
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/text.h"
#include "osm/conditions/opening_hours.h"

namespace allways::importers::osm::hours {

namespace {

constexpr int first_year = 2000;  // "1900-2100" is a range of times
constexpr int last_year = 2199;

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

// Reads one text. Functions return false after fail().
class HoursParser {
public:
    explicit HoursParser(std::string_view text) : text_(text) {}

    bool parse(std::vector<Rule>& rules) {
        auto link = Rule::Link::replace;
        do {
            Rule rule;
            rule.link = link;
            if (!parse_rule(rule)) return false;
            if (link == Rule::Link::add && rule.days.empty() && !rule.times.empty() && rules.back().times.empty()) {
                return fail(rule_start_, "days, or a blank instead of the comma before the times");
            }
            const bool same_days = !rules.empty() && rules.back().days == rule.days;
            if (rule.link == Rule::Link::replace && (rule.days.empty() || same_days)) rule.link = Rule::Link::add;
            rules.push_back(std::move(rule));
            skip_blanks();
            if (at_ == text_.size()) return true;
            if (take(';')) {
                link = Rule::Link::replace;
                skip_blanks();
                if (at_ == text_.size()) return true;
            } else if (take(',')) {
                link = Rule::Link::add;
            } else if (text_.substr(at_).starts_with("||")) {
                at_ += 2;
                link = Rule::Link::fallback;
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
    // Takes a hyphen, en dash or em dash with blanks around it.
    bool take_dash() {
        const auto start = at_;
        skip_blanks();
        const auto rest = text_.substr(at_);
        const std::size_t length = rest.starts_with('-') ? 1 : rest.starts_with("–") || rest.starts_with("—") ? 3 : 0;
        at_ = length == 0 ? start : at_ + length;
        if (length != 0) skip_blanks();
        return length != 0;
    }
    // Returns the letters that follow, in lower case.
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
    // Parses a number of at most four digits between the limits.
    bool parse_number(int& value, int least, int most, const std::string& expected) {
        const auto start = at_, count = digits_ahead();
        if (count == 0 || count > 4) return fail(expected);
        value = 0;
        for (std::size_t i = 0; i < count; ++i) value = 10 * value + (text_[at_++] - '0');
        return (value >= least && value <= most) || fail(start, expected);
    }

    bool is_year_ahead() const { return digits_ahead() == 4; }
    // Returns true before the "24" of "Dec 24" and "Dec 24: Mo", but not before "24:00".
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

    bool parse_rule(Rule& rule) {
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

    bool parse_selector(Rule& rule, std::string_view word) {
        if (text_.substr(at_).starts_with("24/7")) {
            at_ += 4;
            rule.times.push_back({0, minutes_per_day});
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
        // "Mo-Fr Sa 10:00" would never match: a comma is missing. "PH Mo-Fr" means holidays on these weekdays.
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
            if (!parse_clock(span.from, span.is_sun, minutes_per_day)) return false;
            if (take('+')) {
                span.to = minutes_per_day;
            } else {
                if (!take_dash()) return fail("'-' and the end of the time");
                if (!parse_clock(span.to, span.is_sun, 2 * minutes_per_day)) return false;
                span.is_open_end = take('+');
            }
            if (span.to <= span.from) span.to += minutes_per_day;
            times.push_back(span);
        } while (take_comma([&] { return is_time_ahead(); }));
        return true;
    }

    // Parses "7", "07:30"; and "sunrise", "(sunset-01:00)", which are at minute 0.
    bool parse_clock(int& minute, bool& is_sun, int latest) {
        constexpr auto expected = "a time such as 07:30";
        if (take('(')) {
            if (!is_sun_word(peek_word())) return fail("sunrise, sunset, dawn or dusk");
            take_word();
            if (!take('+') && !take_dash()) return fail("'+' or '-'");
            int offset = 0;
            if (!parse_clock(offset, is_sun, minutes_per_day)) return false;
            is_sun = true;
            return take(')') || fail("')'");
        }
        if (is_sun_word(peek_word())) {
            take_word();
            is_sun = true;
            return true;
        }
        const auto start = at_;
        if (digits_ahead() > 2 || !parse_number(minute, 0, latest / 60, expected)) return fail(start, expected);
        minute *= 60;
        if (peek() == ':') {
            ++at_;
            int past_the_hour = 0;
            if (digits_ahead() != 2 || !parse_number(past_the_hour, 0, 59, expected)) return fail(start, expected);
            minute += past_the_hour;
        }
        if (peek() == ':' || is_ascii_letter(peek()) || minute > latest) return fail(start, expected);
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

    // Parses "1,-1]", "1-3]", after the opening bracket.
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

    // Parses " -2 days", if it follows.
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

    // Parses "/2", if it follows a range that does not wrap around.
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

    // Returns true if "-11-23" follows a year.
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
            if (is_day_ahead() && dates.from.day != 0) return parse_day(dates.to) && check_order(dates, start, false);
            if (!is_year_ahead() && !is_date_ahead()) return fail("a date after '-'");
            dates.to = {};
            if (!parse_point(dates.to, !dates.from.is_month(), true)) return false;
            if (dates.to.year != 0 && dates.from.year == 0) return fail(start, "a year in the first date, too");
            if (dates.from.year != 0 && dates.to.year == 0) {
                dates.to.year = dates.from.year;
                if (day_of(dates.to, dates.to.year, true) < day_of(dates.from, dates.from.year, false)) ++dates.to.year;
            }
            return check_order(dates, start, dates.from.year == 0 && may_wrap(dates));
        }
        return true;
    }

    // Dates do not wrap around the year if they have years, or lie within one month ("Dec 24-6").
    bool check_order(const DaySelector& dates, std::size_t start, bool wraps) {
        const int leap_year = 2024;
        const auto year = [&](int known) { return known != 0 ? known : leap_year; };
        return wraps ||
               day_of(dates.from, year(dates.from.year), false) <= day_of(dates.to, year(dates.to.year), true) ||
               fail(start, "a later date after '-'");
    }

    bool parse_day(DayPoint& point) { return parse_number(point.day, 1, 31, "a day of the month"); }

    // Parses "2026 Nov 23", "Nov 23", "Nov", "Mar Su[-1]", "2026-11-23", "easter -2 days".
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

    // Parses "Su[-1]" as the first or last day of a range. Elsewhere the weekday is a selector of its own: "Mar
    // Su[-1],We".
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
    unsigned seen_ = 0;  // kinds of days in the rule, one bit each
};

}  // namespace

bool parse_rules(std::string_view text, std::vector<Rule>& rules, SyntaxFault& fault) {
    HoursParser parser(text);
    if (parser.parse(rules)) return true;
    fault = std::move(parser.fault);
    return false;
}

}  // namespace allways::importers::osm::hours
