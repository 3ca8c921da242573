// A network as paths drive it, with its costs: where every job on a network begins.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "allways/base/stopwatch.h"
#include "allways/cost/arc_costs.h"
#include "allways/engine/float_type.h"
#include "allways/engine/solve.h"
#include "base/work_meter.h"
#include "cost/driven_network.h"
#include "cost/metered_arc_costs.h"

namespace allways::engine {

// The costs that a job asks for. Its device decides on the float type of those that int32 does not hold.
inline ArcCosts costs_for(const cost::DrivenNetwork& driven, const SolveOptions& options, WorkMeter& meter) {
    const CostType float_type = options.cost_type ? *options.cost_type : float_type_for(options.device);
    return build_arc_costs(driven.network(), driven.adjacency(), {options.cost, options.cost_type}, float_type,
                           options.log, meter);
}

struct DrivenCosts {
    std::map<std::string, double> seconds;  // "prepare"
    cost::DrivenNetwork driven;
    ArcCosts costs;  // of driven.network()

    // Throws as build_arc_costs and DrivenNetwork do.
    DrivenCosts(const RoadNetwork& roads, const SolveOptions& options)
        : DrivenCosts(roads, options, Stopwatch(), WorkMeter(options.progress, "prepare", 0)) {}

    const RoadNetwork& roads() const { return driven.roads(); }
    std::size_t node_count() const { return driven.node_count(); }
    std::size_t max_out_degree() const { return driven.road_adjacency().max_out_degree(); }
    template <class T>
    std::span<const T> values() const {
        return std::get<std::vector<T>>(costs.values);
    }

private:
    DrivenCosts(const RoadNetwork& roads, const SolveOptions& options, const Stopwatch& watch, WorkMeter&& meter)
        : driven(roads, options.cost, meter), costs(costs_for(driven, options, meter)) {
        seconds["prepare"] = watch.seconds();
    }
};

}  // namespace allways::engine
