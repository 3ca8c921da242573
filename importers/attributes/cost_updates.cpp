// SPDX-License-Identifier: Apache-2.0
// Lines → CostUpdates. The heading, or its absence, determines the kind of the rows. Rows of GMNS's link_tod.csv, too.
#include "allways/importers/cost_updates.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "attributes/arc_table.h"
#include "base/text.h"
#include "cost/damaged_rows.h"
#include "text/csv_reader.h"
#include "text/line_reader.h"

namespace allways {

namespace {

using Fields = std::vector<std::string_view>;

constexpr const char* forms =
    "'from,to,speed_kmh[,rate]', 'arc[,reversed],speed_kmh', 'arc[,reversed],cost', 'name,speed_kmh', 'name,cost', "
    "'class,speed_factor' or 'class,cost_factor'";
constexpr const char* hourly_forms =
    "'hour,from,to,speed_kmh', 'hour,arc[,reversed],speed_kmh', 'hour,arc[,reversed],cost', 'hour,name,speed_kmh', "
    "'hour,name,cost', 'hour,class,speed_factor' or 'hour,class,cost_factor', or the same without hour and with a "
    "field for each hour, such as speed_kmh_7 or cost_7";

constexpr const char* expected_speed = "expected km/h, such as 50, or 0 to close the road";

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
    return std::ranges::find(names, lower_case(name)) != names.end();
}

// Reads the lines of both kinds of files: a heading says which fields a row has.
class UpdatesParser {
public:
    UpdatesParser(std::string_view text, const std::string& source, bool is_hourly)
        : source_(source), rest_(text), is_hourly_(is_hourly), damaged_(source) {
        if (rest_.starts_with("\xef\xbb\xbf")) rest_.remove_prefix(3);
    }

    // The rows by hour; those of a file without hours under 0.
    HourlyUpdates parse() {
        bool is_first = true;
        while (next_line()) {
            if (std::exchange(is_first, false)) {
                has_heading_ = read_heading();
                if (has_heading_) continue;
            }
            take_row();
        }
        damaged_.require_none();
        if (made_.empty() && is_hourly_)
            throw InputError(source_, 0, format("it has no rows; expected {}", hourly_forms));
        if (!is_hourly_) updates_of(0);  // without rows, too, the first line says what they would change
        return std::move(made_);
    }

private:
    // A field with the value of an hour.
    struct ValueField {
        std::size_t at;
        int hour;  // of a wide file
    };

    // The rows after a damaged one are read, too, so that all that are damaged can be named.
    void take_row() {
        try {
            const std::size_t before = has_hour_ ? 1 : 0;
            const CostUpdates::Row key = of_ == CostUpdates::Of::node_pairs ? pair_key(before) : arc_key(before);
            for (const ValueField& field : values_) {
                const std::string_view text = fields_[field.at];
                if (text.empty() && is_wide_) continue;
                CostUpdates& of_hour = updates_of(has_hour_ ? hour_in(fields_.front()) : field.hour);
                of_hour.rows.push_back(key);
                of_hour.rows.back().value = value_of(text);
            }
        } catch (const InvalidArgument& row) {
            damaged_.add(line_, row.what());
        }
    }

    CostUpdates& updates_of(int hour) {
        CostUpdates& updates = made_[hour];
        updates.source = source_;
        updates.of = of_;
        updates.values = values_are_;
        return updates;
    }

    int hour_in(std::string_view text) const {
        const auto hour = parse_whole(text);
        if (!hour || *hour < 0 || *hour >= hours_of_a_week)
            fail(format("the hour '{}' is none from 0 to {}", shortened(text), hours_of_a_week - 1));
        return static_cast<int>(*hour);
    }

    // Refuses the row, whose line take_row() knows.
    [[noreturn]] static void fail(const std::string& message) { throw InvalidArgument(message); }

    // Splits the next line that is neither blank nor a comment.
    bool next_line() {
        while (!rest_.empty()) {
            ++line_;
            std::string_view line = rest_.substr(0, rest_.find('\n'));
            rest_.remove_prefix(std::min(line.size() + 1, rest_.size()));
            line = trimmed(line.ends_with('\r') ? line.substr(0, line.size() - 1) : line);
            if (line.empty() || (line.front() == '#' && !has_heading_)) continue;
            fields_.clear();
            for (std::size_t end = line.find(','); end != std::string_view::npos; end = line.find(',')) {
                fields_.push_back(trimmed(line.substr(0, end)));
                line.remove_prefix(end + 1);
            }
            fields_.push_back(trimmed(line));
            return true;
        }
        return false;
    }

