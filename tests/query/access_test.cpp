// SPDX-License-Identifier: Apache-2.0
// find_access: sums and nearest destinations, cell by cell as plain loops over the table find them.
#include "allways/query/access.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/progress.h"
#include "allways/engine/factorize.h"
#include "allways/engine/solve_between.h"
#include "base/threads/parallel.h"
#include "support/kernel_cache.h"
#include "support/network_shapes.h"
#include "support/solve_settings.h"
#include "support/turn_truth.h"

namespace allways {
namespace {

// The definitions of access.h, one opportunity at a time.
double share(AccessDecay decay, double distance, double cutoff) {
    if (std::isinf(distance)) return 0;
    const double d = std::max(distance, 0.0);
    if (decay == AccessDecay::step) return d <= cutoff ? 1 : 0;
    if (decay == AccessDecay::linear) return std::max(0.0, 1 - d / cutoff);
    return decay == AccessDecay::exponential ? std::exp(-d / cutoff) : std::exp(-0.5 * std::pow(d / cutoff, 2));
}

struct Trial {
    std::vector<NodeIndex> origins;
    std::vector<NodeIndex> destinations;
    std::vector<std::vector<double>> weights;
    std::vector<std::uint32_t> classes;
    AccessRequest request;
};

// `fractions`: weights are not integers.
Trial some_trial(std::size_t n, bool fractions, Random& random) {
    Trial trial;
    for (std::size_t i = 1 + random.below(30); i > 0; --i)
        trial.origins.push_back(static_cast<NodeIndex>(random.below(n)));
    const std::size_t count = 3 + random.below(40);
    for (std::size_t i = 0; i < count; ++i) trial.destinations.push_back(static_cast<NodeIndex>(random.below(n)));
    trial.weights.resize(3);
    for (auto& weights : trial.weights) {
        for (std::size_t i = 0; i < count; ++i) {
            weights.push_back(static_cast<double>(random.below(1000)) / (fractions ? 7 : 1));
        }
    }
    for (std::uint32_t i = 0; i < count; ++i)
        trial.classes.push_back(i < 3 ? i : static_cast<std::uint32_t>(random.below(3)));
    trial.request.origins = trial.origins;
    trial.request.destinations = trial.destinations;
    trial.request.weights.assign(trial.weights.begin(), trial.weights.end());
    trial.request.classes = trial.classes;
    trial.request.nearest = 1 + random.below(4);
    return trial;
}

double raw_distance(const OriginDestinationTable& table, std::size_t row, std::size_t column) {
    return with_cost_type(table.type(), [&]<class T>() {
        const T cell = table.values<T>()[row * table.destination_count() + column];
        return is_reachable(cell) ? static_cast<double>(cell) : std::numeric_limits<double>::infinity();
    });
}

// Raw distances of pairs; +inf if there is no path.
std::vector<double> distances_of(const NetworkFactor& factor, const AccessRequest& request) {
    const bool from = !request.to_origins;
    const OriginDestinationTable table = from ? solve_between(factor, request.origins, request.destinations).value
                                              : solve_between(factor, request.destinations, request.origins).value;
    std::vector<double> found;
    for (std::size_t i = 0; i < request.origins.size(); ++i) {
        for (std::size_t j = 0; j < request.destinations.size(); ++j) {
            found.push_back(from ? raw_distance(table, i, j) : raw_distance(table, j, i));
        }
    }
    return found;
}

void expect_as_loops(const NetworkFactor& factor, const AccessRequest& request, bool exact) {
    const Access access = find_access(factor, request);
    const std::vector<double> distances = distances_of(factor, request);
    const std::size_t columns = request.destinations.size();
    const double raw = std::pow(10, factor.scale.digits);
    for (std::size_t i = 0; i < request.origins.size(); ++i) {
        for (std::size_t kind = 0; kind < request.weights.size(); ++kind) {
            for (std::size_t c = 0; c < request.cutoffs.size(); ++c) {
                double sum = 0;
                for (std::size_t j = 0; j < columns; ++j) {
                    sum += request.weights[kind][j] *
                           share(request.decay, distances[i * columns + j], request.cutoffs[c] * raw);
                }
                if (exact)
                    ASSERT_EQ(access.sum(i, kind, c), sum) << i << " " << kind << " " << c;
                else
                    ASSERT_NEAR(access.sum(i, kind, c), sum, 1e-12 * sum) << i << " " << kind << " " << c;
            }
        }
        for (std::size_t of_class = 0; of_class < access.classes; ++of_class) {
            std::vector<NearestDestination> sorted;
            for (std::uint32_t j = 0; j < columns; ++j) {
                if (!request.classes.empty() && request.classes[j] != of_class) continue;
                if (!std::isinf(distances[i * columns + j])) sorted.push_back({j, distances[i * columns + j]});
            }
            std::ranges::stable_sort(sorted, {}, &NearestDestination::raw_distance);
            sorted.resize(request.nearest);
            ASSERT_TRUE(std::ranges::equal(access.nearest_of(i, of_class), sorted)) << i << " " << of_class;
        }
    }
}

// Two steps by their definition, over the table of distances.
void expect_shared(const NetworkFactor& factor, const AccessRequest& request) {
    const Access access = find_access(factor, request);
    const std::vector<double> distances = distances_of(factor, request);
    const std::size_t columns = request.destinations.size();
    const double raw = std::pow(10, factor.scale.digits);
    for (std::size_t c = 0; c < request.cutoffs.size(); ++c) {
        const auto counts = [&](std::size_t i, std::size_t j) {
            return share(request.decay, distances[i * columns + j], request.cutoffs[c] * raw);
        };
        for (std::size_t kind = 0; kind < request.weights.size(); ++kind) {
            std::vector<double> expected(request.origins.size(), 0);
            for (std::size_t j = 0; j < columns; ++j) {
                double demand = 0;
                for (std::size_t i = 0; i < request.origins.size(); ++i) demand += request.demand[i] * counts(i, j);
                for (std::size_t i = 0; demand > 1e-100 && i < request.origins.size(); ++i)
                    expected[i] += request.weights[kind][j] / demand * counts(i, j);
            }
            for (std::size_t i = 0; i < request.origins.size(); ++i)
                ASSERT_NEAR(access.sum(i, kind, c), expected[i], 1e-12 * expected[i]) << i << " " << kind << " " << c;
        }
    }
}

TEST(Access, SharesSupplyByDemand) {
    Random random(17);
    for (const auto& family : testing::network_families()) {
        if (family.cancelling > 0) continue;
        const NetworkFactor factor = factorize(family.make(97, 5));
        for (const AccessDecay decay : {AccessDecay::step, AccessDecay::linear, AccessDecay::gaussian}) {
            Trial trial = some_trial(97, true, random);
            std::vector<double> demand;
            for (std::size_t i = 0; i < trial.origins.size(); ++i)
                demand.push_back(static_cast<double>(random.below(9)));
            trial.request.demand = demand;
            trial.request.decay = decay;
            trial.request.cutoffs = {20, 90, 1000};
            for (const bool to_origins : {false, true}) {
                trial.request.to_origins = to_origins;
                SCOPED_TRACE(family.name);
                expect_shared(factor, trial.request);
            }
        }
    }
}

TEST(Access, RefusesBadDemand) {
    const NetworkFactor factor = factorize(testing::network_families().front().make(10, 1));
    const std::vector<NodeIndex> nodes{1, 2};
    const std::vector<double> ones{1, 1};
    const auto refused = [&](std::vector<double> demand, bool weights) {
        AccessRequest request{.origins = nodes, .destinations = nodes, .demand = demand};
        if (weights) {
            request.weights = {ones};
            request.cutoffs = {5};
        } else {
            request.nearest = 1;
        }
        EXPECT_THROW(find_access(factor, request), InvalidArgument);
    };
    refused({1}, true);
    refused({1, -1}, true);
    refused({1, std::nan("")}, true);
    refused({1, 1}, false);
}

TEST(Access, AsPlainLoopsFind) {
    Random random(7);
    for (const auto& family : testing::network_families()) {
        for (const CostType type : {CostType::int32, CostType::float64}) {
            const RoadNetwork network = family.make(97, 5);
            if (network.node_count() == 0) continue;
            SCOPED_TRACE(format("{}, {}", family.name, name(type)));
            const NetworkFactor factor = factorize(network, {.cost = network.columns[0].name, .cost_type = type});
            const bool fractions = random.below(2) == 0;
            Trial trial = some_trial(network.node_count(), fractions, random);
            const std::vector<double> all = distances_of(factor, trial.request);
            double largest = 1;
            for (const double d : all) largest = std::isinf(d) ? largest : std::max(largest, d);
            const double unit = std::pow(10, factor.scale.digits);
            const double quarter = std::ceil(largest / 4);
            trial.request.cutoffs = {quarter / unit, (2 * quarter + 1) / unit, (3 * quarter + 1) / unit,
                                     (5 * quarter + 1) / unit, (8 * quarter + 1) / unit};
            for (const bool to_origins : {false, true}) {
                for (const AccessDecay decay :
                     {AccessDecay::step, AccessDecay::linear, AccessDecay::exponential, AccessDecay::gaussian}) {
                    trial.request.to_origins = to_origins;
                    trial.request.decay = decay;
                    ASSERT_NO_FATAL_FAILURE(
                        expect_as_loops(factor, trial.request, decay == AccessDecay::step && !fractions));
                }
            }
        }
    }
}

// So many origins that one search from all destinations takes the place of a sweep.
void expect_search_as_loops(const RoadNetwork& network, bool is_negative, Random& random) {
    const NetworkFactor factor = factorize(network, {.cost = network.columns[0].name});
    const WorkAlone alone;
    for (const bool by_class : {false, true}) {
        Trial trial = some_trial(network.node_count(), false, random);
        trial.request.weights.clear();
        if (!by_class) trial.request.classes = {};
        const std::size_t labels = trial.request.nearest * (by_class ? 3 : 1);
        const std::size_t steps = std::max<std::size_t>(factor.arcs.states.next.size(), factor.arcs.size());
        while (trial.origins.size() * trial.destinations.size() < 65 * steps * labels)
            trial.origins.push_back(static_cast<NodeIndex>(random.below(network.node_count())));
        trial.request.origins = trial.origins;
        for (const bool to_origins : {false, true}) {
            trial.request.to_origins = to_origins;
            ASSERT_NO_FATAL_FAILURE(expect_as_loops(factor, trial.request, true));
            const bool suits = factor.type() == CostType::int32 && !is_negative;
            ASSERT_EQ(find_access(factor, trial.request).report.schedule, suits ? "search" : "sweep");
        }
    }
}

TEST(Access, NearestOfManyAsPlainLoopsFind) {
    Random random(8);
    for (const auto& family : testing::network_families()) {
        const RoadNetwork network = family.make(41, 6);
        if (network.node_count() == 0) continue;
        SCOPED_TRACE(family.name);
        ASSERT_NO_FATAL_FAILURE(expect_search_as_loops(network, family.cancelling > 0, random));
    }
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        SCOPED_TRACE(format("turn rules, seed {}", seed));
        ASSERT_NO_FATAL_FAILURE(
            expect_search_as_loops(testing::random_turn_network(seed, seed % 2 == 0 ? 0 : 1), false, random));
    }
    const RoadNetwork network = testing::network_families().front().make(41, 6);
    const NetworkFactor factor = factorize(network, {.cost = network.columns[0].name});
    const NodeIndex beyond[] = {41};
    const std::vector<NodeIndex> many(1'000'000, 0);
    EXPECT_THROW(find_access(factor, {.origins = many, .destinations = beyond, .nearest = 1}), InvalidArgument);
}

TEST(Access, DevicesFindTheSameSums) {
    const std::string device = testing::id_of_a_processor();
    if (device.empty()) GTEST_SKIP() << "no OpenCL CPU device here";
    Random random(11);
    for (const auto& family : testing::network_families()) {
        for (const CostType type : {CostType::int32, CostType::float64}) {
            const RoadNetwork network = family.make(97, 5);
            SCOPED_TRACE(format("{}, {}", family.name, name(type)));
            const NetworkFactor factor = factorize(network, {.cost = network.columns[0].name, .cost_type = type});
            const bool fractions = random.below(2) == 0;
            Trial trial = some_trial(network.node_count(), fractions, random);
            trial.request.nearest = 0;
            trial.request.cutoffs = {3, 41, 300};
            const SolveOptions on_device{.device = device, .cache_directory = testing::kernel_cache()};
            for (const bool to_origins : {false, true}) {
                trial.request.to_origins = to_origins;
                const Access expected = find_access(factor, trial.request);
                const Access found = find_access(factor, trial.request, on_device);
                ASSERT_EQ(found.sums.size(), expected.sums.size());
                EXPECT_NE(found.report.device, expected.report.device);
                for (std::size_t i = 0; i < found.sums.size(); ++i) {
                    if (fractions)
                        ASSERT_NEAR(found.sums[i], expected.sums[i], 1e-12 * expected.sums[i]) << i;
                    else
                        ASSERT_EQ(found.sums[i], expected.sums[i]) << i;
                }
            }
        }
    }
}

// Blocks of columns and of rows: more of both than a launch or a work-group takes at once.
TEST(Access, DevicesAddUpBlocks) {
    const std::string device = testing::id_of_a_processor();
    if (device.empty()) GTEST_SKIP() << "no OpenCL CPU device here";
    constexpr std::size_t n = 9000;  // more columns than a block on a device that shares the host's memory
    const NetworkFactor factor = factorize(generate_streets({.nodes = n, .seed = 2}));
    std::vector<NodeIndex> all(n);
    std::iota(all.begin(), all.end(), NodeIndex{0});
    std::vector<double> weights(n);
    for (std::size_t i = 0; i < n; ++i) weights[i] = static_cast<double>(i % 50);
    AccessRequest request{.origins = all, .destinations = all, .weights = {weights}};
    request.cutoffs = {30, 600};
    const SolveOptions on_device{.device = device, .cache_directory = testing::kernel_cache()};
    for (const bool to_origins : {false, true}) {
        request.to_origins = to_origins;
        EXPECT_EQ(find_access(factor, request, on_device).sums, find_access(factor, request).sums);
    }
    request.nearest = 1;
    EXPECT_THROW(find_access(factor, request, on_device), InvalidArgument);
    request.nearest = 0;
    request.decay = AccessDecay::linear;
    EXPECT_THROW(find_access(factor, request, on_device), InvalidArgument);
}

// Rows of several stretches and bands; weights too large for 32 bits together; the same for any number of threads.
TEST(Access, LongRowsAndLargeWeights) {
    constexpr std::size_t n = 2600;
    const NetworkFactor factor = factorize(generate_streets({.nodes = n, .seed = 2}));
    std::vector<NodeIndex> all(n);
    std::iota(all.begin(), all.end(), NodeIndex{0});
    for (const double scale : {1.0, 1e6, 0.1}) {
        std::vector<double> weights(n);
        for (std::size_t i = 0; i < n; ++i) weights[i] = static_cast<double>(1 + i % 1000) * scale;
        AccessRequest request{.origins = std::span(all).first(40), .destinations = all, .weights = {weights}};
        request.cutoffs = {30, 120, 600, 1e5};
        request.nearest = 3;
        ASSERT_NO_FATAL_FAILURE(expect_as_loops(factor, request, scale >= 1));
        const Access on_all = find_access(factor, request);
        limit_threads(1);
        EXPECT_EQ(find_access(factor, request).sums, on_all.sums);
        limit_threads(0);
    }
}

TEST(Access, NothingAndWrongRequests) {
    const NetworkFactor factor = factorize(generate_streets({.nodes = 50, .seed = 2}));
    const std::vector<NodeIndex> nodes{1, 2, 3};
    const std::vector<double> weights{1, 2, 3};
    const auto refused = [&](const char* what, const auto& change) {
        AccessRequest request{.origins = nodes, .destinations = nodes, .weights = {weights}};
        request.cutoffs = {60};
        change(request);
        try {
            (void)find_access(factor, request);
            ADD_FAILURE() << what;
        } catch (const InvalidArgument& error) {
            EXPECT_NE(std::string(error.what()).find(what), std::string::npos) << error.what();
        }
    };
    const std::vector<double> negative{1, -2, 3};
    const std::vector<double> missing{1, std::nan(""), 3};
    const std::vector<double> few{1};
    const std::vector<std::uint32_t> gaps{0, 2, 0};
    const std::vector<std::uint32_t> too_large{0, 9, 0};
    const std::vector<NodeIndex> outside{50};
    refused("expected numbers from 0, found -2 at destination 1", [&](auto& r) { r.weights = {negative}; });
    refused("expected numbers from 0, found nan", [&](auto& r) { r.weights = {missing}; });
    refused("expected one for each of 3 destinations, found 1", [&](auto& r) { r.weights = {few}; });
    refused("`weights` need `cutoffs`", [&](auto& r) { r.cutoffs = {}; });
    refused("`cutoffs` need `weights`", [&](auto& r) { r.weights = {}; });
    refused("expected growing numbers above 0", [&](auto& r) { r.cutoffs = {60, 30}; });
    refused("expected growing numbers above 0", [&](auto& r) { r.cutoffs = {0}; });
    refused("larger than any cost", [&](auto& r) { r.cutoffs = {1e308}; });
    refused("no destination has class 1", [&](auto& r) { r.classes = gaps; });
    refused("leaves a gap below it", [&](auto& r) { r.classes = too_large; });
    refused("node index 50", [&](auto& r) { r.origins = outside; });
    refused("unit", [&](auto& r) { r.unit = "furlong"; });

    const Access nowhere = find_access(factor, {.origins = nodes, .destinations = {}, .nearest = 2});
    EXPECT_EQ(nowhere.found, std::vector<NearestDestination>(6));
    const Access nobody = find_access(factor, {.origins = {}, .destinations = nodes, .nearest = 2});
    EXPECT_TRUE(nobody.found.empty());
}

}  // namespace
}  // namespace allways
