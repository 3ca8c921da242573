// SPDX-License-Identifier: Apache-2.0
// Indexes inside a network, and the table that maps them to the ids of the user's own file.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/shared_array.h"

namespace allways {

using NodeIndex = std::uint32_t;  // 0 … n-1, in the order of the file
using ArcIndex = std::uint32_t;   // 0 … m-1, in the order of the file

inline constexpr NodeIndex no_node = std::numeric_limits<NodeIndex>::max();
inline constexpr ArcIndex no_arc = std::numeric_limits<ArcIndex>::max();

// The ids of nodes or arcs as their file writes them: integers, or texts if any id is not an integer. Immutable; find
// takes O(log n).
class ALLWAYS_API IdTable {
public:
    IdTable() = default;
    explicit IdTable(std::vector<std::int64_t> numbers) : IdTable(SharedArray(std::move(numbers))) {}
    explicit IdTable(SharedArray<std::int64_t> numbers);
    // `order`: the indexes sorted by id, or empty where ids are consecutive numbers, as sorted() returns them. It may
    // come from a file: find() checks the entries that it uses.
    IdTable(SharedArray<std::int64_t> numbers, SharedArray<std::uint32_t> order);
    explicit IdTable(std::vector<std::string> texts);
    static IdTable consecutive(std::size_t count, std::int64_t first = 1);
    // Stores numbers if every text is an integer as printed, or as pandas may write it, 2.0; else texts.
    static IdTable from_texts(std::vector<std::string> texts);

    // Copies made after this share the memory of numbers.
    void share() {
        if (is_numeric()) std::get<0>(ids_).share();
    }

    std::size_t size() const;
    bool is_numeric() const { return ids_.index() == 0; }
    const SharedArray<std::int64_t>& numbers() const { return std::get<0>(ids_); }
    const std::vector<std::string>& texts() const { return std::get<1>(ids_); }
    std::string text(std::uint32_t index) const;
    // The ids at these indexes, in this order; an index may occur several times.
    IdTable selection(std::span<const std::uint32_t> indexes) const;
    friend bool operator==(const IdTable& a, const IdTable& b) { return a.ids_ == b.ids_; }

    // The indexes sorted by id; empty where ids are consecutive numbers.
    const SharedArray<std::uint32_t>& sorted() const;

    // Returns the index of an id, the lowest if the id repeats, or nothing. Throws DamagedContent if a given order is
    // not sorted.
    std::optional<std::uint32_t> find(std::string_view id) const;
    // Returns the second index of a pair that shares an id, or nothing if ids are unique.
    std::optional<std::uint32_t> first_repeated() const;

private:
    struct Order;
    std::variant<SharedArray<std::int64_t>, std::vector<std::string>> ids_;
    // Sorted by the first search, since most tables are never searched.
    std::shared_ptr<Order> order_;
};

// ---- ranges of ids, "1-1525"

// Returns the indexes of the integer ids from the first to the last number of a range, both included, in ascending
// order of the ids; ids missing in between are skipped. Returns nothing if the text is not a range. A minus in front of
// either number is its sign.
ALLWAYS_API std::optional<std::vector<std::uint32_t>> find_range(const IdTable& ids, std::string_view text);

// The message for a range without ids: "no node has an id in 3-1; a range runs from the lower to the higher number".
ALLWAYS_API std::string empty_range_text(std::string_view range);

}  // namespace allways
