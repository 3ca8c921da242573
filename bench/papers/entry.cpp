// SPDX-License-Identifier: Apache-2.0
#include "papers/entry.h"

#include <algorithm>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "allways/engine/solve.h"

namespace allways::papers {
namespace {

double cube(std::size_t n) {
    const auto side = static_cast<double>(n);
    return side * side * side;
}

std::vector<double> solve_by_product(const Run& run, SolveOptions options) {
    options.progress = [&run](const Progress&) {
        run.tick();
        return true;
    };
    const auto matrix = CostMatrix::view<std::int32_t>(std::span<const std::int32_t>(run.graph.cells), run.graph.n);
    const Stopwatch clock;
    const Solution solution = solve_with_report(matrix, options);
    const double whole = clock.seconds();
    const auto values = solution.value.values<std::int32_t>();
    run.distances.assign(values.begin(), values.end());
    return {solution.report.busy.at("device"), whole};
}

}  // namespace

void Entry::saw(std::size_t n, double seconds) {
    const bool is_longer = n == last_size && last_seconds && *last_seconds <= seconds;
    if (!is_longer) last_seconds = std::max(seconds, 1e-9);  // the clock may not resolve a short run
    last_size = n;
}

bool Entry::is_for(std::size_t n) const {
    return sizes.empty() || std::find(sizes.begin(), sizes.end(), n) != sizes.end();
}

std::optional<double> Entry::predicted(std::size_t n) const {
    if (!last_seconds) return std::nullopt;
    return work ? *last_seconds * work(n) / work(last_size) : *last_seconds * cube(n) / cube(last_size);
}

Entry method_entry(const Method& method) {
    Entry entry;
    entry.columns = {{method.name, method.what, method.covers, method.group, {}}};
    entry.sizes = method.sizes;
    entry.work = method.work;
    entry.run = [run = method.run](const Run& where) { return std::vector{run(where)}; };
    return entry;
}

Entry product_entry(const std::string& device, const std::string& cache_directory, LogCallback log) {
    SolveOptions options;
    options.device = device;
    options.next_hops = false;
    options.cache_directory = cache_directory;
    options.log = std::move(log);
    const std::string what = "the product on the same device: schedule auto, int32, distances only";
    Entry entry;
    entry.columns = {{product_kernels,
                      what,
                      "from its first step to its last, the wait for rows on their way to the device included",
                      {},
                      {}},
                     {product_whole, what, "from the matrix to the table in host memory, everything", {}, {}}};
    // Much of the time is outside the kernels, so it grows between n² and n³. n² underestimates, but sizes grow in
    // small steps.
    entry.work = [](std::size_t n) { return static_cast<double>(n) * static_cast<double>(n); };
    entry.run = [options = std::move(options)](const Run& run) {
        try {
            return solve_by_product(run, options);
        } catch (const CapacityError& error) {
            throw NotRun(error.what());
        }
    };
    return entry;
}

}  // namespace allways::papers
