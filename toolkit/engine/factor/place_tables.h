// SPDX-License-Identifier: Apache-2.0
// Repeated tables from a factor kept in memory: the elimination that a sweep needs is made once of the factor's arrays,
// so that a table takes only the time of its sweep.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "allways/base/progress.h"
#include "allways/result/network_factor.h"
#include "engine/sweep/sweep_problem.h"

namespace allways::engine {

// Raw costs, +inf if there is no path, and for each field its sums in natural units (NaN if an arc has no value)
// between the places of the connectors that the path takes, whose numbers among those of the row and of the column are
// listed. Row-major.
struct PlaceTable {
    std::vector<double> distances;
    std::vector<std::vector<double>> sums;
    std::vector<std::uint32_t> row_connectors;
    std::vector<std::uint32_t> column_connectors;
};

// Safe to use from several threads at once.
class PlaceTables {
public:
    // O(fill): 12 bytes for each pair of nodes joined in the filled graph. Throws InvalidArgument if the factor has
    // negative costs, and DamagedContent.
    // Shares the elimination tree of `like`, which may be null, if it is the same.
    explicit PlaceTables(std::shared_ptr<const NetworkFactor> factor, const PlaceTables* like = nullptr);
    ~PlaceTables();
    PlaceTables(PlaceTables&&) noexcept;
    PlaceTables& operator=(PlaceTables&&) noexcept;

    // The least distance over the connectors of a row and those of a column, through the core. Direct steps from one
    // place on the border to another do not count, nor do paths from such a place to itself. `threads`: 0 for all. Both
    // functions report stage "solve" and throw Cancelled.
    std::vector<double> distances(std::span<const std::vector<PlaceConnector>> rows,
                                  std::span<const std::vector<PlaceConnector>> columns, unsigned threads,
                                  const ProgressCallback& progress = {}) const;
    // The same with fields of the factor's arcs summed along the paths. Of equal paths the one by the row's first
    // connector wins, then the one by the column's first, then the one that path_of_places() finds. The first table
    // with these fields sums them along all arcs of the factor, O(triangles), and keeps the sums. Throws
    // InvalidArgument for an unknown field.
    PlaceTable sums(std::span<const std::vector<PlaceConnector>> rows,
                    std::span<const std::vector<PlaceConnector>> columns, std::span<const std::string> fields,
                    unsigned threads, const ProgressCallback& progress = {}) const;

    class Sweeps;

private:
    std::unique_ptr<const Sweeps> sweeps_;
};

}  // namespace allways::engine
