// Files into values: the one place that knows foreign formats. The format comes from the name's suffix, then from
// the content, or from ReadOptions::format.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "allways/base/cost_type.h"
#include "allways/base/progress.h"
#include "allways/cost/cost_matrix.h"
#include "allways/network/road_network.h"
#include "allways/result/distance_table.h"
#include "allways/result/network_factor.h"
#include "allways/result/origin_destination_table.h"

namespace allways {

struct ReadOptions {
    std::string format = {};     // registry name; empty: from suffix and content
    std::string node_file = {};  // coordinates in a second file (TNTP _node.tntp, DIMACS .co, or any list of id, x, y
                                 // and layer of points); empty: the sibling where there is one, said through `log`
    // Edge lists: column names (or 1-based numbers where the file has no header). Nothing: guessed, said through `log`;
    // an empty name: none, and no guess.
    std::optional<std::string> from_field = {};
    std::optional<std::string> to_field = {};
    std::string cost_field = {};  // becomes column "cost"; empty: guessed
    std::optional<std::string> id_field = {};
    std::string no_through = {};  // nodes that paths may not pass, beside those the file marks: ids, ranges of
                                  // whole-number ids, "@file" with such a list, separated by commas:
                                  // "1-99999,200001". Networks only.
    // Longitudes and latitudes west, south, east, north: only nodes inside and arcs between them are kept. Networks
    // with coordinates only; where their reference system is unknown, in the file's own numbers.
    struct Box {
        double west = 0, south = 0, east = 0, north = 0;
    };
    std::optional<Box> bbox = {};
    bool undirected = false;   // edge lists and line layers with end fields: each row is an edge both ways. Formats
                               // that say so themselves ignore it.
    bool directed = false;     // edge lists: each row is an arc, whatever a comment of the file says
    std::string profile = {};  // OSM: "car", "bicycle", "foot", or a profile file; empty: car, said through `log`.
                               // Line layers with the fields of OSM tags: directions and speeds by it; empty: none
    bool lenient = false;   // networks: go on where more than a fifth of what was read would be lost, as rows without
                            // ends or lines without a speed; else that is an InputError
    std::string mode = {};  // GMNS: "auto", "bike", "walk", or a use of its files: only links open to it. Empty: that
                            // of the profile, else all links
    std::string length_unit = {};  // of the field "length" where the file states none: "m", "km", "ft", "mi"

    // Line layers (GeoPackage, Shapefile, …). Fields are guessed as above, and so are from, to, cost and id field;
    // without from and to lines are connected where they meet.
    std::string layer = {};  // by name; empty: the only one with lines
    std::string where = {};  // an attribute filter in OGR SQL: "highway <> 'footway'"; GMNS, edge lists and
                             // GraphML too
    std::string reverse_cost_field = {};  // cost against the line's direction; with it, negative costs mean no arc.
                                          // Edge lists too
    std::optional<std::string> oneway_field = {};
    std::string oneway_values = {};               // the field's words for along, against and both ways: "F|FT,T|TF,B"
    std::optional<std::string> speed_field = {};  // gives column "time" from the length; GMNS, edge lists, GraphML
    std::string speed_unit = {};  // of speeds that state none: "km/h" (also where empty), "mph", "m/s", "ft/min"
    std::optional<std::string> class_field = {};  // class of road, for class_speeds and profile
    std::string class_speeds =
        {};  // of lines without a speed: "motorway=110,primary=80 mph", or "@file" with such a list
    std::optional<double> default_speed_kmh = {};  // of lines and arcs that have no speed even so
    // Where lines meet that no fields connect: at their ends; also at vertices that they share; also where they merely
    // cross, on one level. Automatic: at vertices where that joins them into far fewer pieces, else at ends.
    enum class Join { automatic, ends, vertices, crossings };
    Join join = Join::automatic;
    std::optional<double> tolerance_m = {};  // end points this near are one node, in metres (units of the file where
                                             // its reference system is unknown); nothing: 0.01

