// SPDX-License-Identifier: Apache-2.0
// Entry points of the readers: find the format, read, and report. Everything that no single format owns happens here:
// no-through nodes, turn rules, reference system and unit of costs by option, the bounding box, the import report, and
// running out of memory.
#include "allways/importers/read.h"

#include <algorithm>
#include <initializer_list>
#include <new>
#include <stdexcept>
#include <type_traits>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/importers/closed_roads.h"
#include "attributes/import_report.h"
#include "attributes/no_through_nodes.h"
#include "attributes/node_coordinates.h"
#include "attributes/stated_units.h"
#include "attributes/system_choice.h"
#include "attributes/turn_rows.h"
#include "base/counted.h"
#include "base/text.h"
#include "base/unit_symbols.h"
#include "elevation/climb.h"
#include "formats.h"
#include "libraries/vector_layer.h"

namespace allways {

// ---- options

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
         "within "
         "20 m (any format that GDAL opens, all layers)",
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
         "width, "
         "length, weight, axle_load, hazmat, as in height=3.8,weight=18",
         "osm overture"},
        {"at", &Read::at, "TIME",
         "OSM data, Overture Maps: apply conditional tags and rules as at this local time, such as 2026-11-23T08:00 "
         "(default: leave them aside)",
         "osm overture"},
        {"holiday", &Read::holiday, "WHICH",
         "OSM data, Overture Maps: the day of `at` is a public or a school holiday: none, public, school, "
         "public,school "
         "(default: none)",
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
        {"id_field", &Read::id_field, "FIELD", "Field with the arc's id", "gmns graphml edge-list vector"},
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
         "gmns graphml edge-list vector"},
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
         "tntp gmns gpkg graphml edge-list vector"},
        {"speed_unit", &Read::speed_unit, "UNIT",
         "Unit of speeds that state none (line layers: default km/h): " + units({Unit::Kind::speed}),
         "tntp gmns gpkg graphml edge-list vector"},
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

// ---- reading

using namespace importers;

std::string_view name(FormatInfo::Holds holds) {
    switch (holds) {
        case FormatInfo::Holds::network: return "network";
        case FormatInfo::Holds::matrix: return "matrix";
        case FormatInfo::Holds::table: return "table";
        case FormatInfo::Holds::factor: break;
    }
    return "factor";
}

std::optional<FormatInfo::Holds> parse_holds(std::string_view text) {
    using enum FormatInfo::Holds;
    for (const auto holds : {network, matrix, table, factor}) {
        if (text == name(holds)) return holds;
    }
    return std::nullopt;
}

