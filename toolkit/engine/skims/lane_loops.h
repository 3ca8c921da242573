// SPDX-License-Identifier: Apache-2.0
// Plain loops over rows, built for several instruction sets.
#pragma once

#include <cstddef>
#include <cstdint>

namespace allways::engine {

// Equal sums are rare, so several comparisons are made at once.
inline constexpr std::size_t equal_sums_at_once = 16;

// Returns true if cells[i] = value + (more[i] with the bits of `mask` cleared) for any i < equal_sums_at_once.
bool any_equal_sum(const std::int32_t* cells, const std::int32_t* more, std::int32_t value, std::int32_t mask);
bool any_equal_sum(const double* cells, const double* more, double value, std::int32_t mask);

// Rows of one visit, by lane: its cells and the numbers of its columns' connectors, and those above an arc.
template <class T, class S>
struct ConnectorRows {
    const T* cells;
    const T* above;
    T cell;  // the arc's
    const S* connectors;
    const S* connectors_above;
    std::size_t count;
};

// Returns true if in some lane the arc gives the cell, and a lower connector.
bool any_lower_connector(const ConnectorRows<std::int32_t, std::int32_t>& rows);
bool any_lower_connector(const ConnectorRows<std::int32_t, double>& rows);
bool any_lower_connector(const ConnectorRows<double, double>& rows);

// Copies sums; writes unreachable_cost if the cell is `unreachable`.
void copy_sums(std::int32_t* to, const std::int32_t* cells, const std::int32_t* sums, std::int32_t unreachable,
               std::size_t count);

}  // namespace allways::engine
