// The sweep against the dense engine: the same tables, and in int32 the same next hops; and the sweep on the host, in every
// instruction set, strip width and shape of target, against plain loops.
#include "engine/sweep_host.h"

#include <gtest/gtest.h>

#include <cmath>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/engine/solve.h"
#include "engine/sweep_support.h"
#include "support/network_shapes.h"

namespace allways {
namespace {

using testing::Random;
using testing::Sweepable;
using testing::swept_by_plain_loops;
using testing::swept_on_host;
using testing::SweptTable;

std::vector<const engine::SweepKernels*> all_kernels() {
    std::vector<const engine::SweepKernels*> all{engine::sweep_kernels_plain()};
    const std::string best = engine::sweep_kernels().name;
    if (best == "AVX2" || best == "AVX-512") all.push_back(engine::sweep_kernels_avx2());
    if (best == "AVX-512") all.push_back(engine::sweep_kernels_avx512());
    return all;
}

DistanceTable blocked(const RoadNetwork& network, CostType type, bool next_hops) {
    return solve(network, {.cost = network.columns[0].name, .cost_type = type, .schedule = "blocked",
                           .device = "reference", .next_hops = next_hops});
}

// int32: the same cells and hops. Floats: within rounding. `cancelling`: magnitude of costs that cancel on a path.
template <class T>
void expect_cells(const SweptTable<T>& swept, const DistanceTable& table, std::span<const NodeIndex> rows,
                  std::span<const NodeIndex> columns, double cancelling) {
    const std::size_t n = table.node_count();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (std::size_t j = 0; j < columns.size(); ++j) {
            const T expected = table.values<T>()[rows[i] * n + columns[j]];
            const std::string where = format("{} to {}", rows[i], columns[j]);
            if constexpr (std::is_integral_v<T>) {
                ASSERT_EQ(swept.cell(i, j), expected) << where;
            } else if (!is_reachable(expected)) {
                ASSERT_EQ(swept.cell(i, j), expected) << where;
            } else {
                const double rounding = std::numeric_limits<T>::epsilon() * static_cast<double>(n);
                ASSERT_NEAR(swept.cell(i, j), expected, rounding * (std::abs(expected) + cancelling)) << where;
            }
            if (swept.hop_bytes == 0) continue;
            ASSERT_EQ(swept.hop(i, j), table.next_hops().at(rows[i], columns[j])) << where;
        }
    }
}

std::vector<NodeIndex> all_nodes(const RoadNetwork& network) {
    std::vector<NodeIndex> nodes(network.node_count());
    std::iota(nodes.begin(), nodes.end(), NodeIndex{0});
    return nodes;
}

// Some nodes in any order, some of them several times.
std::vector<NodeIndex> sample(std::size_t count, std::size_t n, Random& random) {
    std::vector<NodeIndex> nodes(n == 0 ? 0 : count);
    for (NodeIndex& node : nodes) node = static_cast<NodeIndex>(random.below(n));
    return nodes;
}

// All nodes, and some, by plain loops and on the host; `turn` goes through the ways to do it.
template <class T>
void expect_sweeps_equal_blocked(const RoadNetwork& network, bool next_hops, std::size_t turn, double cancelling) {
    constexpr std::size_t strips[] = {1, 7, 16, 64, 1000, 0};
    constexpr std::size_t widths[] = {1, 2, 4};
    const Sweepable<T> sweepable(network, next_hops, turn % 3 == 0 ? turn + 1 : 0);
    const auto problem = sweepable.all();
    const std::size_t n = network.node_count();
    const std::size_t hop_bytes = problem.has_hops() ? widths[turn % 3] : 0;
    const DistanceTable table = blocked(network, cost_type_of<T>, hop_bytes != 0);
    const auto nodes = all_nodes(network);
    const SweptTable<T> plain = swept_by_plain_loops(problem, {0, n}, hop_bytes);
    expect_cells(plain, table, nodes, nodes, cancelling);

    const auto kernels = all_kernels();
    const engine::SweepHostOptions options{.threads = static_cast<unsigned>(1 + turn % 3),
                                           .strip = strips[turn % std::size(strips)],
                                           .kernels = kernels[turn / 3 % kernels.size()]};
    ASSERT_EQ(swept_on_host(problem, {0, n}, hop_bytes, options), plain) << options.kernels->name;

    Random random(turn);
    const auto rows = sample(1 + random.below(12), n, random);
    const auto columns = sample(1 + random.below(40), n, random);
    const auto part = sweepable.some(rows, columns);
    const std::size_t begin = columns.empty() ? 0 : random.below(columns.size());
    const SweptTable<T> some = swept_on_host(part, {begin, columns.size()}, hop_bytes, options);
    ASSERT_EQ(some, swept_by_plain_loops(part, {begin, columns.size()}, hop_bytes));
    expect_cells(some, table, rows, std::span(columns).subspan(begin), cancelling);
}

TEST(Sweep, RandomNetworksEqualBlocked) {
    constexpr std::size_t graphs = 500;
    constexpr std::size_t sizes[] = {0, 1, 2, 13, 49, 80, 97, 150};
    const auto& families = testing::network_families();
    for (std::size_t graph = 0; graph < graphs; ++graph) {
        const auto& family = families[graph % families.size()];
        const std::size_t n = sizes[graph / families.size() % std::size(sizes)];
        const RoadNetwork network = family.make(n, 9000 + graph);
        SCOPED_TRACE(format("{}, {} nodes, seed {}", family.name, n, 9000 + graph));
        expect_sweeps_equal_blocked<std::int32_t>(network, true, graph, family.cancelling);
        if (HasFatalFailure()) return;
        switch (graph % 3) {
            case 0: expect_sweeps_equal_blocked<std::int32_t>(network, false, graph, family.cancelling); break;
            case 1: expect_sweeps_equal_blocked<float>(network, false, graph, family.cancelling); break;
            default: expect_sweeps_equal_blocked<double>(network, false, graph, family.cancelling);
        }
        if (HasFatalFailure()) return;
    }
}

}  // namespace
}  // namespace allways
