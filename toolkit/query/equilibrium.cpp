// SPDX-License-Identifier: Apache-2.0
// Loads → costs → shortest paths → a direction that is conjugate to the last two → the best step → loads.
#include "allways/query/equilibrium.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/progress.h"
#include "allways/base/stopwatch.h"
#include "allways/cost/arc_costs.h"
#include "allways/engine/factorize.h"
#include "network/named_column.h"
#include "query/trip_groups.h"

namespace allways {

namespace {

using Numbers = std::vector<double>;  // by arc

// Loads in PCE: of each class, and their sum without the preload.
struct LoadPoint {
    std::vector<Numbers> of_class;
    Numbers total;

    LoadPoint(std::size_t classes, std::size_t arcs) : of_class(classes, Numbers(arcs)), total(arcs) {}

    template <class Change>
    void each(const Change& change) {
        for (std::size_t k = 0; k < of_class.size(); ++k) {
            for (std::size_t arc = 0; arc < total.size(); ++arc)
                change(of_class[k][arc], [=](const LoadPoint& other) { return other.of_class[k][arc]; });
        }
        for (std::size_t arc = 0; arc < total.size(); ++arc)
            change(total[arc], [=](const LoadPoint& other) { return other.total[arc]; });
    }
    void move_towards(const LoadPoint& other, double step) {
        each([&](double& load, const auto& of) { load += step * (of(other) - load); });
    }
};

// Chooses the points to go to. Products of directions are weighted with the slopes of times, which are those of the
// objective's second derivative.
class ConjugatePoints {
public:
    // Makes `point`, the loads of shortest paths, the point to go to from `loads`.
    void mix(const LoadPoint& loads, const Numbers& slopes, LoadPoint& point) const {
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

    void mix_one(const Numbers& loads, const Numbers& slopes, LoadPoint& point) const {
        const LoadPoint& last = points_.back();
        double across = 0;
        double along = 0;
        for (std::size_t i = 0; i < loads.size(); ++i) {
            const double weighed = (last.total[i] - loads[i]) * slopes[i];
            across += weighed * (point.total[i] - loads[i]);
            along += weighed * (point.total[i] - last.total[i]);
        }
        point.move_towards(last, along == 0 ? 0 : std::clamp(across / along, 0.0, most_share));
    }

    void mix_two(const Numbers& loads, const Numbers& slopes, LoadPoint& point) const {
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
        point.each(
            [&](double& load, const auto& of) { load = (load + of_last * of(last) + of_older * of(older)) / sum; });
    }

    std::vector<LoadPoint> points_;  // at most two, the older one first
    double step_ = 0;                // to the last one
};

// Finds where a function that rises from below 0 is 0, in 0 … 1: regula falsi with Illinois' halving (Dowell and
// Jarratt, BIT 11 (1971)).
template <class Function>
double root_in_unit(const Function& of) {
    double low = 0, high = 1, at_low = of(low), at_high = of(high);
    if (at_low >= 0) return 0;
    if (at_high <= 0) return 1;
    int same_side = 0;
    constexpr int most_steps = 100;
    for (int i = 0; i < most_steps && high - low > 1e-15; ++i) {
        const double at = (low * at_high - high * at_low) / (at_high - at_low);
        const double found = of(at);
        if (found == 0) return at;
        if (found > 0) {
            high = at;
            at_high = found;
            if (std::exchange(same_side, 1) == 1) at_low /= 2;
        } else {
            low = at;
            at_low = found;
            if (std::exchange(same_side, -1) == -1) at_high /= 2;
        }
    }
    return low;
}

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
    Assignment load(const Numbers& times) {
        constexpr int most_digits = 9;
        Numbers costs = times;
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
                    return query::load_trips(network_, trips_, {}, options_);
                } catch (const InputError&) {  // sums of paths do not fit
                    if (digits_ == 0) throw;
                }
            }
            refused_sum_ = 0.8 * sum;
        }
    }

private:
    void price(const Numbers& costs, double unit) {
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
    query::TripGroups trips_;
    SolveOptions options_;
    std::vector<std::uint8_t> closed_;
    int digits_ = 6;
    // One digit more is tried only when the sum of costs has fallen below this.
    double refused_sum_ = std::numeric_limits<double>::infinity();
};

void check_size(std::size_t size, std::size_t arcs, const char* what) {
    if (size != arcs) throw InvalidArgument(format("{} of {} arcs for a network of {}", what, size, arcs));
}

