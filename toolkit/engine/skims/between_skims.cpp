#include "engine/skims/between_skims.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <mutex>

#include "allways/result/next_hops.h"
#include "base/parallel.h"
#include "engine/next_hops/hop_graphs.h"
#include "engine/skims/skim_block.h"

namespace allways::engine {

namespace {

using namespace result;

// Tries int32 first. `fill(cells)` puts all cells and returns true if they fit.
std::vector<Skim> filled(const BetweenSkims& job, const std::function<bool(SkimCells&)>& fill) {
    const std::uint64_t cells = std::uint64_t{job.origins.size()} * job.destinations.size();
    SkimCells whole(job.fields, cells, true);
    if (fill(whole)) return std::move(whole).finish();
    SkimCells floating(job.fields, cells, false);
    fill(floating);
    return std::move(floating).finish();
}

// Puts the column of one destination. Returns true if sums fit.
template <class HopOf>
bool put_column(const BetweenSkims& job, SkimWalk& walk, std::size_t column, SkimCells& cells, const HopOf& hop_of) {
    walk.begin(job.destinations[column]);
    for (std::size_t row = 0; row < job.origins.size(); ++row) {
        const auto sums = walk.sums(job.origins[row], job.arcs(), hop_of);
        if (!cells.put(std::uint64_t{row} * job.destinations.size() + column, sums)) return false;
    }
    return true;
}

// Columns that a thread sweeps at once: at most its share.
std::size_t block_width(const BetweenSkims& job, const ordering::Elimination& tree) {
    const std::size_t share = (job.destinations.size() + hardware_threads() - 1) / hardware_threads();
    return std::clamp<std::size_t>(share, 1, SkimBlock::wanted_width(tree.height(), job.fields.size()));
}

}  // namespace

template <class T>
std::uint64_t skim_bytes(const BetweenSkims& job, const ordering::Elimination& tree) {
    const std::uint64_t cells = std::uint64_t{job.origins.size()} * job.destinations.size();
    const std::size_t fields = job.fields.size();
    const std::uint64_t written = cells * fields * sizeof(double);
    if constexpr (std::is_integral_v<T>) {
        const std::size_t width = block_width(job, tree);
        const auto beyond_core =
            std::ranges::count_if(job.origins, [&](NodeIndex origin) { return job.network.is_no_through(origin); });
        return written + SkimFactor::bytes(tree.fill(), fields) +
               hardware_threads() * SkimBlock::bytes(tree, static_cast<std::size_t>(beyond_core), width, fields);
    } else {
        return written +
               hardware_threads() * job.network.node_count() * (sizeof(double) + (fields + 2) * sizeof(std::int64_t));
    }
}

std::vector<Skim> skims_by_sweep(const BetweenSkims& job, const Prepared<std::int32_t>& prepared,
                                 const ordering::Factor<std::int32_t>& factor, std::span<std::int32_t> distances) {
    const SkimFactor skims({job.network, job.adjacency, prepared, job.fields}, factor);
    const SkimProblem problem(skims, factor, job.origins, job.destinations);
    const std::size_t columns = job.destinations.size();
    const std::size_t width = block_width(job, *factor.elimination);
    const std::size_t blocks = (columns + width - 1) / width;
    return filled(job, [&](SkimCells& cells) {
        std::atomic<std::size_t> next{0};
        std::atomic<bool> fits{true};
        std::size_t done = 0;
        std::mutex reporting;
        parallel_for(std::min<std::size_t>(blocks, hardware_threads()), [&](std::size_t) {
            SkimBlock block(skims, factor, problem, width);
            for (std::size_t b = next++; b < blocks && fits; b = next++) {
                if (!block.run(b * width, {distances, cells})) fits = false;
                const std::lock_guard lock(reporting);
                done = std::min(done + width, columns);
                try {
                    report(job.progress, "solve", job.origins.size() * done, job.origins.size() * columns);
                } catch (...) {
                    next = blocks;
                    throw;
                }
            }
        });
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

template std::uint64_t skim_bytes<std::int32_t>(const BetweenSkims&, const ordering::Elimination&);
template std::uint64_t skim_bytes<float>(const BetweenSkims&, const ordering::Elimination&);
template std::uint64_t skim_bytes<double>(const BetweenSkims&, const ordering::Elimination&);
template std::vector<Skim> skims_by_searches(const BetweenSkims&, const Prepared<float>&, std::span<const float>);
template std::vector<Skim> skims_by_searches(const BetweenSkims&, const Prepared<double>&, std::span<const double>);

}  // namespace allways::engine
