// SPDX-License-Identifier: Apache-2.0
// Layers of regions, and the instruction stream of a sweep. The tests execute it with ranks instead of cells: every
// operand must be the row that its arc names, and must be present when it is read.
#include "engine/sweep/device/instruction_stream.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "engine/sweep_support.h"
#include "support/network_shapes.h"

namespace allways {
namespace {

using namespace engine;
using testing::Sweepable;

RoadNetwork streets(std::size_t n) {
    return generate_streets({.nodes = n, .seed = n});
}

TEST(SweepRegions, EveryRankIsInOneRegionBelowItsAncestors) {
    for (const std::size_t n : {0, 1, 50, 700}) {
        const Sweepable<std::int32_t> sweepable(streets(n), false, n % 2);
        const auto problem = sweepable.all();
        const auto& tree = *sweepable.factor->elimination;
        for (const std::size_t most : {1, 3, 40, 2000}) {
            std::vector<std::size_t> layer_of(tree.node_count(), ~std::size_t{0});
            const auto layers = region_layers(tree, problem.visit, most);
            for (std::size_t l = 0; l < layers.size(); ++l) {
                const RegionLayer& layer = layers[l];
                for (std::size_t r = 0; r < layer.regions(); ++r) {
                    EXPECT_LE(layer.first_rank[layer.first_tree[r + 1]] - layer.first_rank[layer.first_tree[r]], most);
                }
                for (std::size_t t = 0; t < layer.trees(); ++t) {
                    const auto ranks = layer.tree(t);
                    for (const std::uint32_t v : ranks) {
                        ASSERT_EQ(layer_of[v], ~std::size_t{0}) << v;
                        layer_of[v] = l;
                        const std::uint32_t parent = tree.parent[v];
                        if (v == ranks.front()) {
                            ASSERT_TRUE(parent == ordering::no_parent || layer_of[parent] < l);
                        } else {  // connected, parents first
                            ASSERT_TRUE(std::find(ranks.begin(), ranks.end(), parent) <
                                        std::find(ranks.begin(), ranks.end(), v));
                        }
                    }
                }
            }
            EXPECT_EQ(std::count(layer_of.begin(), layer_of.end(), ~std::size_t{0}), 0);
        }
    }
}

// Executes the instruction stream with ranks instead of rows.
class Walker {
public:
    Walker(const SweepProblem<std::int32_t>& problem, const InstructionStream<std::int32_t>& stream)
        : problem_(problem),
          tree_(*problem.factor->elimination),
          stream_(stream),
          scratch_(stream.scratch_rows, nobody) {}

    void walk() {
        for (const RegionLaunch& launch : stream_.launches) {
            before_ = scratch_;  // other regions of a launch may come later
            for (std::uint32_t r = launch.first_region; r < launch.first_region + launch.regions; ++r) {
                walk_region(stream_.regions[r], launch.most);
            }
        }
    }
    const std::vector<std::size_t>& rows() const { return rows_; }  // in the order of the walk
    std::size_t nodes() const { return nodes_; }
    std::size_t globals() const { return globals_; }

private:
    static constexpr std::uint32_t nobody = ~std::uint32_t{0};

    using Arcs = std::vector<std::pair<std::uint32_t, std::int32_t>>;  // upper rank, cell

    // An instruction as a whole, read as one of its kinds.
    template <class Value>
    Value as(std::uint32_t instruction) const {
        return std::bit_cast<Value>(stream_.instructions.at(instruction));
    }

