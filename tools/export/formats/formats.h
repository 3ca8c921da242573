// SPDX-License-Identifier: Apache-2.0
// The writers of all formats; each has its own file.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "allways/export/export.h"
#include "allways/result/table_cells.h"
#include "export/files/output_file.h"

namespace allways::tools {

struct LaidOutTable;  // export/formats/laid_out_rows.h

// One matrix of a table: its distances or a skim.
struct TableField {
    CostScale scale;
    CostType type;
    double largest = 0;          // bounds the absolute reachable raw numbers (int32)
    bool all_reachable = false;  // known only for direct costs
};

// A table without its numbers. Holds views of the caller's data.
struct TableFrame {
    const IdTable& rows;
    const IdTable& columns;
    bool one_list = true;                           // rows and columns are the same nodes, in the same order
    std::string name{};                             // of the distances, whatever the hour
    std::vector<int> hours{};                       // there is a table for each; empty: a single table
    std::vector<std::vector<TableField>> tables{};  // the fields of each table: its distances, then its skims
    const std::vector<Coordinate>& row_places;      // empty, or one per row, in `crs`
    const std::vector<Coordinate>& column_places;   // empty, or one per column
    const std::string& crs;
    const SnapDistances& snap_distances;
    const TableProvenance& provenance;
    // Of a table between all nodes of a network.
    std::span<const std::uint8_t> no_through{};  // empty, or one per node
    std::size_t bytes_per_hop = 0;               // 0: no next hops
    const TableArcs* arcs = nullptr;             // arcs that next hops refer to; null: node indexes

    // Rows of next hops: one for each state under turn rules.
    std::size_t hop_rows() const { return arcs && !arcs->states.empty() ? arcs->states.size() : rows.size(); }
};

// Some rows of one of a frame's tables. The cell of row rows[i] and column j is at i·columns + j of each field and of
// the next hops. Rows beyond the table's own are those of states, and have next hops only.
struct RowBand {
    std::size_t table = 0;
    std::span<const NodeIndex> rows;
    std::vector<CostView> fields;
    std::span<const unsigned char> hops{};
};

// Writes the rows of a frame's tables: table by table, and in each every row once, in ascending order unless the format
// has fixed places for them. ExportOptions::progress hears of the rows of a band.
class RowWriter {
public:
    virtual ~RowWriter() = default;
    virtual void write(const RowBand& band) = 0;
    // Completes the file and gives it its name. If it is not called, no file remains.
    virtual void finish() = 0;
};

// A format, and the functions that write it: null where the format lacks the ability.
struct FormatWriter : OutputFormat {
    // Tables, in one of three ways. The format needs the whole table at once:
    void (*write_table)(const TableCells&, const std::string& path, const ExportOptions&) = nullptr;
    // Or it takes rows as they come:
    std::unique_ptr<RowWriter> (*open_rows)(const TableFrame&, const std::string& path, const ExportOptions&) = nullptr;
    // Or each row has a fixed place: write_frame() writes the complete file with undefined numbers, laid_out() returns
    // where the rows go (errors call the file `name`), and companions() makes the other files of the format, if any,
    // which have no names until they are committed. Standard output, where nothing has a place, has open_rows().
    void (*write_frame)(const TableFrame&, const std::string& file, const std::string& name,
                        const ExportOptions&) = nullptr;
    LaidOutTable (*laid_out)(const TableFrame&, const std::string& file, const std::string& name,
                             const ExportOptions&) = nullptr;
    std::vector<std::unique_ptr<OutputFile>> (*companions)(const TableFrame&, const std::string& path,
                                                           const ExportOptions&) = nullptr;

    void (*write_network)(const RoadNetwork&, const std::string& path, const ExportOptions&) = nullptr;
    // One or more, of one network.
    void (*write_factors)(std::span<const NetworkFactor>, const std::string& path, const ExportOptions&) = nullptr;

    // ---- networks: what the traits do not say of the format's losses (export/formats/losses.h)
    // Returns how many of the network's rules and prices of turns are lost; null: all. Losing any changes distances.
    std::uint64_t (*lost_turns)(const RoadNetwork&) = nullptr;
    bool (*keeps_unit)(const ArcColumn&) = nullptr;  // returns true if a column's unit is kept; null: none is
    // Returns true if the format reserves a lower-case name, so that no column (or no text, with `text`) can have it;
    // null: no name is reserved.
    bool (*is_reserved)(std::string_view name, bool text) = nullptr;
    // The column that a reader takes as the cost if the user names no column; null: the same as in the network.
    std::string (*default_cost)(const RoadNetwork&) = nullptr;

    // The nodes in the order in which the format numbers them from 1, the zone centroids among the first ones being
    // no-through nodes; null: it has ids, or the network's order.
    std::vector<NodeIndex> (*node_order)(const RoadNetwork&) = nullptr;
    // The name of a column when it is read back; empty: it is lost. Null: its own.
    std::string (*column_name)(const RoadNetwork&, const ArcColumn&) = nullptr;

    // Throws InvalidArgument for option values that are wrong for any content; may be null.
    void (*check_options)(const ExportOptions&) = nullptr;
    // Throws before the solve for a table that does not fit the format; may be null. The caller checks the traits
    // whole_numbers, one_list and places.
    void (*check_table)(const TableOutline&, const std::string& path, const ExportOptions&) = nullptr;
    // All files made for `path`; null: `path` itself. With `folder`, `path` is the folder that contains them.
    std::vector<std::string> (*files)(const std::string& path) = nullptr;
    bool folder = false;

    // Returns true if the rows of a table at `path` have fixed places.
    bool is_laid_out(const std::string& path) const { return write_frame != nullptr && path != "-"; }
};

// All formats, in the order in which users see them.
const std::vector<FormatWriter>& format_writers();

// Finds the format of options.format or of the suffix. Throw InvalidArgument if there is none.
const FormatWriter& table_writer(const std::string& path, const ExportOptions& options);
const FormatWriter& network_writer(const std::string& path, const ExportOptions& options);

// Throws InvalidArgument if options.snap_distances is set for a table without positions.
void require_snap_distances(bool has_positions, const ExportOptions& options);

// Warns about skims that a format with one matrix leaves out.
void log_left_out(std::span<const CostScale> skims, const OutputFormat& format, const ExportOptions& options);

// Returns the network as the bytes of an HDF5 file, which read_network_image() (importers/matrices/omx_file.h) reads:
// every field, bit for bit, but the source and format of the provenance.
std::string network_image(const RoadNetwork& network);

FormatWriter omx_output();
FormatWriter npy_output();
FormatWriter csv_output();
FormatWriter csv_long_output();
FormatWriter tsplib_output();
FormatWriter matrix_market_output();
FormatWriter vroom_output();
FormatWriter ortools_output();
FormatWriter dimacs_output();
FormatWriter tntp_output();
FormatWriter tntp_trips_output();
FormatWriter gmns_output();
FormatWriter graphml_output();
FormatWriter edge_list_output();
FormatWriter gpkg_output();
FormatWriter factor_output();
FormatWriter sqlite_output();
FormatWriter shapefile_output();
FormatWriter flatgeobuf_output();
FormatWriter desire_gpkg_output();
FormatWriter desire_shapefile_output();
FormatWriter desire_flatgeobuf_output();
FormatWriter desire_geojson_output();

}  // namespace allways::tools
