// SPDX-License-Identifier: Apache-2.0
// A field of options or of a report, declared once. Of an option, the command takes its flag and help from the row,
// messages their names, Python its keyword; of a report, JSON takes its key and Python its attribute and docstring. The
// rows of options are in a function beside their struct, such as read_options() for ReadOptions, those of a report in
// its each_row().
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/cost_type.h"

namespace allways {

struct OptionText {
    std::string name;  // the field, as messages and Python call it
    // The value that it takes: "FIELD"; "METRES" and the like, which also decide the valid numbers; the words for a
    // text, "natural|raw"; empty: a switch.
    std::string value;
    std::string help;     // names other options in backticks, as messages do
    std::string formats;  // those that take it, separated by blanks, or all_networks and the like; empty: all
    std::string flag;     // of the command, "-F,--input-format"; empty: the name with dashes
};

// {"natural", "raw"} of "natural|raw"; none of "FIELD".
ALLWAYS_API std::vector<std::string> words_in(std::string_view value);

inline constexpr const char* all_networks = "networks";
inline constexpr const char* all_tables = "tables";
// In OptionText::flag: programs set the field, but the command has no flag for it.
inline constexpr const char* no_flag = "none";

template <class Options, class... Types>
struct OptionRow : OptionText {
    std::variant<Types Options::*...> field;

    template <class Type>
    OptionRow(std::string field_name, Type Options::*member, std::string value_name, std::string sentence,
              std::string taken_by = "", std::string flag_names = "")
        : OptionText{std::move(field_name), std::move(value_name), std::move(sentence), std::move(taken_by),
                     std::move(flag_names)},
          field(member) {}

    // Returns true for a switch that is on unless it is turned off, for which messages write `next_hops = false`.
    bool is_on_by_default() const {
        const auto is_on = [](const auto& usual) {
            if constexpr (std::is_same_v<decltype(usual), const bool&>) return usual;
            return false;
        };
        return std::visit([&](auto member) { return is_on(Options{}.*member); }, field);
    }
    // Returns true if the field differs from its default.
    bool is_given(const Options& options) const {
        return std::visit([&](auto member) { return options.*member != Options{}.*member; }, field);
    }
};

// The form in JSON of a field of a report, whose rows are its function each_row. It calls row(name, member, text, form,
// key) for each field, in the order of JSON: Python's attribute, the member, what it holds and its unit; `form` and
// `key`, the name in JSON, may be left out.
enum class JsonForm {
    plain,
    natural,        // 18, not 18.0; null if it is infinite
    null_if_empty,  // null for an empty text
    unless_empty,   // only if it differs from the default of its type
    by_caller,      // null until the caller writes it in another form
    absent,
};

// An enum whose values, from 0, have the words of words_of(), declared beside it or beside the rows of its struct.
template <class Type>
concept WordEnum = std::is_enum_v<Type>;
template <WordEnum Type>
std::string word_of(Type value) {
    return words_of(value)[static_cast<std::size_t>(value)];
}

inline std::vector<std::string> words_of(CostType) {
    return {"int32", "float32", "float64"};
}

}  // namespace allways
