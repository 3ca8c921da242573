// SPDX-License-Identifier: Apache-2.0
#include "ordering/undirected_graph.h"

#include <algorithm>
#include <atomic>

#include "base/threads/parallel.h"

namespace allways::ordering {

namespace {

constexpr std::size_t rows_at_once = 65'536;

}  // namespace

UndirectedGraph undirected(const Graph& graph, unsigned threads, const WorkMeter& meter) {
    const std::size_t n = graph.node_count();
    if (threads == 0) threads = hardware_threads();
    // Calls work(v) for every node.
    const auto each_node = [&](auto&& work) {
        parallel_for((n + rows_at_once - 1) / rows_at_once,
                     [&](std::size_t block) {
                         meter.check();
                         const std::size_t end = std::min(n, (block + 1) * rows_at_once);
                         for (std::size_t v = block * rows_at_once; v < end; ++v) work(v);
                     },
                     threads);
    };
    const auto each_arc = [&](std::size_t tail, auto&& visit) {
        for (std::size_t a = graph.first_out[tail]; a < graph.first_out[tail + 1]; ++a) {
            if (graph.head[a] != tail) visit(graph.head[a]);
        }
    };
    const auto next = [](std::size_t& value) {
        return std::atomic_ref<std::size_t>(value).fetch_add(1, std::memory_order_relaxed);
    };

    // Enters both directions of each arc, in any order within a row; the rows are sorted afterwards.
    std::vector<std::size_t> end(n + 1, 0);
    each_node([&](std::size_t tail) {
        each_arc(tail, [&](std::size_t head) {
            next(end[tail + 1]);
            next(end[head + 1]);
        });
    });
    for (std::size_t v = 0; v < n; ++v) end[v + 1] += end[v];
    std::vector<std::uint32_t> both(end[n]);
    each_node([&](std::size_t tail) {
        each_arc(tail, [&](std::size_t head) {
            both[next(end[tail])] = static_cast<std::uint32_t>(head);
            both[next(end[head])] = static_cast<std::uint32_t>(tail);
        });
    });

    // end[v] has moved to the end of row v, which is where row v + 1 began.
    const auto row = [&](std::size_t v) { return both.begin() + static_cast<std::ptrdiff_t>(v == 0 ? 0 : end[v - 1]); };
    UndirectedGraph result;
    result.first.resize(n + 1);
    each_node([&](std::size_t v) {
        const auto row_end = both.begin() + static_cast<std::ptrdiff_t>(end[v]);
        std::sort(row(v), row_end);
        result.first[v + 1] = static_cast<std::size_t>(std::unique(row(v), row_end) - row(v));
    });
    for (std::size_t v = 0; v < n; ++v) result.first[v + 1] += result.first[v];
    result.neighbour.resize(result.first[n]);
    each_node([&](std::size_t v) {
        std::copy_n(row(v), result.first[v + 1] - result.first[v],
                    result.neighbour.begin() + static_cast<std::ptrdiff_t>(result.first[v]));
    });
    return result;
}

}  // namespace allways::ordering
