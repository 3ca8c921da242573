// SPDX-License-Identifier: Apache-2.0
// Streets that ReadOptions leave out once a network is read.
#pragma once

#include "allways/importers/closed_roads.h"

namespace allways::importers {

// Returns the network without the arcs that `avoid` and `exclude` close and, if `filters`, without those whose columns
// and texts do not match `where`; with all its nodes. Logs, notes and counts them by option.
RoadNetwork without_closed(RoadNetwork network, const ReadOptions& options, bool filters, ImportReport& found);

}  // namespace allways::importers
