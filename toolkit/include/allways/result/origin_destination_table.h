// SPDX-License-Identifier: Apache-2.0
// Distances from some nodes to others: a result without the n² cells of a DistanceTable, and without next hops.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/cost_type.h"
#include "allways/base/ids.h"
#include "allways/base/units.h"
#include "allways/network/coordinate.h"
#include "allways/result/cell_numbers.h"
#include "allways/result/distance_table.h"

namespace allways {

// ---- distances between positions and their roads, as results carry them

// The name of the column of these distances: in metres, or in units of the coordinates if these are unknown.
inline const char* snap_column(bool in_metres) {
    return in_metres ? "snap_distance_m" : "snap_distance";
}

// The same for one end of a pair or path, "from" or "to".
inline std::string snap_column_of(std::string_view end, bool in_metres) {
    return std::string(end) + "_" + snap_column(in_metres);
}
inline bool is_snap_column_of_an_end(std::string_view name) {
    return name == snap_column_of("from", true) || name == snap_column_of("to", true) ||
           name == snap_column_of("from", false) || name == snap_column_of("to", false);
}

// Rounds to the millimetre if the unit is known: smaller digits are trigonometric noise.
inline double rounded_snap(double distance, bool in_metres) {
    return in_metres ? std::round(distance * 1000) / 1000 : distance;
}

// The distances of a table's rows and columns from their roads: NaN for nodes, and if no road is known. Both empty:
// nothing was snapped.
struct SnapDistances {
    std::vector<double> origins;
    std::vector<double> destinations;
    bool in_metres = true;

    bool empty() const { return origins.empty() && destinations.empty(); }
};

// ---- the table

// Origins × destinations, row-major, [origin][destination], in the requested order; a node may occur several times. Raw
// values × 10^-scale().digits are in scale().unit. Unreachable pairs hold unreachable_cost<T>; the distance from a node
// to itself is 0. Views last as long as the table; a mapped table behaves as a mapped DistanceTable does.
class ALLWAYS_API OriginDestinationTable {
public:
    OriginDestinationTable() = default;
    // Throws InvalidArgument if there is not one distance for each pair of ids.
    OriginDestinationTable(CellNumbers distances, CostScale scale, IdTable origin_ids, IdTable destination_ids);

    std::size_t origin_count() const { return origin_ids_.size(); }
    std::size_t destination_count() const { return destination_ids_.size(); }
    const IdTable& origin_ids() const { return origin_ids_; }
    const IdTable& destination_ids() const { return destination_ids_; }
    CostType type() const { return distances_.type(); }
    const CostScale& scale() const { return scale_; }
    const std::string& unit() const { return scale_.unit; }

    const CostArray& distances() const { return distances_.all(); }
    const CellNumbers& cells() const { return distances_; }
    template <class T>
    std::span<const T> values() const {
        return std::get<SharedArray<T>>(distances_.all());
    }

    // Returns a table of other numbers between the same origins and destinations: ids, places, distances from roads and
    // provenance are kept. Throws InvalidArgument for another count of numbers, and as add_skim does.
    OriginDestinationTable with_cells(CellNumbers distances, CostScale scale, std::vector<Skim> skims = {}) const;

    // Indexes are positions in the lists. Natural units (seconds, metres, or the file's own); +inf if there is no path.
    double distance(std::size_t origin, std::size_t destination) const;
    bool is_reachable(std::size_t origin, std::size_t destination) const;
    std::uint64_t unreachable_pairs() const;  // O(origins · destinations)

    void add_skim(Skim skim);  // throws as append_skim does
    const std::vector<Skim>& skims() const { return skims_; }
    // Throws InvalidArgument if there is no such skim. Indexes are positions in the lists, as for distance().
    double skim(std::string_view name, std::size_t origin, std::size_t destination) const;

    // Renames rows and columns. Throws InvalidArgument if a count differs.
    void set_ids(IdTable of_origins, IdTable of_destinations);

    // Sets the coordinates of origins and destinations: one each, or none at all, in the reference system `crs`. Throws
    // InvalidArgument for other counts.
    void set_places(std::vector<Coordinate> of_origins, std::vector<Coordinate> of_destinations, std::string crs);
    const std::vector<Coordinate>& origin_places() const { return origin_places_; }
    const std::vector<Coordinate>& destination_places() const { return destination_places_; }
    const std::string& crs() const { return crs_; }

    // Throws InvalidArgument unless there is one distance for each origin and destination, or none at all.
    void set_snap_distances(SnapDistances distances);
    const SnapDistances& snap_distances() const { return snap_distances_; }

    void set_provenance(TableProvenance provenance) { provenance_ = std::move(provenance); }
    const TableProvenance& provenance() const { return provenance_; }

private:
    CellNumbers distances_;
    CostScale scale_;
    IdTable origin_ids_;
    IdTable destination_ids_;
    std::vector<Skim> skims_;
    std::vector<Coordinate> origin_places_;
    std::vector<Coordinate> destination_places_;
    std::string crs_;
    SnapDistances snap_distances_;
    TableProvenance provenance_;
};

// The cells of a solved table and of its skims from `origins` to `destinations`, with its coordinates and provenance; a
// node may occur several times. O(origins · destinations). Throws InvalidArgument for an index out of range.
ALLWAYS_API OriginDestinationTable sub_table(const DistanceTable& table, std::span<const NodeIndex> origins,
                                             std::span<const NodeIndex> destinations);
// The same for some origins and destinations of the table, by their positions in its lists.
ALLWAYS_API OriginDestinationTable sub_table(const OriginDestinationTable& table,
                                             std::span<const std::uint32_t> origins,
                                             std::span<const std::uint32_t> destinations);

// ---- tables of the same origins and destinations, one for each hour: a cube

// All tables have the same ids, places and unit, and skims of the same names; digits and types may differ. The name of
// an hour's distances is that of its column ("time_8").
struct HourlyTables {
    std::string name;                            // of the distances, whatever the hour: "time"
    std::vector<int> hours;                      // 0 to 23, or of a week to 167
    std::vector<OriginDestinationTable> tables;  // one for each hour

    bool empty() const { return tables.empty(); }
};

}  // namespace allways
