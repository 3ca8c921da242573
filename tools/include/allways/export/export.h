// Tables and networks into files: the formats that Allways writes. One file per format; docs/formats.md has their
// layouts.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/decimal.h"
#include "allways/base/progress.h"
#include "allways/cost/cost_matrix.h"
#include "allways/network/road_network.h"
#include "allways/result/distance_table.h"
#include "allways/result/network_factor.h"
#include "allways/result/origin_destination_table.h"

namespace allways {
struct TableBand;  // allways/engine/banded_solve.h
}

namespace allways {

struct TableOutline;  // export/outline.h

struct ExportOptions {
    std::string format{};    // registry name; empty: from the suffix
    bool overwrite = false;  // replace an existing file
    std::string unit{};      // formats with a choice: unit of the numbers ("min", "km"); empty: the table's own
    // Formats with a choice: "natural" (numbers of the unit; in binary files float64, or float32 where the table has
    // that), or "raw": the numbers as the table has them; in binary files also natural ones as "float64", "float32", or
    // "int32" where all are whole.
    std::string dtype = "natural";
    std::optional<std::string> unreachable{};  // formats with a choice: what stands for it; nothing: the convention
    // Formats of pairs: only those at most this far apart, in the unit that is written; only so many destinations of
    // each origin, the nearest, itself not among them.
    std::optional<Decimal> cutoff{};
    std::optional<std::uint64_t> nearest{};
    // Formats with one row a pair: by row the columns that are wanted, in this order, perhaps several times; nothing:
    // all.
    std::optional<std::vector<std::vector<std::uint32_t>>> picked{};
    bool round = false;            // formats of integers: the nearest where a number is not
    bool lossy = false;            // networks: also where distances change by what the format has no place for
    bool direct_costs = false;     // omx: the numbers are those of a matrix, which are not solved; said in the file
    std::string cost{};            // formats of one cost: the column written; empty: time, cost, length, or the first
    TableProvenance provenance{};  // omx, npy, factor: recorded in the file; empty: the table's own
    ProgressCallback progress{};   // stage "write"
    LogCallback log{};             // what a format cannot hold
};

// All of a table but its numbers. Views of the caller's.
struct TableFrame {
    std::size_t node_count;
    CostType type;
    const CostScale& scale;
    const IdTable& node_ids;
    std::size_t bytes_per_hop;                   // 0: no next hops
    const TableArcs* arcs;                       // that next hops refer to; null: they are node indexes
    const std::vector<Coordinate>& coordinates;  // empty, or one a node
    const std::string& crs;
    const std::vector<std::uint8_t>& no_through;  // empty, or one a node
    const TableProvenance& provenance;
};

// Adds rows to a file that has its frame.
class BandWriter {
public:
    virtual ~BandWriter() = default;
    // The rows are with the system when it returns. Called by one thread at a time.
    virtual void write(const TableBand& band) = 0;
};

// What a format of networks keeps of one, so that it reads back. Declared with the format; export/losses.h compares it
// with the network at hand.
struct NetworkKeeps {
    enum class Ids { no, in_file, beside };         // beside: in a second file, which standard output does not have
    enum class Places { no, any, degrees_beside };  // … and only degrees of all nodes
    bool no_through = false;                        // without these marks distances change
    bool parallel_arcs = true;                      // else the cheapest
    bool isolated_nodes = true;
    Ids node_ids = Ids::in_file;
    bool arc_ids = true;
    bool edges = false;               // which two arcs are one road
    Places coordinates = Places::no;  // with their reference system
    bool shapes = false;
    bool texts = false;
    bool resolutions = false;
    bool order = false;  // of elimination
    bool notes = false;
    bool (*unit)(const ArcColumn&) = nullptr;  // whether a column's unit is kept; null: none is
    // Whether a name in lower case means something of its own there, so that no column, or no text, can have it; null:
    // all names stay.
    bool (*is_reserved)(std::string_view name, bool text) = nullptr;
    // The column that is the cost, where none is named, when the file is read; null: the same as in the network.
    std::string (*default_cost)(const RoadNetwork&) = nullptr;
};

struct OutputFormat {
    std::string name;                   // "omx"
    std::string description;            // one line
    std::vector<std::string> suffixes;  // the first is the usual one
    // Null where the format does not hold that.
    void (*write_table)(const DistanceTable&, const std::string& path, const ExportOptions&) = nullptr;
    // Origins × destinations: every format that holds tables has it.
    void (*write_part)(const OriginDestinationTable&, const std::string& path, const ExportOptions&) = nullptr;
    void (*write_network)(const RoadNetwork&, const std::string& path, const ExportOptions&) = nullptr;
    void (*write_factor)(const NetworkFactor&, const std::string& path, const ExportOptions&) = nullptr;
    // For tables that are never in memory as a whole. The frame makes the whole file, its numbers undefined, so that
    // nothing but rows remains to be written; errors call it `name`. Null where the format does not have its rows in
    // one place.
    void (*write_frame)(const TableFrame&, const std::string& file, const std::string& name) = nullptr;
    std::unique_ptr<BandWriter> (*open_bands)(const TableFrame&, const std::string& file,
                                              const std::string& name) = nullptr;