    // Returns false if the first line is a row: its first or its third field is a number.
    bool read_heading() {
        std::size_t at = 0;
        has_hour_ = is_hourly_ && is_one_of(fields_[0], {"hour"});
        if (has_hour_) ++at;
        const auto name = [&](std::size_t i) { return i < fields_.size() ? fields_[i] : std::string_view(); };
        if (is_one_of(name(at), {"class", "facility_type"})) {
            of_ = CostUpdates::Of::classes;
            ++at;
        } else if (is_one_of(name(at), {"name", "street"})) {
            of_ = CostUpdates::Of::names;
            ++at;
        } else if (is_one_of(name(at), {"arc", "arc_id"})) {
            of_ = CostUpdates::Of::arcs;
            has_direction_ = is_one_of(name(at + 1), {"reversed"});
            at += has_direction_ ? 2 : 1;
        } else {
            if (!is_hourly_ && fields_.size() >= 3 && (parse_real(fields_[0]) || parse_real(fields_[2]))) {
                values_ = {{2, 0}};
                return false;
            }
            if (!lower_case(name(at)).starts_with("from") || !lower_case(name(at + 1)).starts_with("to")) {
                refuse_heading(fields_[0]);
            }
            at += 2;
        }
        read_value_fields(at);
        return true;
    }

    void read_value_fields(std::size_t at) {
        is_wide_ = is_hourly_ && !has_hour_;
        if (at >= fields_.size()) refuse_heading(fields_.back());
        if (!is_wide_) {
            values_are_ = kind_of_values(fields_[at]);
            values_ = {{at, 0}};
            if (of_ != CostUpdates::Of::node_pairs && fields_.size() != at + 1) refuse_heading(fields_.back());
            return;
        }
        for (const std::size_t first = at; at < fields_.size(); ++at) {
            const std::size_t joint = fields_[at].rfind('_');
            const auto hour =
                joint == std::string_view::npos ? std::nullopt : parse_whole(fields_[at].substr(joint + 1));
            if (!hour) refuse_heading(fields_[at]);
            if (*hour < 0 || *hour >= hours_of_a_week) {
                throw InputError(source_, line_,
                                 format("'{}': hours range from 0 to {}", shortened(fields_[at]), hours_of_a_week - 1));
            }
            const CostUpdates::Values kind = kind_of_values(fields_[at].substr(0, joint));
            if (at == first) values_are_ = kind;
            const auto is_same = [&](const ValueField& field) { return field.hour == *hour; };
            if (kind != values_are_ || std::ranges::any_of(values_, is_same)) {
                throw InputError(source_, line_,
                                 format("'{}': expected values of one kind alone, with one field for each hour",
                                        shortened(fields_[at])));
            }
            values_.push_back({at, static_cast<int>(*hour)});
            updates_of(values_.back().hour);  // it is an hour of the file even if no row changes anything in it
        }
    }

    CostUpdates::Values kind_of_values(std::string_view name) const {
        if (of_ == CostUpdates::Of::classes) {
            if (is_one_of(name, {"cost_factor"})) return CostUpdates::Values::cost_factors;
            if (is_one_of(name, {"speed_factor"})) return CostUpdates::Values::speed_factors;
            refuse_heading(name);
        }
        const bool of_pairs = of_ == CostUpdates::Of::node_pairs;
        if (!of_pairs && is_one_of(name, {"cost"})) return CostUpdates::Values::costs;
        const bool is_speed =
            is_one_of(name, {"speed", "speed_kmh"}) || (of_pairs && is_one_of(name, {"edge_speed_in_km_h"}));
        if (!is_speed) refuse_heading(name);
        return CostUpdates::Values::speeds;
    }

    [[noreturn]] void refuse_heading(std::string_view found) const {
        if (is_hourly_) {
            throw InputError(source_, line_,
                             format("expected {}, found '{}' in the first line", hourly_forms, shortened(found)));
        }
        throw InputError(
            source_, line_,
            format("expected {}, found '{}' as the first field of the first line", forms, shortened(fields_[0])));
    }

