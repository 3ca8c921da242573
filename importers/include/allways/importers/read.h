// SPDX-License-Identifier: Apache-2.0
// Reads files into values; the only code that knows foreign formats. The format comes from the file name's suffix, then
// from the content, or from ReadOptions::format.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/cost_type.h"
#include "allways/base/option_row.h"
#include "allways/base/progress.h"
#include "allways/cost/arc_costs.h"
#include "allways/cost/cost_matrix.h"
#include "allways/network/road_network.h"
#include "allways/result/distance_table.h"
#include "allways/result/network_factor.h"
#include "allways/result/origin_destination_table.h"

namespace allways {

// Each option is also a row of read_options().
struct ReadOptions {
    std::string format = {};     // registry name; empty: from suffix and content
    std::string node_file = {};  // coordinates in a second file (TNTP _node.tntp, DIMACS .co, any list of id, x, y,
                                 // or layer of points); empty: the sibling file if there is one (logged)
    std::string encoding = {};  // of texts: "windows-1252", "latin1", …; empty: UTF-8, and Windows-1252 where a line or
                                // value is not UTF-8 (a guess)
    // Edge lists: column names (or 1-based numbers if the file has no header). Unset: guessed and logged. Empty name:
    // no column, and no guess.
    std::optional<std::string> from_field = {};
    std::optional<std::string> to_field = {};
    std::string cost_field = {};  // becomes column "cost"; empty: guessed
    std::optional<std::string> id_field = {};
    std::string no_through = {};  // nodes that paths may not pass, in addition to those in the file: ids, ranges of
                                  // integer ids, "@file" with such a list, separated by commas:
                                  // "1-99999,200001". Networks only.
    std::string turns = {};       // turn rules: "none" drops those in the file, "restrictions" keeps all but prices,
                                  // "full" keeps all, as empty does, and adds the prices of an OpenStreetMap profile;
                                  // else a CSV table of rules and prices, which names arcs by their ids and is added to
                                  // those in the file. Networks only.
    // Longitudes and latitudes: keeps only nodes inside and arcs between them. West above east: a box across the
    // antimeridian. For networks with coordinates; in the file's own units if their reference system is unknown.
    std::optional<BoundingBox> bbox = {};
    // Closed roads. A layer of points, lines or polygons: the arcs that they touch are left out. Empty: none.
    std::string avoid = {};
    std::string exclude = {};  // classes of roads that are left out, separated by commas: "motorway,ferry,toll"
    // A raster of heights of any format that GDAL opens: adds the columns ascent and descent to networks with
    // coordinates, and makes times mind slopes if the profile states so. Empty: none.
    std::string elevation = {};

    bool undirected = false;   // edge lists and line layers with end fields: each row is an edge both ways. Formats
                               // that state this themselves ignore it.
    bool directed = false;     // edge lists and line layers: each row is an arc, whatever comments or fields state
    std::string profile = {};  // OSM, Overture: a built-in profile ("car", "bicycle", "foot", "truck", "taxi", "bus",
                               // "emergency") or a profile file; empty: car (logged).
                               // Line layers with OSM tags as fields: sets directions and speeds; empty: no profile
    std::string vehicle = {};  // OSM, Overture: sizes of the vehicle instead of the profile's: height, width, length
                               // (metres), weight, axle_load (tonnes), hazmat (yes, no): "height=3.8,weight=18"
    std::string at = {};  // OSM, Overture: a local time such as "2026-11-23T08:00", at which conditional tags apply;
                          // empty: they are ignored. InvalidArgument for any other text
    std::string holiday = {};  // OSM, Overture: the day of `at` is "none", "public", "school" or "public,school": PH
                               // and SH of conditional tags; empty: none, a guess
    bool lenient = false;      // networks: continue if more than a fifth of the records would be lost, such as rows
                               // without ends or lines without a speed, if `elevation` has no value for more than a
                               // fifth of the points, or if `turns` names arcs that are not in
                               // the network; otherwise that is an InputError
    std::string mode = {};     // GMNS: "auto", "bike", "walk", or a use in its files: keeps only links open to it.
                               // Empty: the profile's mode, else all links
    std::string crs = {};  // reference system of the coordinates: "EPSG:2223", WKT, or "none" for a plane in unknown
                           // units; takes precedence over the file (logged). Empty: the file's; else WGS 84 if
                           // the coordinates can only be degrees (logged)
    // Units that the file does not state, or states wrongly (logged): "m", "min", "mph" and others of find_unit.
    std::string cost_unit = {};    // unit of the column `cost`, or of a matrix or table
    std::string cost = {};         // the column that cost_unit describes; empty: the one that is minimised by default;
                                   // an expression becomes a column (add_cost)
    std::string length_unit = {};  // of the field "length", or of the coordinates of line layers without a system

