// SPDX-License-Identifier: Apache-2.0
// One entry of an experiment's table, a method or the product, with a prediction of its run time.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "allways/base/progress.h"
#include "papers/experiment_result.h"

namespace allways::papers {

struct Entry {
    std::vector<Column> columns;                         // the product has two: kernels, whole
    std::vector<std::size_t> sizes;                      // sizes it applies to; empty: all
    std::function<double(std::size_t n)> work;           // empty: n³
    std::function<std::vector<double>(const Run&)> run;  // seconds, one per column

    // The last size that ran, and the shortest of its runs in seconds, including untimed parts.
    std::size_t last_size = 0;
    std::optional<double> last_seconds;
    // The reason once the limit is exceeded, or predicted to be. Larger sizes do not run either.
    std::string too_long;

    const std::string& name() const { return columns.front().name; }
    void saw(std::size_t n, double seconds);
    bool is_for(std::size_t n) const;
    // Predicted seconds of a run of n nodes; nothing before any size has run.
    std::optional<double> predicted(std::size_t n) const;
};

Entry method_entry(const Method& method);

// allways::solve on `device`: schedule auto, int32, distances only. Its progress callback calls Run::tick.
Entry product_entry(const std::string& device, const std::string& cache_directory, LogCallback log);

}  // namespace allways::papers
