// SPDX-License-Identifier: Apache-2.0
#include "engine/plan/prepared_job.h"

#include <algorithm>
#include <numeric>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/progress.h"
#include "allways/base/stopwatch.h"
#include "allways/cost/cost_matrix.h"
#include "allways/network/road_network.h"

namespace allways::engine {

namespace {

// Warns if most of a matrix's cells are 0, as in a dense adjacency matrix: they are taken as arcs of cost 0. So many
// zeros form a cycle, so only a matrix with a zero-cost class needs the test. O(n²).
void warn_of_zeros(const CostMatrix& matrix, const LogCallback& log_to) {
    const std::size_t n = matrix.node_count();
    const std::size_t cells = n * (n - 1);
    const std::size_t zeros = with_cost_type(matrix.type(), [&]<class T>() {
        const auto values = matrix.values<T>();
        auto found = static_cast<std::size_t>(std::ranges::count(values, T{0}));
        for (std::size_t i = 0; i < n; ++i) found -= values[i * n + i] == T{0} ? 1 : 0;
        return found;
    });
    if (2 * zeros <= cells) return;
    log(log_to, LogLevel::guess,
        format("{} of {} cells of the matrix are 0, which is an arc of cost 0; where 0 means no arc, give NaN or inf "
               "instead, an empty cell, or a sparse matrix",
               zeros, cells));
}

// Fills in the report's description of the problem.
template <class T>
void describe_problem(SolveReport& report, const Prepared<T>& prepared, std::size_t node_count) {
    report.cost_type = cost_type_of<T>;
    report.nodes = node_count;
    report.arcs = prepared.arc_count;
    report.zero_cost_classes = prepared.classes.contracted();
    report.no_through_nodes = prepared.node_count() - prepared.classes.pivot_count();
    report.has_negative_costs = prepared.has_negative_costs();
}

// The report's nodes and arcs, as the road network has them.
void describe_roads(SolveReport& report, const cost::ExpandedNetwork& expanded, const ArcCosts& costs) {
    if (expanded.states() == nullptr) return;
    const RoadNetwork& roads = expanded.roads();
    report.nodes = roads.node_count();
    report.turn_states = expanded.row_count() - expanded.node_count();
    report.no_through_nodes = count_no_through(roads);
    report.arcs = std::visit(
        [&](const auto& values) {
            std::uint64_t usable = 0;
            for (ArcIndex arc = 0; arc < roads.arc_count(); ++arc) {
                usable += roads.tail[arc] != roads.head[arc] && is_reachable(values[arc]);
            }
            return usable;
        },
        expanded.road_costs(costs.values));
}

}  // namespace

std::vector<NodeIndex> first_nodes(std::size_t count) {
    std::vector<NodeIndex> nodes(count);
    std::iota(nodes.begin(), nodes.end(), NodeIndex{0});
    return nodes;
}

template <class T>
PreparedJob<T> prepare_job(std::shared_ptr<const ExpandedCosts> roads, const SolveOptions& options) {
    result::check_skim_names(roads->roads().columns, options.skims, roads->costs.scale);
    PreparedJob<T> job;
    job.report.seconds = roads->seconds;
    {
        const StageTimer timer(job.report.seconds, "prepare");
        job.prepared = prepare<T>(roads->expanded.network(), roads->expanded.adjacency(), roads->costs,
                                  WorkMeter(options.progress, "prepare", 0));
    }
    job.row_count = options.next_hops ? roads->expanded.row_count() : roads->node_count();
    job.ends = roads->expanded.ends();
    job.steps = roads->max_out_degree();
    job.report.scale = roads->costs.scale;
    describe_problem(job.report, job.prepared, roads->expanded.network().node_count());
    describe_roads(job.report, roads->expanded, roads->costs);
    job.roads = std::move(roads);
    return job;
}

template <class T>
PreparedJob<T> prepare_job(const CostMatrix& matrix, const SolveOptions& options) {
    if (!options.skims.empty()) throw InvalidArgument("skims need a network; a matrix has no arc fields");
    PreparedJob<T> job;
    job.matrix = matrix.type() == cost_type_of<T> ? matrix : convert_matrix(matrix, cost_type_of<T>);
    {
        const StageTimer timer(job.report.seconds, "prepare");
        job.prepared = prepare<T>(job.matrix, WorkMeter(options.progress, "prepare", 0));
        if (job.prepared.classes.contracted() != 0) warn_of_zeros(job.matrix, options.log);
    }
    job.row_count = job.steps = matrix.node_count();
    job.ends = first_nodes(matrix.node_count());
    job.report.scale = matrix.scale();
    describe_problem(job.report, job.prepared, matrix.node_count());
    return job;
}

#define ALLWAYS_INSTANTIATE(T)                                                                      \
    template PreparedJob<T> prepare_job(std::shared_ptr<const ExpandedCosts>, const SolveOptions&); \
    template PreparedJob<T> prepare_job(const CostMatrix&, const SolveOptions&);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(float)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

}  // namespace allways::engine