    // Line layers (GeoPackage, Shapefile, …). Fields are guessed as above, including from, to, cost and id; without
    // from and to, lines are connected where they meet.
    std::string layer = {};  // layer name; empty: the only layer with lines
    std::string where = {};  // attribute filter in OGR SQL: "highway <> 'footway'"; also for GMNS, edge lists
                             // and GraphML
    std::string reverse_cost_field = {};  // cost against the line's direction; with it, negative costs mean no arc.
                                          // Also for edge lists
    std::optional<std::string> oneway_field = {};
    std::string oneway_values = {};               // its words for along, against, both ways, closed: "F|FT,T|TF,B,N"
    std::optional<std::string> speed_field = {};  // gives column "time" from the length; also GMNS, edge lists, GraphML
    std::string speed_unit = {};  // of the field free_speed or speed, or of speeds that state none (default: km/h)
    std::optional<std::string> name_field = {};   // names of roads, for directions. Also for edge lists
    std::optional<std::string> class_field = {};  // road class, for class_speeds and profile
    std::string class_speeds =
        {};  // speeds of lines that state none: "motorway=110,primary=80 mph", or "@file" with such a list
    std::optional<double> default_speed_kmh = {};  // for lines and arcs that still have no speed
    // The points where lines meet if no fields connect them: at their ends; also at shared vertices; also where they
    // merely cross on the same level; or at shared vertices of nearly the same height (Z). Automatic: at vertices if
    // that leaves far fewer separate networks, else at ends; and not where heights differ, unless that parts too many.
    enum class Join { automatic, ends, vertices, crossings, heights };
    Join join = Join::automatic;
    std::optional<double> tolerance_m = {};  // end points this close are one node, in metres (file units if the
                                             // reference system is unknown); default: 0.01

    std::optional<CostType> cost_type = {};   // matrices: the wanted type, if the file leaves a choice; default:
                                              // int32 if exact, else float_type or the format's type
    CostType float_type = CostType::float64;  // for matrices of decimals that do not fit int32 fixed point
    bool keep_diagonal =
        false;  // matrices: the diagonal counts, as of trips; a square one becomes origins × destinations
    std::string lookup = {};     // omx: the lookup with the ids; empty: the one whose values are ids of the rows
    bool all_matrices = false;   // omx of other programs: the matrices that are not read as distances become skims
    bool copies_factor = false;  // factors: copied into memory, so that the file may change; otherwise mapped
    ProgressCallback progress = {};
    LogCallback log = {};
};

// Findings of a reader, for programs and people. Counts describe the file as read.
struct ImportReport {
    struct Skipped {
        std::string reason;  // "row without a cost", …
        std::uint64_t count = 0;
        std::uint64_t first_line = 0;  // 0 if the source has no lines
        bool closed = false;           // the source itself closes the road: nothing is lost

        static void each_row(auto&& row) {
            row("reason", &Skipped::reason);
            row("count", &Skipped::count);
            row("first_line", &Skipped::first_line, "0 if the source has no lines");
            row("closed", &Skipped::closed, "True if the source itself closes the road: nothing is lost");
        }
    };
    std::string source;
    std::string format;
    std::uint64_t records = 0;  // rows or features read, including skipped ones; 0 if the reader counts none
    std::uint64_t nodes = 0;
    std::uint64_t arcs = 0;
    std::uint64_t isolated_nodes = 0;
    std::uint64_t self_loops = 0;
    std::uint64_t parallel_arcs = 0;  // arcs beyond the first of the same tail and head
    std::uint64_t no_through_nodes = 0;
    struct Turns {  // turn rules (TurnRules)
        std::uint64_t sequences = 0;
        std::uint64_t prices = 0;
        std::uint64_t destination_only = 0;  // arcs
        bool turning_round_is_limited = false;
        bool any() const { return sequences + prices + destination_only > 0 || turning_round_is_limited; }

