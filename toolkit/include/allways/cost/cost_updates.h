// SPDX-License-Identifier: Apache-2.0
// Live costs: speeds and costs of roads that replace the imported ones.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/api.h"
#include "allways/network/road_network.h"

namespace allways {

// The rows of one file or request (read_cost_updates in allways/importers/cost_updates.h).
struct CostUpdates {
    enum class Of { node_pairs, arcs, names, classes };
    enum class Values {
        speeds,         // km/h; 0 closes the road
        costs,          // in the unit of the cost; missing closes the arc
        cost_factors,   // of classes: the imported cost times this; missing closes the roads
        speed_factors,  // of classes: the imported cost divided by this; 0 closes the roads
    };
    struct Row {
        std::uint64_t line = 0;
        std::string from;              // the id of a node, an arc or a line that was cut, or the name or class of roads
        std::string to;                // of a pair of nodes
        std::optional<bool> reversed;  // one of an arc's two directions; nothing: both
        Decimal value;
    };
    std::string source;  // named in errors
    Of of = Of::node_pairs;
    Values values = Values::speeds;
    std::vector<Row> rows;
    std::uint64_t rates = 0;  // rows with a rate, which has no effect
};

// The counts of rows by outcome.
struct CostUpdateReport {
    std::uint64_t rows = 0;
    std::uint64_t applied = 0;   // rows that match a road of the network
    std::uint64_t repeated = 0;  // of these, rows replaced by a later row of the same road
    std::uint64_t parts = 0;     // of these, rows for a stretch of an arc
    std::uint64_t rates = 0;     // rows with a rate, which has no effect
    std::uint64_t arcs = 0;      // arcs whose cost differs from the imported one
    std::uint64_t closed = 0;    // of these, arcs that are closed
    std::uint64_t not_found = 0;
    struct Example {
        std::uint64_t line = 0;
        std::string row;  // "425656,425655"
        std::string why;
    };
    std::vector<Example> examples;  // the first rows that match no road
    static constexpr std::size_t most_examples = 5;
};

struct UpdatedCosts {
    ArcColumn cost;  // one value for every arc: the imported one where no row changes it
    CostUpdateReport report;
};

// Finds the roads that rows name. Updates do not build on one another: each starts from the imported costs, which the
// network keeps in a column "<cost>_imported" once with_costs() has replaced them.
//
// A pair of neighbouring nodes names the stretch of an arc between them, in this direction; nodes inside arcs are known
// if the network has the text "osm_nodes". The arc's length is divided among its stretches in proportion to their
// length along its line. A stretch without a row keeps its share of the imported time. Time beyond length / free_speed,
// such as waiting at a node, stays. If several rows name the same stretch, the last one counts. Arcs without an
// imported cost stay closed.
//
// A class names all arcs with this text "facility_type". Times are then rounded to the millisecond, as those of speeds
// are; other costs times a factor are exact.
//
// Owns its data; safe to use from several threads at once.
class ALLWAYS_API CostUpdater {
public:
    // `cost`: a column as cost_column() takes it. O(m log m + points).
    explicit CostUpdater(const RoadNetwork& network, std::string_view cost = {});
    ~CostUpdater();
    CostUpdater(CostUpdater&&) noexcept;
    CostUpdater& operator=(CostUpdater&&) noexcept;

    // Throws InvalidArgument for speeds if the cost is not a time or the network has no lengths, for factors of speeds
    // if the cost is not a time, and for classes if the network has no text "facility_type"; and InputError for rows
    // whose ids are not numbers although those of the network are. O(m + r log m) for r rows.
    UpdatedCosts apply(const CostUpdates& updates) const;

private:
    struct State;
    std::unique_ptr<const State> state_;
};

// Replaces the column `cost.name`, and keeps the previous one as "<cost>_imported" unless the network has that already.
ALLWAYS_API void set_costs(RoadNetwork& network, ArcColumn cost);

}  // namespace allways