namespace {

std::string contents(FormatInfo::Holds holds) {
    return format("a {}{}", holds == FormatInfo::Holds::table ? "solved " : "", name(holds));
}

[[noreturn]] void refuse(const std::string& path, const Format& found, FormatInfo::Holds wanted) {
    throw InputError(path, 0,
                     format("expected {}, but format '{}' contains {}", contents(wanted), found.info.name,
                            contents(found.info.holds)));
}

void log_skipped(const ImportReport& found, const LogCallback& callback) {
    for (const auto& skipped : found.skipped) {
        const std::string first = skipped.first_line == 0 ? "" : format(", first at line {}", skipped.first_line);
        log(callback, skipped.closed ? LogLevel::info : LogLevel::loss,
            format("{}: skipped {} × {}{}", found.source, count_text(skipped.count), skipped.reason, first));
    }
}

[[noreturn]] void refuse_size(const ImportReport& found) {
    const std::string nodes = found.nodes == 0 ? "" : format(", which states {} nodes,", found.nodes);
    throw CapacityError(format("{}{} does not fit into memory; the file may be damaged", found.source, nodes), 0, 0);
}

// Runs `read`. Out of memory becomes a CapacityError with the file's name and the node count of `found`.
template <class Read>
auto within_memory(const ImportReport& found, Read&& read) {
    try {
        return read();
    } catch (const std::bad_alloc&) {
        refuse_size(found);
    } catch (const std::length_error&) {
        refuse_size(found);
    }
}

void choose_turns(RoadNetwork& network, const ReadOptions& options, ImportReport& found) {
    if (options.turns.empty()) return;
    auto& notes = network.provenance.notes;
    const auto note = [&](const char* name) {
        return std::ranges::find(notes, name, &std::pair<std::string, std::string>::first);
    };
    const auto tell_left_out = [&](std::uint64_t rules, std::uint64_t prices) {
        if (rules + prices == 0) return;
        log(options.log, LogLevel::info,
            format("{}{}{} {} not applied, because `turns` is {}", rules == 0 ? "" : counted(rules, "turn rule"),
                   rules > 0 && prices > 0 ? " and " : "",
                   prices == 0 ? "" : counted(prices, "price of a turn", "prices of turns"),
                   by_count(rules + prices, "is", "are"), options.turns));
    };
    if (options.turns == "none") {
        tell_left_out(network.turns.size(), network.turns.costs.size());
        network.turns = {};
        if (note("turn_restrictions") != notes.end()) note("turn_restrictions")->second = "left out";
    } else if (options.turns == "restrictions") {
        tell_left_out(0, network.turns.costs.size());
        network.turns.costs.clear();
    } else if (options.turns != "full") {
        add_turns(network, options, found);
        // The times inside arcs have no prices, either.
    } else if (network.turns.costs.empty() && note("turn_prices") == notes.end()) {
        log(options.log, LogLevel::warning, "the network states no prices of turns: `turns` full is like restrictions");
    }
}

RoadNetwork read_with(const Format& source, const std::string& path, const ReadOptions& options, ImportReport* wanted) {
    ImportReport found;
    found.source = without_password(path);
    found.format = source.info.name;
    RoadNetwork network = within_memory(found, [&] {
        RoadNetwork read = source.read_network(path, options, found);
        check_places(path, read.coordinates, read.shapes.all_points());
        if (!options.lenient) require_most(found);
        if (!source.chooses_system) settle_system(read, found.source, options, !source.keeps_system);
        if (!options.no_through.empty()) block_nodes(read, options.no_through, options.log);
        choose_turns(read, options, found);
        // The cost may be a column of heights, or an expression of one.
        const bool has_cost = options.elevation.empty() || options.cost.empty() || read.column(options.cost) != nullptr;
        if (has_cost) settle_cost(read, options);
        if (read.provenance.coordinate_unit == Provenance::CoordinateUnit::unknown)
            set_coordinate_unit(read.provenance);
        if (options.bbox) read = within_box(std::move(read), *options.bbox, path, options.log);
        read = without_closed(std::move(read), options, source.filters_arcs, found);
        if (!options.elevation.empty()) add_climb(read, options, found);
        if (!has_cost) settle_cost(read, options);
        if (wanted != nullptr) describe(read, found, options.progress);
        return read;
    });
    network.provenance.source = found.source;
    network.provenance.format = source.info.name;
    log_skipped(found, options.log);
    if (wanted != nullptr) *wanted = std::move(found);
    return network;
}

// Gives the coordinates of a table the reference system that the options state.
void state_system(const ReadOptions& options, bool has_coordinates, const std::string& stated,
                  const std::string& path) {
    if (!has_coordinates) throw InvalidArgument(format("`crs` applies to coordinates, but {} has none", path));
    const std::string system = named_system(options.crs);
    if (stated.empty() || stated == system) return;
    log(options.log, LogLevel::warning,
        format("{} states {}, but its coordinates are read in {}, as `crs` states", path, stated,
               system.empty() ? "a plane of unknown units" : system));
}

void state_system(TableContent& content, const ReadOptions& options, const std::string& path) {
    if (options.crs.empty()) return;
    if (auto* table = std::get_if<DistanceTable>(&content)) {
        state_system(options, !table->coordinates().empty(), table->crs(), path);
        table->set_coordinates(table->coordinates(), named_system(options.crs));
    } else if (auto* pairs = std::get_if<OriginDestinationTable>(&content)) {
        state_system(options, !pairs->origin_places().empty(), pairs->crs(), path);
        pairs->set_places(pairs->origin_places(), pairs->destination_places(), named_system(options.crs));
    } else {
        state_system(options, false, "", path);
    }
}

// Reads a table; the report describes only matrices and is left empty.
TableContent table_of(const Format& source, const std::string& path, const ReadOptions& options, ImportReport* wanted) {
    const std::string_view held = contents(source.info.holds);
    if (!options.no_through.empty()) {
        throw InvalidArgument(format("`no_through` applies to networks only; this is {}", held));
    }
    if (!options.turns.empty()) throw InvalidArgument(format("`turns` applies to networks only; this is {}", held));
    if (options.bbox) throw InvalidArgument(format("`bbox` applies to networks only; this is {}", held));
    if (!options.avoid.empty()) throw InvalidArgument(format("`avoid` applies to networks only; this is {}", held));
    if (!options.exclude.empty()) throw InvalidArgument(format("`exclude` applies to networks only; this is {}", held));
    if (!options.elevation.empty())
        throw InvalidArgument(format("`elevation` applies to networks only; this is {}", held));
    ImportReport found;
    found.source = path;
    found.format = source.info.name;
    TableContent content = within_memory(found, [&] {
        TableContent read = source.read_table(path, options, found);
        state_system(read, options, path);
        if (auto* matrix = std::get_if<CostMatrix>(&read)) {
            matrix->set_source(path);
            if (wanted != nullptr) describe(*matrix, found);
        }
        return read;
    });
    if (wanted != nullptr) *wanted = std::move(found);
    return content;
}

NetworkFactor factor_of(const Format& source, const std::string& path, const ReadOptions& options) {
    ImportReport found;
    found.source = path;
    NetworkFactor factor = within_memory(found, [&] { return source.read_factor(path, options); });
    if (!options.crs.empty()) {
        state_system(options, factor.coordinates.size() > 0, factor.crs, path);
        factor.crs = named_system(options.crs);
    }
    return factor;
}

// Returns the file's content. Throws InputError if the file contains something else.
template <class Content>
Content expected(const std::string& path, const ReadOptions& options, FormatInfo::Holds wanted, ImportReport* report) {
    const Format& found = find_format(path, options, wanted);
    if (found.read_table == nullptr) refuse(path, found, wanted);
    TableContent content = table_of(found, path, options, report);
    if (auto* held = std::get_if<Content>(&content)) return std::move(*held);
    if (std::holds_alternative<OriginDestinationTable>(content)) {
        throw InputError(
            path, 0,
            format("expected a {}, but its rows are origins and its columns are other nodes (destinations)",
                   wanted == FormatInfo::Holds::matrix ? "square matrix" : "table of the same nodes both ways"));
    }
    if (std::is_same_v<Content, OriginDestinationTable>) {
        throw InputError(
            path, 0,
            "its rows and columns are the same nodes; expected a table from origins to other nodes (destinations)");
    }
    refuse(path, found, wanted);
}

}  // namespace

