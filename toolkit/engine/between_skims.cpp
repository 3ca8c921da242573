#include "engine/between_skims.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <mutex>

#include "allways/result/next_hops.h"
#include "base/large_vector.h"
#include "base/parallel.h"
#include "engine/hop_graphs.h"
#include "engine/sweep_host.h"

namespace allways::engine {

namespace {

using namespace result;

constexpr std::uint64_t most_cells = std::uint64_t{1} << 26;  // of all nodes towards the destinations in memory

// Tries int32 first. `fill(cells)` puts all cells and tells whether they fitted.
std::vector<Skim> filled(const BetweenSkims& job, const std::function<bool(SkimCells&)>& fill) {
    const std::uint64_t cells = std::uint64_t{job.origins.size()} * job.destinations.size();
    SkimCells whole(job.fields, cells, true);
    if (fill(whole)) return std::move(whole).finish();
    SkimCells floating(job.fields, cells, false);
    fill(floating);
    return std::move(floating).finish();
}

// The column of one destination. Returns whether sums fit.
template <class HopOf>
bool put_column(const BetweenSkims& job, SkimWalk& walk, std::size_t column, SkimCells& cells, const HopOf& hop_of) {
    walk.begin(job.destinations[column]);
    for (std::size_t row = 0; row < job.origins.size(); ++row) {
        const auto sums = walk.sums(job.origins[row], job.arcs(), hop_of);
        if (!cells.put(std::uint64_t{row} * job.destinations.size() + column, sums)) return false;
    }
    return true;
}

// Columns one behind the other, from rows of `width` cells that begin with the first of them. A walk goes from node to
// node, and every step would else touch a page of its own.
template <class T>
std::vector<T> turned(const std::vector<T>& rows, std::size_t width, ColumnRange columns) {
    const std::size_t n = rows.size() / width;
    std::vector<T> cells(columns.size() * n);
    for (std::size_t node = 0; node < n; ++node) {
        const T* row = rows.data() + node * width;
        for (std::size_t column = columns.begin; column < columns.end; ++column) {
            cells[(column - columns.begin) * n + node] = row[column];
        }
    }
    return cells;
}

// The rule of next hops (next_hops_from_distances) for one node, from all nodes' distances to the target: the lowest tight arc by which its class of zero-cost cycles
// is left, and inside the class the way there.
std::uint32_t tight_hop(const BetweenSkims& job, const Prepared<std::int32_t>& prepared, std::span<const std::int32_t> costs,
                        const std::int32_t* distance, NodeIndex node, NodeIndex target) {
    if (!is_reachable(distance[node])) return NextHops::none;
    const ZeroClasses& classes = prepared.classes;
    const std::uint32_t own = classes.class_of(node);
    if (own == classes.class_of(target)) return classes.hop(node, target);
    for (std::size_t e = prepared.first_out[own]; e < prepared.first_out[own + 1]; ++e) {
        const ExitArc& exit = prepared.exits[e];
        const ArcIndex arc = job.adjacency.out_arcs(exit.tail)[exit.hop];
        const NodeIndex head = job.network.head[arc];
        if ((job.network.is_no_through(head) && head != target) || !is_reachable(distance[head])) continue;
        if (costs[arc] + distance[head] != distance[exit.tail]) continue;
        return exit.tail == node ? exit.hop : classes.hop(node, exit.tail);
    }
    return NextHops::none;
}

}  // namespace

std::size_t skim_columns(std::size_t node_count, std::size_t destinations) {
    const auto fitting = static_cast<std::size_t>(most_cells / std::max<std::size_t>(node_count, 1));
    return std::clamp<std::size_t>(fitting, 1, std::max<std::size_t>(destinations, 1));
}

std::vector<Skim> skims_by_sweep(const BetweenSkims& job, const Prepared<std::int32_t>& prepared,
                                 std::span<const std::int32_t> costs,
                                 std::shared_ptr<const ordering::Factor<std::int32_t>> factor, const CellFormat& format,
                                 std::span<std::int32_t> distances) {
    const std::size_t n = job.network.node_count();
    const std::size_t count = job.destinations.size();
    std::vector<NodeIndex> all(n);
    for (NodeIndex node = 0; node < n; ++node) all[node] = node;
    const auto problem = sweep_problem(prepared, std::move(factor), format, all, job.destinations);
    const std::size_t width = skim_columns(n, count);
    std::vector<std::int32_t> cells = large_vector<std::int32_t>(n * width);
    std::vector<std::uint32_t> hops;
    if (problem.has_hops()) hops = large_vector<std::uint32_t>(n * width);

    return filled(job, [&](SkimCells& skims) {
        std::atomic<bool> fits{true};
        for (std::size_t first = 0; first < count && fits; first += width) {
            const ColumnRange range{first, std::min(count, first + width)};
            SweepHostOptions options;
            if (job.progress) {
                options.progress = [&](const Progress& part) {
                    return job.progress({part.stage, n * range.begin + part.done, std::uint64_t{n} * count});
                };
            }
            sweep_on_host(problem, range, {cells.data(), width, hops.empty() ? nullptr : hops.data(), sizeof(std::uint32_t)},
                          options);
            for (std::size_t row = 0; row < job.origins.size(); ++row) {
                const std::int32_t* from = cells.data() + std::size_t{job.origins[row]} * width;
                std::copy_n(from, range.size(), distances.data() + row * count + first);
            }
            constexpr std::size_t share = 16;  // columns turned by one thread, which share lines of the cache
            parallel_for((range.size() + share - 1) / share, [&](std::size_t part) {
                SkimWalk walk(n, job.fields);
                const ColumnRange own{part * share, std::min(range.size(), (part + 1) * share)};
                const auto own_hops = turned(hops, width, own);
                const auto own_cells = hops.empty() ? turned(cells, width, own) : std::vector<std::int32_t>();
                for (std::size_t at = 0; at < own.size() && fits; ++at) {
                    const std::size_t column = first + own.begin + at;
                    const auto hop_of = [&](NodeIndex node) {
                        if (!hops.empty()) return own_hops[at * n + node];
                        return tight_hop(job, prepared, costs, own_cells.data() + at * n, node, job.destinations[column]);
                    };
                    if (!put_column(job, walk, column, skims, hop_of)) fits = false;
                }
            });
        }
        return fits.load();
    });
}

template <class T>
std::vector<Skim> skims_by_searches(const BetweenSkims& job, const Prepared<T>& prepared, std::span<const T> costs) {
    const std::size_t n = job.network.node_count();
    const std::size_t count = job.destinations.size();
    const HopGraph graph = hop_graph<T>(job.network, job.adjacency, costs, prepared);
    return filled(job, [&](SkimCells& skims) {
        std::atomic<bool> fits{true};
        std::size_t done = 0;
        std::mutex reporting;
        parallel_for(count, [&](std::size_t column) {
            if (!fits) return;
            SkimWalk walk(n, job.fields);
            const std::vector<std::uint32_t> hops = shortest_path_hops(graph, job.destinations[column]);
            if (!put_column(job, walk, column, skims, [&](NodeIndex node) { return hops[node]; })) fits = false;
            const std::lock_guard lock(reporting);
            report(job.progress, "skims", job.origins.size() * ++done, job.origins.size() * count);
        });
        return fits.load();
    });
}

template std::vector<Skim> skims_by_searches(const BetweenSkims&, const Prepared<float>&, std::span<const float>);
template std::vector<Skim> skims_by_searches(const BetweenSkims&, const Prepared<double>&, std::span<const double>);

}  // namespace allways::engine
