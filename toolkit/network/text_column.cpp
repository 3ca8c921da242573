// SPDX-License-Identifier: Apache-2.0
#include "allways/network/text_column.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways {

namespace {

StoredTexts stored(const std::vector<std::string>& texts) {
    StoredTexts stored;
    for (const std::string& text : texts) {
        auto& bytes = stored.bytes.edit();
        bytes.insert(bytes.end(), text.begin(), text.end());
        stored.ends.push_back(bytes.size());
    }
    return stored;
}

std::uint32_t hash_of(std::string_view text) {
    return static_cast<std::uint32_t>(std::hash<std::string_view>()(text));
}

}  // namespace

TextColumn::TextColumn(std::string name) : name_(std::move(name)) {}

TextColumn::TextColumn(std::string name, std::vector<std::string> texts, std::vector<std::uint32_t> indexes)
    : TextColumn(std::move(name), stored(texts), std::move(indexes)) {}

TextColumn::TextColumn(std::string name, StoredTexts texts, SharedArray<std::uint32_t> indexes)
    : name_(std::move(name)), texts_(std::move(texts)), index_(std::move(indexes)) {}

std::string_view TextColumn::distinct(std::uint32_t i) const {
    const auto damaged = [&] { return DamagedContent(format("the arcs' texts '{}' are damaged", name_)); };
    if (i >= distinct_count()) throw damaged();
    const std::uint64_t first = i == 0 ? 0 : texts_.ends[i - 1];
    const std::uint64_t end = texts_.ends[i];
    if (first > end || end > texts_.bytes.size()) throw damaged();
    return {reinterpret_cast<const char*>(texts_.bytes.data()) + first, end - first};
}

std::vector<std::string> TextColumn::texts() const {
    std::vector<std::string> all;
    all.reserve(distinct_count());
    for (std::uint32_t i = 0; i < distinct_count(); ++i) all.emplace_back(distinct(i));
    return all;
}

void TextColumn::share() {
    index_.share();
    texts_.bytes.share();
    texts_.ends.share();
    settle();
}

std::uint32_t TextColumn::append(std::string_view text) {
    auto& bytes = texts_.bytes.edit();
    bytes.insert(bytes.end(), text.begin(), text.end());
    texts_.ends.push_back(bytes.size());
    return static_cast<std::uint32_t>(distinct_count() - 1);
}

// Makes the table large enough for one more text.
void TextColumn::make_room() {
    const std::size_t needed = 2 * (distinct_count() + 1);
    if (known_.size() >= needed) return;
    const auto before = std::exchange(known_, std::vector<Known>(std::bit_ceil(std::max<std::size_t>(needed, 16))));
    for (const Known& known : before) {
        if (known.index != 0) place_of(distinct(known.index), known.hash) = known;
    }
    for (std::uint32_t i = 1; before.empty() && i < distinct_count(); ++i) {
        const std::uint32_t hash = hash_of(distinct(i));
        place_of(distinct(i), hash) = {hash, i};
    }
}

// Returns the entry of the text, or the free one where it belongs.
TextColumn::Known& TextColumn::place_of(std::string_view text, std::uint32_t hash) {
    const std::size_t mask = known_.size() - 1;
    std::size_t at = hash & mask;
    const auto is_other = [&](const Known& known) { return known.hash != hash || distinct(known.index) != text; };
    while (known_[at].index != 0 && is_other(known_[at])) at = (at + 1) & mask;
    return known_[at];
}

void TextColumn::add(std::string_view text) {
    auto& index = index_.edit();
    if (text.empty()) return index.push_back(0);
    if (!index.empty() && distinct(index.back()) == text)
        return index.push_back(index.back());  // often the same text as for the other direction
    make_room();
    const std::uint32_t hash = hash_of(text);
    Known& known = place_of(text, hash);
    if (known.index == 0) known = {hash, append(text)};
    index.push_back(known.index);
}

TextColumn TextColumn::in_order(std::span<const ArcIndex> order) const {
    TextColumn ordered(name_, texts_, {});
    std::vector<std::uint32_t>& index = ordered.index_.edit();
    index.reserve(order.size());
    for (const ArcIndex arc : order) index.push_back(index_[arc]);
    return ordered;
}

TextColumn TextColumn::selection(std::span<const std::uint32_t> rows) const {
    TextColumn selected(name_);
    std::vector<std::uint32_t> renumbered(distinct_count(), 0);  // 0: not in use so far, or empty
    std::vector<std::uint32_t>& index = selected.index_.edit();
    index.reserve(rows.size());
    for (const std::uint32_t row : rows) {
        const std::string_view text = distinct(index_[row]);
        std::uint32_t& number = renumbered[index_[row]];
        if (number == 0 && !text.empty()) number = selected.append(text);
        index.push_back(number);
    }
    return selected;
}

bool operator==(const TextColumn& a, const TextColumn& b) {
    return a.name_ == b.name_ && std::ranges::equal(a.index_, b.index_, [&](std::uint32_t one, std::uint32_t other) {
               return a.distinct(one) == b.distinct(other);
           });
}

}  // namespace allways
