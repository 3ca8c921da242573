// SPDX-License-Identifier: Apache-2.0
#include "allways/network/text_column.h"

#include <algorithm>

#include "allways/base/damaged.h"
#include "allways/base/format.h"

namespace allways {

TextColumn::TextColumn(std::string name) : name_(std::move(name)) {}

TextColumn::TextColumn(std::string name, std::vector<std::string> texts, std::vector<std::uint32_t> indexes)
    : name_(std::move(name)), texts_(std::move(texts)), index_(std::move(indexes)) {}

TextColumn::TextColumn(std::string name, StoredTexts texts, SharedArray<std::uint32_t> indexes)
    : name_(std::move(name)), stored_(std::move(texts)), index_(std::move(indexes)) {}

std::string_view TextColumn::distinct(std::uint32_t i) const {
    const auto damaged = [&] { return DamagedContent(format("the arcs' texts '{}' are damaged", name_)); };
    if (i >= distinct_count()) throw damaged();
    if (!stored_) return texts_[i];
    const std::uint64_t first = i == 0 ? 0 : stored_->ends[i - 1];
    const std::uint64_t end = stored_->ends[i];
    if (first > end || end > stored_->bytes.size()) throw damaged();
    return {reinterpret_cast<const char*>(stored_->bytes.data()) + first, end - first};
}

std::vector<std::string> TextColumn::texts() const {
    if (!stored_) return texts_;
    std::vector<std::string> all;
    for (std::uint32_t i = 0; i < distinct_count(); ++i) all.emplace_back(distinct(i));
    return all;
}

void TextColumn::share() {
    index_.share();
    if (!stored_) {
        std::vector<std::uint8_t> bytes;
        std::vector<std::uint64_t> ends;
        for (const std::string& text : texts_) {
            bytes.insert(bytes.end(), text.begin(), text.end());
            ends.push_back(bytes.size());
        }
        stored_ = StoredTexts{std::move(bytes), std::move(ends)};
        texts_ = {};
        known_.clear();
    }
    stored_->bytes.share();
    stored_->ends.share();
}

void TextColumn::own_texts() {
    if (!stored_) return;
    texts_ = texts();
    stored_.reset();
    known_.clear();
}

void TextColumn::add(std::string_view text) {
    own_texts();
    auto& index = index_.edit();
    if (!index.empty() && texts_[index.back()] == text)
        return index.push_back(index.back());  // often the same text as for the other direction
    if (known_.empty()) {
        for (std::uint32_t i = 0; i < texts_.size(); ++i) known_.try_emplace(texts_[i], i);
    }
    const auto [entry, is_new] = known_.try_emplace(std::string(text), static_cast<std::uint32_t>(texts_.size()));
    if (is_new) texts_.push_back(entry->first);
    index.push_back(entry->second);
}

TextColumn TextColumn::in_order(std::span<const ArcIndex> order) const {
    TextColumn ordered(name_);
    ordered.stored_ = stored_;
    ordered.texts_ = texts_;
    std::vector<std::uint32_t>& index = ordered.index_.edit();
    index.reserve(order.size());
    for (const ArcIndex arc : order) index.push_back(index_[arc]);
    return ordered;
}

bool operator==(const TextColumn& a, const TextColumn& b) {
    return a.name_ == b.name_ && std::ranges::equal(a.index_, b.index_, [&](std::uint32_t one, std::uint32_t other) {
               return a.distinct(one) == b.distinct(other);
           });
}

}  // namespace allways
