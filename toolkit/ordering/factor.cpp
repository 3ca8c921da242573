// SPDX-License-Identifier: Apache-2.0
#include "ordering/factor.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <type_traits>
#include <vector>

#include "base/threads/blocks.h"
#include "base/threads/work_meter.h"
#include "base/vector_clones.h"

namespace allways::ordering {

namespace {

// ---- dense elimination: a block of nodes and all their later neighbours, as one matrix. Source: Duff and Reid 1983,
// "The multifrontal solution of indefinite sparse symmetric linear equations"; here with minimum and plus.

// A panel of pivots, small enough for its rows to stay in the cache while a tile of rows passes over them.
constexpr std::size_t panel_size = 64;
constexpr std::size_t row_tile = 32;
constexpr std::size_t column_tile = 1024;

// row[j] = min(row[j], from[k] + over[k][j]) for k in 0 … count - 1. Four pivots share a load and a store of the row.
template <class T>
inline __attribute__((always_inline)) void lower_row_by(T* __restrict row, const T* from, const T* __restrict over,
                                                        std::size_t stride, std::size_t count, std::size_t columns) {
    std::size_t k = 0;
    for (; k + 4 <= count; k += 4) {
        const T a = from[k], b = from[k + 1], c = from[k + 2], d = from[k + 3];
        const T* __restrict to_a = over + k * stride;
        const T* __restrict to_b = to_a + stride;
        const T* __restrict to_c = to_b + stride;
        const T* __restrict to_d = to_c + stride;
        for (std::size_t j = 0; j < columns; ++j) {
            const T first = std::min<T>(a + to_a[j], b + to_b[j]);
            const T second = std::min<T>(c + to_c[j], d + to_d[j]);
            row[j] = std::min(row[j], std::min(first, second));
        }
    }
    for (; k < count; ++k) {
        const T a = from[k];
        const T* __restrict to_a = over + k * stride;
        for (std::size_t j = 0; j < columns; ++j) row[j] = std::min<T>(row[j], a + to_a[j]);
    }
}

ALLWAYS_VECTOR_CLONES("avx512f")
void lower_row(std::int32_t* row, const std::int32_t* from, const std::int32_t* over, std::size_t stride,
               std::size_t count, std::size_t columns) {
    lower_row_by(row, from, over, stride, count, columns);
}
ALLWAYS_VECTOR_CLONES("avx512f")
void lower_row(double* row, const double* from, const double* over, std::size_t stride, std::size_t count,
               std::size_t columns) {
    lower_row_by(row, from, over, stride, count, columns);
}

// The cost of a cell without its first-arc bits, for adding to another cell.
template <class T>
T cost_part(T cell, int first_arc_bits) {
    if constexpr (std::is_integral_v<T>) {
        return cell & ~((T{1} << first_arc_bits) - 1);
    } else {
        return cell;
    }
}

// `for_each(count, work)` calls work(i) for i in 0 … count - 1.
template <class T, class ForEach>
void eliminate_panels(std::span<T> cells, std::size_t size, std::size_t pivots, int first_arc_bits,
                      const ForEach& for_each, const WorkMeter& meter) {
    std::vector<T> costs(std::min(pivots, panel_size) * size);  // of the panel's rows
    for (std::size_t begin = 0; begin < pivots; begin += panel_size) {
        const std::size_t end = std::min(pivots, begin + panel_size);
        const auto row = [&](std::size_t i) { return cells.data() + i * size; };
        const auto cost_row = [&](std::size_t k) { return costs.data() + (k - begin) * size; };
        // The panel's own rows are updated by the pivots before each. A row is final when its pivot is reached.
        for (std::size_t i = begin; i < end; ++i) {
            for (std::size_t k = begin; k < i; ++k)
                lower_row(row(i) + k + 1, row(i) + k, cost_row(k) + k + 1, size, 1, size - k - 1);
            for (std::size_t j = begin; j < size; ++j) cost_row(i)[j] = cost_part(row(i)[j], first_arc_bits);
        }
        // All other rows are updated: first within the panel's columns, pivot by pivot, then the rest.
        const std::size_t rows = size - end;
        for_each((rows + row_tile - 1) / row_tile, [&](std::size_t tile) {
            const std::size_t first = end + tile * row_tile;
            const std::size_t last = std::min(size, first + row_tile);
            for (std::size_t i = first; i < last; ++i) {
                for (std::size_t k = begin; k + 1 < end; ++k) {
                    lower_row(row(i) + k + 1, row(i) + k, cost_row(k) + k + 1, size, 1, end - k - 1);
                }
            }
            for (std::size_t j = end; j < size; j += column_tile) {
                const std::size_t columns = std::min(column_tile, size - j);
                for (std::size_t i = first; i < last; ++i) {
                    lower_row(row(i) + j, row(i) + begin, costs.data() + j, size, end - begin, columns);
                }
            }
            meter.check();
        });
    }
}

// cells[i·size + j] is the cell from node i to node j. Eliminates the first `pivots` nodes one after another. Each
// lowers the cells between the nodes after it: from i to j over k, cell(i, k) + cost of cell(k, j). The cost of a cell
// is the cell without its `first_arc_bits` lowest bits (int32 only). O(pivots · size²).
template <class T>
void eliminate_front(std::span<T> cells, std::size_t size, std::size_t pivots, int first_arc_bits, WorkMeter& meter) {
    const auto in_turn = [](std::size_t count, const auto& work) {
        for (std::size_t i = 0; i < count; ++i) work(i);
    };
    eliminate_panels(cells, size, pivots, first_arc_bits, in_turn, meter);
}

// The same on several threads; called by the thread that made the meter.
template <class T>
void eliminate_front(std::span<T> cells, std::size_t size, std::size_t pivots, int first_arc_bits, unsigned threads,
                     WorkMeter& meter) {
    const auto shared = [&](std::size_t count, const auto& work) { meter.run(count, work, threads); };
    eliminate_panels(cells, size, pivots, first_arc_bits, shared, meter);
}

// ---- the factor

template <class T>
void lower(T& cell, T value) {
    cell = std::min(cell, value);
}

// Fills the cells of the graph's own arcs, before any elimination. No two nodes have an arc to the same cell.
template <class T>
void place_arcs(Factor<T>& factor, const Graph& graph, std::span<const T> cells, unsigned threads, WorkMeter& meter) {
    const Elimination& e = *factor.elimination;
    const auto place = [&](std::size_t node) {
        const std::uint32_t v = e.rank_of[node];
        for (std::size_t a = graph.first_out[node]; a < graph.first_out[node + 1]; ++a) {
            const std::uint32_t w = e.rank_of[graph.head[a]];
            if (v == w) continue;
            const auto ups = e.ups(std::min(v, w));
            const auto at = std::lower_bound(ups.begin(), ups.end(), std::max(v, w)) - ups.begin();
            auto& side = v < w ? factor.up : factor.down;
            lower(side[e.first_up[std::min(v, w)] + static_cast<std::size_t>(at)], cells[a]);
        }
    };
    for_each_index(graph.node_count(), meter, place, threads);
}

// The tree is divided into subtrees, each eliminated node by node, and above them into blocks of consecutive nodes that
// have the same neighbours above the block, each eliminated as a dense front. A job of either kind passes its
// remainder, a matrix [from][to] over the ranks above it, on to the block that follows it in the tree.
struct FactorJob {
    std::uint32_t first, last;  // ranks
    std::size_t next;           // the job that receives its remainder; the job itself if there is none
    bool is_front;
    std::uint64_t work;
    std::size_t before;  // number of jobs whose remainders it waits for
};

std::vector<FactorJob> factor_jobs(const Elimination& e) {
    // Small enough for many threads, large enough that the few dense blocks inside a subtree matter little.
    constexpr std::size_t subtree_size = 4'096;
    const Subtrees parts = subtrees(e, subtree_size);
    const auto ups = [&](std::uint32_t v) { return e.first_up[v + 1] - e.first_up[v]; };
    std::vector<FactorJob> jobs;
    for (const std::uint32_t root : parts.roots) jobs.push_back({first_of_subtree(e, root), root, 0, false, 0, 0});
    std::vector<std::size_t> job_of_top(parts.top.size());
    for (std::size_t i = 0; i < parts.top.size(); ++i) {
        const std::uint32_t v = parts.top[i];
        const bool extends = i > 0 && jobs.back().is_front && jobs.back().last + 1 == v && e.parent[v - 1] == v &&
                             ups(v - 1) == ups(v) + 1;
        if (!extends) jobs.push_back({v, v, 0, true, 0, 0});
        jobs.back().last = v;
        job_of_top[i] = jobs.size() - 1;
    }
    for (std::size_t j = 0; j < jobs.size(); ++j) {
        FactorJob& job = jobs[j];
        const std::uint64_t pivots = job.last - job.first + 1;
        const std::uint64_t size = pivots + ups(job.last);
        if (job.is_front) job.work = pivots * size * size;
        const std::uint32_t parent = e.parent[job.last];
        job.next = j;
        if (parent == no_parent) continue;
        const auto at = std::lower_bound(parts.top.begin(), parts.top.end(), parent) - parts.top.begin();
        job.next = job_of_top[static_cast<std::size_t>(at)];
        ++jobs[job.next].before;
    }
    return jobs;
}

template <class T>
class Factorization {
public:
    Factorization(Factor<T>& factor, unsigned threads, WorkMeter& meter)
        : factor_(factor),
          e_(*factor.elimination),
          threads_(threads),
          meter_(meter),
          jobs_(factor_jobs(e_)),
          fronts_(jobs_.size()),
          mutexes_(jobs_.size()),
          waiting_(jobs_.size()) {}

