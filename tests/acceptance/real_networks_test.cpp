// SPDX-License-Identifier: Apache-2.0
// Real networks are read, solved and compared cell by cell with an independent Dijkstra; every path (or 100,000 sampled
// ones) is walked; every next hop of an exact table is compared with the rule. The data lie beside the project or in
// ALLWAYS_DATA; without them the tests skip.
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <mutex>
#include <numeric>
#include <optional>

#include "allways/engine/solve.h"
#include "allways/engine/solve_between.h"
#include "allways/importers/read.h"
#include "allways/network/adjacency.h"
#include "allways/query/verification.h"
#include "base/threads/parallel.h"
#include "support/dijkstra.h"
#include "support/random_networks.h"
#include "support/shared_data.h"

namespace allways {
namespace {

constexpr double float_tolerance = 1e-12;
constexpr std::size_t all_pairs_up_to = 1500;
constexpr std::size_t sampled_pairs = 100000;
constexpr std::size_t whole_tables_up_to = 22000;

// Collects the first mismatch of many threads.
class Mismatches {
public:
    void add(const std::string& text) {
        const std::lock_guard lock(mutex_);
        if (count_++ == 0) first_ = text;
    }
    std::size_t count() const { return count_; }
    const std::string& first() const { return first_; }

private:
    std::mutex mutex_;
    std::size_t count_ = 0;
    std::string first_;
};

std::string pair_text(const RoadNetwork& network, std::size_t from, std::size_t to) {
    return network.node_ids.text(static_cast<NodeIndex>(from)) + " to " +
           network.node_ids.text(static_cast<NodeIndex>(to));
}

std::vector<NodeIndex> all_nodes(const RoadNetwork& network) {
    std::vector<NodeIndex> nodes(network.node_count());
    std::iota(nodes.begin(), nodes.end(), NodeIndex{0});
    return nodes;
}

std::vector<NodeIndex> sampled_nodes(const RoadNetwork& network, std::size_t count) {
    Random random(11);
    std::vector<NodeIndex> nodes(count);
    for (NodeIndex& node : nodes) node = static_cast<NodeIndex>(random.below(network.node_count()));
    return nodes;
}

// `row_of(i)`: distances from origins[i] to all nodes.
template <class T, class Truth, class RowOf>
void expect_distances(const RoadNetwork& network, const AdjacencyArray& adjacency, const std::vector<Truth>& cost,
                      Truth missing, const std::vector<NodeIndex>& origins, const RowOf& row_of) {
    const std::size_t n = network.node_count();
    Mismatches mismatches;
    parallel_for(origins.size(), [&](std::size_t i) {
        const NodeIndex from = origins[i];
        const auto truth = testing::dijkstra(network, adjacency, cost, missing, from);
        const T* row = row_of(i);
        for (std::size_t to = 0; to < n; ++to) {
            const bool reached = truth[to] != std::numeric_limits<Truth>::max();
            bool equal = reached == is_reachable(row[to]);
            if (equal && reached) {
                if constexpr (std::is_integral_v<T>)
                    equal = row[to] == truth[to];
                else
                    equal = std::abs(double(row[to]) - truth[to]) <= float_tolerance * truth[to];
            }
            if (!equal) mismatches.add(pair_text(network, from, to));
        }
    });
    EXPECT_EQ(mismatches.count(), 0u) << mismatches.first();
}

void expect_path(const DistanceTable& table, const RoadNetwork& network, NodeIndex from, NodeIndex to,
                 Mismatches& mismatches) {
    const Path path = table.path(from, to);
    if (path.reachable != table.is_reachable(from, to)) return mismatches.add(pair_text(network, from, to));
    if (!path.reachable) return;
    double sum = 0;
    NodeIndex at = from;
    for (const PathLeg& leg : path.legs) {
        if (leg.from != at || (at != from && network.is_no_through(at)))
            return mismatches.add(pair_text(network, from, to));
        sum += leg.raw_cost;
        at = leg.to;
    }
    const double distance = table.raw_distance(from, to);
    const double slack =
        table.type() == CostType::int32 ? 0 : static_cast<double>(path.legs.size()) * 0x1p-52 * distance;
    if (at != to || std::abs(sum - distance) > slack) mismatches.add(pair_text(network, from, to));
}

void expect_paths(const DistanceTable& table, const RoadNetwork& network) {
    const std::size_t n = network.node_count();
    Mismatches mismatches;
    if (n <= all_pairs_up_to) {
        parallel_for(n, [&](std::size_t from) {
            for (std::size_t to = 0; to < n; ++to) {
                expect_path(table, network, static_cast<NodeIndex>(from), static_cast<NodeIndex>(to), mismatches);
            }
        });
    } else {
        Random random(7);
        for (std::size_t i = 0; i < sampled_pairs; ++i) {
            expect_path(table, network, static_cast<NodeIndex>(random.below(n)),
                        static_cast<NodeIndex>(random.below(n)), mismatches);
        }
    }
    EXPECT_EQ(mismatches.count(), 0u) << mismatches.first();
}

// The rule, for nodes that share no zero-cost cycle with another; exact costs.
void expect_rule(const DistanceTable& table, const RoadNetwork& network, const AdjacencyArray& adjacency,
                 const std::vector<std::int64_t>& cost, std::int64_t missing, const std::vector<NodeIndex>& origins) {
    const std::size_t n = network.node_count();
    const auto values = table.values<std::int32_t>();
    Mismatches mismatches;
    parallel_for(origins.size(), [&](std::size_t origin) {
        const std::size_t from = origins[origin];
        bool on_zero_cycle = false;
        for (std::size_t other = 0; other < n; ++other) {
            on_zero_cycle |= other != from && values[from * n + other] + values[other * n + from] == 0;
        }
        if (on_zero_cycle) return;
        const auto out = adjacency.out_arcs(static_cast<NodeIndex>(from));
        for (std::size_t to = 0; to < n; ++to) {
            const std::int64_t distance = values[from * n + to];
            std::uint32_t expected = NextHops::none;
            for (std::uint32_t i = 0; i < out.size() && expected == NextHops::none; ++i) {
                const NodeIndex head = network.head[out[i]];
                if (from == to || !is_reachable(values[from * n + to]) || head == from || cost[out[i]] == missing)
                    continue;
                if (network.is_no_through(head) && head != to) continue;
                if (cost[out[i]] + values[std::size_t{head} * n + to] == distance) expected = i;
            }
            if (table.next_hops().at(from, to) != expected) mismatches.add(pair_text(network, from, to));
        }
    });
    EXPECT_EQ(mismatches.count(), 0u) << mismatches.first();
}

struct RealNetwork {
    const char* file;
    CostType type;
    const char* cost = "";
    bool undirected = false;
};

void PrintTo(const RealNetwork& network, std::ostream* out) {
    *out << network.file;
}

std::string test_name(const ::testing::TestParamInfo<RealNetwork>& parameter) {
    std::string name = parameter.param.file;
    for (char& c : name) {
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    }
    return name;
}

// Returns nothing if the data are missing.
std::optional<RoadNetwork> read(const RealNetwork& network) {
    const auto file = testing::shared_data(network.file);
    if (!file) return std::nullopt;
    ReadOptions options;
    options.undirected = network.undirected;
    RoadNetwork roads = read_network(*file, options);
    roads.turns = {};  // the truth here is a Dijkstra over nodes; turns_test.cpp has one over arcs
    return roads;
}

std::vector<std::int64_t> whole_costs(const RoadNetwork& network, const CostScale& scale, std::int64_t missing) {
    std::vector<std::int64_t> cost;
    for (const Decimal& value : network.column(scale.name)->values) {
        cost.push_back(value.rounded_fixed_point(scale.digits).value_or(missing));
    }
    return cost;
}

std::vector<double> real_costs(const RoadNetwork& network, const CostScale& scale, double missing) {
    std::vector<double> cost;
    for (const Decimal& value : network.column(scale.name)->values) {
        cost.push_back(value.is_missing() ? missing : value.to_double());
    }
    return cost;
}

void expect_right(const DistanceTable& table, const RoadNetwork& network, const std::string& named_cost,
                  const std::vector<NodeIndex>& origins) {
    const AdjacencyArray adjacency = build_adjacency(network.node_count(), network.tail);
    const std::size_t n = network.node_count();
    if (table.type() == CostType::int32) {
        constexpr std::int64_t missing = -1;
        const auto cost = whole_costs(network, table.scale(), missing);
        expect_distances<std::int32_t>(network, adjacency, cost, missing, origins, [&](std::size_t i) {
            return table.values<std::int32_t>().data() + origins[i] * n;
        });
        expect_rule(table, network, adjacency, cost, missing, origins);
    } else {
        constexpr double missing = -1;
        const auto cost = real_costs(network, table.scale(), missing);
        expect_distances<double>(network, adjacency, cost, missing, origins,
                                 [&](std::size_t i) { return table.values<double>().data() + origins[i] * n; });
    }
    expect_paths(table, network);

    // `verify` uses other code, and knows the rule inside zero-cost classes too.
    VerifyOptions check;
    check.rows = 5;
    check.pairs = 20000;
    check.cost = named_cost;
    const VerificationReport verified = verify(table, network, check);
    EXPECT_TRUE(verified.passed()) << (verified.examples.empty() ? "" : verified.examples.front());
}

class RealNetworks : public ::testing::TestWithParam<RealNetwork> {};

TEST_P(RealNetworks, EqualDijkstraCellByCell) {
    const auto there = read(GetParam());
    if (!there) GTEST_SKIP() << testing::no_shared_data;
    const RoadNetwork& network = *there;
    SolveOptions options;
    options.cost = GetParam().cost;
    options.schedule = "sweep";
    const DistanceTable swept = solve(network, options);
    ASSERT_EQ(swept.type(), GetParam().type);
    expect_right(swept, network, options.cost, all_nodes(network));

    options.schedule = "blocked";
    const DistanceTable blocked = solve(network, options);
    if (swept.type() == CostType::int32) {
        EXPECT_TRUE(blocked.distances() == swept.distances());
        EXPECT_TRUE(blocked.next_hops().storage() == swept.next_hops().storage());
    } else {
        expect_right(blocked, network, options.cost, all_nodes(network));
    }
}

INSTANTIATE_TEST_SUITE_P(Data, RealNetworks,
                         ::testing::Values(RealNetwork{"tntp/SiouxFalls_net.tntp", CostType::int32},
                                           RealNetwork{"tntp/Anaheim_net.tntp", CostType::float64},
                                           RealNetwork{"tntp/ChicagoSketch_net.tntp", CostType::int32},
                                           RealNetwork{"tntp/ChicagoRegional_net.tntp", CostType::int32},
                                           RealNetwork{"dimacs/rome99.gr", CostType::int32},
                                           RealNetwork{"dimacs/DC1-t.gr.gz", CostType::int32},
                                           RealNetwork{"dimacs/DC1-d.gr.gz", CostType::int32},
                                           RealNetwork{"gmns/lima", CostType::int32},
                                           RealNetwork{"dimacs/chicago_hydepark.gr", CostType::int32},
                                           RealNetwork{"graphml/nyc_graph.graphml", CostType::int32, "length"},
                                           RealNetwork{"graphml/turkoglu_osmnx.graphml", CostType::int32, "length"},
                                           RealNetwork{"mtx/chesapeake.mtx", CostType::int32},
                                           RealNetwork{"mtx/ldbc-directed-example.mtx", CostType::int32},
                                           RealNetwork{"osm/monaco.osm.pbf", CostType::int32, "time"},
                                           RealNetwork{"osm/liechtenstein-latest.osm.pbf", CostType::int32, "length"}),
                         test_name);

// Networks too large to check every cell: tables as a whole, and rows from some nodes to all.
constexpr std::size_t sampled_rows = 60;

class LargeNetworks : public ::testing::TestWithParam<RealNetwork> {};

TEST_P(LargeNetworks, SampledRowsEqualDijkstra) {
    const auto there = read(GetParam());
    if (!there) GTEST_SKIP() << testing::no_shared_data;
    const RoadNetwork& network = *there;
    const auto origins = sampled_nodes(network, sampled_rows);
    const auto destinations = all_nodes(network);
    SolveOptions between;
    between.cost = GetParam().cost;
    const OriginDestinationTable rows = solve_between(network, origins, destinations, between).value;
    ASSERT_EQ(rows.type(), GetParam().type);
    const AdjacencyArray adjacency = build_adjacency(network.node_count(), network.tail);
    const auto expect_rows = [&]<class T>(T, const auto& cost, auto missing) {
        expect_distances<T>(network, adjacency, cost, missing, origins,
                            [&](std::size_t i) { return rows.values<T>().data() + i * destinations.size(); });
    };
    if (rows.type() == CostType::int32)
        expect_rows(std::int32_t{}, whole_costs(network, rows.scale(), -1), std::int64_t{-1});
    else
        expect_rows(double{}, real_costs(network, rows.scale(), -1), -1.0);

    if (network.node_count() > whole_tables_up_to) return;
    SolveOptions options;
    options.cost = GetParam().cost;
    options.schedule = "sweep";
    expect_right(solve(network, options), network, options.cost, origins);
}

INSTANTIATE_TEST_SUITE_P(Data, LargeNetworks,
                         ::testing::Values(RealNetwork{"edgelist/TG.cedge.txt", CostType::float64, "", true},
                                           RealNetwork{"edgelist/cal.cedge", CostType::int32, "", true},
                                           RealNetwork{"osm/malta-latest.osm.pbf", CostType::int32, "time"},
                                           RealNetwork{"dimacs/usroads.gr.gz", CostType::int32}),
                         test_name);

class TsplibMatrices : public ::testing::TestWithParam<const char*> {};

// All pairs by the plain triple loop; next hops by walking them, each leg costing what the file says.
TEST_P(TsplibMatrices, EqualPlainFloydWarshall) {
    const auto file = testing::shared_data("tsplib/" + std::string(GetParam()));
    if (!file) GTEST_SKIP() << testing::no_shared_data;
    const CostMatrix matrix = read_matrix(*file);
    const DistanceTable table = solve(matrix);
    ASSERT_EQ(table.type(), CostType::int32);
    const std::size_t n = matrix.node_count();
    const auto costs = matrix.values<std::int32_t>();
    std::vector<std::int64_t> truth(costs.begin(), costs.end());
    for (std::size_t i = 0; i < n; ++i) truth[i * n + i] = 0;
    for (std::size_t k = 0; k < n; ++k) {
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j)
                truth[i * n + j] = std::min(truth[i * n + j], truth[i * n + k] + truth[k * n + j]);
        }
    }
    for (std::size_t from = 0; from < n; ++from) {
        for (std::size_t to = 0; to < n; ++to) {
            ASSERT_EQ(table.values<std::int32_t>()[from * n + to], truth[from * n + to]);
            const Path path = table.path(static_cast<NodeIndex>(from), static_cast<NodeIndex>(to));
            ASSERT_TRUE(path.reachable);
            std::int64_t sum = 0;
            NodeIndex at = static_cast<NodeIndex>(from);
            for (const PathLeg& leg : path.legs) {
                ASSERT_EQ(leg.from, at);
                sum += costs[std::size_t{leg.from} * n + leg.to];
                at = leg.to;
            }
            ASSERT_EQ(at, to);
            ASSERT_EQ(sum, truth[from * n + to]);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Data, TsplibMatrices,
                         ::testing::Values("br17.atsp", "ftv33.atsp", "ft53.atsp", "ft70.atsp", "kro124p.atsp",
                                           "ftv170.atsp", "rbg323.atsp", "gr17.tsp", "bayg29.tsp", "bays29.tsp",
                                           "swiss42.tsp", "gr120.tsp"),
                         [](const auto& parameter) {
                             std::string name = parameter.param;
                             name.resize(name.find('.'));
                             return name;
                         });

}  // namespace
}  // namespace allways
