// SPDX-License-Identifier: Apache-2.0
#include "routes/phrases.h"

#include <algorithm>
#include <cstdlib>

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

const std::vector<Language>& all_languages() {
    static const std::vector<Language> languages = [] {
        std::vector<Language> all;
        const auto file = nlohmann::ordered_json::parse(phrases_file::embedded_files().front().text);
        for (const auto& [code, phrases] : file.items()) {
            Language& language = all.emplace_back();
            language.code_ = code;
            for (const auto& [key, phrase] : phrases.items()) language.phrases_[key] = phrase.get<std::string>();
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
    for (std::size_t at = 0; at < pattern.size();) {
        const std::size_t open = std::min(pattern.find('{', at), pattern.size());
        text.append(pattern, at, open - at);
        if (open == pattern.size()) break;
        const std::size_t close = pattern.find('}', open);
        const std::string_view name = std::string_view(pattern).substr(open + 1, close - open - 1);
        text += std::ranges::find(values, name, &Values::value_type::first)->second;
        at = close + 1;
    }
    return text;
}

}  // namespace allways::tools
