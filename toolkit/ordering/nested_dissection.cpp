// SPDX-License-Identifier: Apache-2.0
#include "ordering/nested_dissection.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

#include "allways/base/format.h"
#include "base/threads/blocks.h"
#include "ordering/contraction.h"
#include "ordering/dissection_stages.h"
#include "ordering/min_fill.h"
#include "ordering/undirected_graph.h"

namespace allways::ordering {

namespace {

// Nodes with at most this many neighbours are eliminated before the cuts: more would make the cuts larger, fewer would
// make them slower.
constexpr std::size_t few_neighbours = 3;
// Pieces of at least this many nodes are cut; smaller ones are ordered together, up to this many nodes in a job.
constexpr std::size_t job_size = 1'000;

constexpr std::uint32_t outside_jobs = ~std::uint32_t{0};

// Removes the arcs at nodes with more than 10·√n neighbours from the graph and returns these nodes, which would
// otherwise be visited again and again (Amestoy, Davis and Duff 1996).
std::vector<std::uint32_t> take_dense_nodes(UndirectedGraph& graph) {
    const auto n = static_cast<std::uint32_t>(graph.node_count());
    const auto dense = static_cast<std::size_t>(10 * std::sqrt(static_cast<double>(n)));
    std::vector<std::uint32_t> nodes;
    std::vector<bool> is_dense(n, false);
    for (std::uint32_t v = 0; v < n; ++v) {
        if (graph.neighbours(v).size() <= dense) continue;
        nodes.push_back(v);
        is_dense[v] = true;
    }
    if (nodes.empty()) return nodes;
    UndirectedGraph rest;
    rest.first.reserve(n + 1);
    for (std::uint32_t v = 0; v < n; ++v) {
        for (const std::uint32_t w : graph.neighbours(v)) {
            if (!is_dense[v] && !is_dense[w]) rest.neighbour.push_back(w);
        }
        rest.first.push_back(rest.neighbour.size());
    }
    graph = std::move(rest);
    return nodes;
}

// Pieces that are ordered together.
struct Job {
    std::vector<std::uint32_t> nodes;
    std::vector<std::uint32_t> order;
    std::size_t levels = 0;
    std::size_t by_degree = 0;
};

std::vector<Job> jobs_of(std::vector<Subgraph> pieces) {
    std::vector<Job> jobs;
    for (const Subgraph& piece : pieces) {
        if (jobs.empty() || jobs.back().nodes.size() + piece.node.size() > job_size) jobs.emplace_back();
        jobs.back().nodes.insert(jobs.back().nodes.end(), piece.node.begin(), piece.node.end());
    }
    std::stable_sort(jobs.begin(), jobs.end(),
                     [](const Job& a, const Job& b) { return a.nodes.size() > b.nodes.size(); });
    return jobs;
}

// `place`: the position of each node in its job, outside_jobs for the nodes of cuts, which are the borders of jobs.
void order_job(Job& job, const UndirectedGraph& graph, const std::vector<std::uint32_t>& place, WorkMeter& meter) {
    UndirectedGraph inner;
    std::vector<std::uint32_t> border;
    for (const std::uint32_t v : job.nodes) {
        for (const std::uint32_t w : graph.neighbours(v)) {
            if (place[w] == outside_jobs)
                border.push_back(w);
            else
                inner.neighbour.push_back(place[w]);
        }
        std::sort(inner.neighbour.begin() + static_cast<std::ptrdiff_t>(inner.first.back()), inner.neighbour.end());
        inner.first.push_back(inner.neighbour.size());
    }
    const auto stages = dissection_stages(inner, 1, meter);
    job.levels = stages.size() - 1;

    std::sort(border.begin(), border.end());
    border.erase(std::unique(border.begin(), border.end()), border.end());
    const auto inner_count = static_cast<std::uint32_t>(job.nodes.size());
    std::vector<std::vector<std::uint32_t>> inside(border.size());  // neighbours, by node of the border
    UndirectedGraph whole;
    for (std::uint32_t i = 0; i < inner_count; ++i) {
        const auto row = inner.neighbours(i);
        whole.neighbour.insert(whole.neighbour.end(), row.begin(), row.end());
        for (const std::uint32_t w : graph.neighbours(job.nodes[i])) {
            if (place[w] != outside_jobs) continue;
            const auto at =
                static_cast<std::uint32_t>(std::lower_bound(border.begin(), border.end(), w) - border.begin());
            inside[at].push_back(i);
            whole.neighbour.push_back(inner_count + at);
        }
        whole.first.push_back(whole.neighbour.size());
    }
    for (const auto& row : inside) {
        whole.neighbour.insert(whole.neighbour.end(), row.begin(), row.end());
        whole.first.push_back(whole.neighbour.size());
    }
    MinFill elimination(whole, border.size(), MinFill::work_bound(graph.node_count(), inner_count));
    for (const auto& stage : stages) elimination.eliminate(stage, MinFill::any_degree, meter);
    job.by_degree = elimination.ordered_by_degree();
    job.order = elimination.take_order();
    for (std::uint32_t& v : job.order) v = job.nodes[v];
    meter.add(inner_count);
}

// The units that a road network of n nodes adds to the meter: the contraction of all nodes, then about 0.28·n at each
// level.
std::uint64_t expected_units(std::size_t n) {
    const double levels = 2 + std::max(0.0, std::log2(static_cast<double>(n) / 700));
    return static_cast<std::uint64_t>(static_cast<double>(n) * (1.3 + 0.28 * levels));
}

Dissection dissect(const Graph& graph, unsigned threads, WorkMeter& meter) {
    UndirectedGraph all = undirected(graph, threads, meter);
    const std::vector<std::uint32_t> dense = take_dense_nodes(all);
    Contraction rest = contract(all, few_neighbours, threads, meter);
    all = {};

    CutSubgraphs cut = cut_subgraphs(connected_subgraphs(rest.graph, threads, meter), job_size, threads, meter);
    std::vector<Job> jobs = jobs_of(std::move(cut.pieces));
    std::vector<std::uint32_t> place(rest.kept.size(), outside_jobs);
    for (const Job& job : jobs) {
        for (std::uint32_t i = 0; i < job.nodes.size(); ++i) place[job.nodes[i]] = i;
    }
    meter.run(
        jobs.size(), [&](std::size_t j) { order_job(jobs[j], rest.graph, place, meter); }, threads);

    std::vector<std::uint32_t> order = std::move(rest.eliminated);
    std::size_t levels = 0, by_degree = 0;
    for (const Job& job : jobs) {
        for (const std::uint32_t v : job.order) order.push_back(rest.kept[v]);
        levels = std::max(levels, job.levels);
        by_degree += job.by_degree;
    }
    std::for_each(cut.cuts.rbegin(), cut.cuts.rend(), [&](const std::vector<std::uint32_t>& level) {
        for (const std::uint32_t v : level) order.push_back(rest.kept[v]);
    });
    if (!dense.empty()) {
        std::vector<bool> is_dense(graph.node_count(), false);
        for (const std::uint32_t v : dense) is_dense[v] = true;
        std::erase_if(order, [&](std::uint32_t v) { return is_dense[v]; });
        order.insert(order.end(), dense.begin(), dense.end());
    }
    std::string method = format("minimum fill and {} levels of cuts", cut.cuts.size() + levels);
    if (by_degree > 0) {
        method += format("; {} nodes by degree, because minimum fill takes too long on this network", by_degree);
    }
    return {std::move(order), std::move(method)};
}

}  // namespace

Dissection nested_dissection(const Graph& graph, unsigned threads, const ProgressCallback& progress) {
    if (threads == 0) threads = hardware_threads();
    WorkMeter meter(progress, "order", expected_units(graph.node_count()));
    Dissection dissection;
    run_alone(graph.node_count(), meter, [&] { dissection = dissect(graph, threads, meter); });
    meter.finish();
    return dissection;
}

}  // namespace allways::ordering
