// SPDX-License-Identifier: Apache-2.0
#include "command/option_rows.h"

#include <algorithm>
#include <utility>

#include <CLI/App.hpp>
#include <CLI/Error.hpp>
#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>

#include "allways/base/format.h"
#include "base/text.h"
#include "command/number_options.h"
#include "command/option_flags.h"

namespace allways::command {

namespace {

CLI::Option* describe(CLI::Option* option, const Flag& flag) {
    if (!flag.value.empty()) option->type_name(flag.value);
    return option->group(flag.group);
}

// Declares an option whose text becomes a value in `take`.
CLI::Option* add_text(CLI::App& app, const Flag& flag, const std::function<void(const std::string&)>& take) {
    return describe(app.add_option_function<std::string>(flag.names, take, flag.help), flag);
}

// Checks numbers by what they are.
CLI::Option* check_number(CLI::Option* option, const Flag& flag) {
    if (flag.value == "KM/H") option->check(number_above(0));
    if (flag.value == "METRES") option->check(number_from(0));
    if (flag.value == "COUNT") option->check(count_from(1));
    if (flag.value == "NODES") option->check(count_from(1, largest_tile));
    if (flag.value == "SIZE") option->transform(size_in_bytes());
    return describe(option, flag);
}

Decimal parse_cost(const std::string& names, const std::string& text) {
    const auto cost = Decimal::parse(text);
    if (cost && cost->digits() >= 0) return *cost;
    throw CLI::ValidationError(names, format("expected a number from 0, such as 600 or 1.5, found '{}'", text));
}

ReadOptions::Box parse_box(const std::string& names, const std::string& text) {
    std::vector<double> sides;
    std::string_view rest = text;
    while (sides.size() < 4) {
        const std::size_t end = std::min(rest.find(','), rest.size());
        const auto side = parse_real(trimmed(rest.substr(0, end)));
        if (!side) break;
        sides.push_back(*side);
        if (end == rest.size()) break;
        rest.remove_prefix(end + 1);
    }
    if (sides.size() != 4 || rest.find(',') != rest.npos || sides[0] > sides[2] || sides[1] > sides[3]) {
        throw CLI::ValidationError(names, format("expected WEST,SOUTH,EAST,NORTH, four numbers with WEST below EAST "
                                                 "and SOUTH below NORTH; found '{}'",
                                                 text));
    }
    return {sides[0], sides[1], sides[2], sides[3]};
}

}  // namespace

Selection named(std::vector<std::string> names) {
    return
        [names = std::move(names)](const OptionText& row) { return std::ranges::find(names, row.name) != names.end(); };
}

Selection taken_by(std::string content) {
    return [content = std::move(content)](const OptionText& row) { return row.formats == content; };
}

Flag flag_of_row(const OptionText& row, bool is_on_by_default, const std::string& group) {
    return {flag_names(row, is_on_by_default), row.value, with_flags(row.help), group};
}

void add_flag(CLI::App& app, const Flag& flag, bool& value) {
    const auto turn_off = [&value] { value = false; };
    describe(
        value ? app.add_flag_callback(flag.names, turn_off, flag.help) : app.add_flag(flag.names, value, flag.help),
        flag);
}

// "natural|raw" lists the words.
void add_flag(CLI::App& app, const Flag& flag, std::string& value) {
    CLI::Option* option = describe(app.add_option(flag.names, value, flag.help), flag);
    const std::vector<std::string> words = words_in(flag.value);
    if (!words.empty()) option->type_name("TEXT")->check(CLI::IsMember(words))->default_str(value);
}

void add_flag(CLI::App& app, const Flag& flag, std::optional<std::string>& value) {
    add_text(app, flag, [&value](const std::string& text) { value = text; });
}

void add_flag(CLI::App& app, const Flag& flag, std::vector<std::string>& value) {
    describe(app.add_option(flag.names, value, flag.help), flag)->expected(1)->take_all();
}

void add_flag(CLI::App& app, const Flag& flag, std::optional<double>& value) {
    check_number(app.add_option(flag.names, value, flag.help), flag);
}

void add_flag(CLI::App& app, const Flag& flag, std::uint64_t& value) {
    check_number(app.add_option(flag.names, value, flag.help), flag);
}

void add_flag(CLI::App& app, const Flag& flag, std::optional<std::uint64_t>& value) {
    check_number(app.add_option(flag.names, value, flag.help), flag);
}

void add_flag(CLI::App& app, const Flag& flag, std::optional<Decimal>& value) {
    add_text(app, flag, [&value, names = flag.names](const std::string& text) { value = parse_cost(names, text); });
}

void add_flag(CLI::App& app, const Flag& flag, std::optional<ReadOptions::Box>& value) {
    add_text(app, flag, [&value, names = flag.names](const std::string& text) { value = parse_box(names, text); });
}

void add_flag(CLI::App& app, const Flag& flag, DeviceChoice& value) {
    add_text(app, flag, [&value](const std::string& text) { value = text; })->default_str(value.text());
}

void add_flag(CLI::App& app, const Flag& flag, ScheduleChoice& value) {
    const std::vector<std::string> words = words_of(value);
    add_words(app, flag, words, value.text(), [&value, words](std::size_t word) { value = words[word]; });
}

void add_words(CLI::App& app, const Flag& flag, const std::vector<std::string>& words, const std::string& usual,
               const std::function<void(std::size_t)>& choose) {
    const auto take = [words, choose](const std::string& text) {
        choose(static_cast<std::size_t>(std::ranges::find(words, text) - words.begin()));
    };
    add_text(app, flag, take)->check(CLI::IsMember(words))->default_str(usual);
}

}  // namespace allways::command
