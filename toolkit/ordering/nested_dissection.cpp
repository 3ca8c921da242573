#include "ordering/nested_dissection.h"

#include "ordering/level_cuts.h"
#include "ordering/metis_order.h"
#include "ordering/undirected_graph.h"

namespace allways::ordering {

Dissection nested_dissection(const Graph& graph, std::span<const Coordinate>) {
    const UndirectedGraph neighbours = undirected(graph);
    if (auto order = metis_order(neighbours)) return {std::move(*order), "METIS"};
    return {level_cuts_order(neighbours), "level cuts"};
}

}  // namespace allways::ordering
