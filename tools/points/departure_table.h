// SPDX-License-Identifier: Apache-2.0
// Durations from some nodes to others for one time of departure, as a table.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "allways/base/stopwatch.h"
#include "allways/points/point_table.h"
#include "allways/query/departure_search.h"

namespace allways {

// Borrows the network, whose columns the costs of all hours are, and the options.
class DepartureTable {
public:
    // Throws as DepartureSearch.
    DepartureTable(const RoadNetwork& network, const HourlyCosts& hourly, ClockTime depart,
                   const SolveOptions& options);

    const CostScale& scale() const { return search_.scale(); }
    FieldOutline outline() const;
    // `delays`: raw times between the departure and leaving each origin; empty: none. Throws CapacityError, Cancelled.
    FoundTable find(std::span<const NodeIndex> origins, std::span<const NodeIndex> destinations,
                    const std::vector<std::int64_t>& delays) const;

private:
    SolveReport report() const;

    const RoadNetwork& network_;
    const SolveOptions& options_;
    std::string first_hour_;  // a column
    Stopwatch watch_;
    DepartureSearch search_;
    double prepare_seconds_ = 0;
};

}  // namespace allways