        static void each_row(auto&& row) {
            row("sequences", &Turns::sequences);
            row("prices", &Turns::prices);
            row("destination_only", &Turns::destination_only, "Arcs for destinations only", JsonForm::plain,
                "destination_only_arcs");
            row("turning_round_is_limited", &Turns::turning_round_is_limited);
        }
    } turns;
    std::uint64_t components = 0;  // weak components
    std::uint64_t strong_components = 0;
    std::uint64_t largest_strong_component = 0;
    struct Column {
        std::string name;
        std::string unit;
        std::uint64_t zero = 0;
        std::uint64_t negative = 0;
        std::uint64_t missing = 0;
        std::string smallest;  // decimal text
        std::string largest;

        static void each_row(auto&& row) {
            row("name", &Column::name);
            row("unit", &Column::unit);
            row("zero", &Column::zero);
            row("negative", &Column::negative);
            row("missing", &Column::missing);
            row("smallest", &Column::smallest, "Decimal text");
            row("largest", &Column::largest, "Decimal text");
        }
    };
    std::vector<Column> columns;
    struct Text {
        std::string name;
        std::uint64_t arcs = 0;  // arcs that have a text
        std::uint64_t different = 0;

        static void each_row(auto&& row) {
            row("name", &Text::name);
            row("arcs", &Text::arcs, "Arcs that have a text");
            row("different", &Text::different);
        }
    };
    std::vector<Text> texts;
    bool has_order = false;         // the network has a valid elimination order
    std::uint64_t shaped_arcs = 0;  // arcs with a known shape
    // Things in the source that the network omits or represents differently: {"ways", 1572}, {"turn restrictions", 27}
    // …
    struct Count {
        std::string name;
        std::uint64_t count = 0;

        static void each_row(auto&& row) {
            row("name", &Count::name);
            row("count", &Count::count);
        }
    };
    std::vector<Count> counts;
    std::vector<Skipped> skipped;
    // Line layers that are connected where lines meet: places where that may have failed, in the file's coordinates.
    // Nothing of other files, which state where lines meet.
    struct LooseEnd {
        enum class Kind { crossing, gap, dead_end };  // lines cross without a node; a dead end near a line; any other
        Kind kind = Kind::dead_end;
        Coordinate place;
    };
    std::optional<std::vector<LooseEnd>> loose_ends;

