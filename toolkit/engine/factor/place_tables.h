// SPDX-License-Identifier: Apache-2.0
// Tables from a factor kept in memory, over and over: its elimination is unpacked once, so that a table costs its sweep
// alone.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "allways/base/progress.h"
#include "allways/result/network_factor.h"

namespace allways::engine {

// Ties a row to a place of the factor (FactorPlaces) by what the way there costs, or a column by the way from it.
struct PlaceTie {
    NodeIndex place;
    double cost;  // raw
};

// Raw costs, +inf where there is no path, and for each field its sums in natural units (NaN where an arc has no value).
// Row-major.
struct PlaceTable {
    std::vector<double> distances;
    std::vector<std::vector<double>> sums;
};

// Safe to use from several threads at once.
class PlaceTables {
public:
    // O(fill): 12 bytes for each pair of nodes joined in the filled graph. Throws InvalidArgument where a factor has
    // negative costs, and DamagedContent.
    explicit PlaceTables(std::shared_ptr<const NetworkFactor> factor);
    ~PlaceTables();
    PlaceTables(PlaceTables&&) noexcept;
    PlaceTables& operator=(PlaceTables&&) noexcept;

    // The least over the ties of a row and those of a column, through the core: not the ways straight from one place on
    // the border to another, and not from such a place to itself. `threads`: 0 for all. Stage
    // "solve", here and below; throw Cancelled.
    std::vector<double> distances(std::span<const std::vector<PlaceTie>> rows,
                                  std::span<const std::vector<PlaceTie>> columns, unsigned threads,
                                  const ProgressCallback& progress = {}) const;
    // From places to places, with fields of the factor's arcs summed along the paths. The first table with these fields
    // sums them along all arcs of the factor, O(triangles), and keeps that. Throws InvalidArgument for an unknown
    // field.
    PlaceTable sums(std::span<const NodeIndex> from, std::span<const NodeIndex> to, std::span<const std::string> fields,
                    const ProgressCallback& progress = {}) const;

    class Sweeps;

private:
    std::unique_ptr<const Sweeps> sweeps_;
};

}  // namespace allways::engine
