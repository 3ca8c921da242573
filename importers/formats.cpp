// SPDX-License-Identifier: Apache-2.0
// Finds the format that reads a file, by its name and first bytes, and lists the options that formats take. A new
// format is one line in formats().
#include "text/file_format.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <initializer_list>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/importers/read.h"
#include "base/text.h"
#include "base/unit_symbols.h"
#include "text/input_file.h"

namespace allways::importers {

std::vector<std::string_view> FileSample::lines(std::size_t most) const {
    std::vector<std::string_view> found;
    std::string_view rest = text;
    while (found.size() < most && !rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        const auto line = trimmed(rest.substr(0, end));
        if (!line.empty()) found.push_back(line);
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return found;
}

namespace {

constexpr std::string_view matrix_market_array = "%%matrixmarket matrix array";
constexpr std::size_t sample_size = std::size_t{1} << 16;

FileSample take_sample(const std::string& path) {
    FileSample sample;
    sample.path = path;
    const std::filesystem::path location(path);
    std::error_code error;
    sample.folder = std::filesystem::is_directory(location, error);
    sample.name = lower_case((location.has_filename() ? location : location.parent_path()).filename().string());
    if (sample.name.ends_with(".gz")) sample.name.resize(sample.name.size() - 3);
    if (!sample.folder) {
        sample.text.resize(sample_size);
        sample.text.resize(InputFile(path).read(sample.text.data(), sample_size));
        if (sample.text.starts_with("\xEF\xBB\xBF")) sample.text.erase(0, 3);
    }
    return sample;
}

std::string known_formats() {
    std::vector<std::string> names;
    for (const auto& format : formats()) names.push_back(format.info.name);
    return joined(names);
}

// Returns a guess at the kind of an unknown file, for the error message; empty if there is no guess.
std::string hint(const FileSample& sample) {
    if (sample.folder) return " A folder is read as GMNS if it contains link.csv and node.csv.";
    if (sample.text.size() > 262 && sample.text.compare(257, 5, "ustar") == 0) {
        return " It is a tar archive: unpack it and name the file inside.";
    }
    if (sample.text.empty()) return " It is empty.";
    if (sample.text.find("p aux sp co ") != sample.text.npos) {
        return " It contains coordinates for DIMACS: name X.gr; X.co beside it is read, too.";
    }
    for (const std::string_view part : {".shx", ".dbf", ".prj", ".cpg", ".sbn", ".sbx", ".qix"}) {
        if (sample.name.ends_with(part)) return " It is a part of a Shapefile: name the .shp beside it.";
    }
    return "";
}

// Returns a description of the file, for messages, if it is of a kind that Allways writes only for other programs;
// otherwise empty.
std::string_view written_for_others(const FileSample& sample) {
    if (lower_case(std::string_view(sample.text).substr(0, matrix_market_array.size())) == matrix_market_array)
        return "this is a Matrix Market array";
    if (sample.text.starts_with("{\n\"allways\": {\"ids\":")) return "this is VROOM's input";
    const std::string_view first_key = std::string_view(sample.text).substr(0, sample.text.find('[', 2));
    if (first_key.starts_with("{\n\"") && first_key.ends_with("_matrix\": ")) return "this is OR-Tools' input";
    if (sample.name.ends_with(".desire.gpkg") || sample.name.ends_with(".desire.geojson")) {
        return "these are desire lines, which are not roads";
    }
    return "";
}

// Refuses a table of which an interrupted run, or shards, have written only some rows: the other rows are 0.
void refuse_unfinished(const std::string& path) {
    constexpr std::string_view suffix = ".partial";
    if (!lower_case(path).ends_with(suffix)) return;
    const std::string table = path.substr(0, path.size() - suffix.size());
    std::error_code error;
    const bool is_recorded = std::filesystem::exists(path + ".job", error);
    const bool has_table_name = lower_case(table).ends_with(".omx") || lower_case(table).ends_with(".npy");
    if (!std::filesystem::is_regular_file(path, error) || (!is_recorded && !has_table_name)) return;
    throw InputError(path, 0,
                     format("an unfinished table: a run ended before all rows were written. Repeat the command that "
                            "began it, with `resume`, to finish {}; for shards, finish each and then run 'allways "
                            "join {}'",
                            table, table));
}

bool names_edge_list_fields(const ReadOptions& options) {
    return options.undirected || options.directed || options.from_field || options.to_field || options.id_field ||
           !options.cost_field.empty() || !options.reverse_cost_field.empty();
}

bool holds_a_table(FormatInfo::Holds holds) {
    return holds == FormatInfo::Holds::matrix || holds == FormatInfo::Holds::table;
}

[[noreturn]] void refuse_ambiguous(const std::string& path) {
    throw InputError(
        path, 0,
        "a small square of numbers can be a matrix or a list of arcs, whose fields have no usual names; set "
        "`read.format` to matrix-csv or edge-list");
}

// The rows of read_options() that name this format, or networks if it holds one.
std::vector<std::string> options_of(const FormatInfo& format) {
    std::vector<std::string> names;
    for (const ReadOptionRow& row : read_options()) {
        std::vector<std::string_view> takers;
        split_blanks(row.formats, takers);
        const bool is_network = format.holds == FormatInfo::Holds::network;
        if (std::ranges::any_of(
                takers, [&](auto taker) { return taker == format.name || (is_network && taker == all_networks); }))
            names.push_back(row.name);
    }
    return names;
}

std::vector<Format> with_options(std::vector<Format> formats) {
    for (Format& format : formats) format.info.options = options_of(format.info);
    return formats;
}

}  // namespace

const std::vector<Format>& formats() {
    // If several formats that share a suffix fit, the first wins: a square of numbers is a matrix before it is a list
    // of arcs. The vector format comes last because it accepts everything else.
    static const std::vector<Format> all = with_options({
        tntp_trips_format(),   tntp_format(),       dimacs_format(),    gmns_format(),   osm_format(),
        overture_format(),     gpkg_format(),       graphml_format(),   metis_format(),  matrix_market_format(),
        tsplib_format(),       npy_format(),        factor_format(),    omx_format(),    csv_long_format(),
        sqlite_table_format(), matrix_csv_format(), edge_list_format(), vector_format(),
    });
    return all;
}

const Format& find_format(const std::string& path, const ReadOptions& options,
                          std::optional<FormatInfo::Holds> wanted) {
    refuse_unfinished(path);
    if (!options.format.empty()) {
        const auto named = std::ranges::find(formats(), options.format, [](const Format& f) { return f.info.name; });
        if (named != formats().end()) return *named;
        if (names_parquet(path, options.format)) throw InvalidArgument(how_to_read_parquet);
        throw InvalidArgument(format("unknown input format '{}'; expected one of {}", options.format, known_formats()));
    }

    if (names_parquet(path, {})) throw InputError(path, 0, how_to_read_parquet);
    for (const auto& format : formats()) {
        if (format.claims_name != nullptr && format.claims_name(path)) return format;
    }
    FileSample sample = take_sample(path);
    sample.table_wanted = wanted && holds_a_table(*wanted);
    if (const std::string_view what = written_for_others(sample); !what.empty()) {
        throw InputError(path, 0,
                         format("{}; Allways writes such files but does not read them. Name the table that it was made "
                                "from{}",
                                what, what.ends_with("array") ? format(", or {}", how_to_read_arrays) : ""));
    }
    std::vector<const Format*> candidates;
    for (const auto& format : formats()) {
        const auto matches = [&](const std::string& suffix) { return sample.name.ends_with(suffix); };
        if (std::ranges::any_of(format.info.suffixes, matches)) candidates.push_back(&format);
    }
    // Lists of numbers have no signature, and files of formats with a signature may use the same suffixes.
    const bool by_suffix = candidates.size() == 1 && (candidates[0]->fits == nullptr || sample.text.empty());
    if (by_suffix && !sample.folder) return *candidates[0];
    // A CSV file of lines is a list of arcs where the options name its ends.
    const bool is_list =
        (options.directed || options.from_field || options.to_field) &&
        std::ranges::any_of(candidates, [](const Format* format) { return format->info.name == "edge-list"; });
    for (const auto& format : formats()) {
        if (is_list && &format == &formats().back()) continue;
        if (format.recognises != nullptr && format.recognises(sample)) return format;
    }
    if (!candidates.empty() && !sample.folder && !sample.text.empty()) {
        const auto holds_wanted = [&](const Format* format) {
            if (!wanted) return true;
            return sample.table_wanted ? holds_a_table(format->info.holds) : format->info.holds == *wanted;
        };
        if (std::ranges::any_of(candidates, holds_wanted)) std::erase_if(candidates, std::not_fn(holds_wanted));
        for (const Format* candidate : candidates) {
            if (candidate->fits == nullptr || !candidate->fits(sample)) continue;
            const bool networks_too = std::ranges::any_of(
                candidates, [](const Format* other) { return other->info.holds == FormatInfo::Holds::network; });
            const bool ambiguous = networks_too && candidate->ambiguous != nullptr && candidate->ambiguous(sample);
            if (!ambiguous) return *candidate;
            if (!names_edge_list_fields(options)) refuse_ambiguous(path);
        }
        return *candidates.back();
    }
    throw InputError(path, 0,
                     format("no known format fits this file by its suffix or content.{} Set the format with "
                            "`read.format`; `input_formats()` lists the names",
                            hint(sample)));
}

}  // namespace allways::importers

namespace allways {

// ---- the options of the readers

namespace {

// "ms, s, min, h"
std::string units(std::initializer_list<Unit::Kind> kinds) {
    std::vector<std::string> symbols;
    for (const Unit::Kind kind : kinds) {
        for (const std::string_view symbol : unit_symbols(kind)) symbols.emplace_back(symbol);
    }
    return joined(symbols);
}

// Formats whose files may lack the cost's unit.
constexpr const char* with_costs =
    "tntp dimacs gmns gpkg graphml metis matrix-market edge-list vector tsplib npy factor omx "
    "csv-long sqlite matrix-csv";
// Formats whose rows or edges have fields that users name, and those whose fields may lack a unit.
constexpr const char* with_fields = "gmns graphml edge-list vector";
constexpr const char* with_lengths = "tntp gmns gpkg graphml edge-list vector";

std::vector<ReadOptionRow> make_rows() {
    using Read = ReadOptions;
    return {
        {"format", &Read::format, "NAME", "Format of the input (default: by suffix and content; see `input_formats()`)",
         "", "-F,--input-format"},
        {"node_file", &Read::node_file, "FILE", "Read node coordinates from this file",
         "tntp dimacs gmns graphml metis matrix-market edge-list", "--nodes"},
        {"encoding", &Read::encoding, "NAME",
         "Encoding of texts, such as windows-1252 or latin1 (default: UTF-8, else windows-1252)",
         "gmns edge-list vector csv-long matrix-csv"},
        {"crs", &Read::crs, "CRS",
         "Reference system of the coordinates: EPSG:<code>, WKT, or none for a plane in units of its own (default: "
         "the file's; else WGS 84 if they can only be degrees)",
         "tntp dimacs gmns gpkg graphml metis matrix-market edge-list vector factor omx"},
        {"no_through", &Read::no_through, "IDS",
         "Nodes that paths may start or end at but not pass: ids, ranges such as 1-38, or @FILE; comma-separated",
         all_networks},
        {"turns", &Read::turns, "WHICH",
         "Turn rules to obey: none, restrictions (no prices), full (of OSM data also the profile's prices of turns "
         "and nodes, which add to times), or a CSV file with further rules (default: all that the network states)",
         all_networks},
        {"bbox", &Read::bbox, "BOX",
         "Keep only what lies within WEST,SOUTH,EAST,NORTH in degrees; WEST above EAST crosses the antimeridian",
         all_networks},
        {"avoid", &Read::avoid, "FILE",
         "Close roads: the arcs that lines and polygons of this file touch, and the roads nearest to its points, "
         "within 20 m (any format that GDAL opens, all layers)",
         all_networks},
        {"exclude", &Read::exclude, "CLASSES", "Close these classes of roads, such as motorway,ferry,toll",
         all_networks, "--without"},
        {"elevation", &Read::elevation, "RASTER",
         "Raster of heights, such as dem.tif, of any format that GDAL opens: adds columns ascent and descent, and with "
         "the profiles bicycle and foot makes times mind slopes",
         all_networks},
        {"profile", &Read::profile, "PROFILE",
         "OSM data, Overture Maps, and line layers with OSM tags as fields: car, bicycle, foot, truck, taxi, bus, "
         "emergency or a profile file (default for OSM and Overture: car)",
         "gmns osm overture vector"},
        {"vehicle", &Read::vehicle, "SIZES",
         "OSM data, Overture Maps: sizes of the vehicle, in metres and tonnes, instead of the profile's: height, "
         "width, length, weight, axle_load, hazmat, as in height=3.8,weight=18",
         "osm overture"},
        {"at", &Read::at, "TIME",
         "OSM data, Overture Maps: apply conditional tags and rules as at this local time, such as 2026-11-23T08:00 "
         "(default: leave them aside)",
         "osm overture"},
        {"holiday", &Read::holiday, "WHICH",
         "OSM data, Overture Maps: the day of `at` is a public or a school holiday: none, public, school, "
         "public,school (default: none)",
         "osm overture"},
        {"mode", &Read::mode, "NAME",
         "GMNS: keep links open to auto, bike, walk or another use (default: the profile's mode, or all links)",
         "gmns"},
        {"undirected", &Read::undirected, "",
         "Edge lists, line layers with end fields: read every row as an edge in both directions", "edge-list vector"},
        {"directed", &Read::directed, "",
         "Edge lists, line layers: read every row as an arc, even if a comment or a one-way field says otherwise",
         "edge-list vector"},
        {"from_field", &Read::from_field, "FIELD",
         "Edge lists, GMNS, line layers: field with the tail node, by name (in lists also by number from 1); \"\" "
         "turns off guessing",
         "gmns edge-list vector"},
        {"to_field", &Read::to_field, "FIELD", "Field with the head node", "gmns edge-list vector"},
        {"id_field", &Read::id_field, "FIELD", "Field with the arc's id", with_fields},
        {"cost_field", &Read::cost_field, "FIELD",
         "Field with the cost (edge lists, line layers, GraphML), or the matrix to read (OMX, lists of pairs, "
         "SQLite), or the cost of a factor of several",
         "gmns graphml edge-list vector omx csv-long sqlite factor"},
        {"reverse_cost_field", &Read::reverse_cost_field, "FIELD",
         "Edge lists, line layers: field with the cost against the direction; a negative cost means no arc",
         "edge-list vector", "--rcost-field"},
        {"oneway_field", &Read::oneway_field, "FIELD", "Line layers, edge lists: field that marks one-way roads",
         "edge-list graphml vector"},
        {"oneway_values", &Read::oneway_values, "F,T,B,N",
         "Words of that field for along the line, against it, both ways and, if any, closed; separate several with |, "
         "as in \"1|F,-1|T,0|B\"",
         "edge-list vector"},
        {"speed_field", &Read::speed_field, "FIELD", "Field with the speed, from which travel times are computed",
         with_fields},
        {"cost_unit", &Read::cost_unit, "UNIT",
         "Unit of the cost (the column of `cost`) if the file states none, or another: " +
             units({Unit::Kind::time, Unit::Kind::length}),
         with_costs},
        {"cost", &Read::cost, "FIELD",
         "The column that `cost_unit` describes (default: the one that is minimised by default), or an expression that "
         "becomes a column: time + 0.055 * toll",
         with_costs, no_flag},
        {"length_unit", &Read::length_unit, "UNIT",
         "Unit of the field 'length', or of a line layer's coordinates without a reference system: " +
             units({Unit::Kind::length}),
         with_lengths},
        {"speed_unit", &Read::speed_unit, "UNIT",
         "Unit of speeds that state none (line layers: default km/h): " + units({Unit::Kind::speed}), with_lengths},
        {"name_field", &Read::name_field, "FIELD",
         "Field with the names of roads (default: name, STREETNAME, FULLNAME, nom_voie and other usual names)",
         "edge-list vector"},
        {"class_field", &Read::class_field, "FIELD", "Line layers: field with the road class", "vector"},
        {"class_speeds", &Read::class_speeds, "LIST",
         "Speeds by class for lines that state none: motorway=110,primary=80, or @FILE", "vector"},
        {"default_speed_kmh", &Read::default_speed_kmh, "KM/H",
         "Line layers, edge lists, GraphML: speed where none is known, in km/h", "graphml edge-list vector",
         "--default-speed"},
        {"join", &Read::join, "WHERE",
         "Line layers: connect lines at their ends, at shared vertices, at all crossings except under and over "
         "bridges, or at shared vertices of nearly the same height (Z)",
         "vector"},
        {"layer", &Read::layer, "NAME", "Layer to read, if the file has several", "edge-list overture vector"},
        {"where", &Read::where, "FILTER",
         "Read only features, links, rows or arcs that match, as in \"lanes > 1\" or \"name <> 'High Street'\"",
         "tntp gmns gpkg osm graphml edge-list overture vector"},
        {"tolerance_m", &Read::tolerance_m, "METRES",
         "Line layers: join line ends that are closer than this (default: 0.01)", "vector", "--tolerance"},
        {"lenient", &Read::lenient, "",
         "Accept a network of which more than a fifth of the rows, lines or costs are missing", all_networks},
        {"cost_type", &Read::cost_type, "TYPE",
         "Matrices: number type of costs (default: int32 if it holds them exactly, else `float_type` or the format's)",
         "", no_flag},
        {"float_type", &Read::float_type, "TYPE", "Matrices: number type of decimals that int32 cannot hold", "",
         no_flag},
        {"keep_diagonal", &Read::keep_diagonal, "",
         "Matrices: the diagonal counts, as of trips, so that a square is read as origins × destinations", "", no_flag},
        {"lookup", &Read::lookup, "NAME",
         "OMX: lookup with the ids of rows and columns (default: node_id, else the one that has a different value for "
         "each)",
         "omx"},
        {"all_matrices", &Read::all_matrices, "",
         "OMX of other programs: keep the matrices that are not read as distances, as skims", "omx", no_flag},
    };
}

}  // namespace

const std::vector<ReadOptionRow>& read_options() {
    static const std::vector<ReadOptionRow> rows = make_rows();
    return rows;
}

}  // namespace allways