    static void each_row(auto&& row) {
        row("source", &ImportReport::source);
        row("format", &ImportReport::format);
        row("nodes", &ImportReport::nodes);
        row("arcs", &ImportReport::arcs);
        row("isolated_nodes", &ImportReport::isolated_nodes);
        row("self_loops", &ImportReport::self_loops);
        row("parallel_arcs", &ImportReport::parallel_arcs, "Arcs beyond the first of the same tail and head");
        row("no_through_nodes", &ImportReport::no_through_nodes);
        row("turns", &ImportReport::turns, "Turn rules", JsonForm::plain, "turn_rules");
        row("components", &ImportReport::components, "Weak components");
        row("strong_components", &ImportReport::strong_components);
        row("largest_strong_component", &ImportReport::largest_strong_component);
        row("records", &ImportReport::records,
            "Rows or features read, including skipped ones; 0 if the reader counts none", JsonForm::unless_empty);
        row("columns", &ImportReport::columns);
        row("texts", &ImportReport::texts);
        row("has_order", &ImportReport::has_order, "True if the network has a valid elimination order");
        row("shaped_arcs", &ImportReport::shaped_arcs, "Arcs with a known shape");
        row("counts", &ImportReport::counts, "Things in the source that the network omits or represents differently");
        row("skipped", &ImportReport::skipped);
    }
};

// Each function throws InputError (file, line, what was expected and found) for unreadable, malformed or unknown input,
// CapacityError if memory runs out, and Cancelled. `report` may be null.
ALLWAYS_API RoadNetwork read_network(const std::string& path, const ReadOptions& options = {},
                                     ImportReport* report = nullptr);
// Reads square matrices of direct costs.
ALLWAYS_API CostMatrix read_matrix(const std::string& path, const ReadOptions& options = {},
                                   ImportReport* report = nullptr);
ALLWAYS_API DistanceTable read_table(const std::string& path, const ReadOptions& options = {});
// Reads files whose rows and columns are different nodes.
ALLWAYS_API OriginDestinationTable read_origin_destination_table(const std::string& path,
                                                                 const ReadOptions& options = {});
ALLWAYS_API NetworkFactor read_factor(const std::string& path, const ReadOptions& options = {});

// Reads whatever the file contains.
using Input = std::variant<RoadNetwork, CostMatrix, DistanceTable, NetworkFactor, OriginDestinationTable>;
ALLWAYS_API Input read_input(const std::string& path, const ReadOptions& options = {}, ImportReport* report = nullptr);

struct FormatInfo {
    enum class Holds { network, matrix, table, factor };  // a table of all pairs, or of origins × destinations
    std::string name;                                     // "tntp"
    std::string description;                              // one line
    std::vector<std::string> suffixes;                    // "_net.tntp", ".gr.gz", …
    Holds holds = Holds::network;
    std::vector<std::string> options = {};  // names of the ReadOptions that affect this format but not every one
};
ALLWAYS_API std::string_view name(FormatInfo::Holds holds);  // "network", "matrix", "table", "factor"
ALLWAYS_API std::optional<FormatInfo::Holds> parse_holds(std::string_view text);  // nothing for any other text
ALLWAYS_API std::vector<FormatInfo> input_formats();
// Returns the format of a file: options.format, otherwise by suffix and content. `wanted` decides between formats that
// only share a suffix. Throws InvalidArgument for an unknown name, InputError for a file that no format accepts.
ALLWAYS_API FormatInfo input_format(const std::string& path, const ReadOptions& options = {},
                                    std::optional<FormatInfo::Holds> wanted = std::nullopt);

// Returns true if `lost` of `all` records exceed the share that an import may lose without ReadOptions::lenient: a
// fifth.
constexpr bool is_much(std::uint64_t lost, std::uint64_t all) {
    return lost * 5 > all;
}

// ---- the options of the readers as rows, from which the command and Python make theirs

using ReadOptionRow = OptionRow<ReadOptions, bool, std::string, std::optional<std::string>, std::optional<double>,
                                std::optional<BoundingBox>, ReadOptions::Join, CostType, std::optional<CostType>>;

// In the order of the command's help.
ALLWAYS_API const std::vector<ReadOptionRow>& read_options();

inline std::vector<std::string> words_of(ReadOptions::Join) {
    return {"auto", "ends", "vertices", "crossings", "heights"};
}

// ---- checks the cost to minimise against an input, before anything is solved

// Returns the column to minimise: cost.field, or the one that ReadOptions::cost_field has made; empty: chosen by
// cost_column(). Throws InvalidArgument for a column's name if the input is not a network, and for a type if it is
// solved already.
ALLWAYS_API std::string named_cost(const CostOptions& cost, const ReadOptions& read, const Input& input);

// Throws InputError if more than a fifth of a network's arcs lack this cost, which would close them, unless
// ReadOptions::lenient is set; InvalidArgument if the network has no such column. Fewer are logged: as a loss, or as a
// fact if the network is one of Allways' own files, where a closed road has no cost.
ALLWAYS_API void require_costs(const std::string& cost, const ReadOptions& read, const Input& input,
                               const LogCallback& log_to);

// ---- the unit of a network's coordinates, from its reference system

// Sets Provenance::coordinate_unit; readers call this themselves. Leaves it unset if the reference system is unknown.
ALLWAYS_API void set_coordinate_unit(Provenance& provenance);

}  // namespace allways
