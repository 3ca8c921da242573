// SPDX-License-Identifier: Apache-2.0
#include "allways/base/ids.h"

#include <algorithm>
#include <charconv>
#include <mutex>
#include <numeric>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/text.h"

namespace allways {

namespace {

// Programs that keep a column with gaps as decimals, such as pandas, write 2.0 for 2.
std::string_view without_zero_decimal(std::string_view id) {
    return id.ends_with(".0") ? id.substr(0, id.size() - 2) : id;
}

// Unlike parse_whole(), this accepts no plus sign: such an id stays a text.
std::optional<std::int64_t> parse_id(std::string_view text) {
    std::int64_t value = 0;
    text = without_zero_decimal(text);
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    if (result.ec != std::errc() || result.ptr != text.data() + text.size()) return std::nullopt;
    return value;
}

bool are_consecutive(std::span<const std::int64_t> numbers) {
    for (std::size_t i = 1; i < numbers.size(); ++i) {
        if (numbers[i] != numbers[0] + static_cast<std::int64_t>(i)) return false;
    }
    return true;
}

// Returns the lowest index whose id equals `id`, by searching the sorted order.
template <class Ids, class Id>
std::optional<std::uint32_t> find_sorted(const Ids& ids, std::span<const std::uint32_t> order, const Id& id) {
    const auto at = [&](std::uint32_t index) -> const auto& {
        if (index >= ids.size()) throw DamagedContent("the order of its ids is damaged");
        return ids[index];
    };
    const auto found = std::lower_bound(order.begin(), order.end(), id,
                                        [&](std::uint32_t index, const Id& wanted) { return at(index) < wanted; });
    if (found == order.end() || at(*found) != id) return std::nullopt;
    return *found;
}

}  // namespace

struct IdTable::Order {
    std::once_flag is_sorted;
    SharedArray<std::uint32_t> indexes;
};

IdTable::IdTable(SharedArray<std::int64_t> numbers) : ids_(std::move(numbers)), order_(std::make_shared<Order>()) {}

IdTable::IdTable(SharedArray<std::int64_t> numbers, SharedArray<std::uint32_t> order) : IdTable(std::move(numbers)) {
    std::call_once(order_->is_sorted, [&] { order_->indexes = std::move(order); });
}

IdTable::IdTable(std::vector<std::string> texts) : ids_(std::move(texts)), order_(std::make_shared<Order>()) {}

IdTable IdTable::consecutive(std::size_t count, std::int64_t first) {
    std::vector<std::int64_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), first);
    return IdTable(std::move(numbers));
}

IdTable IdTable::from_texts(std::vector<std::string> texts) {
    std::vector<std::int64_t> numbers;
    numbers.reserve(texts.size());
    for (const std::string& text : texts) {
        const auto number = parse_id(text);
        if (!number || std::to_string(*number) != without_zero_decimal(text)) return IdTable(std::move(texts));
        numbers.push_back(*number);
    }
    return IdTable(std::move(numbers));
}

std::size_t IdTable::size() const {
    return std::visit([](const auto& ids) { return ids.size(); }, ids_);
}

std::string IdTable::text(std::uint32_t index) const {
    return is_numeric() ? std::to_string(numbers()[index]) : texts()[index];
}

IdTable IdTable::selection(std::span<const std::uint32_t> indexes) const {
    return std::visit(
        [&](const auto& ids) {
            std::vector<typename std::remove_cvref_t<decltype(ids)>::value_type> selected;
            selected.reserve(indexes.size());
            for (const std::uint32_t index : indexes) selected.push_back(ids[index]);
            return IdTable(std::move(selected));
        },
        ids_);
}

const SharedArray<std::uint32_t>& IdTable::sorted() const {
    static const SharedArray<std::uint32_t> nothing;
    if (order_ == nullptr) return nothing;
    std::call_once(order_->is_sorted, [&] {
        if (is_numeric() && are_consecutive(numbers())) return;
        std::vector<std::uint32_t>& indexes = order_->indexes.edit();
        indexes.resize(size());
        std::iota(indexes.begin(), indexes.end(), 0u);
        const auto sort_by = [&](const auto& ids) {
            std::ranges::stable_sort(
                indexes, {}, [&](std::uint32_t index) -> const auto& { return ids[index]; });
        };
        std::visit(sort_by, ids_);
    });
    return order_->indexes;
}

std::optional<std::uint32_t> IdTable::find(std::string_view id) const {
    if (!is_numeric()) return find_sorted(texts(), sorted(), id);
    const auto number = parse_id(id);
    if (!number || numbers().empty()) return std::nullopt;
    if (!sorted().empty()) return find_sorted(numbers(), sorted(), *number);
    const std::int64_t first = numbers().front();
    if (*number < first || *number > numbers().back()) return std::nullopt;
    const auto place = static_cast<std::uint64_t>(*number) - static_cast<std::uint64_t>(first);
    if (place >= size() || numbers()[place] != *number) throw DamagedContent("the order of its ids is damaged");
    return static_cast<std::uint32_t>(place);
}

std::optional<std::uint32_t> IdTable::first_repeated() const {
    const SharedArray<std::uint32_t>& sorted = this->sorted();
    std::optional<std::uint32_t> repeated;
    std::visit(
        [&](const auto& ids) {
            for (std::size_t i = 1; i < sorted.size(); ++i) {
                if (ids[sorted[i]] == ids[sorted[i - 1]] && (!repeated || sorted[i] < *repeated)) repeated = sorted[i];
            }
        },
        ids_);
    return repeated;
}

// ---- ranges

namespace {

// Returns the two numbers of a range, or nothing if the text is not a range.
std::optional<std::pair<std::int64_t, std::int64_t>> ends_of_range(std::string_view text) {
    const std::size_t dash = text.find('-', 1);
    if (dash == std::string_view::npos) return std::nullopt;
    const auto first = parse_whole(trimmed(text.substr(0, dash)));
    const auto last = parse_whole(trimmed(text.substr(dash + 1)));
    if (!first || !last) return std::nullopt;
    return std::pair(*first, *last);
}

}  // namespace

std::optional<std::vector<std::uint32_t>> find_range(const IdTable& ids, std::string_view text) {
    const auto ends = ends_of_range(text);
    if (!ends) return std::nullopt;
    std::vector<std::pair<std::int64_t, std::uint32_t>> inside;
    for (std::uint32_t index = 0; index < ids.size(); ++index) {
        const auto id = ids.is_numeric() ? ids.numbers()[index] : parse_whole(ids.texts()[index]);
        if (id && *id >= ends->first && *id <= ends->second) inside.emplace_back(*id, index);
    }
    std::ranges::sort(inside);
    std::vector<std::uint32_t> indexes;
    for (const auto& [id, index] : inside) indexes.push_back(index);
    return indexes;
}

std::string empty_range_text(std::string_view range) {
    const auto ends = ends_of_range(range);
    const bool is_backwards = ends && ends->first > ends->second;
    return format("no node has an id in {}{}", range,
                  is_backwards ? "; a range runs from the lower to the higher number" : "");
}

}  // namespace allways