void check(const RoadNetwork& network, std::span<const TripClass> classes, const VolumeDelay& delay,
           const EquilibriumOptions& wanted) {
    const std::size_t arcs = network.arc_count();
    check_size(delay.size(), arcs, "volume–delay functions");
    if (classes.empty()) throw InvalidArgument("an equilibrium needs a class of trips");
    if (!(wanted.gap >= 0)) throw InvalidArgument(format("`gap`: expected a number from 0, found {}", wanted.gap));
    if (!network.turns.costs.empty())
        throw InvalidArgument(
            "an equilibrium does not count prices of turns; read the network with `turns` restrictions");
    for (const TripClass& one : classes) {
        if (!(one.pce > 0) || !std::isfinite(one.pce))
            throw InvalidArgument(format("class {}: expected a PCE above 0, found {}", one.name, one.pce));
        if (!one.fixed_costs.empty()) check_size(one.fixed_costs.size(), arcs, "fixed costs");
        if (!one.closed.empty()) check_size(one.closed.size(), arcs, "closures");
        for (std::size_t arc = 0; arc < one.fixed_costs.size(); ++arc) {
            if (!(one.fixed_costs[arc] >= 0) || !std::isfinite(one.fixed_costs[arc])) {
                throw InvalidArgument(format("class {}: expected a fixed cost from 0, found {} at arc {}", one.name,
                                             one.fixed_costs[arc], network.arc_ids.text(static_cast<ArcIndex>(arc))));
            }
        }
    }
    if (!wanted.preload.empty()) check_size(wanted.preload.size(), arcs, "a preload");
    if (!wanted.start.empty() && wanted.start.size() != classes.size())
        throw InvalidArgument(format("loads of {} classes to start with, for {}", wanted.start.size(), classes.size()));
    for (const Numbers& loads : wanted.start) check_size(loads.size(), arcs, "loads to start with");
}

// The ordered network with the cost column alone.
RoadNetwork ordered(const RoadNetwork& network, const SolveOptions& options) {
    RoadNetwork made = network::with_columns(network, {cost_column(network, options.cost)});
    if (made.elimination_order.empty()) made.elimination_order = find_order(made, options.progress);
    return made;
}

class Search {
public:
    Search(const RoadNetwork& network, std::span<const TripClass> classes, const VolumeDelay& delay,
           const EquilibriumOptions& wanted, const SolveOptions& options)
        : arcs_(network.arc_count()),
          classes_(classes),
          delay_(delay),
          wanted_(wanted),
          options_(options),
          loads_(classes.size(), arcs_) {
        const RoadNetwork bare = ordered(network, options);
        SolveOptions by_column = options;
        by_column.cost = bare.columns.front().name;
        for (const TripClass& one : classes) networks_.emplace_back(bare, one, by_column);
    }

    Equilibrium run() {
        begin();
        Equilibrium made;
        double bound = 0;
        for (std::uint32_t iteration = 1;; ++iteration) {
            LoadPoint point = shortest_paths(made.last);
            EquilibriumStep now = measured(made.last);
            bound = std::max(bound, now.bound);
            now.bound = bound;
            made.is_reached = now.gap <= wanted_.gap;
            const bool goes_on = !wanted_.go_on || wanted_.go_on(now);
            made.is_limited = !made.is_reached && (!goes_on || iteration >= wanted_.iterations ||
                                                   (wanted_.seconds && watch_.seconds() >= *wanted_.seconds));
            if (!made.is_reached && !made.is_limited) now.step = go(std::move(point));
            made.steps.push_back(now);
            report(options_.progress, "equilibrium", iteration, wanted_.iterations);
            if (now.step == 0) break;
        }
        finish(made);
        return made;
    }

private:
    double volume(std::size_t arc, double load) const {
        return load + (wanted_.preload.empty() ? 0 : wanted_.preload[arc]);
    }
    double time(std::size_t arc, double load) const {
        return delay_.time(static_cast<ArcIndex>(arc), volume(arc, load));
    }

    void begin() {
        if (wanted_.start.empty()) {
            std::vector<Assignment> found;
            loads_ = shortest_paths(found);
            return;
        }
        for (std::size_t k = 0; k < classes_.size(); ++k) {
            for (std::size_t arc = 0; arc < arcs_; ++arc)
                loads_.of_class[k][arc] = wanted_.start[k][arc] * classes_[k].pce;
        }
        add_up(loads_);
    }

    void add_up(LoadPoint& point) const {
        std::ranges::fill(point.total, 0.0);
        for (const Numbers& loads : point.of_class) {
            for (std::size_t arc = 0; arc < arcs_; ++arc) point.total[arc] += loads[arc];
        }
    }

