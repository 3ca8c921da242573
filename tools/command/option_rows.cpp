// SPDX-License-Identifier: Apache-2.0
#include "command/option_rows.h"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <type_traits>
#include <utility>

#include <CLI/App.hpp>
#include <CLI/Error.hpp>
#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>

#include "allways/areas/isochrones.h"
#include "allways/base/format.h"
#include "allways/engine/bench.h"
#include "allways/export/export.h"
#include "allways/importers/points.h"
#include "allways/importers/read.h"
#include "allways/network/simplify.h"
#include "allways/points/hour_options.h"
#include "allways/points/point_equilibrium.h"
#include "allways/points/snapped_points.h"
#include "allways/query/verification.h"
#include "base/text.h"
#include "command/number_options.h"

namespace allways::command {

namespace {

// "-F" of "-F,--input-format"; of a switch also the long one, "-O (--overwrite)".
std::string shown_flag(const std::string& names, bool is_switch) {
    const std::size_t comma = names.find(',');
    if (comma == names.npos) return names;
    const std::string first = names.substr(0, comma);
    return is_switch ? format("{} ({})", first, names.substr(comma + 1)) : first;
}

// By the names in messages: a field, a setting of one, or a function; prefixed by its struct if two share a name.
Flags all_flags() {
    Flags flags{
        // TableRequest
        {"drop_unsnapped", "--drop-unsnapped"},
        {"destinations = origins", "'allways table --points'"},
        // BenchOptions
        {"type", "--type"},
        // RouteOutput and other outputs
        {"path", "-o"},
        {"picked", "--pairs"},
        {"resume", "--resume"},
        {"shard", "--shard"},
        {"steps", "--steps"},
        // AccessRequest
        {"weights", "--weights"},
        {"nearest", "--nearest"},
        {"classes", "--class"},
        // maps: isochrone_map, PictureOptions
        {"from", "--from"},
        {"cutoffs", "--cutoff"},
        {"width × height", "--size"},
        {"legend = false", "--no-legend"},
        {"theme", "--theme"},
        // Commands
        {"input_formats()", "'allways formats'"},
        {"output_formats()", "'allways formats'"},
        {"list_devices()", "'allways devices'"},
        {"find_order()", "'allways import --order'"},
    };
    add_rows(flags, export_options());
    add_rows(flags, solve_options());
    add_rows(flags, snap_options());
    add_rows(flags, hour_options());
    add_rows(flags, equilibrium_options());
    add_rows(flags, point_options(), "points.");
    add_rows(flags, read_options());
    add_rows(flags, read_options(), "read.");
    add_rows(flags, bench_options());
    add_rows(flags, tune_options());
    add_rows(flags, verify_options());
    add_rows(flags, simplify_options());
    add_rows(flags, isochrone_request_options());
    add_rows(flags, isochrone_output_options());
    add_service_rows(flags);
    return flags;
}

bool is_letter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

// "speed_field", "points.layer"
bool is_name(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) { return is_letter(c) || c == '_' || c == '.'; });
}

// Returns the end of the quotation that begins at `open`, or `open` + 1 if none does, as at an apostrophe.
std::size_t end_of_quotation(std::string_view text, std::size_t open) {
    if (open > 0 && is_letter(text[open - 1])) return open + 1;
    for (std::size_t end = text.find(text[open], open + 1); end != text.npos; end = text.find(text[open], end + 1)) {
        if (end + 1 == text.size() || !is_letter(text[end + 1])) return end + 1;
    }
    return open + 1;
}

}  // namespace

std::string flag_names(const OptionText& row, bool is_on_by_default) {
    if (!row.flag.empty()) return row.flag;
    std::string name = row.name;
    std::ranges::replace(name, '_', '-');
    return (is_on_by_default ? "--no-" : "--") + name;
}

void add_flag_of(Flags& flags, const std::string& name, const OptionText& row, bool is_on_by_default) {
    if (row.flag == no_flag) return;
    flags.try_emplace(name + (is_on_by_default ? " = false" : ""),
                      shown_flag(flag_names(row, is_on_by_default), row.value.empty()));
}

