// SPDX-License-Identifier: Apache-2.0
// Words → directions.
#include "attributes/oneway_values.h"

#include <algorithm>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/text.h"

namespace allways::importers {

namespace {

using Ways = OnewayValues::Ways;

constexpr std::array<Ways, 3> in_order{Ways::along, Ways::against, Ways::both};

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts;
    while (true) {
        const std::size_t end = std::min(text.find(separator), text.size());
        parts.push_back(lower_case(trimmed(text.substr(0, end))));
        if (end == text.size()) return parts;
        text.remove_prefix(end + 1);
    }
}

}  // namespace

OnewayValues::OnewayValues(const std::string& option) : given_(!option.empty()) {
    if (!given_) return;
    const auto meanings = split(option, ',');
    if (meanings.size() != words_.size()) {
        throw InvalidArgument(
            format("`oneway_values`: expected comma-separated words for along, against and both ways "
                   "(\"F,T,B\" or \"F|FT,T|TF,B\"), found '{}'",
                   option));
    }
    std::vector<std::string> all;
    for (std::size_t i = 0; i < meanings.size(); ++i) {
        for (auto& word : split(meanings[i], '|')) {
            if (word.empty()) continue;
            if (std::ranges::find(all, word) != all.end()) {
                throw InvalidArgument(format("`oneway_values`: '{}' has two meanings in '{}'", word, option));
            }
            all.push_back(word);
            words_[i].push_back(std::move(word));
        }
    }
}

std::optional<Ways> OnewayValues::find(std::string_view value) const {
    using enum Ways;
    const std::string word = lower_case(trimmed(value));
    if (word.empty() || is_missing_word(word)) return both;
    if (given_) {
        for (std::size_t i = 0; i < words_.size(); ++i) {
            if (std::ranges::find(words_[i], word) != words_[i].end()) return in_order[i];
        }
        return std::nullopt;
    }
    static constexpr std::array<std::pair<std::string_view, Ways>, 33> usual{{
        {"f", along},          {"ft", along},        {"yes", along},
        {"true", along},       {"1", along},         {"y", along},
        {"forward", along},    {"t", against},       {"tf", against},
        {"-1", against},       {"reverse", against}, {"backward", against},
        {"b", both},           {"no", both},         {"false", both},
        {"0", both},           {"n", both},          {"both", both},
        {"alternating", both}, {"unknown", both},    {"reversible", neither},
        {"ja", along},         {"oui", along},       {"si", along},
        {"sí", along},         {"sì", along},        {"sim", along},
        {"nein", both},        {"non", both},        {"nao", both},
        {"não", both},         {"beide", both},      {"double sens", both},
    }};
    for (const auto& [known, ways] : usual) {
        if (word == known) return ways;
    }
    return std::nullopt;
}

std::optional<Ways> OnewayValues::find(bool value) const {
    if (!given_) return value ? Ways::along : Ways::both;
    constexpr std::array<std::array<std::string_view, 2>, 4> spellings{
        {{"false", "true"}, {"f", "t"}, {"0", "1"}, {"no", "yes"}}};
    for (const auto& words : spellings) {
        if (const auto ways = find(words[value ? 1 : 0])) return ways;
    }
    return std::nullopt;
}

std::string OnewayValues::known() const {
    if (!given_) {
        return "F, FT, yes, true, 1, forward (along), T, TF, -1, reverse, backward (against), B, no, false, 0, "
               "alternating or "
               "nothing (both ways), reversible (closed)";
    }
    constexpr std::array<std::string_view, 3> names{"along", "against", "both ways"};
    std::vector<std::string> meanings;
    for (std::size_t i = 0; i < words_.size(); ++i) {
        if (!words_[i].empty()) meanings.push_back(format("{} ({})", joined(words_[i]), names[i]));
    }
    return joined(meanings);
}

}  // namespace allways::importers
