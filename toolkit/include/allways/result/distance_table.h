// SPDX-License-Identifier: Apache-2.0
// The result: all-pairs distances with everything needed to read them and to walk their paths, without the network that
// they were computed from.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/cost_type.h"
#include "allways/base/decimal.h"
#include "allways/base/ids.h"
#include "allways/base/units.h"
#include "allways/network/adjacency.h"
#include "allways/network/road_network.h"
#include "allways/network/turn_rules.h"
#include "allways/result/cell_numbers.h"
#include "allways/result/next_hops.h"

namespace allways {

// One number per arc, as in ArcColumn.
struct TableColumn {
    std::string name;
    std::string unit;
    DecimalArray values;
    std::optional<int> resolution_digits;

    ArcColumn of_network() const { return {name, unit, values.decimals(), resolution_digits}; }
    friend bool operator==(const TableColumn&, const TableColumn&) = default;
};

// The arcs that a network's next hops refer to, grouped by tail in ordinal order, with their attributes, so that a path
// has its roads' names, lengths and shapes without the network. Empty for a matrix. Arrays may belong to a mapped file
// (read_factor) whose content has not been checked: call check_arcs before using all of them.
struct ALLWAYS_API TableArcs {
    // Compiled once, not wherever one is made, moved or ends.
    TableArcs();
    TableArcs(const TableArcs&);
    TableArcs(TableArcs&&) noexcept;
    TableArcs& operator=(const TableArcs&);
    TableArcs& operator=(TableArcs&&) noexcept;
    ~TableArcs();

    SharedArray<std::uint64_t> first_out;  // n + 1 offsets
    SharedArray<NodeIndex> head;           // m
    CostArray cost;                        // m raw costs, of the table's type
    IdTable arc_ids;                       // m, as the network's file has them, in this grouping's order
    SharedArray<std::uint8_t> reversed;    // empty, or 1 where the arc runs against its id's direction
    std::vector<TableColumn> columns;
    std::vector<TextColumn> texts;
    ArcShapes shapes;
    TurnRules turns;      // the network's rules, about these arcs
    TurnStates states;    // the states of paths under these rules and this cost; empty if no rule has an effect
    CostArray step_cost;  // empty, or by step of the states: the raw cost of its arc with the price of the turn

    std::size_t size() const { return head.size(); }
    // Bytes of everything but texts, shapes and turn rules, mapped or not.
    std::uint64_t bytes() const;
    // The raw cost of leaving a state by an out-arc of its node.
    double cost_of_step(std::size_t state, std::uint32_t ordinal) const;
    const TableColumn* column(std::string_view name) const;  // null if there is none
    const TextColumn* text(std::string_view name) const;
};

// Throws DamagedContent if offsets, heads, costs or states do not fit `node_count` nodes. O(m).
ALLWAYS_API void check_arcs(const TableArcs& arcs, std::size_t node_count);

// Puts arcs and turn rules of a network in the order of its adjacency array; `cost` has one entry per arc. O(m).
ALLWAYS_API TableArcs table_arcs(const RoadNetwork& network, const AdjacencyArray& adjacency, const CostVector& cost);

// One step of a path. `arc` indexes TableArcs (DistanceTable::no_arc_position for a matrix).
struct PathLeg {
    NodeIndex from = no_node;
    NodeIndex to = no_node;
    std::uint64_t arc = 0;
    double raw_cost = 0;
};

// A walk from `from` to `to`. If from = to it is reachable with no legs; unreachable pairs give reachable = false.
struct Path {
    NodeIndex from = no_node;
    NodeIndex to = no_node;
    bool reachable = false;
    double raw_distance = 0;
    std::vector<PathLeg> legs;
};

// The provenance of a table: names to texts ("source", "schedule", "device", …), in order.
using TableProvenance = std::vector<std::pair<std::string, std::string>>;

// n×n, row-major, [from][to]; raw values × 10^-scale().digits are in scale().unit. Unreachable pairs hold
// unreachable_cost<T>; the diagonal is 0. Views last as long as the table. A table of a mapped file (read_table) loads
// only what is requested, and every function that returns distances throws InputError if one of them is out of range.
class ALLWAYS_API DistanceTable {
public:
    static constexpr std::uint64_t no_arc_position = ~std::uint64_t{0};