    void run() {
        // Every thread takes a job that waits for no other, and continues with the job above as long as that waits for
        // no other either. Large fronts come last, one by one, with all threads for each, and so do all jobs above
        // them.
        std::vector<std::size_t> ready;
        std::vector<std::uint8_t> is_late(jobs_.size(), 0);
        for (std::size_t j = 0; j < jobs_.size(); ++j) {
            waiting_[j] = jobs_[j].before;
            if (jobs_[j].before == 0) ready.push_back(j);
            is_late[j] = is_late[j] || jobs_[j].work > large_work;
            if (is_late[j]) is_late[jobs_[j].next] = 1;
        }
        meter_.run(
            ready.size(),
            [&](std::size_t i) {
                for (std::size_t j = ready[i]; !is_late[j];) {
                    do_job(j, 1);
                    const std::size_t next = jobs_[j].next;
                    if (next == j || waiting_[next].fetch_sub(1) != 1) break;
                    j = next;
                }
            },
            threads_);
        for (std::size_t j = 0; j < jobs_.size(); ++j) {
            if (is_late[j]) do_job(j, threads_);
        }
    }

private:
    static constexpr std::uint64_t large_work = 100'000'000;

    void do_job(std::size_t j, unsigned threads) {
        const FactorJob& job = jobs_[j];
        const std::vector<T> remainder = job.is_front ? do_front(j, threads) : do_subtree(j);
        if (job.next != j) give(e_.ups(job.last), remainder, job.next);
    }

