// SPDX-License-Identifier: Apache-2.0
// Prepares matrices.
#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <optional>
#include <vector>

#include "allways/base/cost_type.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/threads/blocks.h"
#include "base/threads/parallel.h"
#include "cost/path_bound.h"
#include "cost/potentials.h"
#include "engine/prepare/cell_format.h"
#include "engine/prepare/prepare.h"

namespace allways::engine {

// ---- A bound that no shortest path exceeds, computed in few passes over the matrix

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

// ---- The matrix without negative costs and without cycles of zero cost

namespace {

// Calls visit(tail, head, cost) for every arc of the matrix, row by row.
template <class T, class Visit>
void for_each_arc(const CostMatrix& matrix, const WorkMeter& meter, Visit&& visit) {
    const auto n = static_cast<std::uint32_t>(matrix.node_count());
    const std::span<const T> values = matrix.values<T>();
    for (std::uint32_t i = 0; i < n; ++i) {
        meter.check();
        for (std::uint32_t j = 0; j < n; ++j) {
            const T cost = values[std::size_t{i} * n + j];
            if (i != j && is_reachable(cost)) visit(i, j, Wide<T>(cost));
        }
    }
}

// The smallest and the largest cost of a matrix's arcs; both 0 if it has no arcs.
template <class T>
struct ArcRange {
    std::uint64_t arcs = 0;
    T least = 0;
    T largest = 0;
};

template <class T>
ArcRange<T> range_of(const CostMatrix& matrix) {
    const std::size_t n = matrix.node_count();
    const std::span<const T> values = matrix.values<T>();
    constexpr T none = unreachable_cost<T>;
    std::mutex mutex;
    ArcRange<T> range{0, none, 0};
    parallel_for((n + rows_a_task - 1) / rows_a_task, [&](std::size_t task) {
        ArcRange<T> own{0, none, 0};
        const auto add = [&](std::size_t begin, std::size_t end) {  // no branches, so that it is vectorised
            for (std::size_t k = begin; k < end; ++k) {
                const bool there = is_reachable(values[k]);
                own.arcs += there;
                own.least = std::min(own.least, values[k]);
                own.largest = std::max(own.largest, there ? values[k] : T{0});
            }
        };
        for (std::size_t i = task * rows_a_task; i < std::min(n, (task + 1) * rows_a_task); ++i) {
            add(i * n, i * n + i);
            add(i * n + i + 1, (i + 1) * n);
        }
        const std::lock_guard lock(mutex);
        range = {range.arcs + own.arcs, std::min(range.least, own.least), std::max(range.largest, own.largest)};
    });
    if (range.arcs == 0) range.least = 0;
    return range;
}

template <class T>
void require_finite(const CostMatrix& matrix, const WorkMeter& meter) {
    if constexpr (std::is_floating_point_v<T>) {
        for_each_arc<T>(matrix, meter, [&](std::uint32_t i, std::uint32_t j, Wide<T> cost) {
            if (std::isfinite(cost)) return;
            throw InputError(matrix.source(), 0,
                             format("the cost from {} to {} is -inf; expected a finite cost, or +inf for no arc",
                                    matrix.node_ids().text(i), matrix.node_ids().text(j)));
        });
    }
}

// The largest distance from node 0 (or to it), by Dijkstra over whole rows; nothing if a node is unreachable.
std::optional<std::int64_t> eccentricity_of_first(std::span<const std::int32_t> costs, std::size_t n, bool backwards,
                                                  const WorkMeter& meter) {
    constexpr std::int64_t infinite = std::numeric_limits<std::int64_t>::max();
    std::vector<std::int64_t> distance(n, infinite);
    std::vector<bool> settled(n, false);
    std::int64_t largest = 0;
    distance[0] = 0;
    for (std::size_t round = 0; round < n; ++round) {
        meter.check();
        std::size_t nearest = n;
        for (std::size_t i = 0; i < n; ++i) {
            if (!settled[i] && (nearest == n || distance[i] < distance[nearest])) nearest = i;
        }
        if (distance[nearest] == infinite) return std::nullopt;
        settled[nearest] = true;
        largest = distance[nearest];
        for (std::size_t i = 0; i < n; ++i) {
            const std::int32_t cost = backwards ? costs[i * n + nearest] : costs[nearest * n + i];
            if (i != nearest && is_reachable(cost)) distance[i] = std::min(distance[i], largest + cost);
        }
    }
    return largest;
}

// The eccentricities of one node take O(n²), one of the two with a stride of a row. Beyond this size they take as long
// as a GPU's whole solve, so they are computed only if it is doubtful that int32 suffices.
constexpr std::size_t most_nodes_for_eccentricities = 16384;

// Returns a bound on all shortest paths. If every arc is present it is the largest cost, since each arc is a path;
// otherwise, as needed, n·max, or walks through one node if few arcs lead everywhere, or the node's eccentricities if
// everything is connected, or the bound over components.
std::int64_t int32_bound(const CostMatrix& matrix, const Prepared<std::int32_t>& prepared, std::int64_t largest,
                         const WorkMeter& meter) {
    const std::size_t n = prepared.node_count();
    const std::size_t nodes = matrix.node_count();
    if (largest < unreachable_cost<std::int32_t> && prepared.arc_count == nodes * (nodes - 1)) return largest;
    std::int64_t bound = largest * static_cast<std::int64_t>(nodes);
    if (bound < bits16_unreachable_key(0)) return bound;
    if (largest < unreachable_cost<std::int32_t>) {
        const auto through_first = bound_through_first_node(prepared.dense, n);
        if (through_first && *through_first < bits23_unreachable) return std::min(bound, *through_first);
    }
    if (largest < unreachable_cost<std::int32_t> &&
        (n <= most_nodes_for_eccentricities || bound >= unreachable_cost<std::int32_t>)) {
        const auto out = eccentricity_of_first(prepared.dense, n, false, meter);
        const auto in = eccentricity_of_first(prepared.dense, n, true, meter);
        if (out && in) return std::min(bound, *out + *in);
    }
    if (bound < unreachable_cost<std::int32_t>) return bound;
    std::vector<std::uint32_t> tail, head;
    std::vector<std::int64_t> cost;
    for_each_arc<std::int32_t>(matrix, meter, [&](std::uint32_t i, std::uint32_t j, std::int64_t c) {
        tail.push_back(i);
        head.push_back(j);
        cost.push_back(prepared.reduced(i, j, c));
    });
    WorkMeter unmetered;
    return std::min(bound, cost::path_sum_bound(matrix.node_count(), tail, head, cost, unmetered));
}

// Throws if a shortest path can cost more than int32 holds.
void find_int32_bound(const CostMatrix& matrix, Prepared<std::int32_t>& prepared, std::int64_t largest,
                      const WorkMeter& meter) {
    constexpr std::int64_t limit = unreachable_cost<std::int32_t>;
    prepared.bound = int32_bound(matrix, prepared, largest, meter);
    std::int64_t spread = 0;
    if (prepared.has_negative_costs()) {
        const auto [low, high] = std::minmax_element(prepared.tail_potential.begin(), prepared.tail_potential.end());
        spread = *high - *low;
    }
    if (prepared.bound + spread < limit) return;
    throw InputError(matrix.source(), 0,
                     format("a path can cost up to {}, beyond int32 ({}); use cost type float64",
                            prepared.bound + spread, limit - 1));
}

template <class T>
void find_matrix_potentials(const CostMatrix& matrix, Prepared<T>& prepared, const WorkMeter& meter) {
    auto potentials =
        cost::matrix_potentials<T>(matrix.node_count(), [&](auto&& visit) { for_each_arc<T>(matrix, meter, visit); });
    if (!potentials.cycle.empty()) cost::throw_negative_cycle(potentials.cycle, matrix.node_ids());
    prepared.tail_potential = potentials.of;
    prepared.head_potential = std::move(potentials.of);
}

// Computes reduced costs between classes: the cheapest arc between their members, and its identity.
template <class T>
void contract(const CostMatrix& matrix, Prepared<T>& prepared, const WorkMeter& meter) {
    const ZeroClasses& classes = prepared.classes;
    const std::size_t count = classes.count();
    prepared.owned_dense.assign(count * count, unreachable_cost<T>);
    if (classes.contracted() != 0) prepared.arc_ends.assign(count * count, {no_node, no_node});
    for_each_arc<T>(matrix, meter, [&](std::uint32_t i, std::uint32_t j, Wide<T> cost) {
        const std::size_t cell = classes.class_of(i) * count + classes.class_of(j);
        const Wide<T> reduced = prepared.reduced(i, j, cost);
        if (classes.class_of(i) == classes.class_of(j) || reduced >= Wide<T>(prepared.owned_dense[cell])) return;
        prepared.owned_dense[cell] = static_cast<T>(reduced);
        if (!prepared.arc_ends.empty()) prepared.arc_ends[cell] = {i, j};
    });
    prepared.dense = prepared.owned_dense;
}

template <class T>
Prepared<T> prepare_matrix(const CostMatrix& matrix, const WorkMeter& meter) {
    Prepared<T> prepared;
    prepared.is_matrix = true;
    const ArcRange<T> range = range_of<T>(matrix);
    prepared.arc_count = range.arcs;
    const bool negative = range.least < 0;
    if (negative) {
        require_finite<T>(matrix, meter);
        find_matrix_potentials(matrix, prepared, meter);
    }

    Wide<T> largest = range.largest;
    std::vector<ZeroArc> zero_arcs;
    if (range.least <= 0) {
        largest = 0;
        for_each_arc<T>(matrix, meter, [&](std::uint32_t i, std::uint32_t j, Wide<T> cost) {
            const Wide<T> reduced = prepared.reduced(i, j, cost);
            largest = std::max(largest, reduced);
            if (reduced == 0) zero_arcs.push_back({i, j, j});
        });
    }
    prepared.classes = ZeroClasses(matrix.node_count(), std::move(zero_arcs), {});
    if (prepared.classes.contracted() == 0 && !negative)
        prepared.dense = matrix.values<T>();
    else
        contract(matrix, prepared, meter);

    if constexpr (std::is_integral_v<T>)
        find_int32_bound(matrix, prepared, largest, meter);
    else
        require_float_range<T>(matrix.source(), matrix.node_count(), largest);
    return prepared;
}

}  // namespace

template <class T>
Prepared<T> prepare(const CostMatrix& matrix, WorkMeter&& meter) {
    Prepared<T> prepared;
    run_alone(matrix.node_count() * matrix.node_count(), meter, [&] { prepared = prepare_matrix<T>(matrix, meter); });
    return prepared;
}

template Prepared<std::int32_t> prepare<std::int32_t>(const CostMatrix&, WorkMeter&&);
template Prepared<float> prepare<float>(const CostMatrix&, WorkMeter&&);
template Prepared<double> prepare<double>(const CostMatrix&, WorkMeter&&);

}  // namespace allways::engine
