// SPDX-License-Identifier: Apache-2.0
#include "allways/result/skims.h"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "allways/base/error.h"
#include "base/threads/parallel.h"
#include "result/skim_walk.h"

namespace allways {

namespace {

using namespace result;

constexpr std::size_t block = 64;  // columns per block, so that rows are read in runs of consecutive cells

// The graph that walks over a table's hops use: its nodes and arcs, or under turn rules the states and their steps.
struct WalkedArcs {
    std::vector<std::uint64_t> first_out;
    std::vector<NodeIndex> head;           // no_node for a forbidden step, which no hop uses
    std::vector<SkimField> fields;         // by arc or step
    std::vector<std::size_t> first_state;  // index of each node's first state in `states`
    std::vector<NodeIndex> states;

    WalkedArcs(const TableArcs& arcs, std::vector<SkimField> of_steps) : fields(std::move(of_steps)) {
        if (arcs.states.empty()) {
            first_out = arcs.first_out;
            head = arcs.head;
            return;
        }
        const TurnStates& turn = arcs.states;
        first_out.assign(turn.first_step.begin(), turn.first_step.end());
        head = turn.next;
        const AdjacencyArray by_node = build_adjacency(arcs.first_out.size() - 1, turn.node);
        first_state = by_node.first_out;
        states = by_node.arcs;
    }

    void begin(SkimWalk& walk, NodeIndex target) const {
        if (states.empty()) return walk.begin(target);
        walk.begin(std::span(states).subspan(first_state[target], first_state[target + 1] - first_state[target]));
    }
};

// Fills all cells of columns first … last - 1. Returns false if sums do not fit.
bool fill_columns(const DistanceTable& table, const WalkedArcs& walked, SkimWalk& walk, std::size_t first,
                  std::size_t last, SkimCells& cells) {
    const std::size_t n = table.node_count();
    const std::size_t rows = table.next_hops().row_count();
    std::vector<std::uint32_t> hops((last - first) * rows);  // by column
    for (std::size_t from = 0; from < rows; ++from) {
        for (std::size_t to = first; to < last; ++to) hops[(to - first) * rows + from] = table.next_hops().at(from, to);
    }
    const HopArcs<std::uint64_t> arcs{walked.first_out, walked.head};
    for (std::size_t to = first; to < last; ++to) {
        const std::uint32_t* column = hops.data() + (to - first) * rows;
        walked.begin(walk, static_cast<NodeIndex>(to));
        for (std::size_t from = 0; from < n; ++from) {
            const auto sums =
                walk.sums(static_cast<NodeIndex>(from), arcs, [&](NodeIndex state) { return column[state]; });
            if (!cells.put(std::uint64_t{from} * n + to, sums)) return false;
        }
    }
    return true;
}

// Returns nothing if sums do not fit.
std::vector<Skim> fill(const DistanceTable& table, const WalkedArcs& walked, bool whole,
                       const ProgressCallback& progress) {
    const std::size_t n = table.node_count();
    SkimCells cells(walked.fields, std::uint64_t{n} * n, whole);
    std::atomic<bool> fits{true};
    std::atomic<std::size_t> columns_done{0};
    std::mutex reporting;
    parallel_for((n + block - 1) / block, [&](std::size_t b) {
        if (!fits) return;
        SkimWalk walk(table.next_hops().row_count(), walked.fields);
        const std::size_t last = std::min(n, (b + 1) * block);
        if (!fill_columns(table, walked, walk, b * block, last, cells)) fits = false;
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
    const WalkedArcs walked(table.arcs(), step_fields(table.arcs(), table.scale(), names));
    std::vector<Skim> skims = fill(table, walked, true, progress);
    if (skims.empty()) skims = fill(table, walked, false, progress);
    for (Skim& skim : skims) table.add_skim(std::move(skim));
}

}  // namespace allways