    // Eliminating u joins all its upper neighbours v < w, in both directions: v → u → w and w → u → v. They are joined
    // in the filled graph already, so w is found by advancing in the row of v along with the row of u. Above the
    // subtree the cells are those of its remainder, which has all these neighbours too.
    std::vector<T> do_subtree(std::size_t j) {
        const FactorJob& job = jobs_[j];
        const int bits = factor_.first_arc_bits;
        const auto above = e_.ups(job.last);
        const std::size_t size = above.size();
        std::vector<T> left(size * size, factor_.unreachable);
        std::vector<std::size_t> place;
        std::uint64_t triangles = 0;
        for (std::uint32_t u = job.first; u <= job.last; ++u) {
            const std::size_t begin = e_.first_up[u], end = e_.first_up[u + 1];
            triangles += (end - begin) * (end - begin) / 2;
            std::size_t i = begin;
            for (; i < end && e_.up[i] <= job.last; ++i) {
                const T v_to_u = factor_.down[i];
                const T u_to_v = cost_part(factor_.up[i], bits);
                std::size_t a = e_.first_up[e_.up[i]];
                for (std::size_t k = i + 1; k < end; ++k, ++a) {
                    while (e_.up[a] != e_.up[k]) ++a;
                    lower<T>(factor_.up[a], v_to_u + cost_part(factor_.up[k], bits));
                    lower<T>(factor_.down[a], factor_.down[k] + u_to_v);
                }
            }
            place.clear();
            for (std::size_t k = i, p = 0; k < end; ++k) {
                while (above[p] != e_.up[k]) ++p;
                place.push_back(p);
            }
            for (std::size_t v = 0; v < place.size(); ++v) {
                const T v_to_u = factor_.down[i + v];
                const T u_to_v = cost_part(factor_.up[i + v], bits);
                for (std::size_t w = v + 1; w < place.size(); ++w) {
                    lower<T>(left[place[v] * size + place[w]], v_to_u + cost_part(factor_.up[i + w], bits));
                    lower<T>(left[place[w] * size + place[v]], factor_.down[i + w] + u_to_v);
                }
            }
            if (u % 256 == 0) meter_.check();
        }
        meter_.add(triangles);
        return left;
    }

