// SPDX-License-Identifier: Apache-2.0
#include "allways/result/next_hops.h"

#include "base/threads/large_vector.h"

namespace allways {

std::size_t NextHops::bytes_for(std::size_t steps) {
    if (steps <= 254) return 1;
    return steps <= 65535 ? 2 : 4;
}

NextHops::NextHops(Kind kind, std::size_t node_count, std::size_t steps, std::size_t rows)
    : kind_(kind), node_count_(node_count), row_count_(rows == 0 ? node_count : rows) {
    const std::size_t pairs = row_count_ * node_count;
    switch (bytes_for(steps)) {
        case 1: storage_ = large_vector(pairs, std::numeric_limits<std::uint8_t>::max()); break;
        case 2: storage_ = large_vector(pairs, std::numeric_limits<std::uint16_t>::max()); break;
        default: storage_ = large_vector(pairs, std::numeric_limits<std::uint32_t>::max());
    }
}

NextHops::NextHops(Kind kind, std::size_t node_count, Storage hops)
    : kind_(kind), node_count_(node_count), storage_(std::move(hops)) {
    const std::size_t count = std::visit([](const auto& stored) { return stored.size(); }, storage_);
    row_count_ = node_count == 0 ? 0 : count / node_count;
}

std::size_t NextHops::bytes_per_hop() const {
    return std::visit([](const auto& hops) { return sizeof(hops[0]); }, storage_);
}

std::uint32_t NextHops::at(std::size_t from, std::size_t to) const {
    return std::visit(
        [&](const auto& hops) -> std::uint32_t {
            const auto hop = hops[from * node_count_ + to];
            return hop == std::numeric_limits<std::remove_const_t<decltype(hop)>>::max() ? none : hop;
        },
        storage_);
}

void NextHops::set(std::size_t from, std::size_t to, std::uint32_t hop) {
    std::visit(
        [&](auto& hops) {
            using Hop = typename std::remove_reference_t<decltype(hops)>::value_type;
            // A missing hop becomes the type's largest value.
            hops.edit()[from * node_count_ + to] = static_cast<Hop>(hop);
        },
        storage_);
}

}  // namespace allways
