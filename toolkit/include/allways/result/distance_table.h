// The answer: all-pairs distances with what is needed to read them and to walk their paths, without the
// network they came from.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include "allways/base/cost_type.h"
#include "allways/base/ids.h"
#include "allways/base/units.h"
#include "allways/result/next_hops.h"

namespace allways {

// The arcs a network's next hops refer to, grouped by tail in ordinal order. Empty for a matrix.
struct TableArcs {
    std::vector<std::uint64_t> first_out;  // n + 1 offsets
    std::vector<NodeIndex> head;           // m
    CostVector cost;                       // m raw costs, of the table's type
    IdTable arc_ids;                       // m, as the network's file has them, in this grouping's order
    std::vector<std::uint8_t> reversed;    // empty, or 1 where the arc runs against its id's direction
};

// Arcs of a network put in the order of an adjacency array: `first_out` and `order` as it has them, the rest by arc.
TableArcs table_arcs(std::span<const std::size_t> first_out, std::span<const ArcIndex> order,
                     std::span<const NodeIndex> head, const CostVector& cost, const IdTable& arc_ids,
                     std::span<const std::uint8_t> reversed);

// One step of a path. `arc` indexes TableArcs (no_arc for a matrix); cost is raw.
struct PathLeg {
    NodeIndex from = no_node;
    NodeIndex to = no_node;
    std::uint64_t arc = 0;
    double cost = 0;
};

// A walk from `from` to `to`. Reached with no legs where from = to; unreachable pairs give reachable = false.
struct Path {
    NodeIndex from = no_node;
    NodeIndex to = no_node;
    bool reachable = false;
    double distance = 0;  // raw, as the table has it
    std::vector<PathLeg> legs;
};

// What a table records of how it came to be: names to texts ("source", "schedule", "device", …), in order.
using TableProvenance = std::vector<std::pair<std::string, std::string>>;

// n×n, row-major, [from][to]; raw values × 10^-scale().digits are in scale().unit. Unreachable pairs hold
// unreachable_cost<T>; the diagonal is 0. Owns its memory; views last as long as the table.
class DistanceTable {
public:
    static constexpr std::uint64_t no_arc_position = ~std::uint64_t{0};

    DistanceTable() = default;
    DistanceTable(CostVector distances, std::size_t node_count, CostScale scale, IdTable node_ids);

    std::size_t node_count() const { return node_count_; }
    CostType type() const { return type_of(distances_); }
    const CostScale& scale() const { return scale_; }
    const std::string& unit() const { return scale_.unit; }
    const IdTable& node_ids() const { return node_ids_; }

    template <class T>
    std::span<const T> values() const {
        return std::get<std::vector<T>>(distances_);
    }
    template <class T>
    auto eigen() const {
        using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
        const auto n = static_cast<Eigen::Index>(node_count_);
        return Eigen::Map<const Matrix>(values<T>().data(), n, n);
    }
    const CostVector& distances() const { return distances_; }

    // Natural units (seconds, metres, or the file's own); +inf where there is no path.
    double distance(NodeIndex from, NodeIndex to) const;
    double raw_distance(NodeIndex from, NodeIndex to) const;  // +inf where there is no path
    bool is_reachable(NodeIndex from, NodeIndex to) const;

    // Throws InvalidArgument where the table was solved without next hops, or for an index out of range.
    // O(legs).
    Path path(NodeIndex from, NodeIndex to) const;

    bool has_next_hops() const { return next_hops_.has_value(); }
    const NextHops& next_hops() const { return *next_hops_; }
    const TableArcs& arcs() const { return arcs_; }
    const std::vector<double>& coordinates() const { return coordinates_; }  // empty, or x0 y0 x1 y1 …

    void set_next_hops(NextHops hops, TableArcs arcs);  // arcs empty for a matrix
    void set_coordinates(std::vector<double> xy, std::string crs);
    const std::string& crs() const { return crs_; }

    void set_provenance(TableProvenance provenance) { provenance_ = std::move(provenance); }
    const TableProvenance& provenance() const { return provenance_; }

private:
    std::size_t node_count_ = 0;
    CostVector distances_;
    CostScale scale_;
    IdTable node_ids_;
    std::optional<NextHops> next_hops_;
    TableArcs arcs_;
    std::vector<double> coordinates_;
    std::string crs_;
    TableProvenance provenance_;
};

}  // namespace allways
