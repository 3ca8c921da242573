// SPDX-License-Identifier: Apache-2.0
// Turns a network into a factor: takes seconds for 10^5 nodes, and memory proportional to the arcs, where a table takes
// n².
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/progress.h"
#include "allways/engine/solve.h"
#include "allways/network/road_network.h"
#include "allways/result/network_factor.h"

namespace allways {

// ---- finds a network's elimination order: the first step of solving a sparse network, done once and kept

// The result is for RoadNetwork::elimination_order. Applies nested dissection to the passable nodes and all arcs
// between them, whatever their costs; ignores an order that the network already has. The result is the same on every
// machine. Takes tenths of a second for 10^5 nodes. `progress`: stage "order". Throws Cancelled.
ALLWAYS_API std::vector<NodeIndex> find_order(const RoadNetwork& network, const ProgressCallback& progress = {});

// ---- the factor

// Decisions, sizes and times of one factorization.
struct FactorReport {
    std::string order;  // "minimum fill and 11 levels of cuts", or "kept with the network"
    CostType cost_type = CostType::int32;
    CostScale scale;
    std::uint64_t nodes = 0;
    std::uint64_t arcs = 0;        // arcs that paths can use
    std::uint64_t core_nodes = 0;  // nodes eliminated: passable ones; nodes at distance 0 of each other count once
    std::uint64_t zero_cost_classes = 0;
    std::uint64_t no_through_nodes = 0;
    bool has_negative_costs = false;
    std::uint64_t fill = 0;
    std::uint64_t height = 0;
    std::uint64_t first_arc_bits = 0;
    std::uint64_t bytes = 0;  // size of the factor
    MemoryNeed memory;
    std::map<std::string, double> seconds;  // "prepare", "order", "factor"; "sums" of the factor's skims

    static void each_row(auto&& row) {
        row("order", &FactorReport::order, "The source of the elimination order", JsonForm::null_if_empty);
        row("cost_type", &FactorReport::cost_type, "int32, float32 or float64", JsonForm::absent);
        row("scale", &FactorReport::scale, "The cost's name, its unit and the decimal digits of raw values",
            JsonForm::plain, "cost");
        row("nodes", &FactorReport::nodes, "Nodes of the network");
        row("arcs", &FactorReport::arcs, "Arcs that paths can use");
        row("core_nodes", &FactorReport::core_nodes, "Nodes eliminated; nodes at distance 0 of each other count once");
        row("zero_cost_classes", &FactorReport::zero_cost_classes,
            "Contracted sets of nodes at distance 0 of each other");
        row("no_through_nodes", &FactorReport::no_through_nodes, "Nodes that paths do not pass");
        row("has_negative_costs", &FactorReport::has_negative_costs, "True if an arc's cost is below 0");
        row("fill", &FactorReport::fill, "Arcs of the filled graph");
        row("height", &FactorReport::height, "Height of the elimination tree");
        row("first_arc_bits", &FactorReport::first_arc_bits, "Bits of a cell that name the first arc");
        row("bytes", &FactorReport::bytes, "Size of the factor");
        row("memory", &FactorReport::memory, "Bytes needed on the host, and available there");
        row("seconds", &FactorReport::seconds, "Seconds by stage, one after the other");
    }
};

using Factored = WithReport<NetworkFactor, FactorReport>;

// The factor keeps the sums of options.skims (NetworkFactor::sums); this needs int32 costs.
//
// Skips ordering if network.elimination_order fits: NetworkFactor::order from a factor of the same nodes works there,
// whatever its costs. Throws InvalidArgument (unknown field), NegativeCycleError, InputError (costs that do not fit the
// type, skims of costs in floats), CapacityError before allocating a factor that would not fit, Cancelled. Source:
// docs/ordering.md. Safe to call from several threads.
ALLWAYS_API Factored factorize_with_report(const RoadNetwork& network, const SolveOptions& options = {});
ALLWAYS_API NetworkFactor factorize(const RoadNetwork& network, const SolveOptions& options = {});

// Factors of several costs of one network, in the order of `costs`: columns of different names with one value for each
// arc, which need not be the network's. Each finds the same distances as the factor of that cost alone, and keeps the
// network's own columns. All have one elimination order: the network's, or one found first. They share the memory of
// everything that costs do not change: ids, arcs and attributes, and tree and filled graph unless cycles of zero cost
// or turn rules differ from cost to cost. Threads take a cost each, as far as memory allows. Ignores options.cost.
// Throws as factorize(), and Cancelled between two costs.
ALLWAYS_API std::vector<NetworkFactor> factorize(const RoadNetwork& network, std::span<const ArcColumn> costs,
                                                 const SolveOptions& options = {});

// Returns a factor if computing it and then `paths` paths from it is predicted to be faster than one search for each
// path (PathSource::expect), else nothing. On road networks this takes about a hundred paths; a factor never pays if
// the filled graph is dense or does not fit in memory.
ALLWAYS_API std::optional<NetworkFactor> factorize_for_paths(const RoadNetwork& network, std::size_t paths,
                                                             const SolveOptions& options = {});

// ---- new factors of one network when its costs change: hundredths of a second for 10^5 nodes, since the order stays

// Safe to use from several threads at once.
class ALLWAYS_API Refactorizer {
public:
    // Shares the factor. O(m).
    explicit Refactorizer(std::shared_ptr<const NetworkFactor> factor);
    ~Refactorizer();
    Refactorizer(Refactorizer&&) noexcept;
    Refactorizer& operator=(Refactorizer&&) noexcept;

    // Both functions return a factor of the same nodes, arcs, turn rules and order, with sums of the same fields. It
    // shares memory with the first one if that has been through share_attributes(). Both throw as factorize() does.
    //
    // The cost column gets other values, one per arc in the factor's order; set_costs() replaces the column. Throws
    // InvalidArgument for another number of values.
    NetworkFactor with_costs(ArcColumn cost, const LogCallback& log = {}) const;
    // Makes another column the cost.
    NetworkFactor with_cost_field(const std::string& column, const LogCallback& log = {}) const;

private:
    struct State;
    std::unique_ptr<const State> state_;
};

}  // namespace allways