    // Loads all trips at the costs of the present loads.
    LoadPoint shortest_paths(std::vector<Assignment>& found) {
        Numbers times(arcs_);
        for (std::size_t arc = 0; arc < arcs_; ++arc) times[arc] = time(arc, loads_.total[arc]);
        LoadPoint point(classes_.size(), arcs_);
        found.clear();
        for (std::size_t k = 0; k < classes_.size(); ++k) {
            found.push_back(networks_[k].load(times));
            for (std::size_t arc = 0; arc < arcs_; ++arc)
                point.of_class[k][arc] = found[k].arc_loads[arc] * classes_[k].pce;
        }
        add_up(point);
        return point;
    }

    // Times grow with volumes, so the objective is convex and nowhere below its tangent at these loads, which is least
    // on shortest paths. Rounding costs down makes the least cost, and so the bound, smaller.
    EquilibriumStep measured(const std::vector<Assignment>& found) const {
        EquilibriumStep now;
        double trips = 0;
        for (std::size_t i = 0; i < arcs_; ++i) {
            const auto arc = static_cast<ArcIndex>(i);
            now.total_cost += loads_.total[i] * time(i, loads_.total[i]);
            now.objective += delay_.integral(arc, volume(i, loads_.total[i])) - delay_.integral(arc, volume(i, 0));
        }
        for (std::size_t k = 0; k < classes_.size(); ++k) {
            const Numbers& fixed = classes_[k].fixed_costs;
            for (std::size_t arc = 0; arc < fixed.size(); ++arc) {
                now.total_cost += loads_.of_class[k][arc] * fixed[arc];
                now.objective += loads_.of_class[k][arc] * fixed[arc];
            }
            now.least_cost += natural_value(found[k].raw_cost, found[k].scale) * classes_[k].pce;
            trips += found[k].loaded * classes_[k].pce;
        }
        const double excess = now.total_cost - now.least_cost;
        now.gap = now.total_cost > 0 ? excess / now.total_cost : 0;
        now.excess = trips > 0 ? excess / trips : 0;
        now.bound = now.objective - excess;
        return now;
    }

    // Returns the step; 0 if no direction leads down.
    double go(LoadPoint shortest) {
        Numbers slopes(arcs_);
        for (std::size_t arc = 0; arc < arcs_; ++arc) {
            const double slope = delay_.slope(static_cast<ArcIndex>(arc), volume(arc, loads_.total[arc]));
            slopes[arc] = std::isfinite(slope) ? slope : 0;
        }
        LoadPoint mixed = shortest;
        conjugate_.mix(loads_, slopes, mixed);
        double step = best_step(mixed);
        if (step == 0) {
            conjugate_.clear();
            mixed = std::move(shortest);
            step = best_step(mixed);
        }
        if (step == 0) return 0;
        loads_.move_towards(mixed, step);
        conjugate_.keep(std::move(mixed), step);
        return step;
    }

    double best_step(const LoadPoint& point) const {
        double fixed = 0;
        for (std::size_t k = 0; k < classes_.size(); ++k) {
            for (std::size_t arc = 0; arc < classes_[k].fixed_costs.size(); ++arc)
                fixed += (point.of_class[k][arc] - loads_.of_class[k][arc]) * classes_[k].fixed_costs[arc];
        }
        return root_in_unit([&](double step) {
            double sum = fixed;
            for (std::size_t arc = 0; arc < arcs_; ++arc) {
                const double way = point.total[arc] - loads_.total[arc];
                if (way != 0) sum += way * time(arc, std::max(0.0, loads_.total[arc] + step * way));
            }
            return sum;
        });
    }

    void finish(Equilibrium& made) const {
        for (std::size_t arc = 0; arc < arcs_; ++arc) {
            made.volumes.push_back(volume(arc, loads_.total[arc]));
            made.times.push_back(time(arc, loads_.total[arc]));
        }
        made.loads = loads_.of_class;
        for (std::size_t k = 0; k < classes_.size(); ++k) {
            for (double& load : made.loads[k]) load /= classes_[k].pce;
        }
    }

    std::size_t arcs_;
    std::span<const TripClass> classes_;
    const VolumeDelay& delay_;
    const EquilibriumOptions& wanted_;
    const SolveOptions& options_;
    std::vector<PricedNetwork> networks_;  // by class
    LoadPoint loads_;
    ConjugatePoints conjugate_;
    Stopwatch watch_;
};

}  // namespace

Equilibrium assign_equilibrium(const RoadNetwork& network, std::span<const TripClass> classes, const VolumeDelay& delay,
                               const EquilibriumOptions& wanted, const SolveOptions& options) {
    check(network, classes, delay, wanted);
    return Search(network, classes, delay, wanted, options).run();
}

}  // namespace allways
