// SPDX-License-Identifier: Apache-2.0
// From prepared costs to a factor: the core, which is eliminated and factorized, and the places that tie the network to
// it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "allways/result/network_factor.h"
#include "base/threads/work_meter.h"
#include "engine/prepare/prepare.h"
#include "ordering/factor.h"
#include "result/expanded_arcs.h"

namespace allways::engine {

// The core as a graph: node = class index, arcs between passable classes in Prepared's order.
template <class T>
struct CoreGraph {
    std::vector<std::size_t> first_out;
    std::vector<std::uint32_t> head;
    std::vector<T> cell;  // one for each arc, in the format's cells

    ordering::Graph graph() const { return {first_out, head}; }
    std::uint64_t bytes() const {
        return first_out.size() * sizeof(std::size_t) + head.size() * (sizeof(std::uint32_t) + sizeof(T));
    }
};

// The format that choose_format gives for a sweep: cells of 4 or 8 bytes, with first-arc bits or without hops. Networks
// only.
template <class T>
CellFormat sweep_format(const Prepared<T>& prepared, bool next_hops);

// Builds the core graph without arcs costlier than any shortest path.
template <class T>
CoreGraph<T> core_graph(const Prepared<T>& prepared, const CellFormat& format, WorkMeter&& unmetered = {});
template <class T>
CoreGraph<T> core_graph(const Prepared<T>& prepared, const CellFormat& format, WorkMeter& meter);

// The core of a network, prepared for elimination: the first step of making a factor.
template <class T>
struct FactorCore {
    // `costs`: of type T, by arc of the turn-expanded network. Throws as prepare().
    FactorCore(const RoadNetwork& network, const AdjacencyArray& adjacency, const ArcCosts& costs, WorkMeter& meter);

    Prepared<T> prepared;
    CellFormat format;
    CoreGraph<T> graph;
};

// Fills the tree and the filled graph. O(fill).
void fill_tree(NetworkFactor& factor, const ordering::Elimination& tree, WorkMeter& meter);

// Fills cells and places from the core for which `cells` were computed, and order and tree unless they are there.
// `ends`: under turn rules, by node the place where paths to it end. O(n + fill).
template <class T>
void fill_factor(NetworkFactor& factor, const FactorCore<T>& core, std::shared_ptr<ordering::Factor<T>> cells,
                 std::span<const NodeIndex> ends, WorkMeter& meter);

// A factor without filled graph and cells: the arcs of a network (`only`: see result/expanded_arcs.h) and the places
// that tie it to the core. A FactorNetwork needs no more. O(n + m).
template <class T>
NetworkFactor places_alone(const cost::ExpandedNetwork& expanded, const ArcCosts& costs, result::OnlyColumns only,
                           const Prepared<T>& prepared, const CellFormat& format, const ordering::Elimination& tree,
                           WorkMeter&& meter = {});

}  // namespace allways::engine
