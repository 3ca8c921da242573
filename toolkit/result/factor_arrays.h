// SPDX-License-Identifier: Apache-2.0
// What a factor consists of besides the network's lines: the elimination tree, the cells of the filled graph, and the
// places of its nodes. docs/formats.md describes the same arrays in a file.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <variant>
#include <vector>

#include "allways/result/network_factor.h"

namespace allways {

// Maps the nodes of a network to its factor, and records how preparing changed its costs. A path moves through *places*
// of the factor: the nodes; under turn rules the states, followed by an end place for each node that has several states
// (docs/turns.md). The places that paths may pass are the core; its places on a common cycle of zero cost are one
// class. The others are the border.
struct FactorPlaces {
    SharedArray<std::uint32_t> rank_of;  // by place: the rank of its class, or the number of ranks + its border number
    SharedArray<NodeIndex> end_of;       // empty, or by node: the place where paths to it end
    // The arcs from the core into border place b are first_access[b] … first_access[b + 1] - 1, each a rank and a cell.
    SharedArray<std::uint64_t> first_access;
    SharedArray<std::uint32_t> access_rank;
    CostArray access_cell;

    // Empty without cycles of zero cost. The members of rank r are order[first_member[r]] …; with 1 < k ≤
    // most_members_with_hops members, their hops to each other are k × k at first_hop[r], [from][to]. Larger classes
    // store no hops, and a search finds them; files made by earlier versions store them.
    static constexpr std::size_t most_members_with_hops = 64;
    SharedArray<std::uint64_t> first_member;
    SharedArray<std::uint64_t> first_hop;
    SharedArray<std::uint32_t> hops;

    // Empty without negative costs. By place, the amount that a cost gains at its tail and loses at its head
    // (docs/engine.md). Integers for int32.
    using Potentials = std::variant<SharedArray<std::int64_t>, SharedArray<double>>;
    Potentials tail_potential;
    Potentials head_potential;
    std::int64_t bound = 0;  // int32: costlier arcs are on no shortest path

    std::uint64_t usable_arcs = 0;  // arcs of the network with a cost, loops excluded
    std::uint64_t zero_cost_classes = 0;
    std::uint64_t no_through_nodes = 0;
};

// Fields summed along the paths that the filled graph's arcs stand for (docs/sweep.md), so that tables have them as
// skims at little more than the time of distances. A *part* is an arc of the filled graph in one direction: 2·arc up,
// 2·arc + 1 down. If several paths tie, a part stands for the path that next hops take.
struct FactorSums {
    static constexpr std::uint32_t no_path = std::numeric_limits<std::uint32_t>::max();
    static constexpr std::uint32_t is_exit = std::uint32_t{1} << 31;
    static constexpr std::uint16_t no_more = std::numeric_limits<std::uint16_t>::max();
    // Stands for a sum with a missing value, and for one that does not fit the int32 cells of a table.
    static constexpr std::int32_t no_sum = std::numeric_limits<std::int32_t>::min();

    struct Sums {
        CostScale scale;
        SharedArray<std::int32_t> up;  // fill entries, as the cells
        SharedArray<std::int32_t> down;
    };
    std::vector<Sums> fields;

    // By rank, as its upper neighbours: the numbers (0, 1, …) of those upward arcs that shortest paths may take, in the
    // order of their paths: the first of arcs that tie wins. no_more follows the last.
    SharedArray<std::uint16_t> order;
    // By part, the composition of its path. v and w are the arc's ends, u is a lower rank: via is the arc (u, v), and
    // (u, w) follows it in u's row. Or via is is_exit + the number of the exit among those of the rank that it leaves
    // (the first-arc bits of a cell), or no_path.
    SharedArray<std::uint32_t> via;
    // Empty without cycles of zero cost. By part, the first place of its path that takes an arc, and the last one.
    SharedArray<NodeIndex> tail;
    SharedArray<NodeIndex> head;

    std::uint64_t bytes() const {
        return (2 * fields.size() * via.size() / 2 + via.size() + tail.size() + head.size()) * sizeof(std::uint32_t) +
               order.size() * sizeof(std::uint16_t);
    }
};

struct NetworkFactor::Arrays {
    static constexpr std::uint32_t no_parent = std::numeric_limits<std::uint32_t>::max();

    // The passable nodes (under turn rules: states, arcs.states), each once, in the order of elimination. Independent
    // of costs, so it serves every cost of the network.
    SharedArray<NodeIndex> order;

    // The elimination tree and the filled graph, by rank (docs/ordering.md). An upper neighbour is the ancestor at
    // up_depth, 0 at a root; the nearest upper neighbour of a rank comes first.
    SharedArray<std::uint32_t> parent;    // no_parent at a root
    SharedArray<std::uint64_t> first_up;  // ranks + 1
    SharedArray<std::uint32_t> up_depth;
    // The cells of the filled graph's arcs, of the type of arcs.cost: a cell is cost·2^first_arc_bits + the first-arc
    // bits of the path, or the cost alone if first_arc_bits is 0. Costs are reduced ones: never negative.
    CostArray up;    // fill entries: from the lower rank to the higher
    CostArray down;  // from the higher rank to the lower
    int first_arc_bits = 0;
    std::uint32_t height = 0;  // nodes on the longest way from a root of the elimination tree to a leaf
    FactorPlaces places;
    FactorSums sums;  // without fields if no sums were requested
};

// Throws DamagedContent unless sizes, offsets and indexes of all arrays fit each other, so that no later access is out
// of bounds. read_factor has done this already. O(m + fill), on all cores.
ALLWAYS_API void check_factor(const NetworkFactor& factor);

// Replaces arrays that equal those of `like`, whose memory both then share if `like` has been through
// share_attributes().
void share_equal_arrays(NetworkFactor& factor, const NetworkFactor& like);

// The values array[begin], …, array[end - 1].
template <class T>
std::span<const T> part_of(const SharedArray<T>& array, std::size_t begin, std::size_t end) {
    return std::span<const T>(array).subspan(begin, end - begin);
}

}  // namespace allways
