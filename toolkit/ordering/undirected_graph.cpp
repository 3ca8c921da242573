// SPDX-License-Identifier: Apache-2.0
#include "ordering/undirected_graph.h"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "base/random.h"
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

// ---- clusters

namespace {

constexpr std::uint32_t no_cluster = ~std::uint32_t{0};
// Shorter lists of nodes are not worth starting threads.
constexpr std::size_t front_chunk = 4096;

// The clusters grow from `front` in rounds, one arc in each. If several clusters reach a node in the same round, it
// joins the one with the lowest number, whichever thread is first.
void grow_clusters(const UndirectedGraph& graph, std::vector<std::uint32_t> front, unsigned threads,
                   const WorkMeter& meter, std::vector<std::uint32_t>& cluster) {
    std::vector<std::uint32_t> offered(graph.node_count(), no_cluster);
    const auto offer_neighbours = [&](std::uint32_t v, std::vector<std::uint32_t>& reached) {
        const std::uint32_t mine = cluster[v];
        for (const std::uint32_t w : graph.neighbours(v)) {
            if (cluster[w] != no_cluster) continue;
            const std::atomic_ref<std::uint32_t> offer(offered[w]);
            std::uint32_t before = offer.load(std::memory_order_relaxed);
            while (mine < before && !offer.compare_exchange_weak(before, mine, std::memory_order_relaxed)) {
            }
            if (before == no_cluster) reached.push_back(w);
        }
    };
    while (!front.empty()) {
        meter.check();
        std::vector<std::uint32_t> reached;
        std::mutex mutex;
        const std::size_t chunks = (front.size() + front_chunk - 1) / front_chunk;
        parallel_for(
            chunks,
            [&](std::size_t c) {
                std::vector<std::uint32_t> mine;
                const std::size_t end = std::min(front.size(), (c + 1) * front_chunk);
                for (std::size_t i = c * front_chunk; i < end; ++i) offer_neighbours(front[i], mine);
                const std::lock_guard lock(mutex);
                reached.insert(reached.end(), mine.begin(), mine.end());
            },
            threads);
        for (const std::uint32_t v : reached) cluster[v] = offered[v];
        front = std::move(reached);
    }
}

// Collects the components that no start reached, small ones together. Returns the number of clusters.
std::uint32_t collect_rest(const UndirectedGraph& graph, std::size_t size, std::uint32_t count,
                           std::vector<std::uint32_t>& cluster, const WorkMeter& meter) {
    std::size_t in_last = size;
    std::vector<std::uint32_t> queue;
    for (std::uint32_t start = 0; start < graph.node_count(); ++start) {
        if (cluster[start] != no_cluster) continue;
        meter.check();
        if (in_last >= size) {
            ++count;
            in_last = 0;
        }
        queue.assign(1, start);
        cluster[start] = count - 1;
        for (std::size_t i = 0; i < queue.size(); ++i) {
            for (const std::uint32_t w : graph.neighbours(queue[i])) {
                if (cluster[w] != no_cluster) continue;
                cluster[w] = count - 1;
                queue.push_back(w);
            }
        }
        in_last += queue.size();
    }
    return count;
}

}  // namespace

Clusters clusters(const UndirectedGraph& graph, std::size_t size, std::uint64_t salt, unsigned threads,
                  const WorkMeter& meter) {
    const auto n = static_cast<std::uint32_t>(graph.node_count());
    Clusters result;
    result.of.assign(n, no_cluster);
    std::uint32_t count = 0;
    if (n >= 2 * size) {
        Random random(salt);
        std::vector<std::uint32_t> starts;
        for (const std::size_t wanted = n / size; starts.size() < wanted;) {
            const std::uint32_t v = random.below(n);
            if (result.of[v] != no_cluster) continue;
            result.of[v] = count++;
            starts.push_back(v);
        }
        grow_clusters(graph, std::move(starts), threads, meter, result.of);
    }
    count = collect_rest(graph, size, count, result.of, meter);

    meter.check();
    result.first.assign(count + 1, 0);
    result.place.resize(n);
    result.nodes.resize(n);
    for (std::uint32_t v = 0; v < n; ++v)
        result.place[v] = static_cast<std::uint32_t>(result.first[result.of[v] + 1]++);
    meter.check();
    for (std::uint32_t c = 0; c < count; ++c) result.first[c + 1] += result.first[c];
    for (std::uint32_t v = 0; v < n; ++v) result.nodes[result.first[result.of[v]] + result.place[v]] = v;
    return result;
}

}  // namespace allways::ordering
