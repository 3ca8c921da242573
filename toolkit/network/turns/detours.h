// SPDX-License-Identifier: Apache-2.0
// Finds where turning round would pay because of a turn rule.
#pragma once

#include <utility>
#include <vector>

#include "network/turns/destination_zones.h"

namespace allways::network {

// Pairs of an arc and its way back that must be forbidden explicitly so that no shortest path turns round where that is
// forbidden.
//
// A shortest path would turn round only to undo its history: it leaves a node J that its history has split by a road
// that the history permits, goes out along some roads, turns, comes back the same way, and continues with an arc b that
// the history made costlier to take. That pays only if out, back and b together cost no more than the shortest legal
// way from the history to b. So from each history one search over legal ways finds that limit, and another search finds
// the roads that can be driven out and back within it. Where out and back are free, a path could turn round for
// nothing: those pairs are listed, too. Listing more pairs is harmless, since all of them are forbidden. All are listed
// if some cost is negative, if turns have prices (`only_paying` is false), and if the searches would examine more than
// 64 (m + 1024) arcs.
std::vector<std::pair<ArcIndex, ArcIndex>> ways_back_to_forbid(const TurnLegality& legality, const ArcColumn& costs,
                                                               bool only_paying);

}  // namespace allways::network
