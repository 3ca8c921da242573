// SPDX-License-Identifier: Apache-2.0
// The first step of a shortest path for every pair of nodes, in as few bytes as the widest step needs.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <variant>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/shared_array.h"

namespace allways {

// n×n, row-major, [from][to]; under turn rules there is a row for each state (TurnStates), those of the n start nodes
// first. For a network a hop is the *ordinal* of an out-arc of `from`; for a matrix it is the index of the next node.
// The largest value of the stored type means that there is no hop: from = to, or unreachable. One byte per pair if no
// node has more than 254 out-arcs, two for up to 65,535 steps, else four.
class ALLWAYS_API NextHops {
public:
    enum class Kind { arc_ordinal, node_index };
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    // The stored array, rows·n entries of one, two or four bytes.
    using Storage = std::variant<SharedArray<std::uint8_t>, SharedArray<std::uint16_t>, SharedArray<std::uint32_t>>;

    NextHops() = default;
    // `steps`: the number of different hop values (largest out-degree, or n). Every hop starts as missing. `rows`: 0
    // means one per node.
    NextHops(Kind kind, std::size_t node_count, std::size_t steps, std::size_t rows = 0);
    // Takes existing hops, such as those of a mapped file: rows·n of them.
    NextHops(Kind kind, std::size_t node_count, Storage hops);

    Kind kind() const { return kind_; }
    std::size_t node_count() const { return node_count_; }  // columns
    std::size_t row_count() const { return row_count_; }
    std::size_t bytes_per_hop() const;

    std::uint32_t at(std::size_t from, std::size_t to) const;
    void set(std::size_t from, std::size_t to, std::uint32_t hop);

    const Storage& storage() const { return storage_; }
    Storage& storage() { return storage_; }

    // Returns the bytes per hop for that many different steps: 1, 2 or 4.
    static std::size_t bytes_for(std::size_t steps);

private:
    Kind kind_ = Kind::arc_ordinal;
    std::size_t node_count_ = 0;
    std::size_t row_count_ = 0;
    Storage storage_;
};

}  // namespace allways
