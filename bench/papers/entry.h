// One entry of an experiment's table, a method or the product, with what is known of how long it takes.
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
    std::vector<std::size_t> sizes;                      // that it is for; empty: all
    std::function<double(std::size_t n)> work;           // empty: n³
    std::function<std::vector<double>(const Run&)> run;  // seconds, one a column

    // The last size that ran, and the shortest of its runs with everything around what is timed.
    std::size_t last_size = 0;
    std::optional<double> last_seconds;
    // Once it exceeds the limit, or is predicted to: why. Larger sizes do not run either.
    std::string too_long;

    const std::string& name() const { return columns.front().name; }
    void saw(std::size_t n, double seconds);
    bool is_for(std::size_t n) const;
    // Seconds of a run of n nodes; nothing before a size has run.
    std::optional<double> predicted(std::size_t n) const;
};

Entry method_entry(const Method& method);

// allways::solve on that device: schedule auto, int32, distances only. Its progress calls Run::tick.
Entry product_entry(const std::string& device, const std::string& cache_directory, LogCallback log);

}  // namespace allways::papers
