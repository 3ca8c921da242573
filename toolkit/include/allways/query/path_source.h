// SPDX-License-Identifier: Apache-2.0
// Shortest paths from a solved table, a factor, or searches in a network.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/progress.h"
#include "allways/cost/arc_costs.h"
#include "allways/network/road_network.h"
#include "allways/query/departure_search.h"
#include "allways/result/distance_table.h"
#include "allways/result/network_factor.h"

namespace allways {

struct PathSourceOptions {
    std::string name = {};  // name of the file for errors; empty: the network's source
    // Names of the network's last nodes, which are points on roads (with_points) and have no ids of their own.
    std::vector<std::string> point_names = {};
    ProgressCallback progress = {};  // stages "order", "factor" of expect()
    LogCallback log = {};
};

// Owns its data, or shares it. Costs and distances are raw, × 10^-scale().digits in scale().unit. For int32 costs,
// tables, factors and searches give the same paths, bit for bit. Safe to use from several threads at once, except
// expect().
class ALLWAYS_API PathSource {
public:
    // Follows the table's next hops, O(legs) per path. Throws InputError for a table without them.
    explicit PathSource(std::shared_ptr<const DistanceTable> table, const PathSourceOptions& options = {});
    explicit PathSource(DistanceTable table, const PathSourceOptions& options = {});
    // Uses the factor's elimination tree: under a millisecond per path (docs/engine.md). Throws InputError if the
    // arrays of the factor do not belong together.
    explicit PathSource(std::shared_ptr<const NetworkFactor> factor, const PathSourceOptions& options = {});
    explicit PathSource(NetworkFactor factor, const PathSourceOptions& options = {});
    // Searches for each path, O(m log n), less for near nodes. Throws InvalidArgument for an unknown cost,
    // NegativeCycleError (costs may be negative), and whatever build_arc_costs throws.
    explicit PathSource(std::shared_ptr<const RoadNetwork> network, const CostOptions& cost = {},
                        const PathSourceOptions& options = {});
    explicit PathSource(RoadNetwork network, const CostOptions& cost = {}, const PathSourceOptions& options = {});
    // Searches for each path, with travel times that change by the hour from a departure on. Throws as DepartureSearch.
    PathSource(std::shared_ptr<const RoadNetwork> network, HourlyDeparture departure,
               const PathSourceOptions& options = {});
    ~PathSource();
    PathSource(PathSource&&) noexcept;
    PathSource& operator=(PathSource&&) noexcept;

    // No-through nodes occur only first or last. Legs refer to arcs(). Unreachable pairs give reachable = false. Throws
    // InputError for an index out of range and for next hops that form a circle. `raw_elapsed`: the duration from the
    // departure to the beginning of the path, an integer; it counts only where times change by the hour.
    Path path(NodeIndex from, NodeIndex to, double raw_elapsed = 0) const;
    // Returns only the path's distance, which a factor finds faster; +inf if there is no path. Throws as path() does.
    double raw_distance(NodeIndex from, NodeIndex to) const;
    // Announces the number of paths to come. A network is factorized if that is predicted to take less time than the
    // searches, from about a hundred paths on; the answers stay the same. Throws Cancelled.
    void expect(std::size_t paths);
    // Returns the source's own factor, shared, or that of its network, which is factorized unless that is done; the
    // network's paths then come from the factor, too. Throws InvalidArgument for a table, and as factorize does.
    std::shared_ptr<const NetworkFactor> factor();
    const char* method() const;  // the source of the paths: "table", "factor", "searches"

    const ClockTime* departure() const;  // when journeys begin; null if costs do not depend on it

    const std::string& name() const;
    const IdTable& node_ids() const;
    CostType type() const;
    const CostScale& scale() const;
    const TableArcs& arcs() const;                    // empty for a table of a matrix
    std::span<const Coordinate> coordinates() const;  // empty, or one per node
    const std::string& crs() const;
    std::span<const std::uint8_t> no_through() const;  // empty, or nonzero where paths do not pass
    const std::string& attribution() const;  // the credit that the source of the data requires; empty if not stated

    std::size_t node_count() const { return node_ids().size(); }
    bool is_point(NodeIndex node) const;          // a point on a road
    std::string node_text(NodeIndex node) const;  // its id, or the point's name

    class Answers;

private:
    std::unique_ptr<Answers> answers_;
};

}  // namespace allways
