#include "allways/network/text_column.h"

#include <algorithm>

namespace allways {

TextColumn::TextColumn(std::string name) : name_(std::move(name)) {}

TextColumn::TextColumn(std::string name, std::vector<std::string> texts, std::vector<std::uint32_t> indexes)
    : name_(std::move(name)), texts_(std::move(texts)), index_(std::move(indexes)) {}

void TextColumn::add(std::string_view text) {
    if (!index_.empty() && texts_[index_.back()] == text)
        return index_.push_back(index_.back());  // the text of the other direction
    if (known_.empty()) {
        for (std::uint32_t index = 0; index < texts_.size(); ++index) known_.try_emplace(texts_[index], index);
    }
    const auto [entry, is_new] = known_.try_emplace(std::string(text), static_cast<std::uint32_t>(texts_.size()));
    if (is_new) texts_.push_back(entry->first);
    index_.push_back(entry->second);
}

TextColumn TextColumn::in_order(std::span<const ArcIndex> order) const {
    TextColumn ordered(name_);
    ordered.texts_ = texts_;
    ordered.index_.reserve(order.size());
    for (const ArcIndex arc : order) ordered.index_.push_back(index_[arc]);
    return ordered;
}

bool operator==(const TextColumn& a, const TextColumn& b) {
    return a.name_ == b.name_ && std::ranges::equal(a.index_, b.index_, [&](std::uint32_t one, std::uint32_t other) {
               return a.texts_[one] == b.texts_[other];
           });
}

}  // namespace allways
