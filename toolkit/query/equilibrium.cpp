// SPDX-License-Identifier: Apache-2.0
// Loads → times → shortest paths → a direction that is conjugate to the last two → the best step → loads.
#include "allways/query/equilibrium.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "allways/cost/arc_costs.h"

namespace allways {

namespace {

using Loads = std::vector<double>;

// a + by (b - a)
void move_towards(Loads& a, const Loads& b, double by) {
    for (std::size_t i = 0; i < a.size(); ++i) a[i] += by * (b[i] - a[i]);
}

class BiconjugateSteps {
public:
    explicit BiconjugateSteps(const VolumeDelay& delay) : delay_(delay) {}

    // Returns the point to go to from `loads`, where `aon` are the loads of shortest paths.
    Loads target(const Loads& loads, const Loads& aon) {
        // Directions are products with the diagonal of slopes: a · H · b.
        Loads slopes(loads.size());
        for (std::size_t i = 0; i < loads.size(); ++i) {
            const double slope = delay_.slope(static_cast<ArcIndex>(i), loads[i]);
            slopes[i] = std::isfinite(slope) ? slope : 0;
        }
        Loads made = aon;
        if (points_ == 2) {
            mix_two(loads, aon, slopes, made);
        } else if (points_ == 1) {
            mix_one(loads, aon, slopes, made);
        }
        return made;
    }

    void went(Loads target, double step) {
        if (step >= most_step) {  // the old points are no use from there
            points_ = 0;
            return;
        }
        older_ = std::exchange(last_, std::move(target));
        step_ = step;
        points_ = std::min(points_ + 1, 2);
    }
    void forget() { points_ = 0; }

private:
    static constexpr double most_share = 0.99;  // of the old points
    static constexpr double most_step = 0.9999999;

    void mix_one(const Loads& loads, const Loads& aon, const Loads& slopes, Loads& made) const {
        double across = 0;
        double along = 0;
        for (std::size_t i = 0; i < loads.size(); ++i) {
            const double old = last_[i] - loads[i];
            across += old * slopes[i] * (aon[i] - loads[i]);
            along += old * slopes[i] * (aon[i] - last_[i]);
        }
        const double share = along == 0 ? 0 : std::clamp(across / along, 0.0, most_share);
        move_towards(made, last_, share);
    }

    void mix_two(const Loads& loads, const Loads& aon, const Loads& slopes, Loads& made) const {
        double older_new = 0, older_pair = 0, last_new = 0, last_last = 0;
        for (std::size_t i = 0; i < loads.size(); ++i) {
            const double fresh = aon[i] - loads[i];
            const double last = last_[i] - loads[i];
            const double older = step_ * last_[i] + (1 - step_) * older_[i] - loads[i];
            older_new += older * slopes[i] * fresh;
            older_pair += older * slopes[i] * (older_[i] - last_[i]);
            last_new += last * slopes[i] * fresh;
            last_last += last * slopes[i] * last;
        }
        const double mu = older_pair == 0 ? 0 : std::max(0.0, -older_new / older_pair);
        const double nu = last_last == 0 ? 0 : std::max(0.0, -last_new / last_last + mu * step_ / (1 - step_));
        const double whole = 1 + mu + nu;
        for (std::size_t i = 0; i < made.size(); ++i) made[i] = (aon[i] + nu * last_[i] + mu * older_[i]) / whole;
    }

    const VolumeDelay& delay_;
    Loads last_, older_;  // the last two targets
    double step_ = 0;     // to the last one
    int points_ = 0;
};

// The part of the way from `loads` to `target` where the objective is least: its derivative rises, and is bisected
// with secants (regula falsi, Illinois).
double best_step(const VolumeDelay& delay, const Loads& loads, const Loads& target) {
    const auto derivative = [&](double step) {
        double sum = 0;
        for (std::size_t i = 0; i < loads.size(); ++i) {
            const double way = target[i] - loads[i];
            if (way != 0) sum += way * delay.time(static_cast<ArcIndex>(i), std::max(0.0, loads[i] + step * way));
        }
        return sum;
    };
    double low = 0, high = 1;
    double at_low = derivative(low), at_high = derivative(high);
    if (at_low >= 0) return 0;
    if (at_high <= 0) return 1;
    int side = 0;
    for (int i = 0; i < 60 && high - low > 1e-14; ++i) {
        const double step = (low * at_high - high * at_low) / (at_high - at_low);
        const double found = derivative(step);
        if (found == 0) return step;
        if (found > 0) {
            high = step;
            at_high = found;
            if (std::exchange(side, 1) == 1) at_low /= 2;
        } else {
            low = step;
            at_low = found;
            if (std::exchange(side, -1) == -1) at_high /= 2;
        }
    }
    return (low + high) / 2;
}

// The network with a column of present times, as fine as sums of paths fit int32.
class TimedNetwork {
public:
    TimedNetwork(const RoadNetwork& network, const SolveOptions& options) : network_(network), options_(options) {
        const ArcColumn& cost = cost_column(network, options.cost);
        closed_.reserve(cost.values.size());
        for (const Decimal& value : cost.values) closed_.push_back(value.is_missing() ? 1 : 0);
        network_.columns = {ArcColumn{cost.name, cost.unit, {}, std::nullopt}};
        network_.texts.clear();
        network_.shapes = {};
        options_.cost = cost.name;
        options_.cost_type = CostType::int32;
        options_.log = {};
    }