    // The road of a row, whose fields begin at `at`; without its value.
    CostUpdates::Row pair_key(std::size_t at) {
        const std::size_t given = fields_.size();
        if (is_wide_ ? given != values_.back().at + 1 : given < at + 3) {
            fail(format("expected {}, found {} field{}",
                        is_wide_ ? format("{} fields, as in the first line", values_.back().at + 1)
                                 : format("'{}from,to,speed_kmh[,rate]'", at > 0 ? "hour," : ""),
                        given, given == 1 ? "" : "s"));
        }
        if (fields_[at].empty() || fields_[at + 1].empty())
            fail(format("expected '{}from,to,speed_kmh[,rate]', found an empty field for a node",
                        at > 0 ? "hour," : ""));
        if (!is_wide_ && given > at + 3 && !fields_[at + 3].empty()) {
            if (!parse_real(fields_[at + 3])) {
                fail(format("the rate '{}' is not a number; expected one, which has no effect, or nothing",
                            shortened(fields_[at + 3])));
            }
            ++updates_of(has_hour_ ? hour_in(fields_.front()) : 0).rates;
        }
        return {line_, std::string(fields_[at]), std::string(fields_[at + 1]), {}, {}};
    }

    CostUpdates::Row arc_key(std::size_t at) const {
        if (fields_.size() != values_.back().at + 1 || fields_[at].empty()) {
            fail(format("expected '{}{}{},{}', as in the first line, found {} field{}", at > 0 ? "hour," : "",
                        of_ == CostUpdates::Of::classes ? "class"
                        : of_ == CostUpdates::Of::names ? "name"
                                                        : "arc",
                        has_direction_ ? ",reversed" : "", value_name(), fields_.size(),
                        fields_.size() == 1 ? "" : "s"));
        }
        std::optional<bool> reversed;
        if (has_direction_) {
            reversed = is_one_of(fields_[at + 1], {"1", "true"});
            if (!*reversed && !is_one_of(fields_[at + 1], {"0", "false"}))
                fail(format("reversed: expected 0 or 1, found '{}'", shortened(fields_[at + 1])));
        }
        return {line_, std::string(fields_[at]), {}, reversed, {}};
    }

    const char* value_name() const {
        switch (values_are_) {
            case CostUpdates::Values::speeds: return "speed_kmh";
            case CostUpdates::Values::costs: return "cost";
            case CostUpdates::Values::cost_factors: return "cost_factor";
            case CostUpdates::Values::speed_factors: break;
        }
        return "speed_factor";
    }

    Decimal value_of(std::string_view text) const {
        if (values_are_ == CostUpdates::Values::speeds) return speed(text);
        return values_are_ == CostUpdates::Values::costs ? cost(text) : factor(text);
    }

    Decimal factor(std::string_view text) const {
        const bool is_of_cost = values_are_ == CostUpdates::Values::cost_factors;
        if (is_of_cost && lower_case(text) == "inf") return Decimal::missing();
        const auto factor = Decimal::parse(text);
        const double number = factor ? factor->to_double() : -1;
        if ((number >= 0.001 && number <= 1000) || number == 0) return *factor;
        fail(format("the {} '{}' is none; expected a number from 0.001 to 1000, or {}", value_name(), shortened(text),
                    is_of_cost ? "0, or 'inf' to close the roads" : "0 to close the roads"));
    }

    Decimal speed(std::string_view text) const {
        const auto speed = Decimal::parse(text);
        if (!speed || !std::isfinite(speed->to_double())) {
            fail(format("the speed '{}' is not a number; {}", shortened(text), expected_speed));
        }
        const double kmh = speed->to_double();
        if (kmh < 0) fail(format("the speed {} is negative; {}", shortened(text), expected_speed));
        if (kmh > 0 && kmh < 0.001) {
            fail(format("the speed {} is below 0.001; {}", shortened(text), expected_speed));
        }
        return *speed;
    }

    Decimal cost(std::string_view text) const {
        if (lower_case(text) == "inf") return Decimal::missing();
        const auto cost = Decimal::parse(text);
        if (!cost || !std::isfinite(cost->to_double()))
            fail(format("the cost '{}' is not a number; expected one of 0 or more, or 'inf'", shortened(text)));
        if (cost->to_double() < 0)
            fail(format("the cost {} is negative; expected a number of 0 or more, or 'inf'", shortened(text)));
        return *cost;
    }

    std::string source_;
    std::string_view rest_;
    bool is_hourly_;
    std::uint64_t line_ = 0;
    Fields fields_;
    CostUpdates::Of of_ = CostUpdates::Of::node_pairs;
    CostUpdates::Values values_are_ = CostUpdates::Values::speeds;
    bool has_hour_ = false;
    bool has_heading_ = false;
    bool is_wide_ = false;  // a field for each hour
    bool has_direction_ = false;
    std::vector<ValueField> values_;
    cost::DamagedRows damaged_;
    HourlyUpdates made_;
};

// The lines of a file as UTF-8.
std::string whole_text(const std::string& path, const ReadOptions& options) {
    importers::LineReader lines(path, options);
    std::string text;
    std::string_view line;
    while (lines.next(line)) {
        text += line;
        text += '\n';
    }
    return text;
}

}  // namespace