    void walk_region(const DeviceRange& region, std::size_t slots) {
        std::vector<std::uint32_t> slot(slots, nobody);
        std::map<std::uint32_t, std::uint32_t> own;  // rows of scratch that this tree wrote
        Arcs arcs;                                   // those of the node that comes next
        bool of_access_arcs = false;
        const std::uint32_t end = region.first + region.count;
        for (std::uint32_t r = region.first; r < end; ++r) {
            switch (stream_.instructions[r].kind()) {
                case InstructionKind::tree:
                    of_access_arcs = as<NodeInstruction>(r).subtree_size == 0;
                    std::fill(slot.begin(), slot.end(), nobody);
                    own.clear();
                    break;
                case InstructionKind::loads: {
                    const auto loads = as<FourInstruction<std::uint32_t>>(r);
                    for (std::uint32_t k = 0; k < loads.head.count(); ++k) {
                        slot.at(loads.value[k]) = before_.at(k == 0 ? loads.head.place() : loads.where[k - 1]);
                    }
                    break;
                }
                case InstructionKind::locals:
                    add(as<FourInstruction<std::int32_t>>(r), arcs, [&](std::uint32_t at) { return slot.at(at); });
                    break;
                case InstructionKind::globals:
                    add(as<FourInstruction<std::int32_t>>(r), arcs, [&](std::uint32_t at) {
                        ++globals_;
                        return own.contains(at) ? own[at] : before_.at(at);
                    });
                    break;
                case InstructionKind::node: {
                    const auto node = as<NodeInstruction>(r);
                    std::sort(arcs.begin(), arcs.end());
                    if (of_access_arcs)
                        expect_access_arcs(arcs, static_cast<std::size_t>(node.row));
                    else
                        expect_ups(arcs, node);
                    arcs.clear();
                    if (node.head.place() > 0) slot.at(node.head.place() - 1) = node.rank;
                    if (node.scratch >= 0) {
                        const auto at = static_cast<std::uint32_t>(node.scratch);
                        own[at] = scratch_.at(at) = node.rank;
                    }
                    [[fallthrough]];
                }
                case InstructionKind::row:
                    if (const std::int32_t row = as<NodeInstruction>(r).row; row >= 0)
                        rows_.push_back(static_cast<std::size_t>(row));
                    break;
            }
        }
        EXPECT_TRUE(arcs.empty());
    }

    template <class RankAt>
    static void add(const FourInstruction<std::int32_t>& four, Arcs& arcs, const RankAt& rank_at) {
        for (std::uint32_t k = 0; k < four.head.count(); ++k) {
            arcs.emplace_back(rank_at(k == 0 ? four.head.place() : four.where[k - 1]), four.value[k]);
        }
    }

    void expect_ups(const Arcs& arcs, const NodeInstruction& node) {
        ++nodes_;
        Arcs expected;
        for (std::size_t a = tree_.first_up[node.rank]; a < tree_.first_up[node.rank + 1]; ++a) {
            expected.emplace_back(tree_.up[a], problem_.factor->up[a]);
        }
        ASSERT_EQ(arcs, expected) << "node " << node.rank;
        ASSERT_EQ(node.subtree_size, tree_.subtree_size[node.rank]);
        ASSERT_EQ(node.depth, tree_.depth[node.rank]);
        if (node.row < 0) return;
        ASSERT_TRUE(problem_.is_core_row(static_cast<std::size_t>(node.row)));
        ASSERT_EQ(problem_.rows.access_arcs_of(static_cast<std::size_t>(node.row)).front().rank, node.rank);
    }
    void expect_access_arcs(const Arcs& arcs, std::size_t row) {
        Arcs expected;
        for (const auto& access : problem_.rows.access_arcs_of(row)) expected.emplace_back(access.rank, access.cell);
        std::sort(expected.begin(), expected.end());
        ASSERT_EQ(arcs, expected) << "row " << row;
    }

