// SPDX-License-Identifier: Apache-2.0
#include "allways/network/make_network.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "allways/base/error.h"
#include "allways/network/components.h"

namespace {

using namespace allways;

// FNV-1a over everything that was made.
class Hash {
public:
    void add(std::int64_t value) {
        for (int byte = 0; byte < 8; ++byte) {
            value_ = (value_ ^ (static_cast<std::uint64_t>(value) >> (8 * byte) & 0xFF)) * 1099511628211u;
        }
    }
    std::uint64_t value() const { return value_; }

private:
    std::uint64_t value_ = 14695981039346656037u;
};

std::uint64_t hash_of(const RoadNetwork& network) {
    Hash hash;
    for (const auto& point : network.coordinates) {
        hash.add(static_cast<std::int64_t>(point.x * 10 + (point.x < 0 ? -0.5 : 0.5)));
        hash.add(static_cast<std::int64_t>(point.y * 10 + (point.y < 0 ? -0.5 : 0.5)));
    }
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
        hash.add(network.tail[arc]);
        hash.add(network.head[arc]);
        for (const auto& column : network.columns) hash.add(column.values[arc].fixed_point(3).value());
    }
    return hash.value();
}

TEST(generate_streets, looks_like_a_street_network) {
    for (const std::uint64_t seed : {1u, 2u, 3u}) {
        for (const std::size_t nodes : {1000u, 10'000u}) {
            SCOPED_TRACE(::testing::Message() << "seed " << seed << ", nodes " << nodes);
            const RoadNetwork network = generate_streets({nodes, seed, 0});
            ASSERT_EQ(network.node_count(), nodes);
            const double arcs_a_node = static_cast<double>(network.arc_count()) / static_cast<double>(nodes);
            EXPECT_GT(arcs_a_node, 2.3);
            EXPECT_LT(arcs_a_node, 2.8);
            EXPECT_EQ(weak_components(network).count, 1u);
            const Components strong = strong_components(network);
            EXPECT_GE(strong.largest * 100, nodes * 95);
            EXPECT_GT(strong.count, 1u) << "no one-way dead end";
        }
    }
}

TEST(generate_streets, has_dead_ends_and_one_way_streets) {
    const RoadNetwork network = generate_streets({10'000, 7, 0});
    std::vector<std::set<NodeIndex>> neighbours(network.node_count());
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
        neighbours[network.tail[arc]].insert(network.head[arc]);
        neighbours[network.head[arc]].insert(network.tail[arc]);
    }
    const auto dead_ends = std::ranges::count_if(neighbours, [](const auto& set) { return set.size() == 1; });
    EXPECT_GT(dead_ends, 500);
    EXPECT_LT(dead_ends, 3000);
    const auto streets = network.arc_ids.numbers().back();
    const auto one_way = 2 * streets - static_cast<std::int64_t>(network.arc_count());
    EXPECT_GT(one_way, 1000);
    EXPECT_LT(one_way, 3000);
}

TEST(generate_streets, times_are_length_over_speed) {
    const RoadNetwork network = generate_streets({2000, 5, 0});
    ASSERT_NE(network.column("length"), nullptr);
    ASSERT_NE(network.column("time"), nullptr);
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
        const auto length_dm = network.column("length")->values[arc].fixed_point(1).value();
        const auto time_ms = network.column("time")->values[arc].fixed_point(3).value();
        const bool matches = std::ranges::any_of(std::vector<std::int64_t>{30, 50, 80}, [&](std::int64_t speed) {
            return std::abs(time_ms * speed - length_dm * 360) <= speed;
        });
        ASSERT_TRUE(matches) << "arc " << arc;
        ASSERT_GT(length_dm, 0);
    }
}

TEST(generate_streets, zero_cost_share_is_kept) {
    const RoadNetwork network = generate_streets({5000, 5, 0.1});
    const auto zeros = std::ranges::count(network.column("time")->values, Decimal());
    EXPECT_NEAR(static_cast<double>(zeros) / static_cast<double>(network.arc_count()), 0.1, 0.02);
    EXPECT_EQ(std::ranges::count(network.column("length")->values, Decimal()), 0);
}

TEST(generate_streets, the_same_everywhere) {
    EXPECT_EQ(hash_of(generate_streets({3000, 42, 0.05})), 7168834046509187180u);
    EXPECT_NE(hash_of(generate_streets({3000, 43, 0.05})), 7168834046509187180u);
}

TEST(generate_streets, small_sizes) {
    for (std::size_t nodes = 0; nodes < 20; ++nodes) {
        const RoadNetwork network = generate_streets({nodes, 1, 0});
        EXPECT_EQ(network.node_count(), nodes);
        EXPECT_EQ(network.coordinates.size(), nodes);
        EXPECT_EQ(weak_components(network).count, nodes == 0 ? 0u : 1u);
    }
}

TEST(generate_streets, refuses_a_share_that_is_none) {
    EXPECT_THROW(generate_streets({10, 1, 1.5}), InvalidArgument);
    EXPECT_THROW(generate_streets({10, 1, -0.1}), InvalidArgument);
}

TEST(generate_random_network, keeps_probability_and_weights) {
    const RoadNetwork network = generate_random_network({200, 9, 0.3, -2, 7});
    EXPECT_NEAR(static_cast<double>(network.arc_count()) / (200.0 * 199.0), 0.3, 0.02);
    std::set<std::int64_t> seen;
    for (const auto& value : network.columns[0].values) seen.insert(value.fixed_point(0).value());
    EXPECT_EQ(seen, (std::set<std::int64_t>{-2, -1, 0, 1, 2, 3, 4, 5, 6, 7}));
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) EXPECT_NE(network.tail[arc], network.head[arc]);
}

TEST(generate_random_network, the_same_everywhere) {
    EXPECT_EQ(hash_of(generate_random_network({100, 42, 0.25, 1, 100})), 11936125959271659941u);
}

TEST(generate_random_network, ends_of_the_probability) {
    EXPECT_EQ(generate_random_network({30, 1, 0, 1, 1}).arc_count(), 0u);
    EXPECT_EQ(generate_random_network({30, 1, 1, 1, 1}).arc_count(), 30u * 29u);
    EXPECT_THROW(generate_random_network({30, 1, 1.1, 1, 1}), InvalidArgument);
    EXPECT_THROW(generate_random_network({30, 1, 0.5, 2, 1}), InvalidArgument);
}

}  // namespace