    // What it takes; what it does not is refused.
    bool matrices = false;  // a table's numbers may also be direct costs, which are not solved
    bool standard_output = false;
    bool unit = false;
    bool unreachable = false;
    bool dtype = false;
    bool whole_numbers = false;  // numbers of tables are whole: round
    bool one_matrix = false;     // of a table, which loses its skims
    bool pairs = false;          // writes a table pair by pair: cutoff, nearest
    bool one_list = false;       // of places: rows and columns of a table are the same
    bool places = false;         // which have to be known
    bool one_cost = false;       // holds one column of a network: cost
    NetworkKeeps keeps{};
    // Throws InvalidArgument for values of options that are wrong whatever is written; may be null.
    void (*check_options)(const ExportOptions&) = nullptr;
    // Throws for a table that will not go into the format, before it is solved; may be null. What whole_numbers,
    // one_list and places say is checked for it.
    void (*check_table)(const TableOutline&, const std::string& path, const ExportOptions&) = nullptr;
    // Every file that is made for `path`; null: `path` itself. With `folder`, `path` is the folder they lie in.
    std::vector<std::string> (*files)(const std::string& path) = nullptr;
    bool folder = false;
};

const std::vector<OutputFormat>& output_formats();

// "csv, csv-long": the formats that have a property, for helps and messages.
std::string formats_with(bool OutputFormat::*property);

// The format of options.format or of the suffix. Throws InvalidArgument where there is none.
const OutputFormat& table_format(const std::string& path, const ExportOptions& options);
const OutputFormat& network_format(const std::string& path, const ExportOptions& options);
const OutputFormat& factor_format(const std::string& path, const ExportOptions& options);

// The files that writing to `path` makes; none for standard output.
std::vector<std::string> files_of(const OutputFormat& format, const std::string& path);

// What a written table or factor records: options.provenance, or else its own.
const TableProvenance& recorded_provenance(const TableProvenance& own, const ExportOptions& options);

// Writes to `path` in the format of options.format or its suffix; text formats take "-" for standard output. Files
// appear complete or not at all. Throws InvalidArgument (unknown format, an option the format does not take, a network
// where it holds tables), InputError where the file cannot be written, Cancelled.
void write_table(const DistanceTable& table, const std::string& path, const ExportOptions& options = {});
void write_table(const OriginDestinationTable& table, const std::string& path, const ExportOptions& options = {});
void write_network(const RoadNetwork& network, const std::string& path, const ExportOptions& options = {});
void write_factor(const NetworkFactor& factor, const std::string& path, const ExportOptions& options = {});

// What those would throw for the names and options alone: to be called before the work is done.
void check_table_output(const std::string& path, const ExportOptions& options);
void check_network_output(const std::string& path, const ExportOptions& options);
// The same for what the network has and the format has not; says nothing of what does not change distances.
void check_network_content(const RoadNetwork& network, const std::string& path, const ExportOptions& options);
void check_factor_output(const std::string& path, const ExportOptions& options);
// Where it is not known yet which of the two it will be: throws where neither would do.
void check_any_output(const std::string& path, const ExportOptions& options);

// A matrix in a table format that holds any n×n numbers (npy, csv). Throws InvalidArgument for omx, whose tables are
// taken to be solved.
void write_matrix(const CostMatrix& matrix, const std::string& path, const ExportOptions& options);
// Whether a name and options without content mean a matrix rather than a network.
bool is_matrix_format(const std::string& path, const ExportOptions& options);

}  // namespace allways
