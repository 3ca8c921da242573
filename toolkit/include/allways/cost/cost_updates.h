// SPDX-License-Identifier: Apache-2.0
// Live costs: speeds and costs of roads that replace the imported ones.
#pragma once

#include <cstdint>
#include <map>
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

        static void each_row(auto&& field) {
            field("line", &Example::line);
            field("row", &Example::row);
            field("why", &Example::why);
        }
    };
    std::vector<Example> examples;  // the first rows that match no road
    static constexpr std::size_t most_examples = 5;

    static void each_row(auto&& row) {
        row("rows", &CostUpdateReport::rows);
        row("applied", &CostUpdateReport::applied, "Rows that match a road of the network");
        row("parts", &CostUpdateReport::parts, "Applied rows for a stretch of an arc");
        row("repeated", &CostUpdateReport::repeated, "Applied rows replaced by a later row of the same road");
        row("rates", &CostUpdateReport::rates, "Rows with a rate, which has no effect");
        row("arcs", &CostUpdateReport::arcs, "Arcs whose cost differs from the imported one");
        row("closed", &CostUpdateReport::closed, "Closed arcs");
        row("not_found", &CostUpdateReport::not_found);
        row("examples", &CostUpdateReport::examples, "The first rows that match no road");
    }
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

// ---- costs by hour: a network's arcs have a cost for each hour of a day or a week

// Hours are counted from the beginning of a day (0 to 23), or of a week (Monday is 0 to 23, Sunday 144 to 167).
inline constexpr int hours_of_a_day = 24;
inline constexpr int hours_of_a_week = 168;

struct HourlyCosts {
    std::string name;                // of the cost, whatever the hour: "time"
    std::vector<int> hours;          // each once, in the order in which results have them
    std::vector<ArcColumn> columns;  // one for each hour, with a value for each arc, all in one unit; "time_8"
};

// "0-23", "7-9,17": the hours in this order. Throws InvalidArgument, naming `hours`, for anything else, an hour beyond
// 167 and one that occurs twice.
ALLWAYS_API std::vector<int> parse_hours(std::string_view text);

// The rows of one file by hour; the rows of an hour name what differs from the network's cost.
using HourlyUpdates = std::map<int, CostUpdates>;

// The network's columns called `pattern` with each hour in the place of "{hour}", with or without a leading zero:
// "time_8" or "time_08" of "time_{hour}". `hours` empty: all that there are, ascending. `unit`: that of columns that
// state none. Throws InvalidArgument if an hour has no column, or if their units differ.
ALLWAYS_API HourlyCosts hourly_costs(const RoadNetwork& network, std::string_view pattern, std::vector<int> hours,
                                     const std::string& unit = {});

// The cost `cost` (as cost_column() takes it) with the updates of each hour, as CostUpdater applies them: what no row
// names keeps the network's cost. `hours` empty: all of the updates. Throws InputError, naming the first line, for a
// row of these hours that matches no road, and for an hour without rows; and as CostUpdater does. O(m log m), and O(m +
// r log m) for each hour, on all cores.
ALLWAYS_API HourlyCosts hourly_costs(const RoadNetwork& network, std::string_view cost, const HourlyUpdates& updates,
                                     std::vector<int> hours);

}  // namespace allways
