// SPDX-License-Identifier: Apache-2.0
// Bands of distances → sums of each row or column → measures; and betweenness of each row.
#include "allways/query/centrality.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/engine/factorize.h"
#include "allways/engine/solve_between.h"
#include "allways/network/adjacency.h"
#include "base/threads/parallel.h"
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

// Every source adds to one of several sums, always the same one, so that rounding does not depend on the threads.
class Betweenness {
public:
    Betweenness(const NetworkFactor& factor, bool of_arcs)
        : arcs_(factor.arcs, {factor.no_through.data(), factor.no_through.size()}, factor.node_ids) {
        constexpr std::size_t most_numbers = std::size_t{1} << 25;
        const std::size_t numbers = arcs_.node_count() + arcs_.arc.size();
        const std::size_t count = std::clamp<std::size_t>(most_numbers / (numbers + 1), 4, 64);
        for (std::size_t i = 0; i < std::min(count, arcs_.node_count()); ++i) {
            shares_.push_back(std::make_unique<BetweennessSums>(arcs_, of_arcs));
        }
    }

    const std::vector<NodeIndex>& columns() const { return arcs_.nodes; }

    void take(const TableBand& band) {
        const std::int32_t* const cells = std::get<std::vector<std::int32_t>>(band.distances).data();
        parallel_for(shares_.size(), [&](std::size_t share) {
            for (std::size_t i = 0; i < band.rows.size(); ++i) {
                if (band.rows[i] % shares_.size() != share) continue;
                shares_[share]->add(arcs_.label_of[band.rows[i]], cells + i * arcs_.node_count());
            }
        });
    }

    void finish(const RoadNetwork& network, const CentralityRequest& request, Centrality& made) const {
        const Wanted wanted(request.measures);
        const auto n = static_cast<double>(network.node_count());
        if (wanted.nodes()) {
            made.betweenness.assign(network.node_count(), 0);
            for (const auto& share : shares_) add(share->nodes(), arcs_.nodes, made.betweenness);
            if (request.normalized && n > 2) divide(made.betweenness, (n - 1) * (n - 2));
        }
        if (wanted.arcs()) {
            made.arc_betweenness.assign(network.arc_count(), 0);
            const AdjacencyArray adjacency = build_adjacency(network.node_count(), network.tail);
            std::vector<std::uint32_t> arc_of;
            for (const ArcIndex position : arcs_.arc) arc_of.push_back(adjacency.arcs[position]);
            for (const auto& share : shares_) add(share->arcs(), arc_of, made.arc_betweenness);
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

    InArcs arcs_;
    std::vector<std::unique_ptr<BetweennessSums>> shares_;
};

void check(const CentralityRequest& request, const Factored& factored) {
    const Wanted wanted(request.measures);
    if (factored.report.has_negative_costs) throw InvalidArgument("centrality needs costs from 0, found negative ones");
    if (!wanted.nodes() && !wanted.arcs()) return;
    if (!factored.value.arcs.states.empty()) {
        throw InvalidArgument(
            "betweenness does not obey turn rules, and this network has some that matter; read it with `turns` none");
    }
    if (factored.value.type() != CostType::int32) {
        throw InvalidArgument(format("betweenness needs int32 costs, for which ties are exact; the costs '{}' are {}",
                                     factored.value.scale.name, name(factored.value.type())));
    }
}

}  // namespace

Centrality find_centrality(const RoadNetwork& network, const CentralityRequest& request, const SolveOptions& options) {
    if (request.measures.empty()) throw InvalidArgument("`measures`: expected at least one");
    SolveOptions solving = options;
    solving.skims.clear();
    const Factored factored = factorize_with_report(network, solving);
    const NetworkFactor& factor = factored.value;
    check(request, factored);
    const Wanted wanted(request.measures);
    Centrality made;
    made.scale = factor.scale;
    std::vector<NodeIndex> all(network.node_count());
    std::iota(all.begin(), all.end(), NodeIndex{0});
    std::optional<Betweenness> betweenness;
    if (wanted.nodes() || wanted.arcs()) betweenness.emplace(factor, wanted.arcs());
    const std::vector<NodeIndex>& columns = betweenness ? betweenness->columns() : all;
    with_cost_type(factor.type(), [&]<class T>() {
        DistanceSums<T> sums(network.node_count(), request);
        const auto take = [&](const TableBand& band) {
            if (wanted.distances()) sums.take(band, columns);
            if (betweenness) betweenness->take(band);
        };
        made.report = stream_between(factor, all, columns, take, solving);
        if (wanted.distances()) sums.finish(wanted, made);
    });
    if (betweenness) betweenness->finish(network, request, made);
    return made;
}

}  // namespace allways
