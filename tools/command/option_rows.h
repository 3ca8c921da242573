// SPDX-License-Identifier: Apache-2.0
// Declares a command's options from the rows of an option struct (allways/base/option_row.h). The library's messages
// name fields of these structs, for callers in programs; users of the command know flags.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "allways/base/cost_type.h"
#include "allways/base/decimal.h"
#include "allways/base/option_row.h"
#include "allways/engine/solve.h"
#include "allways/importers/read.h"
#include "command/cli_fwd.h"

namespace allways::command {

// "-F,--input-format", "--no-next-hops" for a switch that is on by default.
std::string flag_names(const OptionText& row, bool is_on_by_default);

// Flags by the names of fields in messages.
using Flags = std::map<std::string, std::string, std::less<>>;
void add_flag_of(Flags& flags, const std::string& name, const OptionText& row, bool is_on_by_default);
template <class Row>
void add_rows(Flags& flags, const std::vector<Row>& rows, const std::string& prefix = "") {
    for (const Row& row : rows) add_flag_of(flags, prefix + row.name, row, row.is_on_by_default());
}
// Adds the rows of 'allways serve', if this build has it.
void add_service_rows(Flags& flags);

// Replaces each name in backticks by its flag: "`overwrite` replaces it". Names without a flag lose their backticks;
// quoted text stays, because it comes from users and files.
std::string with_flags(std::string_view message);

// The flag of a field as messages name it: "speed_field", "points.layer". Empty if it has none.
std::string_view flag_of(std::string_view name);

// A row as the command shows it. The default of a number is shown unless it is 0.
struct Flag {
    std::string names;  // "-F,--input-format"
    std::string value;  // what it takes, which decides the valid numbers
    std::string help;
    std::string group = "Options";
};
Flag flag_of_row(const OptionText& row, bool is_on_by_default, const std::string& group);

// Each function declares the option that sets `value`.
CLI::Option* add_flag(CLI::App& app, bool& value, const Flag& flag);
CLI::Option* add_flag(CLI::App& app, std::string& value, const Flag& flag);
CLI::Option* add_flag(CLI::App& app, std::optional<std::string>& value, const Flag& flag);  // "" is a value
CLI::Option* add_flag(CLI::App& app, std::vector<std::string>& value, const Flag& flag);    // "a,b", or repeatable
CLI::Option* add_flag(CLI::App& app, std::vector<std::vector<std::string>>& value,
                      const Flag& flag);                                               // "a,b"; repeatable
CLI::Option* add_flag(CLI::App& app, std::vector<CostType>& value, const Flag& flag);  // "int32,float32"
CLI::Option* add_flag(CLI::App& app, double& value, const Flag& flag);
CLI::Option* add_flag(CLI::App& app, std::optional<double>& value, const Flag& flag);
CLI::Option* add_flag(CLI::App& app, std::uint16_t& value, const Flag& flag);
CLI::Option* add_flag(CLI::App& app, std::uint32_t& value, const Flag& flag);
CLI::Option* add_flag(CLI::App& app, std::uint64_t& value, const Flag& flag);
CLI::Option* add_flag(CLI::App& app, std::optional<std::uint64_t>& value, const Flag& flag);
CLI::Option* add_flag(CLI::App& app, std::optional<Decimal>& value, const Flag& flag);
CLI::Option* add_flag(CLI::App& app, std::optional<BoundingBox>& value, const Flag& flag);
CLI::Option* add_flag(CLI::App& app, DeviceChoice& value, const Flag& flag);
CLI::Option* add_flag(CLI::App& app, ScheduleChoice& value, const Flag& flag);

// Calls choose() with the index of the word that is given. `usual`: the default, as help shows it; empty: not shown.
CLI::Option* add_words(CLI::App& app, const Flag& flag, const std::vector<std::string>& words, const std::string& usual,
                       const std::function<void(std::size_t)>& choose);

template <WordEnum Enum>
CLI::Option* add_flag(CLI::App& app, Enum& value, const Flag& flag) {
    const std::vector<std::string> words = words_of(Enum{});
    return add_words(app, flag, words, words[static_cast<std::size_t>(value)],
                     [&value](std::size_t word) { value = static_cast<Enum>(word); });
}

template <WordEnum Enum>
CLI::Option* add_flag(CLI::App& app, std::optional<Enum>& value, const Flag& flag) {
    return add_words(app, flag, words_of(Enum{}), "", [&value](std::size_t word) { value = static_cast<Enum>(word); });
}

using Selection = std::function<bool(const OptionText&)>;
Selection named(std::vector<std::string> names);
Selection taken_by(std::string content);  // rows whose OptionText::formats is this

// Declares the options of the selected rows that have a flag; of all without a selection.
template <class Options, class... Types>
void add_options(CLI::App& app, const std::vector<OptionRow<Options, Types...>>& rows, Options& options,
                 const std::string& group, const Selection& is_selected = {}) {
    for (const auto& row : rows) {
        if (row.flag == no_flag || (is_selected && !is_selected(row))) continue;
        const Flag flag = flag_of_row(row, row.is_on_by_default(), group);
        std::visit([&](auto member) { add_flag(app, options.*member, flag); }, row.field);
    }
}

}  // namespace allways::command
