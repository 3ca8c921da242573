// SPDX-License-Identifier: Apache-2.0
// A network ordered and factorized: all that distances and paths between any two of its nodes need, without the table
// and without the network's file. engine/factorize.h makes it, PathSource answers from it.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/shared_array.h"
#include "allways/result/distance_table.h"

namespace allways {

// Where the nodes of a network are in its factor, and what preparing its costs changed. A path drives through *places*:
// the nodes; under turn rules the states of a drive, then an end for each node that has several (docs/turns.md). Those
// that paths may pass are the core, whose places on a common cycle of zero cost are one class; the others are the
// border.
struct FactorPlaces {
    SharedArray<std::uint32_t> rank_of;  // by place: the rank of its class, or the number of ranks + its border number
    SharedArray<NodeIndex> end_of;       // empty, or by node: the place where paths to it end
    // The arcs from the core into border place b are first_access[b] … first_access[b + 1] - 1: a rank and a cell.
    SharedArray<std::uint64_t> first_access;
    SharedArray<std::uint32_t> access_rank;
    CostArray access_cell;

    // Empty without cycles of zero cost. The members of rank r are order[first_member[r]] …; with 1 < k ≤
    // most_members_with_hops members, their hops to each other are k × k at first_hop[r], [from][to]. Larger classes
    // have none, and hops are searched for; those of files made before have them.
    static constexpr std::size_t most_members_with_hops = 64;
    SharedArray<std::uint64_t> first_member;
    SharedArray<std::uint64_t> first_hop;
    SharedArray<std::uint32_t> hops;

    // Empty without negative costs: by place, what a cost counts from its tail on and less its head (docs/engine.md).
    // Integers for int32.
    using Potentials = std::variant<SharedArray<std::int64_t>, SharedArray<double>>;
    Potentials tail_potential;
    Potentials head_potential;
    std::int64_t bound = 0;  // int32: costlier arcs are on no shortest path

    std::uint64_t usable_arcs = 0;  // of the network: with a cost, and no loops
    std::uint64_t zero_cost_classes = 0;
    std::uint64_t no_through_nodes = 0;
};

// Fields summed along the paths that the filled graph's arcs stand for (docs/sweep.md), so that tables have them as
// skims at little more than the time of distances. A *part* is an arc of the filled graph in one direction: 2·arc up,
// 2·arc + 1 down. Of paths that tie, a part stands for the one that next hops take.
struct FactorSums {
    static constexpr std::uint32_t no_path = std::numeric_limits<std::uint32_t>::max();
    static constexpr std::uint32_t is_exit = std::uint32_t{1} << 31;
    static constexpr std::uint16_t no_more = std::numeric_limits<std::uint16_t>::max();
    // A sum that misses a value or that int32 cells of a table do not hold.
    static constexpr std::int32_t no_sum = std::numeric_limits<std::int32_t>::min();

    struct Field {
        CostScale scale;
        SharedArray<std::int32_t> up;  // fill entries, as the cells
        SharedArray<std::int32_t> down;
    };
    std::vector<Field> fields;

    // By rank, as its upper neighbours: the numbers (0, 1, …) of those arcs up that shortest paths may take, in the
    // order of their paths: the first of arcs that tie wins. no_more after the last.
    SharedArray<std::uint16_t> order;
    // By part, what its path consists of. v and w are the arc's ends, u a lower rank: via is the arc (u, v), and
    // (u, w) follows it in u's row. Or is_exit + the number of the exit among those of the rank that it leaves (the
    // label of a first arc), or no_path.
    SharedArray<std::uint32_t> via;
    // Empty without cycles of zero cost. By part: the first place of its path that takes an arc, and the last one.
    SharedArray<NodeIndex> tail;
    SharedArray<NodeIndex> head;

    std::uint64_t bytes() const {
        return (2 * fields.size() * via.size() / 2 + via.size() + tail.size() + head.size()) * sizeof(std::uint32_t) +
               order.size() * sizeof(std::uint16_t);
    }
};

// Raw costs × 10^-scale.digits are in scale.unit. Arrays belong to it or to a mapped file.
struct NetworkFactor {
    static constexpr std::uint32_t no_parent = std::numeric_limits<std::uint32_t>::max();

    // The network, as a table with next hops keeps it.
    IdTable node_ids;
    CostScale scale;
    std::optional<CostType> chosen_type;  // the type of costs, where it was asked for; else it follows from them
    TableArcs arcs;
    SharedArray<Coordinate> coordinates;  // empty, or one per node
    std::string crs;
    SharedArray<std::uint8_t> no_through;  // empty, or 1 where paths do not pass
    TableProvenance provenance;

    // The passable nodes (under turn rules: states, arcs.states), each once, the first to be eliminated first.
    // Independent of costs, so it serves every cost of the network.
    SharedArray<NodeIndex> order;

    // The elimination tree and the filled graph, by rank (docs/ordering.md). An upper neighbour is the ancestor at
    // up_depth, 0 at a root; those of a rank come nearest first.
    SharedArray<std::uint32_t> parent;    // no_parent at a root
    SharedArray<std::uint64_t> first_up;  // ranks + 1
    SharedArray<std::uint32_t> up_depth;
    // The cells of the filled graph's arcs, of the type of arcs.cost: a cell is cost·2^label_bits + label of the path's
    // first arc, or the cost alone if label_bits is 0. Costs are reduced ones: never negative.
    CostArray up;    // fill entries: from the lower rank to the higher
    CostArray down;  // from the higher rank to the lower
    int label_bits = 0;
    std::uint32_t height = 0;  // nodes on the longest way from a root of the elimination tree to a leaf
    FactorPlaces places;
    FactorSums sums;  // without fields, if none were requested

    std::size_t node_count() const { return node_ids.size(); }
    CostType type() const { return type_of(arcs.cost); }
    std::size_t rank_count() const { return parent.size(); }
    std::size_t fill() const { return up_depth.size(); }  // pairs of nodes joined in the filled graph
    // Size of order, tree and cells.
    std::uint64_t factor_bytes() const {
        return (order.size() + parent.size() + 2 * first_up.size() + up_depth.size()) * sizeof(std::uint32_t) +
               2 * fill() * size_of(type());
    }
};

// Copies of the factor then share its lines, texts and coordinates.
ALLWAYS_API void share_attributes(NetworkFactor& factor);

// Throws DamagedContent unless sizes, offsets and indexes of all arrays fit each other, so that whatever uses them
// stays inside. read_factor has done it. O(m + fill), on all cores.
ALLWAYS_API void check_factor(const NetworkFactor& factor);

// array[begin], …, array[end - 1]
template <class T>
std::span<const T> part_of(const SharedArray<T>& array, std::size_t begin, std::size_t end) {
    return std::span<const T>(array).subspan(begin, end - begin);
}

}  // namespace allways
