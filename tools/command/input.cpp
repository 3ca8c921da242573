// SPDX-License-Identifier: Apache-2.0
#include "command/input.h"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <string_view>

#include <CLI/App.hpp>
#include <CLI/Error.hpp>
#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "allways/base/text.h"
#include "allways/base/unit_symbols.h"
#include "allways/importers/read.h"
#include "allways/points/standard_input.h"
#include "command/number_options.h"
#include "command/option_flags.h"

namespace allways::command {

namespace {

ReadOptions::Box parse_box(const std::string& text) {
    std::vector<double> sides;
    std::string_view rest = text;
    while (sides.size() < 4) {
        const std::size_t end = std::min(rest.find(','), rest.size());
        const auto side = parse_real(trimmed(rest.substr(0, end)));
        if (!side) break;
        sides.push_back(*side);
        if (end == rest.size()) break;
        rest.remove_prefix(end + 1);
    }
    if (sides.size() != 4 || rest.find(',') != rest.npos || sides[0] > sides[2] || sides[1] > sides[3]) {
        throw CLI::ValidationError("--bbox", format("expected WEST,SOUTH,EAST,NORTH, four numbers with WEST below "
                                                    "EAST and SOUTH below NORTH; found '{}'",
                                                    text));
    }
    return {sides[0], sides[1], sides[2], sides[3]};
}

// "ms, s, min, h"
std::string units(std::initializer_list<Unit::Kind> kinds) {
    std::vector<std::string> symbols;
    for (const Unit::Kind kind : kinds) {
        for (const std::string_view symbol : unit_symbols(kind)) symbols.emplace_back(symbol);
    }
    return joined(symbols);
}

// "formats osm, vector"
std::string takers_of(const char* option) {
    std::vector<std::string> names;
    for (const FormatInfo& format : input_formats()) {
        if (std::ranges::find(format.options, option) != format.options.end()) {
            names.push_back(format.name);
        }
    }
    return (names.size() == 1 ? "format " : "formats ") + joined(names);
}

}  // namespace

void add_read_options(CLI::App& app, ReadOptions& read) {
    const auto option = [&](const std::string& name, auto& value, const char* type, const std::string& description) {
        return app.add_option(name, value, description)->type_name(type)->group("Reading");
    };
    // An empty name is valid: it means no field.
    const auto field = [&](const std::string& name, std::optional<std::string>& value, const std::string& description) {
        app.add_option_function<std::string>(
               name, [&value](const std::string& text) { value = text; }, description)
            ->type_name("FIELD")
            ->group("Reading");
    };
    option("-F,--input-format", read.format, "NAME",
           "Format of the input (default: by suffix and content; see "
           "'allways formats')");
    option("--nodes", read.node_file, "FILE", "Read node coordinates from this file");
    option("--crs", read.crs, "CRS",
           "Reference system of the coordinates: EPSG:<code>, WKT, or none for a plane in units of its own (default: "
           "the file's; else WGS 84 if they can only be degrees)");
    option("--no-through", read.no_through, "IDS",
           "Nodes that paths may start or end at but not pass: ids, ranges such as 1-38, or @FILE; comma-separated");
    option("--turns", read.turns, "WHICH",
           "Turn rules to obey: none, restrictions (no prices), full (of OSM data also the profile's prices of turns "
           "and nodes, which add to times), or a CSV file with further rules (default: all that the network states)");
    app.add_option_function<std::string>(
           "--bbox", [&read](const std::string& text) { read.bbox = parse_box(text); },
           "Keep only what lies within WEST,SOUTH,EAST,NORTH in degrees")
        ->type_name("BOX")
        ->group("Reading");
    option("--profile", read.profile, "NAME",
           "OSM data, and line layers with OSM tags as fields: car, bicycle, foot, truck, taxi, bus, emergency or a "
           "profile file (default for OSM: car)");
    option("--vehicle", read.vehicle, "SIZES",
           "OSM data: sizes of the vehicle, in metres and tonnes, instead of the profile's: height, width, length, "
           "weight, axle_load, hazmat, as in height=3.8,weight=18");
    option("--at", read.at, "TIME",
           "OSM data: apply conditional tags as at this local time, such as 2026-11-23T08:00 (default: leave them "
           "aside)");
    option("--mode", read.mode, "NAME",
           "GMNS: keep links open to auto, bike, walk or another use (default: the "
           "profile's mode, or all links)");
    app.add_flag("--undirected", read.undirected,
                 "Edge lists, line layers with end fields: read every row as an "
                 "edge in both directions")
        ->group("Reading");
    app.add_flag("--directed", read.directed,
                 "Edge lists: read every row as an arc, even if a comment in the file "
                 "says otherwise")
        ->group("Reading")
        ->excludes("--undirected");
    const std::string of_tail =
        "Edge lists, GMNS, line layers: field with the tail node, by name (in lists also "
        "by number from 1)";
    field("--from-field", read.from_field, of_tail + "; \"\" turns off guessing");
    field("--to-field", read.to_field, "Field with the head node");
    field("--id-field", read.id_field, "Field with the arc's id");
    option("--cost-field", read.cost_field, "FIELD",
           "Field with the cost (edge lists, line layers, GraphML), or the matrix to read (OMX, lists of pairs, "
           "SQLite)");
    option("--rcost-field", read.reverse_cost_field, "FIELD",
           "Edge lists, line layers: field with the cost against the direction; a negative cost means no arc");
    field("--oneway-field", read.oneway_field, "Line layers: field that marks one-way roads");
    option("--oneway-values", read.oneway_values, "F,T,B",
           "Words of that field for along the line, against it and both ways; separate several with |, as in "
           "\"1|F,-1|T,0|B\"");
    field("--speed-field", read.speed_field, "Field with the speed, from which travel times are computed");
    option("--cost-unit", read.cost_unit, "UNIT",
           "Unit of the cost (the column of --cost) if the file states none, or another: " +
               units({Unit::Kind::time, Unit::Kind::length}));
    option("--length-unit", read.length_unit, "UNIT",
           "Unit of the field 'length', or of a line layer's coordinates without a reference system: " +
               units({Unit::Kind::length}));
    option("--speed-unit", read.speed_unit, "UNIT",
           "Unit of speeds that state none (line layers: default km/h): " + units({Unit::Kind::speed}));
    field("--class-field", read.class_field, "Line layers: field with the road class");
    option("--class-speeds", read.class_speeds, "LIST",
           "Speeds by class for lines that state none: motorway=110,primary=80, or @FILE");
    option("--default-speed", read.default_speed_kmh, "KMH",
           "Line layers, edge lists, GraphML: speed where none "
           "is known, in km/h")
        ->check(number_above(0));
    const std::map<std::string, ReadOptions::Join> joins{{"auto", ReadOptions::Join::automatic},
                                                         {"ends", ReadOptions::Join::ends},
                                                         {"vertices", ReadOptions::Join::vertices},
                                                         {"crossings", ReadOptions::Join::crossings}};
    option("--join", read.join, "WHERE",
           "Line layers: connect lines at their ends, at shared vertices, or at all crossings except under and "
           "over bridges (default: auto)")
        ->transform(CLI::Transformer(joins));
    option("--layer", read.layer, "NAME", "Layer to read, if the file has several");
    option("--where", read.where, "FILTER", "Read only features, links or rows that match, as in \"lanes > 1\"");
    option("--tolerance", read.tolerance_m, "METRES",
           "Line layers: join line ends that are closer than this "
           "(default: 0.01)")
        ->check(number_from(0));
    app.add_flag("--lenient", read.lenient,
                 "Accept a network of which more than a fifth of the rows, lines or "
                 "costs are missing")
        ->group("Reading");
}

void add_input(CLI::App& app, InputArguments& input, const std::string& name, const std::string& description) {
    app.add_option(name, input.path, description)->required()->type_name("FILE");
    add_read_options(app, input.read);
}

void check_read_options(const InputArguments& input) {
    const ReadOptions& read = input.read;
    const FormatInfo info = input_format(input.path, read);
    struct Given {
        bool given;
        const char* option;
    };
    const Given options[] = {{!read.profile.empty(), "profile"},
                             {!read.vehicle.empty(), "vehicle"},
                             {!read.at.empty(), "at"},
                             {read.undirected, "undirected"},
                             {read.directed, "directed"},
                             {!read.node_file.empty(), "node_file"},
                             {read.from_field.has_value(), "from_field"},
                             {read.to_field.has_value(), "to_field"},
                             {read.id_field.has_value(), "id_field"},
                             {!read.cost_field.empty(), "cost_field"},
                             {!read.reverse_cost_field.empty(), "reverse_cost_field"},
                             {read.oneway_field.has_value(), "oneway_field"},
                             {!read.oneway_values.empty(), "oneway_values"},
                             {read.speed_field.has_value(), "speed_field"},
                             {!read.crs.empty(), "crs"},
                             {!read.cost_unit.empty(), "cost_unit"},
                             {!read.speed_unit.empty(), "speed_unit"},
                             {read.class_field.has_value(), "class_field"},
                             {!read.class_speeds.empty(), "class_speeds"},
                             {read.default_speed_kmh.has_value(), "default_speed_kmh"},
                             {read.join != ReadOptions::Join::automatic, "join"},
                             {!read.length_unit.empty(), "length_unit"},
                             {!read.mode.empty(), "mode"},
                             {!read.layer.empty(), "layer"},
                             {!read.where.empty(), "where"},
                             {read.tolerance_m.has_value(), "tolerance_m"}};
    for (const Given& option : options) {
        if (!option.given || std::ranges::find(info.options, option.option) != info.options.end()) continue;
        throw InvalidArgument(format("{} applies only to {}; '{}' has format {}", flag_of(option.option),
                                     takers_of(option.option), input.path, info.name));
    }
    if (info.holds == FormatInfo::Holds::network) return;
    const auto networks_only = [&](bool given, const char* flag) {
        if (given)
            throw InvalidArgument(
                format("{} applies only to networks; '{}' has format {}", flag, input.path, info.name));
    };
    networks_only(!read.no_through.empty(), "--no-through");
    networks_only(!read.turns.empty(), "--turns");
    networks_only(read.bbox.has_value(), "--bbox");
    networks_only(read.lenient, "--lenient");
}

namespace {

// Instead of the copy of a pipe.
void name_source(Input& input, ImportReport* report, const char* name) {
    if (auto* network = std::get_if<RoadNetwork>(&input)) network->provenance.source = name;
    if (report != nullptr) report->source = name;
}

}  // namespace

Input read(const InputArguments& input, Console& console, ImportReport* report, double* seconds) {
    const Stopwatch watch;
    ReadOptions options = input.read;
    options.progress = console.progress();
    options.log = console.log();
    Input result = tools::read_file_or_pipe(input.path, [&](const std::string& path) {
        check_read_options({path, input.read});
        return read_input(path, options, report);
    });
    if (input.path == "-") name_source(result, report, "standard input");
    if (seconds != nullptr) *seconds = watch.seconds();
    return result;
}

}  // namespace allways::command
