// SPDX-License-Identifier: Apache-2.0
// factorize for several costs: one order and one tree → the cells of each cost.
#include <algorithm>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/engine/factorize.h"
#include "allways/engine/find_order.h"
#include "allways/network/elimination_order.h"
#include "cost/fixed_cost.h"
#include "cost/metered_arc_costs.h"
#include "engine/cost_jobs.h"
#include "engine/factor/factor_sums.h"
#include "engine/factor/fill_factor.h"
#include "engine/factor_start.h"
#include "engine/plan/limits.h"
#include "engine/plan/memory_plan.h"
#include "engine/prepare/core_order.h"
#include "engine/prepare/passable_graph.h"
#include "engine/sweep/factor_core.h"
#include "network/named_column.h"
#include "result/factor_arrays.h"

namespace allways {

namespace {

using namespace engine;

// The cells of one cost, and what its job took.
struct CostFactor {
    NetworkFactor factor;
    std::uint64_t job_bytes = 0;
};

// What a job reads of the network, with a column for the cost and for each kept sum.
RoadNetwork network_of(const RoadNetwork& all, const ArcColumn& cost, std::span<const std::string> sums) {
    std::vector<ArcColumn> columns{cost};
    for (const std::string& sum : sums) {
        if (sum != cost.name) columns.push_back(network::named_column(all.columns, sum, "to sum along the paths"));
    }
    return network::with_columns(all, std::move(columns));
}

// The network's ids, arcs and attributes, ready to be shared.
NetworkFactor attributes_of(const RoadNetwork& network, const SolveOptions& options) {
    RoadNetwork roads = network;
    roads.turns = {};
    WorkMeter meter(options.progress, "prepare", 0);
    const cost::ExpandedNetwork expanded(roads, "", meter);
    const ArcCosts none{{}, std::vector<std::int32_t>(network.arc_count(), unreachable_cost<std::int32_t>)};
    NetworkFactor start = without_factor(expanded, none, meter);
    start.chosen_type = options.cost_type;
    start.arcs.cost = CostArray();
    return start;
}

// For costs that differ in nothing but numbers: without turn rules, whose states depend on costs. Every tree is that of
// all arcs, whichever have a cost, unless cycles of zero cost make classes of nodes.
class CommonTree {
public:
    // Borrows all, and adds the tree to the attributes.
    CommonTree(const RoadNetwork& network, std::span<const ArcColumn> costs, NetworkFactor& start,
               const SolveOptions& options)
        : network_(network),
          start_(start),
          options_(options),
          adjacency_(build_adjacency(network.node_count(), network.tail)) {
        WorkMeter meter(options.progress, "prepare", 0);
        const PassableGraph passable(network, meter);
        std::vector<std::uint32_t> order;
        order.reserve(network.elimination_order.size());
        for (const NodeIndex node : network.elimination_order) order.push_back(passable.number_of[node]);
        tree_ =
            std::make_shared<ordering::Elimination>(ordering::eliminate(passable.graph(), order, 0, options.progress));
        fill_tree(start, *tree_, meter);
        find_bound(costs, meter);
        start.arrays().order = made_vector<NodeIndex>(
            tree_->node_count(), meter, [&](std::size_t rank) { return passable.nodes[tree_->node_at[rank]]; });
    }

    CostFactor of(const ArcColumn& cost, const LogCallback& log_to, const ProgressCallback& progress) const {
        WorkMeter meter(progress, "prepare", 0);
        const CostType float_type = options_.cost_type.value_or(CostType::float64);
        ArcCosts costs = build_arc_costs(network_, adjacency_, {cost, options_.cost_type, float_type, bound_for(cost)},
                                         log_to, meter);
        return with_cost_type(costs.type(), [&]<class T>() { return made<T>(std::move(costs), progress, meter); });
    }

private:
    // A bound of path sums with the largest cost of each arc holds for every cost, if none is negative and the same
    // arcs are closed at all of them.
    void find_bound(std::span<const ArcColumn> costs, WorkMeter& meter) {
        if (costs.size() < 3) return;  // it takes as long as a bound of their own
        largest_ = costs.front();
        for (const ArcColumn& cost : costs.subspan(1)) {
            for_each_index(largest_.values.size(), meter, [&](std::size_t arc) {
                const Decimal& value = cost.values[arc];
                Decimal& largest = largest_.values[arc];
                if (!value.is_missing() && value.to_double() > largest.to_double()) largest = value;
            });
            if (cost.resolution_digits != largest_.resolution_digits) return;
        }
        const int digits = cost::needed_digits(largest_, meter);
        const cost::FixedCosts fixed = cost::try_fixed_costs(network_, &adjacency_, largest_, digits, meter);
        if (fixed.fits()) bound_ = {digits, fixed.bound};
    }
    std::optional<cost::KnownBound> bound_for(const ArcColumn& cost) const {
        if (!bound_) return {};
        for (std::size_t arc = 0; arc < cost.values.size(); ++arc) {
            const Decimal& value = cost.values[arc];
            if (value.digits() < 0 || value.is_missing() != largest_.values[arc].is_missing()) return {};
        }
        return bound_;
    }

