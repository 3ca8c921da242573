// SPDX-License-Identifier: Apache-2.0
#include "engine/skims/skim_sweep.h"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "base/threads/parallel.h"

namespace allways::engine {

template <class T, class S>
std::size_t sums_width(std::size_t columns, std::size_t height, std::size_t sum_rows, unsigned threads) {
    if (threads == 0) threads = hardware_threads();
    const std::size_t widest = SkimBlock<T, S>::wanted_columns(height, sum_rows);
    const std::size_t share = (columns + threads - 1) / threads;
    const std::size_t turns = std::max<std::size_t>(1, (share + widest - 1) / widest);
    return std::max<std::size_t>(1, (share + turns - 1) / turns);
}

template <class T, class S>
bool sweep_sums(const SkimProblem<T, S>& problem, const SkimTarget<T, S>& target,
                const std::function<void(std::size_t)>& done, unsigned threads) {
    if (threads == 0) threads = hardware_threads();
    const std::size_t columns = problem.column_count;
    const std::size_t width = sums_width<T, S>(columns, problem.height, problem.sum_rows, threads);
    const std::size_t blocks = (columns + width - 1) / width;
    std::atomic<std::size_t> next{0};
    std::atomic<bool> fits{true};
    std::size_t columns_done = 0;
    std::mutex reporting;
    const auto work = [&](std::size_t) {
        SkimBlock<T, S> block(problem, width);
        for (std::size_t b = next++; b < blocks && fits; b = next++) {
            block.start(b * width);
            if (!block.walk(0, problem.visit_count(), target)) fits = false;
            block.write_untied(problem.untied_rows, target);
            const std::lock_guard lock(reporting);
            columns_done = std::min(columns_done + width, columns);
            try {
                done(columns_done);
            } catch (...) {
                next = blocks;
                throw;
            }
        }
    };
    parallel_for(std::min<std::size_t>(blocks, threads), work, threads);
    return fits;
}

#define ALLWAYS_INSTANTIATE(T, S)                                                           \
    template std::size_t sums_width<T, S>(std::size_t, std::size_t, std::size_t, unsigned); \
    template bool sweep_sums(const SkimProblem<T, S>&, const SkimTarget<T, S>&,             \
                             const std::function<void(std::size_t)>&, unsigned);
ALLWAYS_INSTANTIATE(std::int32_t, std::int32_t)
ALLWAYS_INSTANTIATE(std::int32_t, double)
ALLWAYS_INSTANTIATE(double, double)
#undef ALLWAYS_INSTANTIATE

}  // namespace allways::engine