CostUpdates parse_cost_updates(std::string_view text, const std::string& source) {
    return std::move(UpdatesParser(text, source, false).parse().at(0));
}

CostUpdates read_cost_updates(const std::string& path, const ReadOptions& options) {
    return parse_cost_updates(whole_text(path, options), path);
}

HourlyUpdates parse_hourly_updates(std::string_view text, const std::string& source) {
    return UpdatesParser(text, source, true).parse();
}

HourlyUpdates read_hourly_updates(const std::string& path, const ReadOptions& options) {
    return parse_hourly_updates(whole_text(path, options), path);
}

HourlyUpdates read_hourly_files(const std::string& pattern, const std::vector<int>& hours, const ReadOptions& options) {
    constexpr std::string_view place = "{hour}";
    const std::size_t at = pattern.find(place);
    const auto named = [&](const std::string& digits) {
        return std::string(pattern).replace(at, place.size(), digits);
    };
    HourlyUpdates made;
    for (int hour = 0; hour < hours_of_a_week; ++hour) {
        if (!hours.empty() && std::ranges::find(hours, hour) == hours.end()) continue;
        const std::string plain = named(format("{}", hour));
        const std::string padded = named(format("{:02}", hour));
        const bool is_padded = padded != plain && std::filesystem::exists(padded);
        if (is_padded && std::filesystem::exists(plain))
            throw InputError(plain, 0,
                             format("there is also {} for hour {}; expected one file for each hour", padded, hour));
        if (hours.empty() && !is_padded && !std::filesystem::exists(plain)) continue;
        made.emplace(hour, read_cost_updates(is_padded ? padded : plain, options));
    }
    if (made.empty()) throw InputError(pattern, 0, "there is no such file for any hour from 0 to 167");
    return made;
}

// ---- GMNS: speeds of links by time of day

namespace {

using importers::CsvReader;
using importers::FieldNames;

// A table with a heading, whose fields are found by their names in any case.
class NamedFields {
public:
    explicit NamedFields(const std::string& path) : csv_(path) {
        if (!csv_.next(fields_)) throw InputError(path, 0, "the file is empty");
        names_ = FieldNames(fields_);
    }

    bool next() {
        if (!csv_.next(fields_)) return false;
        if (fields_.size() > names_.size())
            csv_.fail(format("expected {} fields, as in the first line, found {}", names_.size(), fields_.size()));
        return true;
    }
    // Empty if the field or its value is missing.
    std::string_view operator[](std::string_view name) const {
        const auto field = names_.usual(name);
        if (!field || *field >= fields_.size()) return {};
        return lower_case(fields_[*field]) == "nan" ? std::string_view() : fields_[*field];
    }
    std::string_view required(std::string_view name) const {
        const std::string_view value = (*this)[name];
        if (value.empty()) csv_.fail(format("the field {} is missing or empty", name));
        return value;
    }
    [[noreturn]] void fail(std::string_view message) const { csv_.fail(message); }
    std::uint64_t line() const { return csv_.line_number(); }

private:
    CsvReader csv_;
    FieldNames names_;
    std::vector<std::string_view> fields_;
};

// Days from Monday; a span that ends before it begins ends on the next day.
struct TimeSet {
    std::array<bool, 7> days{};
    int begin = 0;  // hours of the day, 0 to 23
    int end = 24;   // 1 to 24, or less than `begin`

