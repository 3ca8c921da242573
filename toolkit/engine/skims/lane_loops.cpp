// SPDX-License-Identifier: Apache-2.0
#include "engine/skims/lane_loops.h"

#include "allways/base/cost_type.h"
#include "base/vector_clones.h"

namespace allways::engine {

namespace {

template <class T, class Onward>
[[gnu::always_inline]] inline bool any_sum(const T* cells, T value, const Onward& onward) {
    int any = 0;
    for (std::size_t i = 0; i < equal_sums_at_once; ++i) any |= cells[i] == value + onward(i) ? 1 : 0;
    return any != 0;
}

template <class T, class S>
[[gnu::always_inline]] inline bool any_tie_below(const ConnectorRows<T, S>& rows) {
    int any = 0;
    for (std::size_t i = 0; i < rows.count; ++i) {
        const bool is_lower = rows.connectors_above[i] < rows.connectors[i];
        any |= rows.cells[i] == rows.cell + rows.above[i] && is_lower ? 1 : 0;
    }
    return any != 0;
}

}  // namespace

// One function for each pair of types, since clones are made of plain functions.
ALLWAYS_VECTOR_CLONES("arch=skylake-avx512")
bool any_equal_sum(const std::int32_t* cells, const std::int32_t* more, std::int32_t value, std::int32_t mask) {
    return any_sum(cells, value, [&](std::size_t i) { return more[i] & ~mask; });
}

ALLWAYS_VECTOR_CLONES("arch=skylake-avx512")
bool any_equal_sum(const double* cells, const double* more, double value, std::int32_t) {
    return any_sum(cells, value, [&](std::size_t i) { return more[i]; });
}

ALLWAYS_VECTOR_CLONES("arch=skylake-avx512")
bool any_lower_connector(const ConnectorRows<std::int32_t, std::int32_t>& rows) {
    return any_tie_below(rows);
}

ALLWAYS_VECTOR_CLONES("arch=skylake-avx512")
bool any_lower_connector(const ConnectorRows<std::int32_t, double>& rows) {
    return any_tie_below(rows);
}

ALLWAYS_VECTOR_CLONES("arch=skylake-avx512")
bool any_lower_connector(const ConnectorRows<double, double>& rows) {
    return any_tie_below(rows);
}

ALLWAYS_VECTOR_CLONES("arch=skylake-avx512")
void copy_sums(std::int32_t* __restrict to, const std::int32_t* __restrict cells, const std::int32_t* __restrict sums,
               std::int32_t unreachable, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        const std::int32_t sum = sums[i];
        to[i] = cells[i] < unreachable ? sum : unreachable_cost<std::int32_t>;
    }
}

}  // namespace allways::engine