    bool is_open(std::size_t arc) const { return closed_[arc] == 0; }

    // Returns the loads of shortest paths. `times`: become the rounded ones.
    Assignment load(std::vector<double>& times, std::span<const NodeTrips> trips) {
        for (;; --digits_) {
            const double unit = std::pow(10.0, digits_);
            ArcColumn& column = network_.columns.front();
            column.values.clear();
            for (std::size_t arc = 0; arc < times.size(); ++arc) {
                column.values.push_back(is_open(arc) ? Decimal(std::llround(times[arc] * unit), digits_)
                                                     : Decimal::missing());
            }
            column.resolution_digits = digits_;
            try {
                Assignment found = assign_trips(network_, {trips}, options_);
                for (std::size_t arc = 0; arc < times.size(); ++arc)
                    if (is_open(arc)) times[arc] = column.values[arc].to_double();
                return found;
            } catch (const InputError&) {
                if (digits_ <= 0) throw;
            }
        }
    }
    void refine() { digits_ = std::min(digits_ + 1, 9); }

private:
    RoadNetwork network_;
    SolveOptions options_;
    std::vector<std::uint8_t> closed_;
    int digits_ = 6;
};

}  // namespace

Equilibrium assign_equilibrium(const RoadNetwork& network, std::span<const NodeTrips> trips, const VolumeDelay& delay,
                               const EquilibriumOptions& wanted, const SolveOptions& options) {
    const std::size_t m = network.arc_count();
    if (delay.size() != m)
        throw InvalidArgument(format("volume–delay functions of {} arcs for a network of {}", delay.size(), m));
    const Stopwatch watch;
    TimedNetwork timed(network, options);
    BiconjugateSteps steps(delay);
    Equilibrium made;
    Loads& loads = made.arc_loads;
    loads = wanted.start_loads;
    const auto times_at = [&](const Loads& at) {
        std::vector<double> times(m);
        for (std::size_t arc = 0; arc < m; ++arc) times[arc] = delay.time(static_cast<ArcIndex>(arc), at[arc]);
        return times;
    };
    if (loads.empty()) {
        made.arc_times = times_at(Loads(m, 0.0));
        loads = timed.load(made.arc_times, trips).arc_loads;
    }
    double best_bound = 0;
    for (std::uint32_t iteration = 1;; ++iteration) {
        made.arc_times = times_at(loads);
        made.last = timed.load(made.arc_times, trips);
        EquilibriumStep now;
        double objective_way = 0;
        for (std::size_t arc = 0; arc < m; ++arc) {
            now.total_cost += loads[arc] * made.arc_times[arc];
            now.objective += delay.integral(static_cast<ArcIndex>(arc), loads[arc]);
            objective_way += (made.last.arc_loads[arc] - loads[arc]) * made.arc_times[arc];
        }
        now.least_cost = natural_value(made.last.raw_cost, made.last.scale);
        now.gap = now.total_cost > 0 ? (now.total_cost - now.least_cost) / now.total_cost : 0;
        now.excess = made.last.loaded > 0 ? (now.total_cost - now.least_cost) / made.last.loaded : 0;
        best_bound = std::max(best_bound, now.objective + objective_way);
        now.bound = best_bound;
        made.is_reached = now.gap <= wanted.gap;
        const bool ends =
            made.is_reached || iteration >= wanted.iterations || (wanted.seconds && watch.seconds() >= *wanted.seconds);
        if (!ends) {
            Loads target = steps.target(loads, made.last.arc_loads);
            now.step = best_step(delay, loads, target);
            if (now.step == 0) {
                steps.forget();
                target = made.last.arc_loads;
                now.step = best_step(delay, loads, target);
            }
            move_towards(loads, target, now.step);
            steps.went(std::move(target), now.step);
        }
        made.steps.push_back(now);
        report(options.progress, "equilibrium", iteration, wanted.iterations);
        if (ends || now.step == 0) return made;
        timed.refine();
    }
}

}  // namespace allways