    // Compiled once, not wherever one is made, moved or ends.
    DistanceTable();
    DistanceTable(const DistanceTable&);
    DistanceTable(DistanceTable&&) noexcept;
    DistanceTable& operator=(const DistanceTable&);
    DistanceTable& operator=(DistanceTable&&) noexcept;
    ~DistanceTable();
    DistanceTable(CellNumbers distances, std::size_t node_count, CostScale scale, IdTable node_ids);

    std::size_t node_count() const { return node_count_; }
    CostType type() const { return distances_.type(); }
    const CostScale& scale() const { return scale_; }
    const std::string& unit() const { return scale_.unit; }
    const IdTable& node_ids() const { return node_ids_; }

    template <class T>
    std::span<const T> values() const {
        return std::get<SharedArray<T>>(distances_.all());
    }
    template <class T>
    std::span<const T> row(NodeIndex from) const {
        return distances_.part<T>(from * node_count_, node_count_);
    }
    const CostArray& distances() const { return distances_.all(); }
    const CellNumbers& cells() const { return distances_; }

    // Natural units (seconds, metres, or the file's own); +inf where there is no path.
    double distance(NodeIndex from, NodeIndex to) const;
    double raw_distance(NodeIndex from, NodeIndex to) const;  // +inf where there is no path
    bool is_reachable(NodeIndex from, NodeIndex to) const;

    // Throws InvalidArgument if the table was solved without next hops, or for an index out of range. O(legs).
    Path path(NodeIndex from, NodeIndex to) const;

    bool has_next_hops() const { return next_hops_.has_value(); }
    const NextHops& next_hops() const { return *next_hops_; }
    const TableArcs& arcs() const { return arcs_; }
    const std::vector<Coordinate>& coordinates() const { return coordinates_; }  // empty, or one per node
    const std::vector<std::uint8_t>& no_through() const { return no_through_; }  // or empty; nonzero: not passed

    void set_next_hops(NextHops hops, TableArcs arcs);  // arcs empty for a matrix
    void set_coordinates(std::vector<Coordinate> coordinates, std::string crs);
    void set_no_through(std::vector<std::uint8_t> no_through);
    const std::string& crs() const { return crs_; }

    void add_skim(Skim skim);  // throws as append_skim does
    const std::vector<Skim>& skims() const { return skims_; }
    // Natural units, as distance(). Throws InvalidArgument if there is no such skim.
    double skim(std::string_view name, NodeIndex from, NodeIndex to) const;

    void set_provenance(TableProvenance provenance) { provenance_ = std::move(provenance); }
    const TableProvenance& provenance() const { return provenance_; }

private:
    std::size_t node_count_ = 0;
    CellNumbers distances_;
    CostScale scale_;
    IdTable node_ids_;
    std::optional<NextHops> next_hops_;
    TableArcs arcs_;
    std::vector<Coordinate> coordinates_;
    std::vector<std::uint8_t> no_through_;
    std::string crs_;
    std::vector<Skim> skims_;
    TableProvenance provenance_;
};

// Returns the program, then `own`, then the notes of the network. A network's note with the same key as one in `own`
// gets a prefix: "source" is the file that was solved, "network_source" the file that the network was imported from.
// Keys are unique: a "network_source" in the notes takes precedence over their "source".
ALLWAYS_API TableProvenance made_by(TableProvenance own, const TableProvenance& notes);

// The credit that the source of the data requires: the note "attribution" of a network or a table; empty if there is
// none.
ALLWAYS_API std::string attribution_in(const TableProvenance& notes);

}  // namespace allways
