// SPDX-License-Identifier: Apache-2.0
#include "allways/query/equilibrium.h"

#include <algorithm>
#include <cmath>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/progress.h"
#include "allways/base/stopwatch.h"
#include "allways/cost/arc_costs.h"
#include "query/equilibrium_search.h"

namespace allways {

using namespace query;

double EquilibriumProblem::slope(std::size_t arc, double load) const {
    const double found = delay.slope(static_cast<ArcIndex>(arc), volume(arc, load));
    return std::isfinite(found) ? found : 0;
}

bool EquilibriumProblem::is_closed(std::size_t of_class, std::size_t arc) const {
    const std::vector<std::uint8_t>& closed = classes[of_class].closed;
    return (!closed.empty() && closed[arc] != 0) || cost_column(network, options.cost).values[arc].is_missing();
}

void LoadPoint::add_up() {
    std::ranges::fill(total, 0.0);
    for (const ArcNumbers& loads : of_class) {
        for (std::size_t arc = 0; arc < total.size(); ++arc) total[arc] += loads[arc];
    }
}

namespace {

void check_size(std::size_t size, std::size_t arcs, const char* what) {
    if (size != arcs) throw InvalidArgument(format("{} of {} arcs for a network of {}", what, size, arcs));
}

void check(const RoadNetwork& network, std::span<const TripClass> classes, const VolumeDelay& delay,
           const EquilibriumOptions& wanted) {
    const std::size_t arcs = network.arc_count();
    check_size(delay.size(), arcs, "volume–delay functions");
    if (classes.empty()) throw InvalidArgument("an equilibrium needs a class of trips");
    if (!(wanted.gap >= 0)) throw InvalidArgument(format("`gap`: expected a number from 0, found {}", wanted.gap));
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
    if (!wanted.start.empty() && wanted.method == EquilibriumMethod::tapas)
        throw InvalidArgument("loads to start with need the method bfw; tapas keeps loads by destination");
    if (!wanted.select.empty() && (!wanted.start.empty() || wanted.method == EquilibriumMethod::bfw))
        throw InvalidArgument("`select` needs the method tapas, which keeps loads by destination");
    if (!wanted.start.empty() && wanted.start.size() != classes.size())
        throw InvalidArgument(format("loads of {} classes to start with, for {}", wanted.start.size(), classes.size()));
    for (const ArcNumbers& loads : wanted.start) check_size(loads.size(), arcs, "loads to start with");
}

// Times grow with volumes, so the objective is convex and nowhere below its tangent at these loads, which is least on
// shortest paths.
EquilibriumStep measured(const EquilibriumProblem& problem, const EquilibriumSearch& search,
                         const std::vector<Assignment>& shortest) {
    EquilibriumStep now;
    const ArcNumbers& loads = search.loads().total;
    for (std::size_t i = 0; i < loads.size(); ++i) {
        const auto arc = static_cast<ArcIndex>(i);
        now.total_cost += loads[i] * problem.time(i, loads[i]);
        now.objective += problem.delay.integral(arc, problem.volume(i, loads[i])) -
                         problem.delay.integral(arc, problem.volume(i, 0));
    }
    const double fixed = search.fixed_costs();
    now.total_cost += fixed;
    now.objective += fixed;
    double trips = 0;
    for (std::size_t k = 0; k < shortest.size(); ++k) {
        now.least_cost += natural_value(shortest[k].raw_cost, shortest[k].scale) * problem.classes[k].pce;
        trips += shortest[k].loaded * problem.classes[k].pce;
    }
    const double excess = now.total_cost - now.least_cost;
    now.gap = now.total_cost > 0 ? excess / now.total_cost : 0;
    now.excess = trips > 0 ? excess / trips : 0;
    now.bound = now.objective - excess;
    return now;
}

// The logarithm of the gap falls steadily, so it shows how far the search is.
void report_gap(const EquilibriumProblem& problem, double first, double now) {
    constexpr double least_gap = 1e-16;
    constexpr double parts = 1000;
    const double whole = std::log(std::max(first, least_gap) / std::max(problem.wanted.gap, least_gap));
    const double part = std::log(std::max(first, least_gap) / std::max(now, least_gap));
    const double done = whole > 0 ? std::clamp(part / whole, 0.0, 1.0) : 1;
    report(problem.options.progress, "equilibrium", static_cast<std::uint64_t>(parts * done),
           static_cast<std::uint64_t>(parts));
}

std::unique_ptr<EquilibriumSearch> begin_search(const EquilibriumProblem& problem) {
    const auto method = problem.wanted.method;
    if (method == EquilibriumMethod::bfw || !problem.wanted.start.empty()) return conjugate_search(problem);
    try {
        return segment_search(problem);
    } catch (const CapacityError& error) {
        if (method || !problem.wanted.select.empty()) throw;
        log(problem.options.log, LogLevel::info, error.what());
    }
    return conjugate_search(problem);
}

}  // namespace

Equilibrium assign_equilibrium(const RoadNetwork& network, std::span<const TripClass> classes, const VolumeDelay& delay,
                               const EquilibriumOptions& wanted, const SolveOptions& options) {
    check(network, classes, delay, wanted);
    const ArcSets sets(wanted.select, network.arc_count());
    const Stopwatch watch;
    const EquilibriumProblem problem{network, classes, delay, wanted, options};
    const auto search = begin_search(problem);
    Equilibrium made;
    do {
        made.last = search->shortest_paths();
        EquilibriumStep now = measured(problem, *search, made.last);
        if (!made.steps.empty()) now.bound = std::max(now.bound, made.steps.back().bound);
        made.is_reached = now.gap <= wanted.gap;
        const bool goes_on = !wanted.go_on || wanted.go_on(now);
        made.is_limited = !made.is_reached && (!goes_on || made.steps.size() + 1 >= wanted.iterations ||
                                               (wanted.seconds && watch.seconds() >= *wanted.seconds));
        if (!made.is_reached && !made.is_limited) now.step = search->improve();
        made.steps.push_back(now);
        report_gap(problem, made.steps.front().gap, now.gap);
    } while (made.steps.back().step != 0);

    if (!wanted.select.empty()) made.selected = search->selected(sets);
    const LoadPoint& loads = search->loads();
    for (std::size_t arc = 0; arc < loads.total.size(); ++arc) {
        made.volumes.push_back(problem.volume(arc, loads.total[arc]));
        made.times.push_back(problem.time(arc, loads.total[arc]));
    }
    made.loads = loads.of_class;
    for (std::size_t k = 0; k < classes.size(); ++k) {
        for (double& load : made.loads[k]) load /= classes[k].pce;
    }
    return made;
}

}  // namespace allways