    const SweepProblem<std::int32_t>& problem_;
    const ordering::Elimination& tree_;
    const InstructionStream<std::int32_t>& stream_;
    std::vector<std::uint32_t> scratch_;
    std::vector<std::uint32_t> before_;
    std::vector<std::size_t> rows_;
    std::size_t nodes_ = 0;
    std::size_t globals_ = 0;
};

TEST(InstructionStream, OperandsAreWhereTheArcsSay) {
    constexpr std::size_t no_limit = 1000;
    for (std::size_t graph = 0; graph < testing::network_families().size(); ++graph) {
        const auto& family = testing::network_families()[graph];
        const RoadNetwork network = family.make(40 + 10 * graph, 70 + graph);
        const Sweepable<std::int32_t> sweepable(network, true, graph % 2);
        const auto problem = sweepable.all();
        for (const std::size_t region : {1, 7, 1000}) {
            for (const std::size_t slots : {std::size_t{1}, std::size_t{3}, no_limit}) {
                SCOPED_TRACE(format("{}, regions of {}, {} slots", family.name, region, slots));
                const auto stream = make_instruction_stream(problem, region, slots);
                Walker walker(problem, stream);
                walker.walk();
                if (HasFatalFailure()) return;
                EXPECT_EQ(walker.nodes(), problem.visit.size());
                std::vector<std::size_t> rows = walker.rows();
                std::sort(rows.begin(), rows.end());
                std::vector<std::size_t> all(problem.rows.count());
                std::iota(all.begin(), all.end(), std::size_t{0});
                EXPECT_EQ(rows, all);
                for (const RegionLaunch& launch : stream.launches) EXPECT_LE(launch.most, slots);
                if (slots == no_limit) {  // only rows that are no core nodes look into scratch
                    std::size_t access_arcs = 0;
                    for (std::size_t i = 0; i < problem.rows.count(); ++i) {
                        if (!problem.is_core_row(i)) access_arcs += problem.rows.access_arcs_of(i).size();
                    }
                    EXPECT_EQ(walker.globals(), access_arcs);
                }
            }
        }
    }
}

TEST(InstructionStream, ManySlotsAreNotNeededOnStreets) {
    const Sweepable<std::int32_t> sweepable(streets(3000), true);
    const auto stream = make_instruction_stream(sweepable.all(), 256, 1000);
    ASSERT_GT(stream.regions.size(), 5u);
    for (const RegionLaunch& launch : stream.launches) EXPECT_LT(launch.most, 100u);
    EXPECT_LT(stream.scratch_rows, 600u);
}

TEST(InstructionStream, RefusesNoNodesAndNoSlots) {
    const Sweepable<std::int32_t> sweepable(streets(20), false);
    EXPECT_THROW(make_instruction_stream(sweepable.all(), 0, 4), InvalidArgument);
    EXPECT_THROW(make_instruction_stream(sweepable.all(), 4, 0), InvalidArgument);
}

TEST(UpwardStream, ParentsComeFirstAndCellsDoNotOverlap) {
    const Sweepable<std::int32_t> sweepable(streets(500), false);
    const std::vector<NodeIndex> columns{4, 250, 499};
    const auto problem = sweepable.some(columns, columns);
    const auto& tree = *sweepable.factor->elimination;
    const auto stream = make_upward_stream(problem, 20);
    std::vector<std::uint8_t> taken(stream.cells, 0);
    std::map<std::uint32_t, std::uint32_t> launch_of;  // first cell → the launch that computes it
    for (std::uint32_t l = 0; l < stream.launches.size(); ++l) {
        for (std::uint32_t r = 0; r < stream.launches[l].regions; ++r) {
            const DeviceRange& region = stream.regions[stream.launches[l].first_region + r];
            for (std::uint32_t i = region.first; i < region.first + region.count; ++i) {
                const UpwardNode& node = stream.nodes[i];
                EXPECT_LE(node.depth, stream.launches[l].most);
                for (std::uint32_t a = node.first_arc; a < node.first_arc + node.arcs; ++a) {
                    if (stream.arcs[a].depth == 0) continue;  // a root has no cells
                    ASSERT_TRUE(launch_of.contains(stream.arcs[a].first_cell));
                }
                for (std::uint32_t k = 0; k < node.depth; ++k) ASSERT_EQ(taken[node.first_cell + k]++, 0);
                if (node.depth > 0) launch_of[node.first_cell] = l;
            }
        }
    }
    EXPECT_EQ(std::count(taken.begin(), taken.end(), 0), 0);
    for (const auto& access : problem.columns.access_arcs)
        EXPECT_TRUE(tree.depth[access.rank] == 0 || launch_of.contains(stream.first_cell[access.rank]));
}

}  // namespace
}  // namespace allways
