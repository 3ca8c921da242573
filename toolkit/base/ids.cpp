#include "allways/base/ids.h"

#include <algorithm>
#include <charconv>
#include <mutex>
#include <numeric>

namespace allways {

namespace {

std::optional<std::int64_t> parse_whole(std::string_view text) {
    std::int64_t value = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    if (result.ec != std::errc() || result.ptr != text.data() + text.size()) return std::nullopt;
    return value;
}

bool are_consecutive(const std::vector<std::int64_t>& numbers) {
    for (std::size_t i = 1; i < numbers.size(); ++i) {
        if (numbers[i] != numbers[0] + static_cast<std::int64_t>(i)) return false;
    }
    return true;
}

// The lowest index whose id equals `id`, through the sorted order.
template <class Ids, class Id>
std::optional<std::uint32_t> find_sorted(const Ids& ids, const std::vector<std::uint32_t>& order, const Id& id) {
    const auto found = std::lower_bound(order.begin(), order.end(), id,
                                        [&](std::uint32_t index, const Id& wanted) { return ids[index] < wanted; });
    if (found == order.end() || ids[*found] != id) return std::nullopt;
    return *found;
}

}  // namespace

struct IdTable::Order {
    std::once_flag is_sorted;
    std::vector<std::uint32_t> indexes;
};

IdTable::IdTable(std::vector<std::int64_t> numbers) : ids_(std::move(numbers)), order_(std::make_shared<Order>()) {}

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
        const auto number = parse_whole(text);
        if (!number || std::to_string(*number) != text) return IdTable(std::move(texts));
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
            std::remove_cvref_t<decltype(ids)> selected;
            selected.reserve(indexes.size());
            for (const std::uint32_t index : indexes) selected.push_back(ids[index]);
            return IdTable(std::move(selected));
        },
        ids_);
}

const std::vector<std::uint32_t>& IdTable::order() const {
    static const std::vector<std::uint32_t> nothing;
    if (order_ == nullptr) return nothing;
    std::call_once(order_->is_sorted, [&] {
        if (is_numeric() && are_consecutive(numbers())) return;
        std::vector<std::uint32_t>& indexes = order_->indexes;
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
    if (!is_numeric()) return find_sorted(texts(), order(), id);
    const auto number = parse_whole(id);
    if (!number || numbers().empty()) return std::nullopt;
    if (!order().empty()) return find_sorted(numbers(), order(), *number);
    const std::int64_t first = numbers().front();
    if (*number < first || *number > numbers().back()) return std::nullopt;
    return static_cast<std::uint32_t>(*number - first);
}

std::optional<std::uint32_t> IdTable::first_repeated() const {
    const std::vector<std::uint32_t>& sorted = order();
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

}  // namespace allways
