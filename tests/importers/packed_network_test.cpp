// SPDX-License-Identifier: Apache-2.0
// Networks as compact bytes: the same network comes back, and whatever the bytes, the reader fails only with an error.
#include "networks/gpkg_copy.h"

#include <gtest/gtest.h>

#include <limits>

#include "allways/network/make_network.h"
#include "support/random_networks.h"

namespace allways::importers {
namespace {

TEST(PackedNumbers, ComeBack) {
    constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    std::vector<std::vector<std::int64_t>> sequences{{},     {0},     {-1},
                                                     {most}, {least}, {least, most, 0, -1, 1, most, least}};
    Random random(1);
    for (const std::size_t count : {1, 63, 64, 65, 200}) {
        for (unsigned bits = 0; bits <= 64; ++bits) {
            std::vector<std::int64_t> some;
            for (std::size_t i = 0; i < count; ++i) {
                const std::uint64_t any = random.below(std::numeric_limits<std::uint64_t>::max());
                some.push_back(static_cast<std::int64_t>(bits == 0 ? 0 : any >> (64 - bits)));
            }
            sequences.push_back(some);
            for (std::int64_t& value : some) value = random.chance(0.5) ? value : -value;
            sequences.push_back(some);
        }
        std::vector<std::int64_t> ascending;
        for (std::size_t i = 0; i < count; ++i) ascending.push_back(most - 1000 + 3 * static_cast<std::int64_t>(i));
        sequences.push_back(ascending);
    }
    PackedWriter packed;
    for (const auto& sequence : sequences) {
        packed.numbers(sequence);
        packed.number(sequence.size());
        packed.text("x");
    }
    packed.number(std::numeric_limits<std::uint64_t>::max());
    const std::string bytes = std::move(packed).take();
    PackedReader reader(bytes);
    for (const auto& sequence : sequences) {
        EXPECT_EQ(reader.numbers<std::int64_t>(), sequence);
        EXPECT_EQ(reader.number(), sequence.size());
        EXPECT_EQ(reader.text(), "x");
    }
    EXPECT_EQ(reader.number(), std::numeric_limits<std::uint64_t>::max());
    EXPECT_TRUE(reader.at_end());
}

TEST(PackedNumbers, TakeTheBitsOfTheirRange) {
    PackedWriter packed;
    packed.numbers(6400, [](std::size_t i) { return i % 2; });
    packed.numbers(6400, [](std::size_t i) { return 1'000'000'000 + 3 * i; });
    EXPECT_LE(std::move(packed).take().size(), 100 * (1 + 8) + 100 * (1 + 3 * 8) + 20);
}

RoadNetwork some_network(std::uint64_t seed) {
    RoadNetwork network = generate_streets({.nodes = 60, .seed = seed});
    Random random(seed);
    network.texts.emplace_back("name");
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
        network.texts[0].add(random.chance(0.5) ? "" : std::to_string(random.below(20)));
        const auto shape = random.chance(0.5) ? ArcShapes::no_shape
                                              : network.shapes.add_shape(std::vector<Coordinate>{
                                                    {1, 2}, {static_cast<double>(random.below(1000)) / 100, 3}});
        network.shapes.add_arc(shape, random.chance(0.5));
    }
    for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
        for (ArcIndex next = 0; next < network.arc_count() && network.turns.size() < 20; ++next) {
            if (network.head[arc] != network.tail[next] || !random.chance(0.2)) continue;
            network.turns.add(TurnRules::Kind::forbidden, std::vector<ArcIndex>{arc, next}, "rule");
            network.turns.costs.push_back({arc, next, Decimal(15, 1)});
        }
    }
    return network;
}

TEST(PackedNetwork, ComesBack) {
    const RoadNetwork network = some_network(3);
    const std::string bytes = pack_network(network);
    const RoadNetwork back = unpack_network(bytes);
    EXPECT_EQ(back.node_ids, network.node_ids);
    EXPECT_EQ(back.coordinates, network.coordinates);
    EXPECT_EQ(back.head, network.head);
    EXPECT_EQ(back.columns, network.columns);
    EXPECT_EQ(back.texts, network.texts);
    EXPECT_EQ(back.shapes.shapes_of_arcs(), network.shapes.shapes_of_arcs());
    EXPECT_EQ(back.turns, network.turns);
    EXPECT_EQ(pack_network(back), bytes);
    // Columns grow on where they ended.
    RoadNetwork longer = back;
    longer.texts[0].add("7");
    longer.texts[0].add("another");
    EXPECT_EQ(longer.texts[0].text(network.arc_count()), "7");
    EXPECT_EQ(longer.texts[0].text(network.arc_count() + 1), "another");
    EXPECT_EQ(longer.texts[0].texts().size(), network.texts[0].texts().size() + 1);
}

TEST(PackedNetwork, OtherBytesAreDamagedOrAnotherNetwork) {
    const std::string bytes = pack_network(some_network(5));
    for (std::size_t size = 0; size < bytes.size(); size += 7) {
        EXPECT_THROW(unpack_network(std::string_view(bytes).substr(0, size)), DamagedContent) << size;
    }
    EXPECT_THROW(unpack_network(bytes + "x"), DamagedContent);
    Random random(9);
    int damaged = 0;
    for (int round = 0; round < 3000; ++round) {
        std::string other = bytes;
        for (std::uint64_t change = 1 + random.below(3); change > 0; --change) {
            other[random.below(other.size())] = static_cast<char>(random.below(256));
        }
        try {
            const RoadNetwork network = unpack_network(other);
            for (const NodeIndex node : network.head) ASSERT_LT(node, network.node_count());
            for (std::size_t arc = 0; arc < network.arc_count(); ++arc) network.shapes.points(arc);
        } catch (const DamagedContent&) {
            ++damaged;
        }
    }
    EXPECT_GT(damaged, 100);
}

}  // namespace
}  // namespace allways::importers