    std::optional<CostType> cost_type = {};   // matrices: the type wanted, where the file leaves a choice; nothing:
                                              // int32 where exact, else as float_type or the format says
    CostType float_type = CostType::float32;  // of matrices of decimals that no int32 fixed point holds
    ProgressCallback progress = {};
    LogCallback log = {};
};

// What reading found, for programs and for people. Counts are of the file as read.
struct ImportReport {
    struct Skipped {
        std::string reason;  // "row without a cost", …
        std::uint64_t count = 0;
        std::uint64_t first_line = 0;  // 0 where the source has no lines
        bool closed = false;           // by what the source itself says of it: nothing is lost
    };
    std::string source;
    std::string format;
    std::uint64_t records = 0;  // rows or features read, skipped ones too; 0 where the reader counts none
    std::uint64_t nodes = 0;
    std::uint64_t arcs = 0;
    std::uint64_t isolated_nodes = 0;
    std::uint64_t self_loops = 0;
    std::uint64_t parallel_arcs = 0;  // arcs beyond the first of the same tail and head
    std::uint64_t no_through_nodes = 0;
    std::uint64_t components = 0;  // weak
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
    };
    std::vector<Column> columns;
    struct Text {
        std::string name;
        std::uint64_t arcs = 0;  // that have one
        std::uint64_t different = 0;
    };
    std::vector<Text> texts;
    bool has_order = false;         // the network holds an order of elimination that fits
    std::uint64_t shaped_arcs = 0;  // whose way between their nodes is known
    // What the source has that the network does not show, or shows otherwise: {"ways", 1572}, {"turn restrictions, not
    // applied", 27} …
    struct Count {
        std::string name;
        std::uint64_t count = 0;
    };
    std::vector<Count> counts;
    std::vector<Skipped> skipped;
};

// Each throws InputError (file, line, what was expected and found) for unreadable, malformed or unknown input,
// CapacityError where memory ends, and Cancelled. `report` may be null.
RoadNetwork read_network(const std::string& path, const ReadOptions& options = {}, ImportReport* report = nullptr);
// Of square matrices of direct costs.
CostMatrix read_matrix(const std::string& path, const ReadOptions& options = {}, ImportReport* report = nullptr);
DistanceTable read_table(const std::string& path, const ReadOptions& options = {});
// Of files whose rows and columns are not the same nodes.
OriginDestinationTable read_origin_destination_table(const std::string& path, const ReadOptions& options = {});
NetworkFactor read_factor(const std::string& path, const ReadOptions& options = {});

// Whatever the file holds.
using Input = std::variant<RoadNetwork, CostMatrix, DistanceTable, NetworkFactor, OriginDestinationTable>;
Input read_input(const std::string& path, const ReadOptions& options = {}, ImportReport* report = nullptr);

struct FormatInfo {
    enum class Holds { network, matrix, table, factor };  // a table of all pairs, or of origins × destinations
    std::string name;                                     // "tntp"
    std::string description;                              // one line
    std::vector<std::string> suffixes;                    // "_net.tntp", ".gr.gz", …
    Holds holds = Holds::network;
    // The ReadOptions that mean something to this format, by their names, beside those of every format (format,
    // progress, log) and of every network (no_through, bbox).
    std::vector<std::string> options = {};
};
std::vector<FormatInfo> input_formats();
// The format of a file: options.format, or told by suffix and content. `wanted` decides between formats that only share
// a suffix. Throws InvalidArgument for an unknown name, InputError for a file that no format claims.
FormatInfo input_format(const std::string& path, const ReadOptions& options = {},
                        std::optional<FormatInfo::Holds> wanted = std::nullopt);

// Whether `lost` of `all` are more than an import may lose without ReadOptions::lenient: a fifth.
bool is_much(std::uint64_t lost, std::uint64_t all);

}  // namespace allways
