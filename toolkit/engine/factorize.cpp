// SPDX-License-Identifier: Apache-2.0
// factorize: costs → prepare → order → eliminate → factor.
#include "allways/engine/factorize.h"

#include <algorithm>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/cost/arc_costs.h"
#include "allways/network/no_through.h"
#include "base/fixed_point.h"
#include "base/host_memory.h"
#include "base/threads/blocks.h"
#include "cost/expanded_network.h"
#include "engine/factor/factor_skims.h"
#include "engine/factor/factor_sums.h"
#include "engine/factor/fill_factor.h"
#include "engine/factor_start.h"
#include "engine/plan/limits.h"
#include "engine/plan/memory_plan.h"
#include "engine/plan/stage_timer.h"
#include "engine/prepare/core_order.h"
#include "engine/prepare/expanded_costs.h"
#include "engine/sweep/factor_core.h"
#include "result/expanded_arcs.h"
#include "result/factor_arrays.h"

namespace allways {

namespace engine {

NetworkFactor without_factor(const cost::ExpandedNetwork& expanded, const ArcCosts& costs, WorkMeter& meter) {
    const RoadNetwork& network = expanded.roads();
    NetworkFactor factor;
    factor.node_ids = network.node_ids;
    factor.scale = costs.scale;
    factor.arcs = result::expanded_arcs(expanded, costs, meter);
    factor.coordinates = made_vector<Coordinate>(network.coordinates.size(), meter,
                                                 [&](std::size_t node) { return network.coordinates[node]; });
    factor.crs = network.provenance.crs;
    factor.no_through = network.no_through;
    factor.provenance = network.provenance.notes;
    return factor;
}

void check_skims(const NetworkFactor& factor, std::span<const std::string> skims) {
    if (skims.empty()) return;
    for (const result::SkimField& field : skim_fields(factor, skims)) {
        if (field.scale.digits <= most_cost_digits) continue;
        throw InvalidArgument(format("`skims`: '{}' has {} decimal digits; a factor keeps sums of at most {}",
                                     field.scale.name, field.scale.digits, most_cost_digits));
    }
    if (factor.type() == CostType::int32) return;
    throw SumsNeedIntegers(
        format("`skims`: only a factor of int32 costs keeps sums, and these costs are {}; leave the fields out here, "
               "tables of the factor can sum them all the same",
               name(factor.type())));
}

}  // namespace engine

namespace {

using namespace engine;

// Order-of-magnitude seconds, measured on one core of an EPYC (Zen 4) and street networks of 10^5 nodes: the
// alternatives usually differ by a factor of ten.
constexpr double search_seconds_a_node = 1.7e-7;  // for one path's search: half of the nodes on average
constexpr double making_seconds_a_node = 1.6e-5;  // prepare, order, and prepare again to answer
constexpr double triangle_seconds = 2e-9;
constexpr double relaxation_seconds = 1e-9;

double predicted_searches(std::size_t nodes, std::size_t paths) {
    return search_seconds_a_node * static_cast<double>(nodes) * static_cast<double>(paths);
}

// The time for the factor and its paths, given an order.
double predicted_seconds(const ordering::Elimination& forecast, std::size_t paths) {
    const auto fill = static_cast<double>(forecast.fill());
    const auto height = static_cast<double>(forecast.height());
    const double relaxations = 2 * std::min(fill, height * height / 2);  // lifted, and down again
    return triangle_seconds * static_cast<double>(forecast.triangles()) +
           relaxation_seconds * relaxations * static_cast<double>(paths);
}

// The most memory: what was prepared, and the tree and the cells, in the order of computing and as the factor keeps
// them.
template <class T>
MemoryNeed memory_of(const cost::ExpandedNetwork& expanded, const NetworkFactor& factor, const FactorCore<T>& core,
                     const ordering::Elimination& forecast, const SolveOptions& options) {
    MemoryNeed memory;
    const std::uint64_t places = expanded.network().node_count();
    const std::uint64_t kept = factor.arcs.bytes() + factor.node_count() * (sizeof(std::int64_t) + sizeof(Coordinate)) +
                               places * (4 * sizeof(std::uint32_t) + sizeof(std::uint64_t)) +
                               forecast.fill() * sizeof(std::uint32_t);
    memory.host = factorized_bytes(expanded.network(), core.prepared, core.graph, forecast) + kept;
    if (!options.skims.empty()) {
        memory.host += sums_bytes(forecast.fill(), factor.arcs.size(), options.skims.size());
    }
    memory.host += memory.host / 5;  // what is left in the heaps of the threads that have ordered (bench/memory_bench)
    memory.host_available = options.memory_limit_bytes != 0 ? options.memory_limit_bytes : available_host_bytes();
    return memory;
}

[[noreturn]] void refuse_size(const ordering::Elimination& forecast, const MemoryNeed& memory) {
    throw CapacityError(format("the factor needs {} bytes of memory for {} arcs of the filled graph, but only {} are "
                               "available; factorize a smaller or sparser network, or use a machine with more memory",
                               memory.host, forecast.fill(), memory.host_available),
                        memory.host, memory.host_available);
}

// `paths`: returns nothing unless that many paths pay for the factor.
template <class T>
std::optional<Factored> factorize(const cost::ExpandedNetwork& expanded, NetworkFactor factor, ArcCosts costs,
                                  std::map<std::string, double> seconds, std::optional<std::size_t> paths,
                                  const SolveOptions& options) {
    const RoadNetwork& network = expanded.network();
    FactorReport report;
    report.seconds = std::move(seconds);
    std::optional<FactorCore<T>> core;
    {
        const StageTimer timer(report.seconds, "prepare");
        WorkMeter meter(options.progress, "prepare", 0);
        core.emplace(network, expanded.adjacency(), costs, meter);
        costs.values = {};
    }
    std::shared_ptr<const ordering::Elimination> tree;
    {
        const StageTimer timer(report.seconds, "order");
        const ordering::Dissection dissection =
            order_core(network, core->prepared.classes, core->graph.graph(), options.log, options.progress);
        ordering::Elimination forecast =
            ordering::forecast_elimination(core->graph.graph(), dissection.order, 0, options.progress);
        const MemoryNeed memory = memory_of(expanded, factor, *core, forecast, options);
        const bool fits = memory.host <= memory.host_available;
        if (paths &&
            (!fits || predicted_seconds(forecast, *paths) > predicted_searches(network.node_count(), *paths))) {
            return {};
        }
        if (!fits) refuse_size(forecast, memory);
        ordering::add_fill(forecast, core->graph.graph(), 0, options.progress);
        tree = std::make_shared<ordering::Elimination>(std::move(forecast));
        report.memory = memory;
        report.order_method = dissection.method;
    }
    {
        const StageTimer timer(report.seconds, "factor");
        auto cells = std::make_shared<ordering::Factor<T>>(ordering::factorize<T>(
            tree, core->graph.graph(), {core->graph.cell, unreachable_of<T>(core->format), core->format.first_arc_bits},
            0, options.progress));
        WorkMeter meter(options.progress, "factor", 0);
        fill_factor(factor, *core, std::move(cells), expanded.ends(), meter);
    }
    if (!options.skims.empty()) {
        const StageTimer timer(report.seconds, "sums");
        keep_sums(factor, tree, options.skims, options.progress);
    }

    const Prepared<T>& prepared = core->prepared;
    report.cost_type = cost_type_of<T>;
    report.scale = factor.scale;
    report.nodes = expanded.node_count();
    report.arcs = prepared.arc_count;
    report.core_nodes = prepared.classes.pivot_count();
    report.zero_cost_classes = prepared.classes.contracted();
    report.no_through_nodes = count_no_through(expanded.roads());
    report.has_negative_costs = prepared.has_negative_costs();
    report.fill = factor.fill();
    report.height = factor.height();
    report.first_arc_bits = factor.arrays().first_arc_bits;
    report.bytes = factor.factor_bytes();
    return Factored{std::move(factor), std::move(report)};
}

std::optional<Factored> factorize(const RoadNetwork& network, std::optional<std::size_t> paths,
                                  const SolveOptions& options) {
    std::map<std::string, double> seconds;
    std::optional<cost::ExpandedNetwork> expanded;
    NetworkFactor factor;
    ArcCosts costs;
    {
        const StageTimer timer(seconds, "prepare");
        WorkMeter meter(options.progress, "prepare", 0);
        expanded.emplace(network, options.cost, meter);
        costs = costs_for(*expanded, options, meter);
        factor = without_factor(*expanded, costs, meter);
        factor.chosen_type = options.cost_type;
    }
    check_skims(factor, options.skims);
    return with_cost_type(factor.type(), [&]<class T>() {
        return factorize<T>(*expanded, std::move(factor), std::move(costs), std::move(seconds), paths, options);
    });
}

}  // namespace

Factored factorize_with_report(const RoadNetwork& network, const SolveOptions& options) {
    require_sweep_on_host(options, "a factor");
    return *factorize(network, std::nullopt, options);
}

std::optional<NetworkFactor> factorize_for_paths(const RoadNetwork& network, std::size_t paths,
                                                 const SolveOptions& options) {
    const std::size_t n = network.node_count();
    if (predicted_searches(n, paths) < making_seconds_a_node * static_cast<double>(n)) return {};
    auto made = factorize(network, paths, options);
    if (!made) return {};
    return std::move(made->value);
}

NetworkFactor factorize(const RoadNetwork& network, const SolveOptions& options) {
    return factorize_with_report(network, options).value;
}

}  // namespace allways
