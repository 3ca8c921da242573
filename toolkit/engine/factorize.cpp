// SPDX-License-Identifier: Apache-2.0
// factorize: costs → prepare → order → eliminate → factor, for one cost or for several.
#include "allways/engine/factorize.h"

#include <algorithm>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "allways/cost/arc_costs.h"
#include "allways/network/road_network.h"
#include "base/counted.h"
#include "base/fixed_point.h"
#include "base/host_memory.h"
#include "base/human.h"
#include "base/threads/blocks.h"
#include "cost/expanded_network.h"
#include "cost/fixed_cost.h"
#include "engine/cost_factors.h"
#include "engine/factor/factor_core.h"
#include "engine/factor/factor_sums.h"
#include "engine/plan/limits.h"
#include "engine/plan/memory_plan.h"
#include "engine/plan/prepared_job.h"
#include "engine/prepare/core_order.h"
#include "engine/sweep/sweep_problem.h"
#include "network/named_column.h"
#include "ordering/nested_dissection.h"
#include "result/expanded_arcs.h"
#include "result/factor_arrays.h"

namespace allways {

namespace {

using namespace engine;

// The network's ids, arcs and attributes with these costs of its turn-expanded network; neither order, tree nor cells.
NetworkFactor without_factor(const cost::ExpandedNetwork& expanded, const ArcCosts& costs, result::OnlyColumns only,
                             WorkMeter& meter) {
    const RoadNetwork& network = expanded.roads();
    NetworkFactor factor;
    factor.node_ids = network.node_ids;
    factor.scale = costs.scale;
    factor.arcs = result::expanded_arcs(expanded, costs, only, meter);
    factor.coordinates = made_vector<Coordinate>(network.coordinates.size(), meter,
                                                 [&](std::size_t node) { return network.coordinates[node]; });
    factor.crs = network.provenance.crs;
    factor.no_through = network.no_through;
    factor.provenance = network.provenance.notes;
    return factor;
}

// Throws InvalidArgument if the factor cannot keep the sums of these fields, SumsNeedIntegers if its costs are floats.
void check_skims(const NetworkFactor& factor, std::span<const std::string> skims) {
    if (skims.empty()) return;
    for (const result::SkimField& field : result::step_fields(factor.arcs, factor.scale, skims)) {
        if (field.scale.digits <= most_cost_digits) continue;
        throw InvalidArgument(format("`skims`: '{}' has {} decimal digits; a factor keeps sums of at most {}",
                                     field.scale.name, field.scale.digits, most_cost_digits));
    }
    if (factor.type() == CostType::int32) return;
    throw SumsNeedIntegers(
        format("`skims`: only a factor of int32 costs keeps sums, and these costs are {}; leave the fields out here, "
               "tables of the factor can sum them all the same",
               name(factor.chosen_type.value_or(factor.type()))));
}

// ---- one factor

// Prepares the costs, lets `order(core, prepared, factor, report)` give the core its tree, and adds tree and cells to
// the factor. Returns nothing if there is no tree.
template <class T, class Order>
std::optional<Factored> factorize(const cost::ExpandedNetwork& expanded, NetworkFactor factor, ArcCosts costs,
                                  std::map<std::string, double> seconds, const SolveOptions& options,
                                  const Order& order) {
    check_skims(factor, options.skims);
    const RoadNetwork& network = expanded.network();
    FactorReport report;
    report.seconds = std::move(seconds);
    Prepared<T> prepared;
    std::optional<FactorCore<T>> core;
    {
        const StageTimer timer(report.seconds, "prepare");
        WorkMeter meter(options.progress, "prepare", 0);
        prepared = prepare<T>(network, expanded.adjacency(), costs, meter, BoundUse::sweep);
        core.emplace(prepared, sweep_format(prepared, true), meter);
        costs.values = {};
    }
    {
        const StageTimer timer(report.seconds, "order");
        order(*core, prepared, factor, report);
        if (core->tree == nullptr) return {};
    }
    const std::shared_ptr<const ordering::Elimination> tree = core->tree;
    {
        const StageTimer timer(report.seconds, "factor");
        auto cells = core->factorize(options.progress);
        const CellFormat format = core->format;
        core.reset();
        WorkMeter meter(options.progress, "factor", 0);
        fill_factor(factor, prepared, format, std::move(cells), expanded.ends(), meter);
    }
    if (!options.skims.empty()) {
        const StageTimer timer(report.seconds, "sums");
        keep_sums(factor, tree, options.skims, options.progress);
    }

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
    report.first_arc_bits = static_cast<std::uint64_t>(factor.arrays().first_arc_bits);
    report.bytes = factor.factor_bytes();
    return Factored{std::move(factor), std::move(report)};
}

// ---- for one cost

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
MemoryNeed memory_of(const cost::ExpandedNetwork& expanded, const NetworkFactor& factor, const Prepared<T>& prepared,
                     const FactorCore<T>& core, const ordering::Elimination& forecast, const SolveOptions& options) {
    MemoryNeed memory;
    const std::uint64_t places = expanded.network().node_count();
    const std::uint64_t kept = factor.arcs.bytes() + factor.node_count() * (sizeof(std::int64_t) + sizeof(Coordinate)) +
                               places * (4 * sizeof(std::uint32_t) + sizeof(std::uint64_t)) +
                               forecast.fill() * sizeof(std::uint32_t);
    memory.host = factorized_bytes(expanded.network(), prepared, core, forecast) + kept;
    if (!options.skims.empty()) {
        memory.host += sums_bytes(forecast.fill(), factor.arcs.size(), options.skims.size());
    }
    memory.host += memory.host / 5;  // what is left in the heaps of the threads that have ordered (bench/memory_bench)
    memory.host_available = options.memory_limit_bytes != 0 ? options.memory_limit_bytes : available_host_bytes();
    return memory;
}

[[noreturn]] void refuse_size(const ordering::Elimination& forecast, const MemoryNeed& memory) {
    throw CapacityError(
        format("the factor needs {} of host memory for {} of the filled graph, but only {} is "
               "available; take a smaller or sparser network, or use a machine with more memory",
               bytes_text(memory.host), counted(forecast.fill(), "arc"), bytes_text(memory.host_available)),
        memory.host, memory.host_available);
}

// `paths`: returns nothing unless that many paths pay for the factor. `only`: which columns the factor has
// (result/expanded_arcs.h).
std::optional<Factored> factorize(const RoadNetwork& network, std::optional<std::size_t> paths,
                                  result::OnlyColumns only, const SolveOptions& options) {
    std::map<std::string, double> seconds;
    std::optional<cost::ExpandedNetwork> expanded;
    NetworkFactor factor;
    ArcCosts costs;
    {
        const StageTimer timer(seconds, "prepare");
        WorkMeter meter(options.progress, "prepare", 0);
        expanded.emplace(network, options.cost, meter);
        costs = swept_costs_for(*expanded, options, meter);
        if (only != nullptr) result::check_skim_names(network.columns, *only, costs.scale);
        factor = without_factor(*expanded, costs, only, meter);
        factor.chosen_type = options.cost_type;
    }
    const auto order = [&]<class T>(FactorCore<T>& core, const Prepared<T>& prepared, const NetworkFactor& start,
                                    FactorReport& report) {
        core.order(expanded->network(), prepared.classes, options, [&](const ordering::Elimination& forecast) {
            report.memory = memory_of(*expanded, start, prepared, core, forecast, options);
            const bool fits = report.memory.host <= report.memory.host_available;
            if (paths)
                return fits && predicted_seconds(forecast, *paths) <=
                                   predicted_searches(expanded->network().node_count(), *paths);
            if (!fits) refuse_size(forecast, report.memory);
            return true;
        });
        report.order = core.order_method;
    };
    return with_sweep_type(factor.type(), [&]<class T>() {
        return factorize<T>(*expanded, std::move(factor), std::move(costs), std::move(seconds), options, order);
    });
}

// ---- for several costs

// Returns the part of the network that a job reads, with a column for the cost and for each sum.
RoadNetwork network_of(const RoadNetwork& all, const ArcColumn& cost, std::span<const std::string> sums) {
    std::vector<ArcColumn> columns{cost};
    for (const std::string& sum : sums) {
        if (sum != cost.name) columns.push_back(network::named_column(all.columns, sum, "to sum along the paths"));
    }
    return network::with_columns(all, std::move(columns));
}

// The network's ids, arcs and attributes, ready to be shared.
NetworkFactor attributes_of(const RoadNetwork& network) {
    RoadNetwork roads = network;
    roads.turns = {};
    WorkMeter unmetered;
    const cost::ExpandedNetwork expanded(roads, "", unmetered);
    const ArcCosts none{{}, std::vector<std::int32_t>(network.arc_count(), unreachable_cost<std::int32_t>)};
    NetworkFactor attributes = without_factor(expanded, none, nullptr, unmetered);
    attributes.arcs.cost = CostArray();
    share_attributes(attributes);
    return attributes;
}

// Bytes of memory that only this factor has.
std::uint64_t own_bytes(const NetworkFactor& factor) {
    return 2 * factor.fill() * size_of(factor.type()) + factor.arcs.size() * size_of(factor.type()) +
           factor.sums_bytes();
}

void check_costs(const RoadNetwork& network, std::span<const ArcColumn* const> costs) {
    for (std::size_t i = 0; i < costs.size(); ++i) {
        if (costs[i]->values.size() != network.arc_count()) {
            throw InvalidArgument(format("column '{}' has {} values, but the network has {} arcs", costs[i]->name,
                                         costs[i]->values.size(), network.arc_count()));
        }
        for (std::size_t j = 0; j < i; ++j) {
            if (costs[i]->name == costs[j]->name)
                throw InvalidArgument(format("two costs are called '{}'", costs[i]->name));
        }
    }
}

}  // namespace

namespace engine {

// The data that all factors share: without turn rules, whose states depend on costs, only numbers differ. Every tree is
// that of all arcs, whichever have a cost, unless cycles of zero cost make classes of nodes.
class CostFactors::Common {
public:
    Common(const RoadNetwork& network, std::span<const ArcColumn* const> costs, std::span<const NodeIndex> order,
           result::OnlyColumns only, const SolveOptions& options)
        : options_(options), order_(order), expanded_(network, "", WorkMeter(options.progress, "prepare", 0)) {
        WorkMeter meter(options.progress, "prepare", 0);
        const ArcCosts none{{}, std::vector<std::int32_t>(network.arc_count(), unreachable_cost<std::int32_t>)};
        start_ = without_factor(expanded_, none, only, meter);
        start_.chosen_type = options.cost_type;
        start_.arcs.cost = CostArray();
        const PassableGraph passable(network, meter);
        std::vector<std::uint32_t> numbers;
        numbers.reserve(order.size());
        for (const NodeIndex node : order) numbers.push_back(passable.number_of[node]);
        tree_ = std::make_shared<const ordering::Elimination>(
            ordering::eliminate(passable.graph(), numbers, 0, options.progress));
        fill_tree(start_, *tree_, meter);
        start_.arrays().order = made_vector<NodeIndex>(
            tree_->node_count(), meter, [&](std::size_t rank) { return passable.nodes[tree_->node_at[rank]]; });
        share_attributes(start_);
        find_bound(costs, meter);
    }

