// SPDX-License-Identifier: Apache-2.0
// Fastest paths for a time of departure, where travel times change by the hour while the traveller is on the way.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/progress.h"
#include "allways/base/units.h"
#include "allways/network/road_network.h"
#include "allways/result/distance_table.h"
#include "allways/result/origin_destination_table.h"

namespace allways {

// Travel times by hour, as columns of a network, and the time at which journeys begin.
struct HourlyDeparture {
    std::string cost;                  // the name of durations: "time"
    std::vector<std::string> columns;  // hours 0 to 23 of a day, or 0 to 167 of a week; they repeat
    ClockTime at;
};

// On an arc, the travel time of an hour is that of the whole arc at this hour's speed; where the hour ends, the rest of
// the arc is travelled at the speed of the next hour (cost/hour_profiles.h). Who enters an arc earlier leaves it no
// later (FIFO), so paths are exact by Dijkstra's method on times of arrival (Dreyfus 1969; Kaufman and
// Smith 1993).
//
// Times are integers: seconds with scale().digits decimals, as many as the costs have, but at most 3. Only at the end
// of an hour is anything rounded: the rest of the arc that the traveller is on, upwards to this unit. Where an arc is
// closed (its time is missing), travellers on it stand still and others wait at its beginning until an hour in which it
// is open; the cost of the leg includes that.
//
// Turn rules are obeyed. Prices of turns are the same at all hours; they pass before the next arc begins.
//
// Copies what it needs of the network. Safe to use from several threads at once.
class ALLWAYS_API DepartureSearch {
public:
    // Throws InvalidArgument unless there are 24 or 168 columns, all of them times, for a time of day without a day
    // where hours are those of a week, and for turn rules that do not fit; InputError for times that are negative or
    // above a year. O(m · hours).
    DepartureSearch(const RoadNetwork& network, const HourlyDeparture& departure, const LogCallback& log = {});
    ~DepartureSearch();
    DepartureSearch(DepartureSearch&&) noexcept;
    DepartureSearch& operator=(DepartureSearch&&) noexcept;

    const CostScale& scale() const;  // in seconds
    // The road network's arcs in the order in which legs number them; their cost is the shortest of all hours.
    const TableArcs& arcs() const;
    std::uint64_t turn_states() const;  // states that turn rules add to those of the nodes

    // The path of a journey from `from` that leaves `raw_elapsed` after the departure. The distance is its duration
    // from then on, and legs have the time from the end of the leg before to their own end. Of several paths with the
    // same arrival one is chosen, always the same. Throws InvalidArgument for an index out of range. O(m log n).
    Path path(NodeIndex from, NodeIndex to, std::int64_t raw_elapsed = 0) const;

    // Durations from each origin to each destination, one search for each origin, on all threads. `raw_elapsed`: empty,
    // or for each origin when its journeys leave. `skims`: columns of the network, summed along each path. Stage
    // "solve". Throws InvalidArgument for an index out of range, an unknown field and a duration beyond int32, and
    // Cancelled.
    OriginDestinationTable table(std::span<const NodeIndex> origins, std::span<const NodeIndex> destinations,
                                 std::span<const std::int64_t> raw_elapsed = {},
                                 std::span<const std::string> skims = {}, const ProgressCallback& progress = {}) const;

private:
    struct State;
    std::unique_ptr<const State> state_;
};

}  // namespace allways
