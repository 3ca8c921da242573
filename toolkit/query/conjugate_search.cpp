// SPDX-License-Identifier: Apache-2.0
// Loads → costs → shortest paths → a direction that is conjugate to the last two → the best step → loads.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/cost/arc_costs.h"
#include "allways/engine/factorize.h"
#include "network/named_column.h"
#include "query/equilibrium_search.h"
#include "query/trip_groups.h"

namespace allways::query {

namespace {

// Calls change(load, of) for each load of `point`; of(other) is the same one of another point.
template <class Change>
void change_each(LoadPoint& point, const Change& change) {
    for (std::size_t arc = 0; arc < point.total.size(); ++arc) {
        for (std::size_t k = 0; k < point.of_class.size(); ++k)
            change(point.of_class[k][arc], [=](const LoadPoint& other) { return other.of_class[k][arc]; });
        change(point.total[arc], [=](const LoadPoint& other) { return other.total[arc]; });
    }
}

void move_towards(LoadPoint& point, const LoadPoint& other, double step) {
    change_each(point, [&](double& load, const auto& of) { load += step * (of(other) - load); });
}

// Chooses the points to go to. Products of directions are weighted with the slopes of times, which are those of the
// objective's second derivative.
class ConjugatePoints {
public:
    // Makes `point`, the loads of shortest paths, the point to go to from `loads`.
    void mix(const LoadPoint& loads, const ArcNumbers& slopes, LoadPoint& point) const {
        if (points_.size() == 2) return mix_two(loads.total, slopes, point);
        if (points_.size() == 1) mix_one(loads.total, slopes, point);
    }

    // Keeps the point that a step led to.
    void keep(LoadPoint point, double step) {
        if (step > most_step) return points_.clear();  // old directions begin elsewhere
        if (points_.size() == 2) points_.erase(points_.begin());
        points_.push_back(std::move(point));
        step_ = step;
    }
    void clear() { points_.clear(); }

private:
    static constexpr double most_share = 0.99;  // of the old point
    static constexpr double most_step = 1 - 1e-9;

    void mix_one(const ArcNumbers& loads, const ArcNumbers& slopes, LoadPoint& point) const {
        const LoadPoint& last = points_.back();
        double across = 0;
        double along = 0;
        for (std::size_t i = 0; i < loads.size(); ++i) {
            const double weighed = (last.total[i] - loads[i]) * slopes[i];
            across += weighed * (point.total[i] - loads[i]);
            along += weighed * (point.total[i] - last.total[i]);
        }
        move_towards(point, last, along == 0 ? 0 : std::clamp(across / along, 0.0, most_share));
    }

    void mix_two(const ArcNumbers& loads, const ArcNumbers& slopes, LoadPoint& point) const {
        const LoadPoint& older = points_.front();
        const LoadPoint& last = points_.back();
        double older_new = 0, older_pair = 0, last_new = 0, last_last = 0;
        for (std::size_t i = 0; i < loads.size(); ++i) {
            const double from_last = last.total[i] - loads[i];
            const double between = step_ * last.total[i] + (1 - step_) * older.total[i] - loads[i];
            const double fresh = (point.total[i] - loads[i]) * slopes[i];
            older_new += between * fresh;
            older_pair += between * slopes[i] * (older.total[i] - last.total[i]);
            last_new += from_last * fresh;
            last_last += from_last * slopes[i] * from_last;
        }
        const double of_older = older_pair == 0 ? 0 : std::max(0.0, -older_new / older_pair);
        const double of_last =
            last_last == 0 ? 0 : std::max(0.0, -last_new / last_last + of_older * step_ / (1 - step_));
        const double sum = 1 + of_older + of_last;
        change_each(point, [&](double& load, const auto& of) {
            load = (load + of_last * of(last) + of_older * of(older)) / sum;
        });
    }

    std::vector<LoadPoint> points_;  // at most two, the older one first
    double step_ = 0;                // to the last one
};

// A network whose cost is that of one class, in a fixed point in which sums of paths fit int32.
class PricedNetwork {
public:
    // `network` has an order and one column.
    PricedNetwork(const RoadNetwork& network, const TripClass& of, SolveOptions options)
        : network_(network), of_(of), trips_(network, of.trips), options_(std::move(options)) {
        options_.cost_type = CostType::int32;
        options_.log = {};
        options_.progress = {};  // that of the iterations is reported
        const std::vector<Decimal>& known = network.columns.front().values;
        closed_.resize(known.size());
        for (std::size_t arc = 0; arc < known.size(); ++arc)
            closed_[arc] = known[arc].is_missing() || (!of.closed.empty() && of.closed[arc] != 0) ? 1 : 0;
    }

