// Ids → indexes: by sorting for numbers, by a hash table for texts.
#include "attributes/node_names.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "allways/base/error.h"
#include "allways/base/text.h"

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

}  // namespace

void NodeNames::add(std::string_view id) {
    if (numeric_) {
        if (const auto number = plain_number(id)) {
            numbers_.push_back(*number);
            return;
        }
        numeric_ = false;
        texts_.reserve(2 * numbers_.size());
        for (const auto number : numbers_) texts_.push_back(std::to_string(number));
        numbers_ = {};
    }
    texts_.emplace_back(id);
}

NodeNames::Nodes NodeNames::finish() && {
    Nodes nodes;
    if (numeric_) {
        std::vector<std::int64_t> ids = numbers_;
        std::ranges::sort(ids);
        ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
        check_count(ids.size());
        nodes.index.reserve(numbers_.size());
        for (const auto number : numbers_) {
            nodes.index.push_back(static_cast<NodeIndex>(std::ranges::lower_bound(ids, number) - ids.begin()));
        }
        nodes.ids = IdTable(std::move(ids));
        return nodes;
    }
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
