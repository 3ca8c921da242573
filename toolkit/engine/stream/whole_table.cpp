// SPDX-License-Identifier: Apache-2.0
#include "engine/stream/whole_table.h"

#include <limits>
#include <type_traits>

#include "allways/base/stopwatch.h"
#include "allways/result/cell_numbers.h"
#include "allways/result/distance_table.h"
#include "base/threads/large_vector.h"
#include "engine/next_hops/hops_from_distances.h"
#include "engine/sweep/sweep_problem.h"
#include "result/expanded_arcs.h"

namespace allways::engine {

namespace {

// Room for next hops, all of them none.
NextHops no_hops(NextHops::Kind kind, std::size_t columns, std::size_t steps, std::size_t rows,
                 const SolveOptions& options) {
    const auto room = [&]<class Hop>() {
        return SharedArray<Hop>(large_vector(rows * columns, std::numeric_limits<Hop>::max(), options.progress));
    };
    switch (NextHops::bytes_for(steps)) {
        case 1: return {kind, columns, room.operator()<std::uint8_t>()};
        case 2: return {kind, columns, room.operator()<std::uint16_t>()};
        default: return {kind, columns, room.operator()<std::uint32_t>()};
    }
}

}  // namespace

TableArcs arcs_of(const ExpandedCosts& roads, CostType type) {
    TableArcs arcs = result::expanded_arcs(roads.expanded, roads.costs);
    if (type != CostType::float32 || roads.costs.type() != CostType::float64) return arcs;
    const auto round = [](CostArray& costs) {
        if (const auto* exact = std::get_if<SharedArray<double>>(&costs))
            costs = SharedArray<float>(in_float32(*exact));
    };
    round(arcs.cost);
    round(arcs.step_cost);
    return arcs;
}

template <class T>
WholeTable<T>::WholeTable(const PreparedJob<T>& job, const SolveOptions& options)
    : job_(job),
      options_(options),
      distances_(large_vector<T>(job.row_count * job.column_count(), T{}, options.progress)) {
    if (!options.next_hops) return;
    const auto kind = job.roads ? NextHops::Kind::arc_ordinal : NextHops::Kind::node_index;
    hops_ = no_hops(kind, job.column_count(), job.steps, job.row_count, options);
}

template <class T>
RowTarget<T> WholeTable<T>::place(NodeIndex row) {
    const std::size_t at = row * job_.column_count();
    return {distances_.data() + at, options_.next_hops ? bytes_of(hops_).data() + at * hops_.bytes_per_hop() : nullptr};
}

template <class T>
void WholeTable<T>::find_hops(SolveReport& solve_report) {
    const StageTimer timer(solve_report.seconds, "restore");
    report(options_.progress, "next hops", 0, 1);
    const std::vector<NodeIndex> rows = first_nodes(hops_.row_count());
    const std::span<const NodeIndex> starts = std::span(rows).first(job_.column_count());
    next_hops_from_distances<T>(job_.hop_network(), rows, {distances_.data(), starts, job_.ends, {}},
                                bytes_of(hops_).data(), hops_.bytes_per_hop());
    if constexpr (!std::is_integral_v<T>) {
        solve_report.repaired_columns =
            repair_hop_trees<T>(hop_graph(job_.hop_network()), starts, job_.ends, distances_, hops_);
    }
    report(options_.progress, "next hops", 1, 1);
}

// Hops of a matrix come with the distances; rounding of floats may close circles among them.
template <class T>
void WholeTable<T>::repair_hops(SolveReport& report) {
    if constexpr (!std::is_integral_v<T>) {
        const StageTimer timer(report.seconds, "restore");
        report.repaired_columns =
            repair_hop_trees<T>(hop_graph<T>(job_.matrix, job_.prepared), job_.ends, job_.ends, distances_, hops_);
    }
}

template <class T>
DistanceTable WholeTable<T>::finish(bool hops_found, std::vector<Skim> skims, SolveReport& report, CostType type) && {
    if (options_.next_hops && job_.roads && !hops_found) find_hops(report);
    if (options_.next_hops && !job_.roads) repair_hops(report);
    const std::size_t n = job_.column_count();
    distances_.resize(n * n);
    if (!job_.roads) {
        DistanceTable table(std::move(distances_), n, job_.matrix.scale(), job_.matrix.node_ids());
        if (options_.next_hops) table.set_next_hops(std::move(hops_), {});
        return table;
    }
    const RoadNetwork& roads = job_.roads->roads();
    const auto distances = [&]() -> CellNumbers {
        if constexpr (std::is_same_v<T, double>) {
            if (type == CostType::float32) return in_float32(distances_);
        }
        return std::move(distances_);
    };
    DistanceTable table(distances(), n, job_.roads->costs.scale, roads.node_ids);
    if (options_.next_hops) {
        const std::size_t hop_bytes = hops_.bytes_per_hop();
        unsigned char* const hops = bytes_of(hops_).data();
        for (std::size_t row = 0; row < job_.row_count; ++row) {
            job_.end_drive(static_cast<NodeIndex>(row), hops + row * n * hop_bytes, hop_bytes);
        }
        table.set_next_hops(std::move(hops_), arcs_of(*job_.roads, type));
    }
    if (!options_.skims.empty() && skims.empty()) {
        const StageTimer timer(report.seconds, "skims");
        add_skims(table, options_.skims, options_.progress);
    }
    for (Skim& skim : skims) table.add_skim(std::move(skim));
    table.set_coordinates(roads.coordinates, roads.provenance.crs);
    table.set_no_through(roads.no_through);
    table.set_provenance(roads.provenance.notes);
    return table;
}

template class WholeTable<std::int32_t>;
template class WholeTable<float>;
template class WholeTable<double>;

}  // namespace allways::engine