RoadNetwork read_network(const std::string& path, const ReadOptions& options, ImportReport* report) {
    const Format& found = find_format(path, options, FormatInfo::Holds::network);
    if (found.read_network == nullptr) refuse(path, found, FormatInfo::Holds::network);
    return read_with(found, path, options, report);
}

CostMatrix read_matrix(const std::string& path, const ReadOptions& options, ImportReport* report) {
    return expected<CostMatrix>(path, options, FormatInfo::Holds::matrix, report);
}

DistanceTable read_table(const std::string& path, const ReadOptions& options) {
    return expected<DistanceTable>(path, options, FormatInfo::Holds::table, nullptr);
}

OriginDestinationTable read_origin_destination_table(const std::string& path, const ReadOptions& options) {
    return expected<OriginDestinationTable>(path, options, FormatInfo::Holds::table, nullptr);
}

NetworkFactor read_factor(const std::string& path, const ReadOptions& options) {
    const Format& found = find_format(path, options, FormatInfo::Holds::factor);
    if (found.read_factor == nullptr) refuse(path, found, FormatInfo::Holds::factor);
    return factor_of(found, path, options);
}

Input read_input(const std::string& path, const ReadOptions& options, ImportReport* report) {
    const Format& found = find_format(path, options);
    if (found.read_network != nullptr) return read_with(found, path, options, report);
    if (found.read_table != nullptr) {
        return std::visit([](auto&& table) -> Input { return std::move(table); },
                          table_of(found, path, options, report));
    }
    return factor_of(found, path, options);
}

FormatInfo input_format(const std::string& path, const ReadOptions& options, std::optional<FormatInfo::Holds> wanted) {
    return find_format(path, options, wanted).info;
}

std::vector<FormatInfo> input_formats() {
    std::vector<FormatInfo> known;
    for (const auto& format : formats()) known.push_back(format.info);
    return known;
}

}  // namespace allways
