// SPDX-License-Identifier: Apache-2.0
// Words → directions.
#include "attributes/oneway_values.h"

#include <algorithm>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/progress.h"
#include "base/text.h"

namespace allways::importers {

namespace {

using Ways = OnewayValues::Ways;
using Words = OnewayValues::Words;
using Counts = OnewayValues::Counts;

constexpr std::array<Ways, 4> in_order{Ways::along, Ways::against, Ways::both, Ways::neither};
constexpr std::array<std::string_view, 4> meanings_text{"along", "against", "both ways", "closed"};

// Sets of words, as the option has them. Of sets that know the same values the first counts.
constexpr std::array<std::string_view, 8> usual_texts{
    "yes|true|y|1|forward|along|oneway|one-way|ja|oui|si|sí|sì|sim,-1|reverse|backward|against,"
    "no|false|n|0|b|both|alternating|unknown|two-way|nein|non|nao|não|beide|double-sens,reversible|closed",
    "f|ft|from-to|fromto,t|tf|to-from|tofrom,b|both|two-way,n|closed",  // Esri, TomTom, HERE
    "1,2,0",
    "1,,2",
    "t|true|y,,f|false|n",
    "d|direct|sens-direct,r|reverse|inverse|sens-inverse,b|both|double-sens|sans-objet",  // BD TOPO and others
    "h,t,b|o",                                                                            // NWB
    "indirection,inoppositedirection,bothdirections",                                     // INSPIRE
};

// Returns the value in lower case, with "-" for blanks and underscores, numbers with as few digits as possible, and of
// an address ("http://inspire.ec.europa.eu/codelist/LinkDirectionValue/inDirection") its last part.
std::string word_of(std::string_view value) {
    value = trimmed(value);
    if (value.starts_with("http")) value.remove_prefix(value.rfind('/') + 1);
    if (const auto number = Decimal::parse(value); number && !number->is_missing()) {
        const auto whole = number->fixed_point(0);
        return whole ? std::to_string(*whole) : number->to_string();
    }
    std::string word = lower_case(value);
    std::ranges::replace_if(
        word, [](char c) { return c == ' ' || c == '_'; }, '-');
    return word;
}

bool states_none(std::string_view value) {
    return is_missing_word(trimmed(value));
}

Words parsed(std::string_view set) {
    const auto meanings = split(set, ',');
    if (meanings.size() != 3 && meanings.size() != in_order.size()) {
        throw InvalidArgument(
            format("`oneway_values`: expected comma-separated words for along, against, both ways and, if some mean "
                   "it, closed (\"F,T,B\" or \"F|FT,T|TF,B,N\"), found '{}'",
                   set));
    }
    Words words;
    for (std::size_t i = 0; i < meanings.size(); ++i) {
        for (const std::string_view part : items_in(meanings[i], "|")) {
            const auto [known, is_new] = words.emplace(word_of(part), in_order[i]);
            if (!is_new && known->second != in_order[i])
                throw InvalidArgument(format("`oneway_values`: '{}' has two meanings in '{}'", known->first, set));
        }
    }
    return words;
}

const std::vector<Words>& usual_sets() {
    static const std::vector<Words> sets = [] {
        std::vector<Words> made;
        for (const auto text : usual_texts) made.push_back(parsed(text));
        return made;
    }();
    return sets;
}

// Adds the words that mean the same in all sets.
Words with_agreed(Words words) {
    Words others;
    std::map<std::string, bool> agreed;
    for (const Words& set : usual_sets()) {
        for (const auto& [word, ways] : set) {
            const auto [known, is_new] = others.emplace(word, ways);
            agreed.emplace(word, true).first->second &= is_new || known->second == ways;
        }
    }
    std::erase_if(others, [&](const auto& entry) { return !agreed[entry.first]; });
    words.merge(others);
    return words;
}

std::uint64_t known_count(const Words& words, const Counts& counts) {
    std::uint64_t known = 0;
    for (const auto& [value, count] : counts) known += states_none(value) || words.contains(word_of(value)) ? count : 0;
    return known;
}

}  // namespace

OnewayValues::OnewayValues(const std::string& option) : given_(!option.empty()) {
    words_ = given_ ? parsed(option) : with_agreed(usual_sets().front());
}

void OnewayValues::choose(const Counts& counts, const std::string& path, const std::string& field,
                          const ReadOptions& options) {
    if (!given_) {
        const auto& sets = usual_sets();
        words_ = *std::ranges::max_element(sets, {}, [&](const Words& words) { return known_count(words, counts); });
        warn_of_doubt(counts, field, options.log);
        words_ = with_agreed(std::move(words_));
    }
    std::uint64_t directional = 0;
    std::uint64_t unknown = 0;
    std::vector<std::string> found;
    for (const auto& [value, count] : counts) {
        const auto ways = find(value);
        if (ways != Ways::both) directional += count;
        if (ways) continue;
        unknown += count;
        if (found.size() < 5) found.push_back(format("'{}' ({})", shortened(value), count));
    }
    if (unknown == 0) return;
    const std::string what = format("{} has unknown values, {} of {} that may state a direction: {}", field, unknown,
                                    directional, joined(found));
    if (options.lenient || !is_much(unknown, directional))
        return guess(options.log, Guess::oneway, what + "; these lines are open both ways");
    std::vector<std::string> known;
    for (std::size_t i = 0; i < in_order.size() && given_; ++i) {
        std::vector<std::string> words;
        for (const auto& [word, ways] : words_) {
            if (ways == in_order[i]) words.push_back(word);
        }
        if (!words.empty()) known.push_back(format("{} ({})", joined(words), meanings_text[i]));
    }
    throw InputError(path, 0,
                     format("{}; known values: {}. Set `oneway_values` \"F|FT,T|TF,B,N\" (along, against, both ways, "
                            "closed), or use `lenient` to open these lines both ways",
                            what,
                            given_ ? joined(known)
                                   : "yes, 1, F, FT, D, from-to (along), -1, T, TF, R, to-from, reverse (against), no, "
                                     "0, B, both (both ways), N beside FT and TF, reversible (closed) and others"));
}

// Names another set that knows all values as well and reads some of them differently.
void OnewayValues::warn_of_doubt(const Counts& counts, const std::string& field, const LogCallback& to) const {
    std::uint64_t all = 0;
    for (const auto& [value, count] : counts) all += count;
    if (known_count(words_, counts) != all) return;
    for (const Words& set : usual_sets()) {
        if (known_count(set, counts) != all) continue;
        std::vector<std::string> read;
        std::array<std::vector<std::string>, 4> otherwise;
        for (const auto& [value, count] : counts) {
            if (states_none(value)) continue;
            const Ways here = words_.find(word_of(value))->second;
            const Ways there = set.find(word_of(value))->second;
            otherwise[static_cast<std::size_t>(there)].push_back(value);
            if (here != there)
                read.push_back(
                    format("'{}' ({}) is read as {}", value, count, meanings_text[static_cast<std::size_t>(here)]));
        }
        if (read.empty()) continue;
        std::vector<std::string> option;
        for (const auto& words : otherwise) option.push_back(joined(words, "|"));
        if (option.back().empty()) option.pop_back();
        return guess(to, Guess::oneway,
                     format("{}: {}; another usual meaning is \"{}\"", field, joined(read), joined(option, ",")));
    }
}

bool OnewayValues::understands(const Counts& counts) const {
    OnewayValues values = *this;
    bool doubt = false;
    try {
        values.choose(counts, "", "", {.log = [&](LogLevel, std::string_view) { doubt = true; }});
    } catch (const InputError&) {
        return false;
    }
    return !doubt;
}

std::optional<Ways> OnewayValues::find(std::string_view value) const {
    if (states_none(value)) return Ways::both;
    const auto found = words_.find(word_of(value));
    if (found == words_.end()) return std::nullopt;
    return found->second;
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

std::pair<std::size_t, std::size_t> count_paired_rows(const std::vector<NodeIndex>& ends) {
    std::vector<std::pair<NodeIndex, NodeIndex>> rows;
    for (std::size_t at = 0; at + 1 < ends.size(); at += 2) {
        if (ends[at] != ends[at + 1]) rows.emplace_back(ends[at], ends[at + 1]);
    }
    std::ranges::sort(rows);
    const auto is_paired = [&](const auto& row) {
        return std::ranges::binary_search(rows, std::pair{row.second, row.first});
    };
    return {rows.size(), static_cast<std::size_t>(std::ranges::count_if(rows, is_paired))};
}

}  // namespace allways::importers
