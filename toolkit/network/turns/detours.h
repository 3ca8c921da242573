// SPDX-License-Identifier: Apache-2.0
// Turning round, where a rule makes it pay.
#pragma once

#include <utility>
#include <vector>

#include "network/turns/turn_legality.h"

namespace allways::network {

// Arcs and their ways back that must be told apart so that no shortest path turns round where that is forbidden.
//
// A shortest path would only turn round to undo its history: it leaves a node J that its history has split, by a road
// that the history lets it take, goes out along some roads, turns, comes back the same way, and goes on by an arc b
// that the history made costlier to take. That pays only if out, back and b cost no more than the shortest legal way
// from the history to b. So from each history a search of legal ways finds that limit, and another one the roads that
// can be driven out and back within it. Where out and back are free, a path could turn round for nothing: those are
// listed too. Listing more is harmless, since all of them are forbidden: all are listed if some cost is negative, if
// turns have prices (`only_paying` is false), and if the searches would look at more than 64 (m + 1024) arcs.
std::vector<std::pair<ArcIndex, ArcIndex>> ways_back_to_forbid(const TurnLegality& legality, const ArcColumn& costs,
                                                               bool only_paying);

}  // namespace allways::network