    Factored factor_of(const ArcColumn& cost, const SolveOptions& options) const {
        std::map<std::string, double> seconds;
        NetworkFactor factor = start_;
        ArcCosts costs;
        {
            const StageTimer timer(seconds, "prepare");
            WorkMeter meter(options.progress, "prepare", 0);
            costs =
                build_arc_costs(expanded_.roads(), expanded_.adjacency(),
                                {cost, swept_type(options), CostType::float64, bound_for(cost)}, options.log, meter);
            factor.scale = costs.scale;
            const std::vector<ArcIndex>& arcs = expanded_.adjacency().arcs;
            std::visit(
                [&]<class T>(const std::vector<T>& values) {
                    factor.arcs.cost = SharedArray<T>(
                        made_vector<T>(arcs.size(), meter, [&](std::size_t i) { return values[arcs[i]]; }));
                },
                costs.values);
        }
        const auto order = [&]<class T>(FactorCore<T>& core, const Prepared<T>& prepared, NetworkFactor& start,
                                        FactorReport& report) {
            core.tree = tree_;
            if (prepared.classes.contracted() != 0) {
                start.arrays().order.clear();
                start.arrays().parent.clear();
                core.tree = std::make_shared<const ordering::Elimination>(
                    ordering::eliminate(core.graph(), classes_in(prepared.classes, order_), 0, options.progress));
            }
            report.order = kept_with_network;
            report.memory.host = factorized_bytes(expanded_.roads(), prepared, core, *core.tree);
        };
        return *with_sweep_type(costs.type(), [&]<class T>() {
            return factorize<T>(expanded_, std::move(factor), std::move(costs), std::move(seconds), options, order);
        });
    }

private:
    // A bound of path sums with the largest cost of each arc holds for every cost, if none is negative and the same
    // arcs are closed at all of them.
    void find_bound(std::span<const ArcColumn* const> costs, WorkMeter& meter) {
        if (costs.size() < 3) return;  // it takes as long as a bound of their own
        largest_ = *costs.front();
        for (const ArcColumn* cost : costs.subspan(1)) {
            for_each_index(largest_.values.size(), meter, [&](std::size_t arc) {
                const Decimal& value = cost->values[arc];
                Decimal& largest = largest_.values[arc];
                if (!value.is_missing() && value.to_double() > largest.to_double()) largest = value;
            });
            if (cost->resolution_digits != largest_.resolution_digits) return;
        }
        const int digits = cost::needed_digits(largest_, meter);
        const cost::FixedCosts fixed =
            cost::try_fixed_costs(expanded_.roads(), &expanded_.adjacency(), largest_, digits, meter);
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

    const SolveOptions& options_;
    std::span<const NodeIndex> order_;
    cost::ExpandedNetwork expanded_;
    NetworkFactor start_;  // without costs and cells
    std::shared_ptr<const ordering::Elimination> tree_;
    ArcColumn largest_;  // by arc
    std::optional<cost::KnownBound> bound_;
};

CostFactors::CostFactors(const RoadNetwork& network, std::vector<const ArcColumn*> costs, result::OnlyColumns only,
                         const SolveOptions& options)
    : network_(network),
      costs_(std::move(costs)),
      only_(only),
      options_(options),
      order_(network.elimination_order),
      messages_(costs_.size()) {
    check_costs(network, costs_);
    const StageTimer timer(seconds_, "order");
    const std::string misfit = why_order_misfits(network, order_);
    if (!misfit.empty()) {
        if (!order_.empty()) log(options.log, LogLevel::warning, ignored_order(misfit));
        order_ = find_order(network, options.progress);
    }
    if (network.turns.empty())
        common_ = std::make_unique<const Common>(network, costs_, order_, only, options);
    else if (only == nullptr)
        attributes_ = attributes_of(network);
}

CostFactors::~CostFactors() = default;

Factored CostFactors::under_turn_rules(const ArcColumn& cost, SolveOptions options) const {
    options.cost = cost.name;
    if (only_ != nullptr) {
        options.skims = *only_;
        std::erase(options.skims, cost.name);
    }
    RoadNetwork network = network_of(network_, cost, options.skims);
    network.elimination_order = order_;
    if (only_ != nullptr) return factorize_for_table(network, options);
    Factored made = factorize_with_report(network, options);
    NetworkFactor& factor = made.value;
    factor.node_ids = attributes_->node_ids;
    factor.arcs.arc_ids = attributes_->arcs.arc_ids;
    factor.arcs.columns = attributes_->arcs.columns;
    factor.arcs.texts = attributes_->arcs.texts;
    factor.arcs.shapes = attributes_->arcs.shapes;
    share_equal_arrays(factor, *attributes_);
    return made;
}

void CostFactors::make(std::size_t cost, const ProgressCallback& progress, const Take& take) {
    SolveOptions options = options_;
    options.progress = progress;
    options.log = [this, cost](LogLevel level, std::string_view text) { messages_[cost].emplace_back(level, text); };
    Factored made = common_ ? common_->factor_of(*costs_[cost], options) : under_turn_rules(*costs_[cost], options);
    take({cost, std::move(made), std::move(options)});
}

void CostFactors::tell(std::size_t cost) const {
    for (const auto& message : messages_[cost]) {
        if (cost > 0 && std::ranges::find(messages_.front(), message) != messages_.front().end()) continue;
        log(options_.log, message.first, message.second);
    }
}

void CostFactors::make_first(const Take& take) {
    make(0, options_.progress, take);
    tell(0);
}

void CostFactors::make_others(unsigned threads, const Take& take) {
    if (costs_.size() < 2) return;
    WorkMeter meter(options_.progress, "solve", costs_.size());
    meter.add(1);
    meter.run(
        costs_.size() - 1,
        [&](std::size_t i) {
            meter.check();
            std::optional<WorkAlone> alone;
            if (threads > 1) alone.emplace();
            make(i + 1, {}, take);
            meter.add(1);
        },
        threads);
    meter.finish();
    for (std::size_t i = 1; i < costs_.size(); ++i) tell(i);
}

unsigned CostFactors::at_once(std::uint64_t bytes, std::uint64_t job_bytes) const {
    const std::uint64_t fit = std::max<std::uint64_t>(bytes / std::max<std::uint64_t>(job_bytes, 1), 1);
    const std::uint64_t others = std::max<std::size_t>(costs_.size() - 1, 1);
    return static_cast<unsigned>(std::min<std::uint64_t>({fit, hardware_threads(), others}));
}

Factored factorize_for_table(const RoadNetwork& network, const SolveOptions& options) {
    SolveOptions without_sums = options;
    without_sums.skims.clear();
    return *factorize(network, std::nullopt, &options.skims, without_sums);
}

}  // namespace engine

std::vector<NetworkFactor> factorize(const RoadNetwork& network, std::span<const ArcColumn> costs,
                                     const SolveOptions& options) {
    require_sweep_on_host(options, "a factor");
    if (costs.empty()) throw InvalidArgument("no costs are given, so there is no factor");
    std::vector<const ArcColumn*> columns;
    for (const ArcColumn& cost : costs) columns.push_back(&cost);
    CostFactors factors(network, std::move(columns), nullptr, options);
    std::vector<NetworkFactor> made(costs.size());
    std::uint64_t job_bytes = 0;
    factors.make_first([&](CostFactors::Job job) {
        made.front() = std::move(job.made.value);
        job_bytes = job.made.report.memory.host;
        share_attributes(made.front());
    });
    const std::uint64_t all = own_bytes(made.front()) * costs.size();
    const std::uint64_t available = host_limit(options.memory_limit_bytes);
    if (costs.size() > 1 && all + job_bytes > available) {
        throw CapacityError(
            format("{} factors need {} bytes of memory, but only {} are available; make fewer at once, or one for each "
                   "cost",
                   costs.size(), all + job_bytes, available),
            all + job_bytes, available);
    }
    factors.make_others(factors.at_once(available - all, job_bytes), [&](CostFactors::Job job) {
        share_equal_arrays(job.made.value, made.front());
        made[job.cost] = std::move(job.made.value);
    });
    return made;
}

Factored factorize_with_report(const RoadNetwork& network, const SolveOptions& options) {
    require_sweep_on_host(options, "a factor");
    return *factorize(network, std::nullopt, nullptr, options);
}

std::optional<NetworkFactor> factorize_for_paths(const RoadNetwork& network, std::size_t paths,
                                                 const SolveOptions& options) {
    const std::size_t n = network.node_count();
    if (predicted_searches(n, paths) < making_seconds_a_node * static_cast<double>(n)) return {};
    auto made = factorize(network, paths, nullptr, options);
    if (!made) return {};
    return std::move(made->value);
}

NetworkFactor factorize(const RoadNetwork& network, const SolveOptions& options) {
    return factorize_with_report(network, options).value;
}

std::vector<NodeIndex> find_order(const RoadNetwork& network, const ProgressCallback& progress) {
    WorkMeter meter(progress, "order", 0);
    const engine::PassableGraph passable(network, meter);
    std::vector<NodeIndex> order = ordering::nested_dissection(passable.graph(), 0, progress).order;
    for (NodeIndex& node : order) node = passable.nodes[node];
    return order;
}

}  // namespace allways
