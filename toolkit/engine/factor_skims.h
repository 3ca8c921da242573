// The columns of a factor's arcs as fields to sum along its shortest paths.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/work_meter.h"
#include "engine/factor_network.h"
#include "engine/skims/skim_network.h"
#include "result/skim_walk.h"

namespace allways::engine {

// Throws InvalidArgument for an unknown or repeated name, or the cost's.
std::vector<result::SkimField> skim_fields(const NetworkFactor& factor, std::span<const std::string> names);

// The first step from a member of a class to another one.
template <class T>
InsideStep step_inside(const FactorNetwork<T>& network, NodeIndex from, NodeIndex to);

// O(arcs), on all cores. Throws DamagedContent.
template <class T>
SkimNetwork<T> factor_skims(const NetworkFactor& factor, const FactorNetwork<T>& network,
                            std::span<const result::SkimField> fields, WorkMeter& meter);
template <class T>
SkimNetwork<T> factor_skims(const NetworkFactor& factor, const FactorNetwork<T>& network,
                            std::span<const result::SkimField> fields) {
    WorkMeter unmetered;
    return factor_skims(factor, network, fields, unmetered);
}

}  // namespace allways::engine
