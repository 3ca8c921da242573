// SPDX-License-Identifier: Apache-2.0
// Bands of distances → sums of each row or column → measures; and betweenness of each row.
#include "allways/query/centrality.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/cost/arc_costs.h"
#include "allways/engine/factorize.h"
#include "allways/engine/table_stream.h"
#include "allways/network/adjacency.h"
#include "base/threads/parallel.h"
#include "base/threads/steady_sums.h"
#include "cost/expanded_network.h"
#include "query/betweenness.h"

namespace allways {

namespace {

using namespace query;
using Measure = CentralityMeasure;

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

struct Wanted {
    explicit Wanted(const std::vector<Measure>& of) : measures(of) {}
    bool has(Measure measure) const { return std::ranges::find(measures, measure) != measures.end(); }
    bool nodes() const { return has(Measure::betweenness); }
    bool arcs() const { return has(Measure::arc_betweenness); }
    bool distances() const {
        return std::ranges::any_of(measures, [](Measure one) { return one < Measure::betweenness; });
    }
    const std::vector<Measure>& measures;
};

// The distances of one node, without the one to itself.
template <class T>
struct NodeSums {
    using Sum = std::conditional_t<std::is_integral_v<T>, std::int64_t, double>;
    Sum sum = 0;
    double inverse = 0;
    T largest = 0;
    std::uint32_t reached = 0;
    std::uint32_t zero = 0;

    void add(T distance, bool harmonic) {
        if (!is_reachable(distance)) return;
        sum += distance;
        largest = std::max(largest, distance);
        ++reached;
        zero += distance == 0 ? 1 : 0;
        if (harmonic && distance > 0) inverse += 1 / static_cast<double>(distance);
    }
};

template <class T>
class DistanceSums {
public:
    DistanceSums(std::size_t node_count, const CentralityRequest& request)
        : sums_(node_count), towards_(request.towards), harmonic_(Wanted(request.measures).has(Measure::harmonic)) {}

    // `columns`: the node of each column.
    void take(const TableBand& band, std::span<const NodeIndex> columns) {
        const T* const cells = std::get<std::vector<T>>(band.distances).data();
        towards_ ? take_columns(band.rows, columns, cells) : take_rows(band.rows, columns, cells);
    }

    void finish(const Wanted& wanted, Centrality& made) const {
        const double unit = std::pow(10, made.scale.digits);
        const auto others = static_cast<double>(sums_.size()) - 1;
        double total = 0;
        made.raw_radius = made.raw_diameter = missing;
        for (const NodeSums<T>& of : sums_) {
            const std::uint32_t reached = of.reached - 1;  // without the node itself
            const auto sum = static_cast<double>(of.sum);
            total += sum;
            made.reached_pairs += reached;
            made.zero_pairs += of.zero - 1;
            if (reached > 0) {
                made.raw_radius = std::fmin(made.raw_radius, static_cast<double>(of.largest));
                made.raw_diameter = std::fmax(made.raw_diameter, static_cast<double>(of.largest));
            }
            if (wanted.has(Measure::closeness)) {
                made.closeness.push_back(sum > 0 ? unit * (reached / sum) * (reached / others) : 0);
            }
            if (wanted.has(Measure::harmonic)) made.harmonic.push_back(unit * of.inverse);
            if (wanted.has(Measure::eccentricity))
                made.eccentricity.push_back(reached > 0 ? static_cast<double>(of.largest) : missing);
            if (wanted.has(Measure::reach)) made.reach.push_back(reached);
        }
        made.raw_mean = made.reached_pairs > 0 ? total / static_cast<double>(made.reached_pairs) : missing;
    }

private:
    void take_rows(std::span<const NodeIndex> rows, std::span<const NodeIndex> columns, const T* cells) {
        parallel_for(rows.size(), [&](std::size_t i) {
            NodeSums<T> sums;
            const T* const row = cells + i * columns.size();
            for (std::size_t j = 0; j < columns.size(); ++j) sums.add(row[j], harmonic_);
            sums_[rows[i]] = sums;
        });
    }
    void take_columns(std::span<const NodeIndex> rows, std::span<const NodeIndex> columns, const T* cells) {
        constexpr std::size_t stretch = 512;
        parallel_for((columns.size() + stretch - 1) / stretch, [&](std::size_t number) {
            const std::size_t end = std::min((number + 1) * stretch, columns.size());
            for (std::size_t i = 0; i < rows.size(); ++i) {
                const T* const row = cells + i * columns.size();
                for (std::size_t j = number * stretch; j < end; ++j) sums_[columns[j]].add(row[j], harmonic_);
            }
        });
    }

    std::vector<NodeSums<T>> sums_;  // by node
    bool towards_;
    bool harmonic_;
};

// The network's nodes and arcs alone, with costs whose ties are exact and above 0: each cost times a factor, and 1 for
// an arc of zero cost. The factor exceeds the number of such arcs, so that paths compare by cost, then by these arcs.
RoadNetwork without_zeros(const RoadNetwork& network, const ArcCosts& costs) {
    const auto& raw = std::get<std::vector<std::int32_t>>(costs.values);
    const auto zeros = static_cast<std::int64_t>(std::ranges::count(raw, 0));
    RoadNetwork made;
    made.node_ids = network.node_ids;
    made.arc_ids = network.arc_ids;
    made.tail = network.tail;
    made.head = network.head;
    made.no_through = network.no_through;
    made.elimination_order = network.elimination_order;
    made.provenance.source = network.provenance.source;
    ArcColumn column{costs.scale.name, "", {}, {}};
    for (const std::int32_t cost : raw) {
        if (cost < 0) throw InvalidArgument("centrality needs costs from 0, found negative ones");
        column.values.push_back(is_reachable(cost) ? Decimal(cost * (zeros + 1) + (cost == 0 ? 1 : 0), 0)
                                                   : Decimal::missing());
    }
    made.columns.push_back(std::move(column));
    return made;
}

template <class T>
class Betweenness {
public:
    Betweenness(const NetworkFactor& factor, bool of_arcs)
        : arcs_(factor.arcs, {factor.no_through.data(), factor.no_through.size()}, factor.node_count()),
          sums_(arcs_.node_count() + arcs_.arc.size(), arcs_.node_count(),
                [&] { return std::make_unique<BetweennessSums<T>>(arcs_, of_arcs); }) {}

