// SPDX-License-Identifier: Apache-2.0
// From prepared costs to a factor: the core, which is eliminated and factorized, and the places that tie the network to
// it.
//
//   Prepared ─┬─ FactorCore ── order ── Elimination, the tree ── factorize ── Factor, cells up and down ─┐
//             └─ FactorPlaces: rank of each node, accesses, classes of zero-cost cycles ── NetworkFactor ┘
//
//   NetworkFactor ── FactorNetwork: how ends are tied to the core ─┬─ FactorTree, factor_paths.h ── one path
//   (in memory or a mapped file)                                   └─ FactorSides, part_of_factor ── a table by a sweep
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "allways/engine/solve.h"
#include "allways/result/network_factor.h"
#include "base/threads/work_meter.h"
#include "engine/prepare/prepare.h"
#include "ordering/factor.h"
#include "result/expanded_arcs.h"

namespace allways::engine {

// The format that choose_format gives for a sweep: cells of 4 or 8 bytes, with first-arc bits or without hops. Networks
// only.
template <class T>
CellFormat sweep_format(const Prepared<T>& prepared, bool next_hops);

// The core of a prepared network, on its way to a factor: node = class index, arcs between passable classes in
// Prepared's order, without those costlier than any shortest path.
template <class T>
struct FactorCore {
    FactorCore(const Prepared<T>& prepared, const CellFormat& of_cells, WorkMeter&& unmetered = {})
        : FactorCore(prepared, of_cells, unmetered) {}
    FactorCore(const Prepared<T>& prepared, const CellFormat& of_cells, WorkMeter& meter);

    CellFormat format;
    std::vector<std::size_t> first_out;
    std::vector<std::uint32_t> head;
    std::vector<T> cell;  // one for each arc, in the format's cells

    std::shared_ptr<const ordering::Elimination> tree;  // null before it is ordered
    std::string order_method;

    ordering::Graph graph() const { return {first_out, head}; }
    // Eliminates the core in the order that the network keeps, or in one found here (order_core). Without a tree if
    // `wants_fill` says no (ordering::eliminate). Stages "order" and "eliminate".
    void order(const RoadNetwork& network, const ZeroClasses& classes, const SolveOptions& options,
               const ordering::FillDecision& wants_fill = {});
    // The cells of the filled graph's arcs. Stage "factor".
    std::shared_ptr<ordering::Factor<T>> factorize(const ProgressCallback& progress = {}) const;

    // Bytes of host memory, excluding the tree.
    std::uint64_t bytes() const {
        return first_out.size() * sizeof(std::size_t) + head.size() * (sizeof(std::uint32_t) + sizeof(T));
    }
};

// Fills the tree and the filled graph. O(fill).
void fill_tree(NetworkFactor& factor, const ordering::Elimination& tree, WorkMeter& meter);

// Fills places, cells of this format, and order and tree unless they are there. `ends`: under turn rules, by node the
// place where paths to it end. O(n + fill).
template <class T>
void fill_factor(NetworkFactor& factor, const Prepared<T>& prepared, const CellFormat& format,
                 std::shared_ptr<ordering::Factor<T>> cells, std::span<const NodeIndex> ends, WorkMeter& meter);

// A factor without filled graph and cells: the arcs of a network (`only`: see result/expanded_arcs.h) and the places
// that tie it to the core. A FactorNetwork needs no more. O(n + m).
template <class T>
NetworkFactor places_alone(const cost::ExpandedNetwork& expanded, const ArcCosts& costs, result::OnlyColumns only,
                           const Prepared<T>& prepared, const CellFormat& format, const ordering::Elimination& tree,
                           WorkMeter&& meter = {});

}  // namespace allways::engine
