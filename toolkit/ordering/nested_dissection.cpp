#include "ordering/nested_dissection.h"

#include <numeric>

#include "allways/base/format.h"
#include "base/parallel.h"
#include "ordering/dissection_stages.h"
#include "ordering/min_fill.h"
#include "ordering/undirected_graph.h"

namespace allways::ordering {

namespace {

// Nodes with this many neighbours are eliminated before the cuts: with more the cuts grow, with fewer they take longer.
constexpr std::size_t few_neighbours = 3;

}  // namespace

Dissection nested_dissection(const Graph& graph, unsigned threads) {
    MinFill elimination(undirected(graph));
    std::vector<std::uint32_t> all(graph.node_count());
    std::iota(all.begin(), all.end(), 0u);
    elimination.eliminate(all, few_neighbours);
    const std::vector<std::uint32_t> rest = elimination.rest();
    auto stages = dissection_stages(elimination.graph_of(rest), threads > 0 ? threads : hardware_threads());
    for (std::vector<std::uint32_t>& stage : stages) {
        for (std::uint32_t& v : stage) v = rest[v];
        elimination.eliminate(stage);
    }
    std::string method = format("minimum fill and {} levels of cuts", stages.size() - 1);
    if (const std::size_t count = elimination.ordered_by_degree(); count > 0) {
        method += format("; {} nodes by degree, because minimum fill takes too long on this network", count);
    }
    return {elimination.take_order(), std::move(method)};
}

}  // namespace allways::ordering
