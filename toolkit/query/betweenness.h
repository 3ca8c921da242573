// SPDX-License-Identifier: Apache-2.0
// Betweenness of nodes and arcs from rows of distances: for each source, the numbers of shortest paths and the
// dependencies of Brandes, A Faster Algorithm for Betweenness Centrality (2001), without a search.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "allways/result/distance_table.h"

namespace allways::query {

// The arcs by head, laid out for loops over all heads: slot k holds the k-th in-arc of each node that has so many.
// Nodes have labels in descending order of their in-arcs, so that the nodes of a slot are the first ones.
template <class T>
class InArcs {
public:
    // Costs of type T, integers above 0. Of parallel arcs the cheapest counts, among equals the first.
    InArcs(const TableArcs& arcs, std::span<const std::uint8_t> no_through, std::size_t node_count);

    std::size_t node_count() const { return nodes.size(); }
    std::size_t slot_count() const { return first.size() - 1; }
    std::size_t nodes_of(std::size_t slot) const { return first[slot + 1] - first[slot]; }

    std::vector<NodeIndex> nodes;         // by label
    std::vector<std::uint32_t> label_of;  // by node
    std::vector<std::uint32_t> degree;    // in-arcs by label
    std::vector<std::size_t> first;       // by slot, + 1: where its entries begin
    std::vector<std::uint32_t> tail;      // labels
    std::vector<T> cost;
    std::vector<ArcIndex> arc;          // positions in TableArcs
    std::vector<std::uint32_t> closed;  // labels of no-through nodes
    int key_shift = 0;                  // no arc costs less than 2^key_shift
};

// Sums over sources, one after the other.
template <class T>
class BetweennessSums {
public:
    BetweennessSums(const InArcs<T>& arcs, bool of_arcs);

    // `row`: distances from the source, by label: integers, in floats below 2⁵³, so that ties are exact; else throws
    // InvalidArgument. O(n + m), and a counting sort.
    void add(std::uint32_t source, const T* row);

    std::span<const double> nodes() const { return node_sums_; }  // by label
    std::span<const double> arcs() const { return arc_sums_; }    // as InArcs::arc; empty unless wanted

private:
    void sort(const T* row);
    void find_parents(std::uint32_t source, const T* row);
    void count_paths(std::uint32_t source, const T* row);
    void sum_dependencies(std::uint32_t source, const T* row);
    // Calls visit(tail) for the in-arcs of `head` on shortest paths.
    template <class Visit>
    void for_each_parent(std::uint32_t head, const T* row, const Visit& visit) const;

    const InArcs<T>& arcs_;
    std::vector<double> node_sums_;
    std::vector<double> arc_sums_;
    // These are of the present source, by label.
    std::vector<T> onward_;               // the distance with which paths go on from a node
    std::vector<std::uint32_t> order_;    // reached labels, nearest first, the source among them
    std::size_t reached_ = 0;             // how many these are
    std::vector<std::uint32_t> swapped_;  // of sort()
    std::vector<std::uint32_t> counts_;   // of sort()
    std::vector<std::uint32_t> parent_;   // the node before on shortest paths; the bit `several`: there are others
    std::vector<double> paths_;           // shortest paths from the source; 0 where it reaches nothing
    std::vector<double> inverse_;         // 1 / paths; 0 without any
    std::vector<double> share_;           // (1 + dependency) / paths
};

}  // namespace allways::query
