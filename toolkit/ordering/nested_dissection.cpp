// SPDX-License-Identifier: Apache-2.0
#include "ordering/nested_dissection.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

#include "allways/base/format.h"
#include "base/threads/blocks.h"
#include "ordering/dissection_stages.h"
#include "ordering/min_fill.h"
#include "ordering/undirected_graph.h"

namespace allways::ordering {

namespace {

// Large enough for few nodes at borders of clusters, small enough for a core's own cache and for many threads.
constexpr std::size_t region_size = 32'768;

// Returns the rest of a cluster after elimination, in nodes of the whole graph.
Contraction contract_cluster(const UndirectedGraph& graph, const Clusters& clusters, std::size_t c, std::size_t most,
                             WorkMeter& meter) {
    const auto members = clusters.members(c);
    UndirectedGraph inside;
    std::vector<std::uint32_t> inner;  // nodes without neighbours in other clusters
    for (std::uint32_t i = 0; i < members.size(); ++i) {
        bool is_inner = true;
        for (const std::uint32_t w : graph.neighbours(members[i])) {
            if (clusters.of[w] == c)
                inside.neighbour.push_back(clusters.place[w]);
            else
                is_inner = false;
        }
        inside.first.push_back(inside.neighbour.size());
        if (is_inner) inner.push_back(i);
    }
    MinFill elimination(inside);
    elimination.eliminate(inner, most, meter);
    Contraction remains{{}, elimination.rest(), {}};
    remains.graph = elimination.graph_of(remains.kept);
    remains.eliminated = elimination.take_order();
    for (std::uint32_t& v : remains.kept) v = members[v];
    for (std::uint32_t& v : remains.eliminated) v = members[v];
    meter.add(members.size());
    return remains;
}

Contraction contract(const UndirectedGraph& graph, const Clusters& division, std::size_t most, unsigned threads,
                     WorkMeter& meter) {
    std::vector<Contraction> remains(division.count());
    meter.run(
        remains.size(), [&](std::size_t c) { remains[c] = contract_cluster(graph, division, c, most, meter); },
        threads);

    // Kept nodes are numbered cluster by cluster, so that neighbours lie close together regardless of the graph's own
    // order.
    std::vector<std::size_t> first_kept(remains.size() + 1, 0), first_gone(remains.size() + 1, 0);
    for (std::size_t c = 0; c < remains.size(); ++c) {
        first_kept[c + 1] = first_kept[c] + remains[c].kept.size();
        first_gone[c + 1] = first_gone[c] + remains[c].eliminated.size();
    }
    Contraction result;
    result.kept.resize(first_kept.back());
    result.eliminated.resize(first_gone.back());
    result.graph.first.resize(first_kept.back() + 1);
    std::vector<std::uint32_t> number(graph.node_count());  // of kept nodes
    const auto each = [&](auto&& work) {
        parallel_for(
            remains.size(),
            [&](std::size_t c) {
                meter.check();
                work(c, remains[c]);
            },
            threads);
    };
    each([&](std::size_t c, const Contraction& left) {
        std::copy(left.eliminated.begin(), left.eliminated.end(),
                  result.eliminated.begin() + static_cast<std::ptrdiff_t>(first_gone[c]));
        std::copy(left.kept.begin(), left.kept.end(), result.kept.begin() + static_cast<std::ptrdiff_t>(first_kept[c]));
        for (std::size_t i = 0; i < left.kept.size(); ++i) {
            number[left.kept[i]] = static_cast<std::uint32_t>(first_kept[c] + i);
        }
    });
    // Arcs to other clusters are those of the graph, since their end nodes are kept.
    const auto outside = [&](std::size_t c, std::uint32_t v, auto&& visit) {
        for (const std::uint32_t w : graph.neighbours(v)) {
            if (division.of[w] != c) visit(number[w]);
        }
    };
    each([&](std::size_t c, const Contraction& left) {
        for (std::uint32_t i = 0; i < left.kept.size(); ++i) {
            std::size_t degree = left.graph.neighbours(i).size();
            outside(c, left.kept[i], [&](std::uint32_t) { ++degree; });
            result.graph.first[first_kept[c] + i + 1] = degree;
        }
    });
    for (std::size_t i = 0; i < result.kept.size(); ++i) result.graph.first[i + 1] += result.graph.first[i];
    result.graph.neighbour.resize(result.graph.first.back());
    each([&](std::size_t c, const Contraction& left) {
        for (std::uint32_t i = 0; i < left.kept.size(); ++i) {
            const auto row =
                result.graph.neighbour.begin() + static_cast<std::ptrdiff_t>(result.graph.first[first_kept[c] + i]);
            auto end = row;
            for (const std::uint32_t w : left.graph.neighbours(i)) {
                *end++ = static_cast<std::uint32_t>(first_kept[c]) + w;
            }
            outside(c, left.kept[i], [&](std::uint32_t w) { *end++ = w; });
            std::sort(row, end);
        }
    });
    return result;
}

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

Contraction contract(const UndirectedGraph& graph, std::size_t most, unsigned threads, WorkMeter& meter) {
    const Clusters division = clusters(graph, region_size, 1, threads, meter);
    Contraction first = contract(graph, division, most, threads, meter);
    if (division.count() <= 1) return first;
    Contraction second =
        contract(first.graph, clusters(first.graph, region_size, 2, threads, meter), most, threads, meter);
    for (const std::uint32_t v : second.eliminated) first.eliminated.push_back(first.kept[v]);
    for (std::uint32_t& v : second.kept) v = first.kept[v];
    return {std::move(first.eliminated), std::move(second.kept), std::move(second.graph)};
}

Dissection nested_dissection(const Graph& graph, unsigned threads, const ProgressCallback& progress) {
    if (threads == 0) threads = hardware_threads();
    WorkMeter meter(progress, "order", expected_units(graph.node_count()));
    Dissection dissection;
    run_alone(graph.node_count(), meter, [&] { dissection = dissect(graph, threads, meter); });
    meter.finish();
    return dissection;
}

}  // namespace allways::ordering
