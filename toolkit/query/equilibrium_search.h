// SPDX-License-Identifier: Apache-2.0
// What assign_equilibrium and its methods share.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "allways/query/equilibrium.h"
#include "query/flow_selection.h"

namespace allways::query {

using ArcNumbers = std::vector<double>;  // by arc of the road network

// Borrows all.
struct EquilibriumProblem {
    const RoadNetwork& network;
    std::span<const TripClass> classes;
    const VolumeDelay& delay;
    const EquilibriumOptions& wanted;
    const SolveOptions& options;

    double volume(std::size_t arc, double load) const {
        return load + (wanted.preload.empty() ? 0 : wanted.preload[arc]);
    }
    double time(std::size_t arc, double load) const {
        return delay.time(static_cast<ArcIndex>(arc), volume(arc, load));
    }
    // Infinite slopes, of powers below 1 at volume 0, are 0.
    double slope(std::size_t arc, double load) const;
    double fixed_cost(std::size_t of_class, std::size_t arc) const {
        const std::vector<double>& costs = classes[of_class].fixed_costs;
        return costs.empty() ? 0 : costs[arc];
    }
    // Without a cost, or closed for the class.
    bool is_closed(std::size_t of_class, std::size_t arc) const;
};

// Loads in PCE: of each class, and their sum without the preload.
struct LoadPoint {
    std::vector<ArcNumbers> of_class;
    ArcNumbers total;

    LoadPoint(std::size_t classes, std::size_t arcs) : of_class(classes, ArcNumbers(arcs)), total(arcs) {}
    void add_up();
};

// A method: loads that improve step by step.
class EquilibriumSearch {
public:
    virtual ~EquilibriumSearch() = default;
    virtual const LoadPoint& loads() const = 0;
    // Σ load × (fixed cost and price of turns), in PCE.
    virtual double fixed_costs() const = 0;
    // All trips on the shortest paths at the present loads, by class; the cost is not above the true one.
    virtual std::vector<Assignment> shortest_paths() = 0;
    // Improves the loads, by what the last call of shortest_paths() found. Returns the step; 0 if nothing is better.
    virtual double improve() = 0;
    // By class, the loads of trips that pass an arc of every set. Only of methods that keep loads by destination.
    virtual std::vector<Assignment> selected(const ArcSets&) { return {}; }
};

std::unique_ptr<EquilibriumSearch> conjugate_search(const EquilibriumProblem& problem);
std::unique_ptr<EquilibriumSearch> segment_search(const EquilibriumProblem& problem);

// Finds where a function that rises from below 0 is 0, in 0 … 1: regula falsi with Illinois' halving (Dowell and
// Jarratt, BIT 11 (1971)). Ends early where the function is within `tolerance` of 0.
template <class Function>
double root_in_unit(const Function& of, double tolerance = 0) {
    double low = 0, high = 1, at_low = of(low), at_high = of(high);
    if (at_low >= 0) return 0;
    if (at_high <= 0) return 1;
    int same_side = 0;
    constexpr int most_steps = 100;
    for (int i = 0; i < most_steps && high - low > 1e-15; ++i) {
        const double at = (low * at_high - high * at_low) / (at_high - at_low);
        const double found = of(at);
        if (found >= -tolerance && found <= tolerance) return at;
        if (found > 0) {
            high = at;
            at_high = found;
            if (same_side == 1) at_low /= 2;
            same_side = 1;
        } else {
            low = at;
            at_low = found;
            if (same_side == -1) at_high /= 2;
            same_side = -1;
        }
    }
    return low;
}

}  // namespace allways::query
