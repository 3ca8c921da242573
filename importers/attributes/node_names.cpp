// SPDX-License-Identifier: Apache-2.0
// Ids → indexes: numbers by sorting, texts by a hash table.
#include "attributes/node_names.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "allways/base/error.h"
#include "base/text.h"

namespace allways::importers {

namespace {

void check_count(std::size_t count) {
    if (count >= no_node) throw CapacityError("a network has at most 2^32 - 2 nodes", count, no_node - 1);
}

// Accepts only integers that print back as themselves: "007" and "+7" stay texts, or two nodes would become one.
std::optional<std::int64_t> plain_number(std::string_view id) {
    const auto number = parse_whole(id);
    const auto digits = id.starts_with('-') ? id.substr(1) : id;
    const bool plain = !digits.empty() && digits[0] != '+' && (digits == id || digits != "0") &&
                       (digits.size() == 1 || digits[0] != '0');
    return plain ? number : std::nullopt;
}

using Nodes = NodeNames::Nodes;

// Numbers nodes whose ids are integers close together: by a table of all integers between the smallest and the largest.
Nodes number_dense_nodes(const std::vector<std::int64_t>& numbers, std::int64_t least, std::size_t range) {
    std::vector<NodeIndex> index_of(range, no_node);
    const auto entry = [&](std::int64_t number) -> NodeIndex& {
        return index_of[static_cast<std::size_t>(number - least)];
    };
    for (const auto number : numbers) entry(number) = 0;
    std::vector<std::int64_t> ids;
    for (std::size_t i = 0; i < range; ++i) {
        if (index_of[i] == no_node) continue;
        index_of[i] = static_cast<NodeIndex>(ids.size());
        ids.push_back(least + static_cast<std::int64_t>(i));
    }
    check_count(ids.size());
    Nodes nodes;
    nodes.index.reserve(numbers.size());
    for (const auto number : numbers) nodes.index.push_back(entry(number));
    nodes.ids = IdTable(std::move(ids));
    return nodes;
}

Nodes number_nodes(const std::vector<std::int64_t>& numbers) {
    Nodes nodes;
    if (numbers.empty()) return nodes;
    const auto [least, largest] = std::ranges::minmax(numbers);
    const std::uint64_t range = static_cast<std::uint64_t>(largest) - static_cast<std::uint64_t>(least);
    if (range < 2 * numbers.size()) return number_dense_nodes(numbers, least, range + 1);
    std::vector<std::int64_t> ids = numbers;
    std::ranges::sort(ids);
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    check_count(ids.size());
    nodes.index.reserve(numbers.size());
    for (const auto number : numbers) {
        nodes.index.push_back(static_cast<NodeIndex>(std::ranges::lower_bound(ids, number) - ids.begin()));
    }
    nodes.ids = IdTable(std::move(ids));
    return nodes;
}

}  // namespace

void NodeNames::add(std::string_view id) {
    if (numeric_) {
        const bool is_decimal = id.ends_with(".0");
        if (const auto number = plain_number(is_decimal ? id.substr(0, id.size() - 2) : id)) {
            if (is_decimal) decimals_.push_back(numbers_.size());
            numbers_.push_back(*number);
            return;
        }
        numeric_ = false;
        texts_.reserve(2 * numbers_.size());
        for (const auto number : numbers_) texts_.push_back(std::to_string(number));
        for (const std::size_t at : decimals_) texts_[at] += ".0";
        numbers_ = {};
    }
    texts_.emplace_back(id);
}

NodeNames::Nodes NodeNames::finish() && {
    Nodes nodes;
    if (numeric_) return number_nodes(numbers_);
    std::unordered_map<std::string_view, NodeIndex> known;
    std::vector<std::string> ids;
    nodes.index.reserve(texts_.size());
    for (const auto& text : texts_) {
        const auto [entry, is_new] = known.try_emplace(text, static_cast<NodeIndex>(ids.size()));
        if (is_new) ids.push_back(text);
        nodes.index.push_back(entry->second);
    }
    check_count(ids.size());
    nodes.ids = IdTable(std::move(ids));
    return nodes;
}

}  // namespace allways::importers
