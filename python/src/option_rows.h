// SPDX-License-Identifier: Apache-2.0
// Binds an option struct by its rows (allways/base/option_row.h): each is a property of the Python class, whose _rows
// state name, type hint and meaning, for signatures, help() and keyword_hints.py.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "allways/base/decimal.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/option_row.h"
#include "allways/engine/solve.h"
#include "allways/importers/read.h"
#include "base/text.h"
#include "bindings.h"

namespace allways::python {

template <class Type>
inline constexpr bool is_optional = false;
template <class Type>
inline constexpr bool is_optional<std::optional<Type>> = true;

template <class Type>
concept TextChoice = requires(const Type& choice) {
    choice.text();
};

template <WordEnum Choice>
Choice value_of(const char* field, const std::string& word, const char* before_words = "one of ") {
    const std::vector<std::string> words = words_of(Choice{});
    const auto found = std::ranges::find(words, word);
    if (found != words.end()) return static_cast<Choice>(found - words.begin());
    throw InvalidArgument(format("`{}`: expected {}{}, found '{}'", field, before_words, joined(words), word));
}

template <class Options, class Type>
void bind_field(nb::class_<Options>& bound, const char* name, Type Options::*member) {
    if constexpr (is_optional<Type>)
        bound.def_rw(name, member, nb::arg().none());
    else
        bound.def_rw(name, member);
}

template <class Options, WordEnum Choice>
void bind_field(nb::class_<Options>& bound, const char* name, Choice Options::*member) {
    bound.def_prop_rw(
        name, [member](const Options& self) { return word_of(self.*member); },
        [member, name](Options& self, const std::string& word) { self.*member = value_of<Choice>(name, word); });
}

template <class Options, WordEnum Choice>
void bind_field(nb::class_<Options>& bound, const char* name, std::optional<Choice> Options::*member) {
    bound.def_prop_rw(
        name,
        [member](const Options& self) { return self.*member ? std::optional(word_of(*(self.*member))) : std::nullopt; },
        [member, name](Options& self, const std::optional<std::string>& word) {
            self.*member = word ? std::optional(value_of<Choice>(name, *word)) : std::nullopt;
        });
}

template <class Options>
void bind_field(nb::class_<Options>& bound, const char* name, std::vector<CostType> Options::*member) {
    bound.def_prop_rw(
        name,
        [member](const Options& self) {
            std::vector<std::string> words;
            for (const CostType type : self.*member) words.push_back(word_of(type));
            return words;
        },
        [member, name](Options& self, const std::vector<std::string>& words) {
            std::vector<CostType> types;
            for (const std::string& word : words) types.push_back(value_of<CostType>(name, word));
            self.*member = std::move(types);
        });
}

template <class Options>
void bind_field(nb::class_<Options>& bound, const char* name, std::optional<BoundingBox> Options::*member) {
    using Sides = std::vector<double>;
    bound.def_prop_rw(
        name,
        [member](const Options& self) {
            const auto& box = self.*member;
            return box ? std::optional(Sides{box->low.x, box->low.y, box->high.x, box->high.y}) : std::nullopt;
        },
        [member, name](Options& self, const Sides& sides) {
            if (sides.size() != 4) throw InvalidArgument(format("`{}`: expected west, south, east and north", name));
            self.*member = BoundingBox{{sides[0], sides[1]}, {sides[2], sides[3]}};
        });
}

template <class Options>
void bind_field(nb::class_<Options>& bound, const char* name, std::optional<Decimal> Options::*member) {
    bound.def_prop_rw(
        name,
        [member](const Options& self) {
            return self.*member ? std::optional((self.*member)->to_double()) : std::nullopt;
        },
        [member](Options& self, double number) { self.*member = Decimal::from_double(number); });
}

// DeviceChoice, ScheduleChoice
template <class Options, TextChoice Choice>
void bind_field(nb::class_<Options>& bound, const char* name, Choice Options::*member) {
    bound.def_prop_rw(
        name, [member](const Options& self) { return (self.*member).text(); },
        [member](Options& self, const std::string& text) { self.*member = text; });
}

// The type of a keyword, as Python writes it.
std::string literal(const std::vector<std::string>& words);
template <class Type>
std::string hint_of(const Type& usual, std::string_view value) {
    if constexpr (WordEnum<Type>) {
        return literal(words_of(usual));
    } else if constexpr (std::is_same_v<Type, bool>) {
        return "bool";
    } else if constexpr (std::is_integral_v<Type> || std::is_same_v<Type, std::optional<std::uint64_t>>) {
        return "int";
    } else if constexpr (std::is_same_v<Type, std::vector<std::string>> ||
                         std::is_same_v<Type, std::vector<CostType>>) {
        return "Sequence[str]";
    } else if constexpr (std::is_same_v<Type, std::vector<std::vector<std::string>>>) {
        return "Sequence[Sequence[str]]";
    } else if constexpr (std::is_same_v<Type, ScheduleChoice>) {
        const std::vector<std::string> some = words_in(value);
        return literal(some.empty() ? words_of(usual) : some);
    } else if constexpr (std::is_same_v<Type, double> || std::is_same_v<Type, std::optional<double>> ||
                         std::is_same_v<Type, std::optional<Decimal>>) {
        return "float";
    } else if constexpr (std::is_same_v<Type, std::optional<BoundingBox>>) {
        return "Sequence[float]";
    } else if constexpr (std::is_same_v<Type, std::optional<CostType>>) {
        return "Any";  // also NumPy's types
    } else {
        if (const std::vector<std::string> words = words_in(value); !words.empty()) return literal(words);
        return value == "FILE" || value == "FOLDER" || value == "PROFILE" ? "str | os.PathLike" : "str";
    }
}

template <class Options, class... Types>
nb::class_<Options> bind_rows(nb::module_& core, const char* name,
                              const std::vector<OptionRow<Options, Types...>>& rows, const char* meaning) {
    auto bound = nb::class_<Options>(core, name, meaning).def(nb::init<>());
    nb::list described;
    for (const auto& row : rows) {
        std::visit([&](auto member) { bind_field(bound, row.name.c_str(), member); }, row.field);
        const auto hint = [&](auto member) { return hint_of(Options{}.*member, row.value); };
        described.append(nb::make_tuple(row.name, std::visit(hint, row.field), row.help));
    }
    bound.attr("_rows") = described;
    return bound;
}

}  // namespace allways::python
