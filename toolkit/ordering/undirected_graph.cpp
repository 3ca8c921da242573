#include "ordering/undirected_graph.h"

#include <algorithm>

namespace allways::ordering {

UndirectedGraph undirected(const Graph& graph) {
    const auto n = static_cast<std::uint32_t>(graph.node_count());
    std::vector<std::size_t> end(n + 1, 0);
    const auto each_arc = [&](auto&& visit) {
        for (std::uint32_t tail = 0; tail < n; ++tail) {
            for (std::size_t a = graph.first_out[tail]; a < graph.first_out[tail + 1]; ++a) {
                if (graph.head[a] != tail) visit(tail, graph.head[a]);
            }
        }
    };
    each_arc([&](std::uint32_t tail, std::uint32_t head) {
        ++end[tail + 1];
        ++end[head + 1];
    });
    for (std::uint32_t v = 0; v < n; ++v) end[v + 1] += end[v];
    std::vector<std::uint32_t> both(end[n]);
    each_arc([&](std::uint32_t tail, std::uint32_t head) {
        both[end[tail]++] = head;
        both[end[head]++] = tail;
    });

    // end[v] has moved to the end of row v, which is where row v + 1 began.
    UndirectedGraph result;
    result.first.reserve(n + 1);
    result.neighbour.reserve(both.size());
    for (std::uint32_t v = 0; v < n; ++v) {
        const auto begin = both.begin() + static_cast<std::ptrdiff_t>(v == 0 ? 0 : end[v - 1]);
        const auto row_end = both.begin() + static_cast<std::ptrdiff_t>(end[v]);
        std::sort(begin, row_end);
        result.neighbour.insert(result.neighbour.end(), begin, std::unique(begin, row_end));
        result.first.push_back(result.neighbour.size());
    }
    return result;
}

}  // namespace allways::ordering
