#include "ordering/metis_order.h"

#ifdef ALLWAYS_HAS_METIS
#include <metis.h>

#include <limits>
#include <mutex>
#include <new>
#include <numeric>
#endif

namespace allways::ordering {

#ifdef ALLWAYS_HAS_METIS

std::optional<std::vector<std::uint32_t>> metis_order(const UndirectedGraph& graph) {
    constexpr auto most = static_cast<std::size_t>(std::numeric_limits<idx_t>::max());
    if (graph.node_count() > most || graph.neighbour.size() > most) return std::nullopt;
    std::vector<std::uint32_t> order(graph.node_count());
    std::iota(order.begin(), order.end(), 0u);
    if (graph.neighbour.empty()) return order;  // METIS takes no empty graph

    auto n = static_cast<idx_t>(graph.node_count());
    std::vector<idx_t> first(graph.first.begin(), graph.first.end());
    std::vector<idx_t> neighbour(graph.neighbour.begin(), graph.neighbour.end());
    std::vector<idx_t> node_at(graph.node_count());
    std::vector<idx_t> place_of(graph.node_count());
    idx_t options[METIS_NOPTIONS];
    METIS_SetDefaultOptions(options);
    options[METIS_OPTION_SEED] = 1;
    static std::mutex one_at_a_time;
    const std::lock_guard lock(one_at_a_time);
    // What METIS calls perm is node_at: "row i of the new matrix is row perm[i] of the old" (manual 5.1, section 5.2).
    if (METIS_NodeND(&n, first.data(), neighbour.data(), nullptr, options, node_at.data(), place_of.data()) != METIS_OK) {
        throw std::bad_alloc();  // the one failure a valid graph can meet
    }
    order.assign(node_at.begin(), node_at.end());
    return order;
}

#else

std::optional<std::vector<std::uint32_t>> metis_order(const UndirectedGraph&) { return std::nullopt; }

#endif

}  // namespace allways::ordering
