#include "ordering/nested_dissection.h"

#include <numeric>

#include "base/parallel.h"
#include "ordering/dissection_stages.h"
#include "ordering/min_fill.h"
#include "ordering/undirected_graph.h"

namespace allways::ordering {

namespace {

// Nodes with this many neighbours are eliminated before the cuts: more, and the cuts grow; fewer, and they take longer.
constexpr std::size_t few_neighbours = 3;

}  // namespace

std::vector<std::uint32_t> nested_dissection(const Graph& graph, unsigned threads) {
    MinFill elimination(undirected(graph));
    std::vector<std::uint32_t> all(graph.node_count());
    std::iota(all.begin(), all.end(), 0u);
    elimination.eliminate(all, few_neighbours);
    const std::vector<std::uint32_t> rest = elimination.rest();
    for (std::vector<std::uint32_t>& stage :
         dissection_stages(elimination.graph_of(rest), threads > 0 ? threads : hardware_threads())) {
        for (std::uint32_t& v : stage) v = rest[v];
        elimination.eliminate(stage);
    }
    return elimination.take_order();
}

}  // namespace allways::ordering