    std::vector<T> do_front(std::size_t j, unsigned threads) {
        const FactorJob& job = jobs_[j];
        const std::size_t pivots = job.last - job.first + 1;
        const std::size_t above = e_.ups(job.last).size();
        const std::size_t size = pivots + above;
        std::vector<T> cells = std::move(fronts_[j]);  // a front follows at least one job: its subtree is large
        // The upper neighbours of the i-th pivot are all nodes of the front after it.
        for (std::size_t i = 0; i < pivots; ++i) {
            const std::size_t row = e_.first_up[job.first + i];
            for (std::size_t k = i + 1; k < size; ++k) {
                lower(cells[i * size + k], factor_.up[row + k - i - 1]);
                lower(cells[k * size + i], factor_.down[row + k - i - 1]);
            }
        }
        if (threads > 1)
            eliminate_front<T>(cells, size, pivots, factor_.first_arc_bits, threads, meter_);
        else
            eliminate_front<T>(cells, size, pivots, factor_.first_arc_bits, meter_);
        for (std::size_t i = 0; i < pivots; ++i) {
            const std::size_t row = e_.first_up[job.first + i];
            for (std::size_t k = i + 1; k < size; ++k) {
                factor_.up[row + k - i - 1] = cells[i * size + k];
                factor_.down[row + k - i - 1] = cells[k * size + i];
            }
        }
        std::vector<T> left(above * above);
        for (std::size_t i = 0; i < above; ++i) {
            std::copy_n(cells.data() + (pivots + i) * size + pivots, above, left.data() + i * above);
        }
        meter_.add(pivots * size * size / 2);
        return left;
    }

    // Passed on at once, so that no more remainders are kept than threads are running.
    void give(std::span<const std::uint32_t> ranks, const std::vector<T>& remainder, std::size_t to) {
        const FactorJob& job = jobs_[to];
        const std::size_t pivots = job.last - job.first + 1;
        const auto ups = e_.ups(job.last);
        const std::size_t size = pivots + ups.size();
        std::vector<std::size_t> place;
        std::size_t p = 0;
        for (const std::uint32_t rank : ranks) {
            if (rank <= job.last) {
                place.push_back(rank - job.first);
                continue;
            }
            while (ups[p] != rank) ++p;
            place.push_back(pivots + p);
        }
        const std::lock_guard lock(mutexes_[to]);
        std::vector<T>& cells = fronts_[to];
        if (cells.empty()) cells.assign(size * size, factor_.unreachable);
        const T* from = remainder.data();
        for (const std::size_t i : place) {
            T* row = cells.data() + i * size;
            for (const std::size_t k : place) lower(row[k], *from++);
        }
    }

    Factor<T>& factor_;
    const Elimination& e_;
    unsigned threads_;
    WorkMeter& meter_;
    std::vector<FactorJob> jobs_;
    std::vector<std::vector<T>> fronts_;  // by job: the cells that its front has received so far
    std::vector<std::mutex> mutexes_;
    std::vector<std::atomic<std::size_t>> waiting_;
};

}  // namespace

template <class T>
Factor<T> factorize(std::shared_ptr<const Elimination> elimination, const Graph& graph, const FactorCells<T>& cells,
                    unsigned threads, const ProgressCallback& progress) {
    if (threads == 0) threads = hardware_threads();
    WorkMeter meter(progress, "factor", elimination->triangles());
    Factor<T> factor;
    factor.first_arc_bits = cells.first_arc_bits;
    factor.unreachable = cells.unreachable;
    factor.elimination = std::move(elimination);
    const std::size_t fill = factor.elimination->fill();
    run_alone(fill, meter, [&] {
        factor.up = large_vector<T>(fill, cells.unreachable);
        meter.check();
        factor.down = large_vector<T>(fill, cells.unreachable);
        place_arcs(factor, graph, cells.cells, threads, meter);
        Factorization<T>(factor, threads, meter).run();
    });
    meter.finish();
    return factor;
}

template Factor<std::int32_t> factorize(std::shared_ptr<const Elimination>, const Graph&,
                                        const FactorCells<std::int32_t>&, unsigned, const ProgressCallback&);
template Factor<double> factorize(std::shared_ptr<const Elimination>, const Graph&, const FactorCells<double>&,
                                  unsigned, const ProgressCallback&);

}  // namespace allways::ordering
