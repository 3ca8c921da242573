// SPDX-License-Identifier: Apache-2.0
#include "peers/race.h"

#include <algorithm>
#include <atomic>

#include "allways/base/format.h"
#include "base/threads/large_vector.h"

namespace allways::peers {

namespace {

// Size of the memory block that a peer's rows reuse; it exceeds any cache.
constexpr std::size_t block_bytes = std::size_t{256} << 20;
// A peer gets work for about this long at a time, so that progress and interrupts are handled in between.
constexpr double block_seconds = 2;

std::uint64_t different_cells(std::span<const std::int32_t> a, std::span<const std::int32_t> b) {
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < a.size(); ++i) count += a[i] != b[i];
    return count;
}

std::uint64_t different_cells(const AllwaysRun& allways, std::size_t begin, std::size_t count,
                              std::span<const std::int32_t> rows, std::size_t n) {
    std::atomic<std::uint64_t> different = 0;
    parallel_for(count,
                 [&](std::size_t i) { different += different_cells(allways.row(begin + i), rows.subspan(i * n, n)); });
    return different;
}

}  // namespace

Spent RaceResult::times_allways(const PeerTime& peer) const {
    const double tables = static_cast<double>(peer.sources) / static_cast<double>(nodes);
    return {(peer.prepared.seconds + peer.spent.seconds / tables) / distances.total(),
            (peer.prepared.core_seconds + peer.spent.core_seconds / tables) / distances.core_seconds};
}

PeerTime measure_peer(Peer& peer, const AllwaysRun& allways, double limit_seconds, const ProgressCallback& progress) {
    const auto sources = allways.sources();
    const std::size_t n = allways.row(0).size();
    const std::size_t most = std::max<std::size_t>(1, block_bytes / (n * sizeof(std::int32_t)));
    std::vector<std::int32_t> rows = large_vector<std::int32_t>(std::min(most, sources.size()) * n);
    PeerTime time;
    time.name = peer.name();
    time.cores = peer.cores();
    report(progress, time.name, 0, sources.size());
    time.prepared = peer.prepare();
    std::size_t block = std::min<std::size_t>(16, most);
    while (time.sources < sources.size() && time.spent.seconds < limit_seconds) {
        report(progress, time.name, time.sources, sources.size());
        block = std::min(block, sources.size() - time.sources);
        time.spent += peer.solve(sources.subspan(time.sources, block), rows);
        time.different_cells += different_cells(allways, time.sources, block, rows, n);
        time.sources += block;
        const double rate = static_cast<double>(time.sources) / std::max(time.spent.seconds, 1e-6);
        const double next = rate * std::min(block_seconds, limit_seconds - time.spent.seconds);
        block = static_cast<std::size_t>(std::clamp(next, 1.0, static_cast<double>(most)));
    }
    return time;
}

RaceResult run_race(const Roads& roads, const RaceOptions& options) {
    RaceResult result;
    result.nodes = roads.node_count();
    AllwaysRun allways(roads, {options.runs, options.seed, options.table_bytes, options.band_bytes, options.progress});
    result.whole_table = allways.has_whole_table();
    result.kept_rows = allways.sources().size();
    const unsigned threads = hardware_threads();
    result.fill = allways.fill(false);
    result.fill_with_hops = allways.fill(true);
    result.with_hops = allways.run(threads, true);
    result.distances = *allways.run(threads, false);  // last: the peers are compared with its table

    const auto measure = [&](const char* name, const auto& make) {
        try {
            result.peers.push_back(measure_peer(*make(), allways, options.limit_seconds, options.progress));
        } catch (const Absent& reason) {
            result.absent.push_back(format("{}: {}", name, reason.what()));
        }
    };
    measure("Boost", [&] { return boost_peer(roads, threads); });
    measure("RoutingKit, contracted", [&] { return routingkit_peer(Hierarchy::contracted, roads, threads); });
    measure("RoutingKit, customized", [&] { return routingkit_peer(Hierarchy::customized, roads, threads); });
    for (const char* library : {"scipy", "igraph", "networkit", "routingkit_cch"}) {
        measure(library, [&] { return python_peer(library, options.python, roads, threads); });
    }
    return result;
}

}  // namespace allways::peers
