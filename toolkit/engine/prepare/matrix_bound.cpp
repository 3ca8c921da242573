// SPDX-License-Identifier: Apache-2.0
#include "engine/prepare/matrix_bound.h"

#include <algorithm>
#include <mutex>
#include <vector>

#include "allways/base/cost_type.h"
#include "base/threads/parallel.h"

namespace allways::engine {
namespace {

constexpr int most_passes = 8;
constexpr std::size_t rows_a_task = 64;

// Sums saturate at this value; twice it still fits int32.
constexpr std::int32_t far = unreachable_cost<std::int32_t>;

// Returns the cost of an arc. A user's diagonal may contain anything, and so may cells without an arc, from `far` on.
std::int32_t arc_cost(std::int32_t cell) {
    return std::clamp(cell, 0, far);
}

bool reaches_all(const std::vector<std::int32_t>& cost) {
    return std::none_of(cost.begin(), cost.end(), [](std::int32_t c) { return c >= far; });
}

// Sets to_first[i] to the minimum of cost(i, j) + to_first[j].
std::vector<std::int32_t> one_more_arc_before(std::span<const std::int32_t> costs, std::size_t n,
                                              const std::vector<std::int32_t>& to_first) {
    std::vector<std::int32_t> longer(to_first);
    parallel_for((n + rows_a_task - 1) / rows_a_task, [&](std::size_t task) {
        for (std::size_t i = task * rows_a_task; i < std::min(n, (task + 1) * rows_a_task); ++i) {
            const std::int32_t* row = costs.data() + i * n;
            std::int32_t least = longer[i];
            for (std::size_t j = 0; j < n; ++j) least = std::min(least, arc_cost(row[j]) + to_first[j]);
            longer[i] = least;
        }
    });
    return longer;
}

// Sets from_first[j] to the minimum of from_first[i] + cost(i, j).
std::vector<std::int32_t> one_more_arc_after(std::span<const std::int32_t> costs, std::size_t n,
                                             const std::vector<std::int32_t>& from_first) {
    std::vector<std::int32_t> longer(from_first);
    std::mutex mutex;
    parallel_for((n + rows_a_task - 1) / rows_a_task, [&](std::size_t task) {
        std::vector<std::int32_t> least(from_first);
        for (std::size_t i = task * rows_a_task; i < std::min(n, (task + 1) * rows_a_task); ++i) {
            const std::int32_t* row = costs.data() + i * n;
            const std::int32_t before = from_first[i];
            for (std::size_t j = 0; j < n; ++j) least[j] = std::min(least[j], before + arc_cost(row[j]));
        }
        const std::lock_guard lock(mutex);
        for (std::size_t j = 0; j < n; ++j) longer[j] = std::min(longer[j], least[j]);
    });
    return longer;
}

// The largest cost once every node is reached. Makes at least one pass, since walks of two arcs are mostly far cheaper.
template <class Pass>
std::optional<std::int64_t> largest_of(std::vector<std::int32_t> cost, const Pass& pass) {
    for (std::int32_t& c : cost) c = arc_cost(c);
    cost[0] = 0;
    for (int i = 0; i < most_passes; ++i) {
        cost = pass(cost);
        for (std::int32_t& c : cost) c = std::min(c, far);
        if (reaches_all(cost)) return *std::max_element(cost.begin(), cost.end());
    }
    return std::nullopt;
}

}  // namespace

std::optional<std::int64_t> bound_through_first_node(std::span<const std::int32_t> costs, std::size_t n) {
    if (n == 0) return 0;
    std::vector<std::int32_t> to_first(n);
    for (std::size_t i = 0; i < n; ++i) to_first[i] = costs[i * n];
    const auto to = largest_of(std::move(to_first), [&](const auto& c) { return one_more_arc_before(costs, n, c); });
    if (!to) return std::nullopt;
    const auto from =
        largest_of(std::vector<std::int32_t>(costs.begin(), costs.begin() + static_cast<std::ptrdiff_t>(n)),
                   [&](const auto& c) { return one_more_arc_after(costs, n, c); });
    if (!from) return std::nullopt;
    return *to + *from;
}

}  // namespace allways::engine
