// SPDX-License-Identifier: Apache-2.0
// The writers of all formats; each has its own file.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "allways/engine/table_stream.h"
#include "allways/export/export.h"

namespace allways::tools {

struct LaidOutTable;  // export/formats/laid_out_rows.h

// A table without its numbers. Holds views of the caller's data.
struct TableFrame {
    std::size_t node_count;
    CostType type;
    const CostScale& scale;
    const IdTable& node_ids;
    std::size_t bytes_per_hop;                   // 0: no next hops
    const TableArcs* arcs;                       // arcs that next hops refer to; null: node indexes
    const std::vector<Coordinate>& coordinates;  // empty, or one per node
    const std::string& crs;
    const std::vector<std::uint8_t>& no_through;  // empty, or one per node
    const TableProvenance& provenance;
    double largest;                         // bounds the absolute raw numbers (int32)
    std::span<const CostScale> skims;       // of streamed tables: skims with int32 numbers
    std::span<const double> largest_skims;  // a bound as `largest` for each of `skims`

    // Rows of next hops: one for each state under turn rules.
    std::size_t hop_rows() const { return arcs && !arcs->states.empty() ? arcs->states.size() : node_count; }
};

// Writes a table row by row, in ascending order.
class RowWriter {
public:
    virtual ~RowWriter() = default;
    virtual void write(const TableBand& band) = 0;
    // Completes the file and gives it its name. If it is not called, no file remains.
    virtual void finish() = 0;
};

// The parts of a network that a format keeps when read back. Declared with the format; export/formats/losses.h compares
// it with the network to be written.
struct NetworkKeeps {
    enum class Ids { no, in_file, beside };         // beside: in a second file, which standard output cannot have
    enum class Places { no, any, degrees_beside };  // degrees_beside: in a second file, if all are degrees
    bool no_through = false;                        // without these marks distances change
    bool parallel_arcs = true;                      // false: only the cheapest
    bool isolated_nodes = true;
    Ids node_ids = Ids::in_file;
    bool arc_ids = true;
    bool edges = false;               // two arcs that are the two directions of one road
    Places coordinates = Places::no;  // with their reference system
    bool shapes = false;
    bool texts = false;
    bool resolutions = false;
    bool order = false;  // elimination order
    bool notes = false;
    // Returns how many of the network's rules and prices of turns are lost; null: all. Losing any changes distances.
    std::uint64_t (*lost_turns)(const RoadNetwork&) = nullptr;
    bool turn_marks = false;                   // arcs for destinations only, and where paths may turn round
    bool (*unit)(const ArcColumn&) = nullptr;  // returns true if a column's unit is kept; null: none is
    // Returns true if the format reserves a lower-case name, so that no column (or no text, with `text`) can have it;
    // null: no name is reserved.
    bool (*is_reserved)(std::string_view name, bool text) = nullptr;
    // The column that a reader takes as the cost if the user names no column; null: the same as in the network.
    std::string (*default_cost)(const RoadNetwork&) = nullptr;
};

// A format, and the functions that write it: null where the format lacks the ability.
struct FormatWriter : OutputFormat {
    void (*write_table)(const DistanceTable&, const std::string& path, const ExportOptions&) = nullptr;
    // Origins × destinations; every table format has it.
    void (*write_between)(const OriginDestinationTable&, const std::string& path, const ExportOptions&) = nullptr;
    // For formats with `hours`; there are two or more.
    void (*write_hours)(const HourlyTables&, const std::string& path, const ExportOptions&) = nullptr;
    void (*write_network)(const RoadNetwork&, const std::string& path, const ExportOptions&) = nullptr;
    // One or more, of one network.
    void (*write_factors)(std::span<const NetworkFactor>, const std::string& path, const ExportOptions&) = nullptr;
    // For tables that are written while they are computed. Either rows have fixed offsets: write_frame() writes the
    // complete file with undefined numbers, laid_out() returns where the rows go (errors call the file `name`), and
    // write_companions() writes the other files of the format, if any. Or rows are appended: open_rows(). All null: the
    // format needs the whole table at once.
    void (*write_frame)(const TableFrame&, const std::string& file, const std::string& name,
                        const ExportOptions&) = nullptr;
    LaidOutTable (*laid_out)(const TableFrame&, const std::string& file, const std::string& name,
                             const ExportOptions&) = nullptr;
    void (*write_companions)(const TableFrame&, const std::string& path, const ExportOptions&) = nullptr;
    std::unique_ptr<RowWriter> (*open_rows)(const TableFrame&, const std::string& path, const ExportOptions&) = nullptr;

    NetworkKeeps keeps{};
    // Throws InvalidArgument for option values that are wrong for any content; may be null.
    void (*check_options)(const ExportOptions&) = nullptr;
    // Throws before the solve for a table that does not fit the format; may be null. The caller checks whole_numbers,
    // one_list and places.
    void (*check_table)(const TableOutline&, const std::string& path, const ExportOptions&) = nullptr;
    // All files made for `path`; null: `path` itself. With `folder`, `path` is the folder that contains them.
    std::vector<std::string> (*files)(const std::string& path) = nullptr;
    bool folder = false;
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

FormatWriter omx_output();
FormatWriter npy_output();
FormatWriter csv_output();
FormatWriter csv_long_output();
FormatWriter tsplib_output();
FormatWriter matrix_market_output();
FormatWriter vroom_output();
FormatWriter ortools_output();
FormatWriter dimacs_output();
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
