// SPDX-License-Identifier: Apache-2.0
// Maps numbers to their positions in a list, for many look-ups.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace allways::importers {

// Hash table with open addressing, at most half full: one cache miss per look-up. Of equal numbers the first counts.
class NumberIndex {
public:
    explicit NumberIndex(std::span<const std::int64_t> numbers) : slots_(std::bit_ceil(2 * numbers.size() + 1)) {
        for (std::uint32_t i = 0; i < numbers.size(); ++i) {
            Slot& slot = slots_[slot_of(numbers[i])];
            if (slot.index == none) slot = {numbers[i], i};
        }
    }

    std::optional<std::uint32_t> find(std::int64_t number) const {
        const std::uint32_t found = slots_[slot_of(number)].index;
        return found == none ? std::nullopt : std::optional(found);
    }

private:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    struct Slot {
        std::int64_t number = 0;
        std::uint32_t index = none;
    };

    // Returns the slot of the number, or the free slot for it.
    std::size_t slot_of(std::int64_t number) const {
        const std::size_t mask = slots_.size() - 1;
        const std::uint64_t mixed = static_cast<std::uint64_t>(number) * 0x9E3779B97F4A7C15u;
        std::size_t slot = static_cast<std::size_t>(mixed >> 20) & mask;
        while (slots_[slot].index != none && slots_[slot].number != number) slot = (slot + 1) & mask;
        return slot;
    }

    std::vector<Slot> slots_;
};

}  // namespace allways::importers
