// SPDX-License-Identifier: Apache-2.0
#include "routes/phrases.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/text.h"

namespace allways {

const std::vector<std::string>& instruction_languages() {
    static const std::vector<std::string> codes = [] {
        std::vector<std::string> all;
        for (const tools::Language& language : tools::all_languages()) all.push_back(language.code());
        return all;
    }();
    return codes;
}

std::string accepted_language(std::string_view header) {
    std::string best;
    double best_weight = 0;
    while (!header.empty()) {
        const std::string_view item = header.substr(0, header.find(','));
        header.remove_prefix(std::min(item.size() + 1, header.size()));
        const std::string code = lower_case(trimmed(item.substr(0, item.find_first_of("-;"))));
        const auto weight_at = item.find("q=");
        const double weight =
            weight_at == item.npos ? 1 : std::strtod(std::string(item.substr(weight_at + 2)).c_str(), nullptr);
        const auto& known = instruction_languages();
        if (weight <= best_weight || std::ranges::find(known, code) == known.end()) continue;
        best = code;
        best_weight = weight;
    }
    return best;
}

}  // namespace allways

namespace allways::tools {

namespace {

constexpr char last_words = '\x1f';  // stands for '|', which names of roads may have

}  // namespace

const std::vector<Language>& all_languages() {
    static const std::vector<Language> languages = [] {
        std::vector<Language> all;
        const auto file = nlohmann::ordered_json::parse(phrases_file::embedded_files().front().text);
        for (const auto& [code, phrases] : file.items()) {
            Language& language = all.emplace_back();
            language.code_ = code;
            for (const auto& [key, phrase] : phrases.items()) {
                std::string& kept = language.phrases_[key] = phrase.get<std::string>();
                std::ranges::replace(kept, '|', last_words);
            }
        }
        return all;
    }();
    return languages;
}

const Language& Language::find(std::string_view code) {
    const auto& all = all_languages();
    if (code.empty()) return all.front();
    const auto found = std::ranges::find(all, code, &Language::code);
    if (found == all.end()) {
        throw InvalidArgument(
            format("`language`: unknown language '{}'; expected {}", code, joined(instruction_languages())));
    }
    return *found;
}

std::string Language::text(std::string_view phrase, const Values& values) const {
    const std::string& pattern = phrases_.find(phrase)->second;
    std::string text;
    std::string_view last;  // words of an instruction, with their mark
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        if (pattern[at] == last_words && !last.empty()) {
            text += std::exchange(last, {}).substr(1);
        } else if (pattern[at] != '{') {
            text += pattern[at];
        } else {
            const std::size_t close = pattern.find('}', at);
            const std::string_view name = std::string_view(pattern).substr(at + 1, close - at - 1);
            const std::string_view value = std::ranges::find(values, name, &Values::value_type::first)->second;
            const std::size_t end = std::min(value.find(last_words), value.size());
            text += value.substr(0, end);
            if (end < value.size()) last = value.substr(end);
            at = close;
        }
    }
    return text.append(last);
}

std::string Language::finished(std::string text) {
    std::erase(text, last_words);
    text.erase(0, text.find_first_not_of(' '));
    return text;
}

}  // namespace allways::tools
