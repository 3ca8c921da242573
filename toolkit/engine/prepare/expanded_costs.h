// SPDX-License-Identifier: Apache-2.0
// A turn-expanded network with its costs: the input of every job on a network.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "allways/base/stopwatch.h"
#include "allways/cost/arc_costs.h"
#include "allways/engine/solve.h"
#include "base/threads/work_meter.h"
#include "cost/expanded_network.h"

namespace allways::engine {

// The costs that a job requests. Its device determines the float type of costs that do not fit int32.
inline ArcCosts costs_for(const cost::ExpandedNetwork& expanded, const SolveOptions& options, WorkMeter& meter) {
    const CostType float_type = options.cost_type ? *options.cost_type : float_type_for(options.device);
    return expanded.costs({options.cost, options.cost_type}, float_type, options.log, meter);
}

// The requested type in which a sweep or factor computes: float32 is computed in float64.
inline std::optional<CostType> swept_type(const SolveOptions& options) {
    if (!options.cost_type) return {};
    return sweep_type(*options.cost_type);
}
inline ArcCosts swept_costs_for(const cost::ExpandedNetwork& expanded, const SolveOptions& options, WorkMeter& meter) {
    return expanded.costs({options.cost, swept_type(options)}, CostType::float64, options.log, meter);
}

struct ExpandedCosts {
    std::map<std::string, double> seconds;  // "prepare"
    cost::ExpandedNetwork expanded;
    ArcCosts costs;  // costs of expanded.network()

    // Throws as build_arc_costs and ExpandedNetwork do.
    ExpandedCosts(const RoadNetwork& roads, const SolveOptions& options)
        : ExpandedCosts(roads, options, Stopwatch(), WorkMeter(options.progress, "prepare", 0)) {}

    const RoadNetwork& roads() const { return expanded.roads(); }
    std::size_t node_count() const { return expanded.node_count(); }
    std::size_t max_out_degree() const { return expanded.road_adjacency().max_out_degree(); }
    template <class T>
    std::span<const T> values() const {
        return std::get<std::vector<T>>(costs.values);
    }

private:
    ExpandedCosts(const RoadNetwork& roads, const SolveOptions& options, const Stopwatch& watch, WorkMeter&& meter)
        : expanded(roads, options.cost, meter), costs(costs_for(expanded, options, meter)) {
        seconds["prepare"] = watch.seconds();
    }
};

}  // namespace allways::engine
