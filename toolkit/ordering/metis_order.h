// METIS, where the build found it. The only place that sees metis.h.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ordering/undirected_graph.h"

namespace allways::ordering {

// METIS_NodeND (Karypis and Kumar 1998) with a fixed seed: nodes, first to be eliminated first. Nothing where the build
// has no METIS, or the graph is larger than its index. Calls from several threads wait for each other: METIS draws
// from the process's one random sequence, and each order would depend on the others.
std::optional<std::vector<std::uint32_t>> metis_order(const UndirectedGraph& graph);

}  // namespace allways::ordering
