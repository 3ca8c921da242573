// SPDX-License-Identifier: Apache-2.0
#include "allways/importers/cost_updates.h"

#include <array>
#include <cmath>
#include <filesystem>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "attributes/arc_table.h"
#include "base/text.h"
#include "text/csv_reader.h"

namespace allways {

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
