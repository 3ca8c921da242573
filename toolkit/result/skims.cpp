#include "allways/result/skims.h"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "allways/base/error.h"
#include "base/parallel.h"
#include "result/skim_walk.h"

namespace allways {

namespace {

using namespace result;

constexpr std::size_t block = 64;  // columns per block, so that rows are read in runs

// Fills all cells of columns first … last - 1. Returns false if sums do not fit.
bool fill_columns(const DistanceTable& table, const HopArcs<std::uint64_t>& arcs, SkimWalk& walk, std::size_t first,
                  std::size_t last, SkimCells& cells) {
    const std::size_t n = table.node_count();
    std::vector<std::uint32_t> hops((last - first) * n);  // by column
    for (std::size_t from = 0; from < n; ++from) {
        for (std::size_t to = first; to < last; ++to) hops[(to - first) * n + from] = table.next_hops().at(from, to);
    }
    for (std::size_t to = first; to < last; ++to) {
        const std::uint32_t* column = hops.data() + (to - first) * n;
        walk.begin(static_cast<NodeIndex>(to));
        for (std::size_t from = 0; from < n; ++from) {
            const auto sums =
                walk.sums(static_cast<NodeIndex>(from), arcs, [&](NodeIndex node) { return column[node]; });
            if (!cells.put(std::uint64_t{from} * n + to, sums)) return false;
        }
    }
    return true;
}

// Returns nothing if sums do not fit.
std::vector<Skim> fill(const DistanceTable& table, std::span<const SkimField> fields, bool whole,
                       const ProgressCallback& progress) {
    const std::size_t n = table.node_count();
    const HopArcs<std::uint64_t> arcs{table.arcs().first_out, table.arcs().head};
    SkimCells cells(fields, std::uint64_t{n} * n, whole);
    std::atomic<bool> fits{true};
    std::atomic<std::size_t> columns_done{0};
    std::mutex reporting;
    parallel_for((n + block - 1) / block, [&](std::size_t b) {
        if (!fits) return;
        SkimWalk walk(n, fields);
        const std::size_t last = std::min(n, (b + 1) * block);
        if (!fill_columns(table, arcs, walk, b * block, last, cells)) fits = false;
        columns_done += last - b * block;
        const std::lock_guard lock(reporting);
        report(progress, "skims", std::uint64_t{columns_done} * n, std::uint64_t{n} * n);
    });
    return fits ? std::move(cells).finish() : std::vector<Skim>{};
}

}  // namespace

void add_skims(DistanceTable& table, std::span<const std::string> names, const ProgressCallback& progress) {
    if (names.empty()) return;
    if (!table.has_next_hops() || table.next_hops().kind() != NextHops::Kind::arc_ordinal) {
        throw InvalidArgument("skims need the next hops of a network, which this table does not have");
    }
    check_skim_names(table.arcs().columns, names, table.scale());
    const std::vector<SkimField> fields = skim_fields(table.arcs().columns, names);
    std::vector<Skim> skims = fill(table, fields, true, progress);
    if (skims.empty()) skims = fill(table, fields, false, progress);
    for (Skim& skim : skims) table.add_skim(std::move(skim));
}

}  // namespace allways