    const std::vector<NodeIndex>& columns() const { return arcs_.nodes; }

    void take(const TableBand& band) {
        const T* const cells = std::get<std::vector<T>>(band.distances).data();
        sums_.add(band.rows, [&](BetweennessSums<T>& sums, std::size_t i) {
            sums.add(arcs_.label_of[band.rows[i]], cells + i * arcs_.node_count());
        });
    }

    void finish(const RoadNetwork& network, const CentralityRequest& request, Centrality& made) const {
        const Wanted wanted(request.measures);
        const auto n = static_cast<double>(network.node_count());
        if (wanted.nodes()) {
            made.betweenness.assign(network.node_count(), 0);
            for (const auto& share : sums_.shares()) add(share->nodes(), arcs_.nodes, made.betweenness);
            if (request.normalized && n > 2) divide(made.betweenness, (n - 1) * (n - 2));
        }
        if (wanted.arcs()) {
            made.arc_betweenness.assign(network.arc_count(), 0);
            const AdjacencyArray adjacency = build_adjacency(network.node_count(), network.tail);
            std::vector<std::uint32_t> arc_of;
            for (const ArcIndex position : arcs_.arc) arc_of.push_back(adjacency.arcs[position]);
            for (const auto& share : sums_.shares()) add(share->arcs(), arc_of, made.arc_betweenness);
            if (request.normalized && n > 1) divide(made.arc_betweenness, n * (n - 1));
        }
    }

private:
    static void add(std::span<const double> part, std::span<const std::uint32_t> place, std::vector<double>& sums) {
        for (std::size_t i = 0; i < part.size(); ++i) {
            sums[place[i]] += part[i];
            if (std::isfinite(sums[place[i]])) continue;
            throw InvalidArgument("there are more shortest paths between two nodes than float64 can count");
        }
    }
    static void divide(std::vector<double>& numbers, double by) {
        for (double& number : numbers) number /= by;
    }

    InArcs<T> arcs_;
    SteadySums<BetweennessSums<T>> sums_;
};

std::vector<NodeIndex> all_nodes_of(const RoadNetwork& network) {
    std::vector<NodeIndex> all(network.node_count());
    std::iota(all.begin(), all.end(), NodeIndex{0});
    return all;
}

void find_betweenness(const RoadNetwork& network, const CentralityRequest& request, const SolveOptions& options,
                      Centrality& made) {
    const cost::ExpandedNetwork expanded(network, options.cost);
    if (expanded.states() != nullptr) {
        throw InvalidArgument(
            "betweenness does not obey turn rules, and this network has some that matter; read it with `turns` none");
    }
    const ArcCosts costs = build_arc_costs(network, {options.cost, options.cost_type}, options.log);
    if (costs.type() != CostType::int32) {
        throw InvalidArgument(format("betweenness needs int32 costs, for which ties are exact; the costs '{}' are {}",
                                     costs.scale.name, name(costs.type())));
    }
    SolveOptions counting = options;
    counting.cost.clear();
    counting.cost_type.reset();
    counting.log = {};
    const NetworkFactor factor = factorize(without_zeros(network, costs), counting);
    made.scale = costs.scale;
    const std::vector<NodeIndex> all = all_nodes_of(network);
    const auto run = [&]<class T>(T) {
        Betweenness<T> sums(factor, Wanted(request.measures).arcs());
        TableStream rows(factor, all, sums.columns(), counting);
        rows.run([&](const TableBand& band) { sums.take(band); });
        made.report = rows.report();
        sums.finish(network, request, made);
    };
    factor.type() == CostType::int32 ? run(std::int32_t{}) : run(double{});
    made.report.scale = costs.scale;
}

void find_distance_measures(const RoadNetwork& network, const CentralityRequest& request, const SolveOptions& options,
                            Centrality& made) {
    const Factored factored = factorize_with_report(network, options);
    if (factored.report.has_negative_costs) throw InvalidArgument("centrality needs costs from 0, found negative ones");
    const NetworkFactor& factor = factored.value;
    made.scale = factor.scale;
    const std::vector<NodeIndex> all = all_nodes_of(network);
    with_sweep_type(factor.type(), [&]<class T>() {
        DistanceSums<T> sums(network.node_count(), request);
        TableStream rows(factor, all, all, options);
        rows.run([&](const TableBand& band) { sums.take(band, all); });
        made.report = rows.report();
        sums.finish(Wanted(request.measures), made);
    });
}

}  // namespace

Centrality find_centrality(const RoadNetwork& network, const CentralityRequest& request, const SolveOptions& options) {
    if (request.measures.empty()) throw InvalidArgument("`measures`: expected at least one");
    SolveOptions solving = options;
    solving.skims.clear();
    const Wanted wanted(request.measures);
    Centrality made;
    if (wanted.nodes() || wanted.arcs()) find_betweenness(network, request, solving, made);
    if (wanted.distances()) find_distance_measures(network, request, solving, made);
    return made;
}

}  // namespace allways