    template <class T>
    CostFactor made(ArcCosts costs, const ProgressCallback& progress, WorkMeter& meter) const {
        CostFactor made{start_};
        NetworkFactor& factor = made.factor;
        factor.scale = costs.scale;
        const std::vector<T>& values = std::get<std::vector<T>>(costs.values);
        const std::vector<ArcIndex>& arcs = adjacency_.arcs;
        factor.arcs.cost =
            SharedArray<T>(made_vector<T>(arcs.size(), meter, [&](std::size_t i) { return values[arcs[i]]; }));
        check_skims(factor, options_.skims);
        const FactorCore<T> core(network_, adjacency_, costs, meter);
        std::shared_ptr<const ordering::Elimination> tree = tree_;
        if (core.prepared.classes.contracted() != 0) {
            factor.arrays().order.clear();
            factor.arrays().parent.clear();
            tree = std::make_shared<ordering::Elimination>(ordering::eliminate(
                core.graph.graph(), classes_in(core.prepared.classes, network_.elimination_order), 0, progress));
        }
        made.job_bytes = factorized_bytes(network_, core.prepared, core.graph, *tree);
        auto cells = std::make_shared<ordering::Factor<T>>(ordering::factorize<T>(
            tree, core.graph.graph(), {core.graph.cell, unreachable_of<T>(core.format), core.format.first_arc_bits}, 0,
            progress));
        fill_factor(factor, core, std::move(cells), {}, meter);
        if (!options_.skims.empty()) keep_sums(factor, tree, options_.skims, progress);
        return made;
    }

    const RoadNetwork& network_;
    const NetworkFactor& start_;
    const SolveOptions& options_;
    AdjacencyArray adjacency_;
    std::shared_ptr<const ordering::Elimination> tree_;
    ArcColumn largest_;  // by arc
    std::optional<cost::KnownBound> bound_;
};

// Bytes of memory that only this factor has.
std::uint64_t own_bytes(const NetworkFactor& factor) {
    return 2 * factor.fill() * size_of(factor.type()) + factor.arcs.size() * size_of(factor.type()) +
           factor.sums_bytes();
}

class CostFactorizer {
public:
    CostFactorizer(const RoadNetwork& network, std::span<const ArcColumn> costs, const SolveOptions& options)
        : network_(network),
          costs_(costs),
          options_(options),
          start_(attributes_of(network, options)),
          made_(costs.size()),
          messages_(costs.size()) {
        if (network_.turns.empty()) common_.emplace(network_, costs_, start_, options_);
        share_attributes(start_);
    }

    std::vector<NetworkFactor> run() {
        const std::uint64_t job_bytes = make(0, options_.progress);
        messages_.tell(0, options_.log);
        share_attributes(made_.front());
        if (costs_.size() == 1) return std::move(made_);
        const std::uint64_t all = own_bytes(made_.front()) * costs_.size();
        const std::uint64_t available = host_limit(options_.memory_limit_bytes);
        if (all + job_bytes > available) {
            throw CapacityError(
                format("{} factors need {} bytes of memory, but only {} are available; make fewer at once, or one for "
                       "each cost",
                       costs_.size(), all + job_bytes, available),
                all + job_bytes, available);
        }
        const unsigned threads = jobs_at_once(costs_.size() - 1, available - all, job_bytes);
        run_other_costs(costs_.size(), threads, options_.progress, [&](std::size_t i) { make(i, {}); });
        for (std::size_t i = 1; i < costs_.size(); ++i) messages_.tell(i, options_.log);
        return std::move(made_);
    }

private:
    // Returns the memory that the job took, in addition to the factor.
    std::uint64_t make(std::size_t number, const ProgressCallback& progress) {
        CostFactor one = common_ ? common_->of(costs_[number], messages_.log_of(number), progress)
                                 : under_turn_rules(number, progress);
        made_[number] = std::move(one.factor);
        if (number > 0) share_equal_arrays(made_[number], made_.front());
        return one.job_bytes;
    }

    CostFactor under_turn_rules(std::size_t number, const ProgressCallback& progress) {
        const RoadNetwork network = network_of(network_, costs_[number], options_.skims);
        SolveOptions options = options_;
        options.cost = costs_[number].name;
        options.progress = progress;
        options.log = messages_.log_of(number);
        Factored one = factorize_with_report(network, options);
        NetworkFactor& factor = one.value;
        factor.node_ids = start_.node_ids;
        factor.arcs.arc_ids = start_.arcs.arc_ids;
        factor.arcs.columns = start_.arcs.columns;
        factor.arcs.texts = start_.arcs.texts;
        factor.arcs.shapes = start_.arcs.shapes;
        share_equal_arrays(factor, start_);
        return {std::move(factor), one.report.memory.host};
    }

    const RoadNetwork& network_;
    std::span<const ArcColumn> costs_;
    const SolveOptions& options_;
    NetworkFactor start_;
    std::vector<NetworkFactor> made_;
    CostMessages messages_;
    std::optional<CommonTree> common_;
};

void check_costs(const RoadNetwork& network, std::span<const ArcColumn> costs) {
    if (costs.empty()) throw InvalidArgument("no costs are given, so there is no factor");
    for (std::size_t i = 0; i < costs.size(); ++i) {
        if (costs[i].values.size() != network.arc_count()) {
            throw InvalidArgument(format("column '{}' has {} values, but the network has {} arcs", costs[i].name,
                                         costs[i].values.size(), network.arc_count()));
        }
        if (std::ranges::count(costs.first(i), costs[i].name, &ArcColumn::name) > 0)
            throw InvalidArgument(format("two costs are called '{}'", costs[i].name));
    }
}

}  // namespace

std::vector<NetworkFactor> factorize(const RoadNetwork& network, std::span<const ArcColumn> costs,
                                     const SolveOptions& options) {
    require_sweep_on_host(options, "a factor");
    check_costs(network, costs);
    if (why_order_misfits(network, network.elimination_order).empty())
        return CostFactorizer(network, costs, options).run();
    RoadNetwork ordered = network;
    ordered.elimination_order = find_order(network, options.progress);
    return CostFactorizer(ordered, costs, options).run();
}

}  // namespace allways
