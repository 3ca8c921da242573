// The arcs of a driven network, as tables and factors keep them.
#pragma once

#include "allways/result/distance_table.h"
#include "cost/driven_network.h"

namespace allways::result {

// The roads' arcs with their own costs, the states of a drive and the costs of its steps. `costs`: of driven.network().
TableArcs driven_arcs(const cost::DrivenNetwork& driven, const ArcCosts& costs);

}  // namespace allways::result