    std::vector<int> hours() const {
        const int count = end > begin ? end - begin : end + hours_of_a_day - begin;
        std::vector<int> found;
        for (int day = 0; day < 7; ++day) {
            for (int hour = 0; days[static_cast<std::size_t>(day)] && hour < count; ++hour)
                found.push_back((day * hours_of_a_day + begin + hour) % hours_of_a_week);
        }
        return found;
    }
};

// The hour of "0700" or "07:00", and with seconds "07:00:00".
int full_hour(const NamedFields& row, std::string_view text) {
    std::string digits;
    for (const char c : text) {
        if (c >= '0' && c <= '9')
            digits += c;
        else if (c != ':')
            row.fail(format("'{}' is no time of day; expected one such as 07:00", shortened(text)));
    }
    if (digits.size() == 3 || digits.size() == 5) digits.insert(0, "0");
    const bool is_time = digits.size() == 4 || digits.size() == 6;
    const int hour = is_time ? 10 * (digits[0] - '0') + (digits[1] - '0') : -1;
    if (!is_time || hour > hours_of_a_day)
        row.fail(format("'{}' is no time of day; expected one such as 07:00", shortened(text)));
    if (digits.find_first_not_of('0', 2) != std::string::npos)
        row.fail(format("'{}' is not at a full hour, at which costs by hour change", shortened(text)));
    return hour;
}

void set_span(const NamedFields& row, TimeSet& set, std::string_view begin, std::string_view end) {
    set.begin = full_hour(row, begin) % hours_of_a_day;
    set.end = full_hour(row, end);
    if (set.end == 0) set.end = hours_of_a_day;
    if (set.begin == set.end) row.fail(format("the time from {} to {} is empty", begin, end));
}

// "01111100_0700_0900": Sunday to Saturday, holidays, begin and end.
TimeSet set_of_time_day(const NamedFields& row, std::string_view text) {
    constexpr std::size_t bits = 8;
    const bool has_bits = text.size() >= bits && text.substr(0, bits).find_first_not_of("01") == std::string_view::npos;
    if (!has_bits || text.size() != bits + 10 || text[bits] != '_' || text[bits + 5] != '_')
        row.fail(format("the time_day '{}' is none; expected one such as 01111100_0700_0900", shortened(text)));
    TimeSet set;
    for (std::size_t day = 0; day < 7; ++day) set.days[(day + 6) % 7] = text[day] == '1';
    set_span(row, set, text.substr(bits + 1, 4), text.substr(bits + 6, 4));
    return set;
}

std::map<std::string, TimeSet, std::less<>> read_definitions(const std::string& path) {
    std::map<std::string, TimeSet, std::less<>> sets;
    if (!std::filesystem::exists(path)) return sets;
    constexpr std::array<std::string_view, 7> days{"monday", "tuesday",  "wednesday", "thursday",
                                                   "friday", "saturday", "sunday"};
    NamedFields row(path);
    while (row.next()) {
        TimeSet set;
        for (std::size_t day = 0; day < days.size(); ++day) {
            const std::string value = lower_case(row.required(days[day]));
            set.days[day] = value == "1" || value == "true";
            if (!set.days[day] && value != "0" && value != "false")
                row.fail(format("{}: expected 0 or 1, found '{}'", days[day], shortened(value)));
        }
        set_span(row, set, row.required("start_time"), row.required("end_time"));
        sets.insert_or_assign(std::string(row.required("timeday_id")), set);
    }
    return sets;
}

Decimal speed_kmh(const NamedFields& row, std::string_view text, const Unit& unit) {
    constexpr int digits_of_kmh = 7;  // sizes_per_kmh
    const auto speed = Decimal::parse(text);
    if (!speed || !std::isfinite(speed->to_double()) || speed->to_double() < 0)
        row.fail(format("the free_speed '{}' is none; expected a number of 0 or more", shortened(text)));
    return *speed * Decimal(unit.size, digits_of_kmh);
}

}  // namespace

bool is_link_times(const std::string& path) {
    CsvReader csv(path);
    std::vector<std::string_view> fields;
    if (!csv.next(fields)) return false;
    const FieldNames names(fields);
    return names.usual("link_id") && (names.usual("time_day") || names.usual("timeday_id"));
}

HourlyUpdates read_link_times(const std::string& path, const Unit& unit) {
    const std::string beside = (std::filesystem::path(path).parent_path() / "time_set_definitions.csv").string();
    const auto sets = read_definitions(beside);
    HourlyUpdates made;
    NamedFields row(path);
    while (row.next()) {
        if (!row["allowed_uses"].empty())
            row.fail(
                "allowed_uses by time of day are not read; leave them empty, and close links by rows hour,arc,cost");
        if (row["free_speed"].empty()) continue;
        std::optional<TimeSet> set;
        if (const std::string_view stated = row["time_day"]; !stated.empty()) {
            set = set_of_time_day(row, stated);
        } else {
            const auto found = sets.find(row.required("timeday_id"));
            if (found == sets.end())
                row.fail(format("the timeday_id '{}' is not defined in {}", row["timeday_id"], beside));
            set = found->second;
        }
        const Decimal speed = speed_kmh(row, row["free_speed"], unit);
        for (const int hour : set->hours()) {
            CostUpdates& updates = made[hour];
            updates.source = path;
            updates.of = CostUpdates::Of::arcs;
            updates.rows.push_back({row.line(), std::string(row.required("link_id")), {}, {}, speed});
        }
    }
    if (made.empty()) throw InputError(path, 0, "no row has a free_speed for any hour of the week");
    return made;
}

}  // namespace allways
