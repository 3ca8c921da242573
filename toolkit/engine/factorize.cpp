// factorize: costs → prepare → order → eliminate → factor.
#include "allways/engine/factorize.h"

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/cost/arc_costs.h"
#include "engine/factor_core.h"
#include "engine/planner.h"
#include "engine/stage_timer.h"
#include "ordering/nested_dissection.h"

namespace allways {

namespace {

using namespace engine;

NetworkFactor without_factor(const RoadNetwork& network, ArcCosts costs) {
    NetworkFactor factor;
    factor.node_ids = network.node_ids;
    factor.scale = std::move(costs.scale);
    factor.arcs = table_arcs(network, build_adjacency(network.node_count(), network.tail), costs.values);
    factor.coordinates = network.coordinates;
    factor.crs = network.provenance.crs;
    factor.no_through = network.no_through;
    factor.provenance = network.provenance.notes;
    return factor;
}

template <class T>
ordering::Dissection find_order(const FactorCore<T>& core, const FactorOptions& options) {
    if (!options.order.empty()) return {core.classes_in(options.order), "given"};
    return ordering::nested_dissection(core.graph.graph());
}

// Throws before there is memory for the fill.
template <class T>
void require_factor_fits(const FactorCore<T>& core, std::span<const std::uint32_t> order, const FactorOptions& options) {
    const ordering::Elimination forecast = ordering::forecast_elimination(core.graph.graph(), order);
    // Cells and heads of arcs, and for each node what an elimination knows.
    const std::uint64_t needed = forecast.fill() * (2 * sizeof(T) + sizeof(std::uint32_t)) + forecast.node_count() * 32;
    const std::uint64_t limit = options.memory_limit_bytes != 0 ? options.memory_limit_bytes : available_host_bytes();
    if (needed <= limit) return;
    throw CapacityError(
        format("the factor needs {} bytes of memory for {} arcs of the filled graph, and {} can be used; factorize a smaller "
               "or sparser network, or on a machine with more memory",
               needed, forecast.fill(), limit),
        needed, limit);
}

template <class T>
Factored factorize(const RoadNetwork& network, NetworkFactor factor, std::map<std::string, double> seconds,
                   const FactorOptions& options) {
    FactorReport report;
    report.seconds = std::move(seconds);
    std::optional<FactorCore<T>> core;
    {
        const StageTimer timer(report.seconds, "prepare");
        core.emplace(factor);
    }
    std::shared_ptr<const ordering::Elimination> tree;
    {
        const StageTimer timer(report.seconds, "order");
        allways::report(options.progress, "order", 0, 1);
        const ordering::Dissection dissection = find_order(*core, options);
        require_factor_fits(*core, dissection.order, options);
        tree = std::make_shared<ordering::Elimination>(ordering::eliminate(core->graph.graph(), dissection.order));
        report.order_method = dissection.method;
        allways::report(options.progress, "order", 1, 1);
    }
    {
        const StageTimer timer(report.seconds, "factor");
        allways::report(options.progress, "factor", 0, 1);
        auto cells = ordering::factorize<T>(tree, core->graph.graph(), core->graph.cell,
                                            unreachable_of<T>(core->format), core->format.label_bits);
        factor.up = std::move(cells.up);
        factor.down = std::move(cells.down);
        allways::report(options.progress, "factor", 1, 1);
    }
    factor.order = core->nodes_in(tree->node_at);
    factor.label_bits = core->format.label_bits;
    factor.height = tree->height();

    const Prepared<T>& prepared = core->prepared;
    report.cost_type = cost_type_of<T>;
    report.scale = factor.scale;
    report.nodes = network.node_count();
    report.arcs = prepared.arc_count;
    report.core_nodes = prepared.classes.pivot_count();
    report.zero_cost_classes = prepared.classes.contracted();
    report.no_through_nodes = prepared.node_count() - prepared.classes.pivot_count();
    report.has_negative_costs = prepared.has_negative_costs();
    report.fill = factor.fill();
    report.height = factor.height;
    report.label_bits = factor.label_bits;
    report.bytes = factor.factor_bytes();
    return {std::move(factor), std::move(report)};
}

}  // namespace

Factored factorize_with_report(const RoadNetwork& network, const FactorOptions& options) {
    std::map<std::string, double> seconds;
    NetworkFactor factor;
    {
        const StageTimer timer(seconds, "prepare");
        factor = without_factor(network, build_arc_costs(network, {options.cost, options.cost_type}, options.log));
    }
    return with_cost_type(factor.type(), [&]<class T>() {
        return factorize<T>(network, std::move(factor), std::move(seconds), options);
    });
}

NetworkFactor factorize(const RoadNetwork& network, const FactorOptions& options) {
    return factorize_with_report(network, options).factor;
}

}  // namespace allways
