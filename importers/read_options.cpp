// SPDX-License-Identifier: Apache-2.0
#include "allways/importers/read_options.h"

#include <initializer_list>

#include "base/text.h"
#include "base/unit_symbols.h"

namespace allways {

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
    "tntp dimacs gmns gpkg graphml metis matrix-market edge-list vector tsplib matrix-market-array npy factor omx "
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

}  // namespace allways