std::string_view flag_of(std::string_view name) {
    static const Flags flags = all_flags();
    const auto found = flags.find(name);
    return found == flags.end() ? std::string_view{} : found->second;
}

std::string with_flags(std::string_view message) {
    std::string text;
    for (std::size_t at = 0; at < message.size();) {
        const char c = message[at];
        std::size_t end = at + 1;
        if (c == '\'' || c == '"') end = end_of_quotation(message, at);
        if (const std::size_t close = c == '`' ? message.find('`', end) : message.npos; close != message.npos) {
            const std::string_view name = message.substr(end, close - end);
            const std::string_view flag = flag_of(name);
            if (!flag.empty() || is_name(name)) {
                text += flag.empty() ? name : flag;
                at = close + 1;
                continue;
            }
        }
        text += message.substr(at, end - at);
        at = end;
    }
    return text;
}

// ---- declaring

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
    if (flag.value == "NUMBER") option->check(count_from(0));
    if (flag.value == "COUNT") option->check(count_from(1));
    if (flag.value == "NODES") option->check(count_from(1, largest_tile));
    if (flag.value == "TILES") option->check(count_from(1, 4096));
    if (flag.value == "PORT") option->check(count_from(0, 65'535));
    if (flag.value == "THREADS") option->check(count_from(1, 1024));
    if (flag.value == "SIZE") option->transform(size_in_bytes());
    if (flag.value == "TIME") option->transform(time_in_seconds());
    return describe(option, flag);
}

// "30s", "16M", "1000".
template <class Number>
std::string default_text(const Flag& flag, Number number) {
    if (flag.value == "TIME") return format("{}s", number);
    if constexpr (std::is_integral_v<Number>) {
        if (flag.value == "SIZE" && number % (1 << 20) == 0) return format("{}M", number >> 20);
    }
    return format("{}", number);
}

template <class Number>
CLI::Option* add_number(CLI::App& app, const Flag& flag, Number& value) {
    CLI::Option* option = check_number(app.add_option(flag.names, value, flag.help), flag);
    if (value != 0) option->default_str(default_text(flag, value));
    return option;
}

Decimal parse_cost(const std::string& names, const std::string& text) {
    const auto cost = Decimal::parse(text);
    if (cost && cost->digits() >= 0) return *cost;
    throw CLI::ValidationError(names, format("expected a number from 0, such as 600 or 1.5, found '{}'", text));
}

BoundingBox parse_box(const std::string& names, const std::string& text) {
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
    const auto across = [&] { return sides[0] > sides[2] && sides[0] <= 180 && sides[2] >= -180; };
    if (sides.size() != 4 || rest.find(',') != rest.npos || (sides[0] > sides[2] && !across()) || sides[1] > sides[3]) {
        throw CLI::ValidationError(names, format("expected WEST,SOUTH,EAST,NORTH, four numbers with SOUTH below NORTH, "
                                                 "and WEST below EAST unless the antimeridian lies between; found '{}'",
                                                 text));
    }
    return {{sides[0], sides[1]}, {sides[2], sides[3]}};
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

CLI::Option* add_flag(CLI::App& app, bool& value, const Flag& flag) {
    const auto turn_off = [&value] { value = false; };
    return describe(
        value ? app.add_flag_callback(flag.names, turn_off, flag.help) : app.add_flag(flag.names, value, flag.help),
        flag);
}

// "natural|raw" lists the words.
CLI::Option* add_flag(CLI::App& app, std::string& value, const Flag& flag) {
    CLI::Option* option = describe(app.add_option(flag.names, value, flag.help), flag);
    const std::vector<std::string> words = words_in(flag.value);
    if (!words.empty()) option->type_name("TEXT")->check(CLI::IsMember(words));
    if (!value.empty()) option->default_str(value);
    return option;
}

CLI::Option* add_flag(CLI::App& app, std::optional<std::string>& value, const Flag& flag) {
    return add_text(app, flag, [&value](const std::string& text) { value = text; });
}

CLI::Option* add_flag(CLI::App& app, std::vector<std::string>& value, const Flag& flag) {
    CLI::Option* option = describe(app.add_option(flag.names, value, flag.help), flag);
    const auto is_any = [&](auto... kinds) { return ((flag.value == kinds) || ...); };
    if (is_any("FIELDS", "WORDS", "ARCS")) return option->delimiter(',')->allow_extra_args(false);
    if (is_any("NUMBERS", "VALUES")) return option->allow_extra_args(false);
    return option->expected(1)->take_all();
}

CLI::Option* add_flag(CLI::App& app, std::vector<std::vector<std::string>>& value, const Flag& flag) {
    const auto take = [&value](const std::vector<std::string>& lists) {
        value.clear();
        for (const std::string& list : lists) {
            std::istringstream texts(list);
            auto& words = value.emplace_back();
            for (std::string text; std::getline(texts, text, ',');) words.push_back(text);
        }
    };
    return describe(app.add_option_function<std::vector<std::string>>(flag.names, take, flag.help), flag)
        ->expected(1)
        ->take_all();
}

CLI::Option* add_flag(CLI::App& app, std::vector<CostType>& value, const Flag& flag) {
    const auto take = [&value](const std::vector<std::string>& words) {
        value.clear();
        for (const std::string& word : words) value.push_back(*parse_cost_type(word));
    };
    std::string usual;
    for (const CostType type : value) usual += format("{}{}", usual.empty() ? "" : ",", name(type));
    return describe(app.add_option_function<std::vector<std::string>>(flag.names, take, flag.help), flag)
        ->check(CLI::IsMember(words_of(CostType{})))
        ->delimiter(',')
        ->allow_extra_args(false)
        ->default_str(usual);
}

CLI::Option* add_flag(CLI::App& app, double& value, const Flag& flag) {
    return add_number(app, flag, value);
}

CLI::Option* add_flag(CLI::App& app, std::optional<double>& value, const Flag& flag) {
    return check_number(app.add_option(flag.names, value, flag.help), flag);
}

CLI::Option* add_flag(CLI::App& app, std::uint16_t& value, const Flag& flag) {
    return add_number(app, flag, value);
}

CLI::Option* add_flag(CLI::App& app, std::uint32_t& value, const Flag& flag) {
    return add_number(app, flag, value);
}

CLI::Option* add_flag(CLI::App& app, std::uint64_t& value, const Flag& flag) {
    return add_number(app, flag, value);
}

CLI::Option* add_flag(CLI::App& app, std::optional<std::uint64_t>& value, const Flag& flag) {
    return check_number(app.add_option(flag.names, value, flag.help), flag);
}

CLI::Option* add_flag(CLI::App& app, std::optional<Decimal>& value, const Flag& flag) {
    return add_text(app, flag,
                    [&value, names = flag.names](const std::string& text) { value = parse_cost(names, text); });
}

CLI::Option* add_flag(CLI::App& app, std::optional<BoundingBox>& value, const Flag& flag) {
    return add_text(app, flag,
                    [&value, names = flag.names](const std::string& text) { value = parse_box(names, text); });
}

CLI::Option* add_flag(CLI::App& app, DeviceChoice& value, const Flag& flag) {
    return add_text(app, flag, [&value](const std::string& text) { value = text; })->default_str(value.text());
}

CLI::Option* add_flag(CLI::App& app, ScheduleChoice& value, const Flag& flag) {
    const std::vector<std::string> some = words_in(flag.value);
    const std::vector<std::string> words = some.empty() ? words_of(value) : some;
    return add_words(app, flag, words, value.text(), [&value, words](std::size_t word) { value = words[word]; });
}

CLI::Option* add_words(CLI::App& app, const Flag& flag, const std::vector<std::string>& words, const std::string& usual,
                       const std::function<void(std::size_t)>& choose) {
    const auto take = [words, choose](const std::string& text) {
        choose(static_cast<std::size_t>(std::ranges::find(words, text) - words.begin()));
    };
    return add_text(app, flag, take)->check(CLI::IsMember(words))->default_str(usual);
}

}  // namespace allways::command