    // Loads the shortest paths at the costs of the class, which are rounded down.
    Assignment load(const ArcNumbers& times) {
        constexpr int most_digits = 9;
        ArcNumbers costs = times;
        double sum = 0;
        for (std::size_t arc = 0; arc < costs.size(); ++arc) {
            costs[arc] = closed_[arc] != 0 ? 0 : costs[arc] + (of_.fixed_costs.empty() ? 0 : of_.fixed_costs[arc]);
            sum += costs[arc];
        }
        const double largest = costs.empty() ? 0 : *std::ranges::max_element(costs);
        if (!(largest < std::numeric_limits<std::int32_t>::max()))
            throw InvalidArgument(format("class {}: an arc costs {}, more than int32 holds", of_.name, largest));
        if (sum < refused_sum_) digits_ = std::min(digits_ + 1, most_digits);
        for (;; --digits_) {
            const double unit = std::pow(10.0, digits_);
            if (largest * unit < std::numeric_limits<std::int32_t>::max()) {
                price(costs, unit);
                try {
                    return load_trips(network_, trips_, ArcSets({}, 0), options_);
                } catch (const InputError&) {  // sums of paths do not fit
                    if (digits_ == 0) throw;
                }
            }
            refused_sum_ = 0.8 * sum;
        }
    }

private:
    void price(const ArcNumbers& costs, double unit) {
        ArcColumn& column = network_.columns.front();
        column.resolution_digits = digits_;
        for (std::size_t arc = 0; arc < costs.size(); ++arc) {
            column.values[arc] = closed_[arc] != 0
                                     ? Decimal::missing()
                                     : Decimal(static_cast<std::int64_t>(std::floor(costs[arc] * unit)), digits_);
        }
    }

    RoadNetwork network_;
    const TripClass& of_;
    TripGroups trips_;
    SolveOptions options_;
    std::vector<std::uint8_t> closed_;
    int digits_ = 6;
    // One digit more is tried only when the sum of costs has fallen below this.
    double refused_sum_ = std::numeric_limits<double>::infinity();
};

// The ordered network with the cost column alone.
RoadNetwork ordered(const RoadNetwork& network, const SolveOptions& options) {
    RoadNetwork made = network::with_columns(network, {cost_column(network, options.cost)});
    if (made.elimination_order.empty()) made.elimination_order = find_order(made, options.progress);
    return made;
}

class ConjugateSearch final : public EquilibriumSearch {
public:
    explicit ConjugateSearch(const EquilibriumProblem& problem)
        : problem_(problem),
          arcs_(problem.network.arc_count()),
          loads_(problem.classes.size(), arcs_),
          shortest_(loads_) {
        if (!problem.network.turns.costs.empty())
            throw InvalidArgument(
                "method bfw does not count prices of turns; choose method tapas, or read the network with `turns` "
                "restrictions");
        const RoadNetwork bare = ordered(problem.network, problem.options);
        SolveOptions by_column = problem.options;
        by_column.cost = bare.columns.front().name;
        for (const TripClass& one : problem.classes) networks_.emplace_back(bare, one, by_column);
        begin();
    }

    const LoadPoint& loads() const override { return loads_; }

    double fixed_costs() const override {
        double sum = 0;
        for (std::size_t k = 0; k < loads_.of_class.size(); ++k) {
            for (std::size_t arc = 0; arc < arcs_; ++arc) sum += loads_.of_class[k][arc] * problem_.fixed_cost(k, arc);
        }
        return sum;
    }

    std::vector<Assignment> shortest_paths() override {
        ArcNumbers times(arcs_);
        for (std::size_t arc = 0; arc < arcs_; ++arc) times[arc] = problem_.time(arc, loads_.total[arc]);
        std::vector<Assignment> found;
        for (std::size_t k = 0; k < networks_.size(); ++k) {
            found.push_back(networks_[k].load(times));
            for (std::size_t arc = 0; arc < arcs_; ++arc)
                shortest_.of_class[k][arc] = found[k].arc_loads[arc] * problem_.classes[k].pce;
        }
        shortest_.add_up();
        return found;
    }

    double improve() override {
        ArcNumbers slopes(arcs_);
        for (std::size_t arc = 0; arc < arcs_; ++arc) slopes[arc] = problem_.slope(arc, loads_.total[arc]);
        LoadPoint mixed = shortest_;
        conjugate_.mix(loads_, slopes, mixed);
        double step = best_step(mixed);
        if (step == 0) {
            conjugate_.clear();
            mixed = shortest_;
            step = best_step(mixed);
        }
        if (step == 0) return 0;
        move_towards(loads_, mixed, step);
        conjugate_.keep(std::move(mixed), step);
        return step;
    }

private:
    void begin() {
        const std::vector<std::vector<double>>& start = problem_.wanted.start;
        if (start.empty()) {
            shortest_paths();
            loads_ = shortest_;
            return;
        }
        for (std::size_t k = 0; k < start.size(); ++k) {
            for (std::size_t arc = 0; arc < arcs_; ++arc)
                loads_.of_class[k][arc] = start[k][arc] * problem_.classes[k].pce;
        }
        loads_.add_up();
    }

    double best_step(const LoadPoint& point) const {
        double fixed = -fixed_costs();
        for (std::size_t k = 0; k < loads_.of_class.size(); ++k) {
            for (std::size_t arc = 0; arc < arcs_; ++arc) fixed += point.of_class[k][arc] * problem_.fixed_cost(k, arc);
        }
        return root_in_unit([&](double step) {
            double sum = fixed;
            for (std::size_t arc = 0; arc < arcs_; ++arc) {
                const double way = point.total[arc] - loads_.total[arc];
                if (way != 0) sum += way * problem_.time(arc, std::max(0.0, loads_.total[arc] + step * way));
            }
            return sum;
        });
    }

    const EquilibriumProblem& problem_;
    std::size_t arcs_;
    std::vector<PricedNetwork> networks_;  // by class
    LoadPoint loads_;
    LoadPoint shortest_;
    ConjugatePoints conjugate_;
};

}  // namespace

std::unique_ptr<EquilibriumSearch> conjugate_search(const EquilibriumProblem& problem) {
    return std::make_unique<ConjugateSearch>(problem);
}

}  // namespace allways::query
