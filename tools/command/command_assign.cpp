// SPDX-License-Identifier: Apache-2.0
// allways assign: the loads of arcs and nodes when trips take their shortest paths, or at user equilibrium.
#include <array>
#include <functional>
#include <optional>
#include <span>
#include <utility>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "allways/export/export.h"
#include "allways/export/features.h"
#include "allways/export/files.h"
#include "allways/points/point_assignment.h"
#include "allways/result/natural_scale.h"
#include "base/counted.h"
#include "base/human.h"
#include "command/command.h"
#include "command/option_rows.h"
#include "command/output.h"
#include "command/point_options.h"
#include "command/reports.h"
#include "command/solve_options.h"

namespace allways::command {

namespace assign_verb {
namespace {

struct Arguments {
    InputArguments input;
    SolveArguments solve;
    std::string pairs;
    std::string trips;  // column of the pairs
    std::string matrix;
    std::string matrix_name;
    std::string classes;
    std::string skims;     // file
    std::string selected;  // file
    std::string report;    // file
    std::string points;
    std::string origins;
    std::string destinations;
    PointOptions read_points;
    PointAssignmentRequest request;
    FeatureOutput output;
    FeatureLayers layers = FeatureLayers::all;
    bool json = false;
};

void check(const Arguments& arguments) {
    const int lists = !arguments.pairs.empty() + !arguments.matrix.empty() + !arguments.classes.empty();
    if (lists != 1) throw InvalidArgument("give --pairs, --matrix or --classes");
    if (!arguments.trips.empty() && arguments.pairs.empty()) throw InvalidArgument("--trips names a column of --pairs");
    if (!arguments.matrix_name.empty() && arguments.matrix.empty())
        throw InvalidArgument("--matrix-name names a matrix of --matrix");
    if (!arguments.points.empty() && (!arguments.origins.empty() || !arguments.destinations.empty()))
        throw InvalidArgument("give --points for both ends, or --origins and --destinations");
    if (arguments.origins.empty() != arguments.destinations.empty())
        throw InvalidArgument("--origins and --destinations need each other");
    const EquilibriumChoice& choice = arguments.request.equilibrium;
    if (!choice.vdf) {
        for (const EquilibriumOptionRow& row : equilibrium_options()) {
            if (row.is_given(choice))
                throw InvalidArgument(format("`{}` is of an equilibrium; give `vdf`, such as --vdf bpr", row.name));
        }
        const bool of_equilibrium = !arguments.classes.empty() || !arguments.skims.empty() || !arguments.report.empty();
        if (of_equilibrium)
            throw InvalidArgument(
                "--classes, --skims and --report are of an equilibrium; give --vdf, such as --vdf bpr");
    }
    if (!arguments.solve.skims.empty() && arguments.skims.empty())
        throw InvalidArgument("--skim sums a column for the file of --skims");
    if (!is_tntp_flow(arguments.output)) {
        check_feature_output(arguments.output);
    } else if (!choice.vdf || arguments.layers == FeatureLayers::nodes) {
        throw InvalidArgument("tntp-flow has volumes and costs of arcs at equilibrium: give --vdf, not --what nodes");
    } else {
        check_file_output(arguments.output.path, arguments.output.overwrite);
    }
    if (!arguments.selected.empty() && arguments.request.select.empty())
        throw InvalidArgument("--selected-trips needs the arcs of --select");
    check_file_output(arguments.report, arguments.output.overwrite);
    for (const std::string& table : {arguments.skims, arguments.selected}) {
        if (!table.empty()) check_table_output(table, {.overwrite = arguments.output.overwrite});
    }
    const std::array files{arguments.output.path, arguments.report, arguments.skims, arguments.selected};
    for (std::size_t i = 0; i < files.size(); ++i) {
        for (std::size_t k = 0; k < i; ++k) {
            if (!files[i].empty() && !files[k].empty() && is_same_file(files[i], files[k]))
                throw InvalidArgument(format("two results would be written to {}", files[i]));
        }
    }
}

// The points that the trips name by their ids.
std::optional<PointSides> named_points(const Arguments& arguments, const NodeNames& nodes, Console& console) {
    if (arguments.points.empty() && arguments.origins.empty()) return std::nullopt;
    PointSides sides =
        read_sides({arguments.points, arguments.origins, arguments.destinations}, arguments.read_points, console);
    for (PointSet* list : {&sides.origins, sides.destinations ? &*sides.destinations : &sides.origins}) {
        expand(*list, nodes, arguments.input.path);
        if (list->ids.size() == 0) list->ids = IdTable::from_texts(list->names);
    }
    return sides;
}

Input read_matrix(const Arguments& arguments, const std::string& file, const std::string& name, Console& console) {
    InputArguments matrix{file, {}};
    matrix.read.cost_field = name;
    matrix.read.keep_diagonal = true;
    matrix.read.lookup = arguments.input.read.lookup;
    return read(matrix, console);
}

PairLists read_trips(Arguments& arguments, const NodeNames& nodes, Console& console) {
    PointOptions options = arguments.read_points;
    options.log = console.log();
    const std::optional<PointSides> points = named_points(arguments, nodes, console);
    const PointSides* const named = points ? &*points : nullptr;
    if (!arguments.pairs.empty()) {
        if (named == nullptr) check_pair_options(options);
        return read_trip_pairs(arguments.pairs, arguments.trips, named ? PointOptions{} : options, named,
                               console.log());
    }
    if (named == nullptr) check_point_options(arguments.read_points, {});
    if (arguments.classes.empty()) {
        const Input matrix = read_matrix(arguments, arguments.matrix, arguments.matrix_name, console);
        return trips_in(std::span(&matrix, 1), {arguments.matrix}, named);
    }
    ClassFile file = read_classes(arguments.classes);
    std::vector<Input> matrices;
    for (std::size_t i = 0; i < file.matrices.size(); ++i)
        matrices.push_back(read_matrix(arguments, file.matrices[i], file.matrix_names[i], console));
    std::vector<std::size_t> ends;
    PairLists trips = trips_in(matrices, file.matrices, named, &ends);
    for (std::size_t i = 0; i < ends.size(); ++i) file.classes[i].end = ends[i];
    arguments.request.classes = std::move(file.classes);
    return trips;
}

// The total cost of all loaded trips: hours of times, else the unit of the cost.
std::pair<double, std::string> total_cost(const Assignment& loads) {
    const bool is_time = find_unit(loads.scale.unit, Unit::Kind::time) != nullptr;
    const NaturalScale scale(loads.scale, is_time ? "h" : "");
    return {scale.value(loads.raw_cost), scale.unit()};
}

// Σ load × number of the arc, in `unit`; nothing if the numbers have no unit of its kind.
std::optional<double> sum_over_arcs(const Assignment& loads, const std::function<double(std::size_t)>& number,
                                    const std::string& own_unit, const std::string& unit) {
    const Unit* const kind = find_unit(unit);
    if (find_unit(own_unit, kind->kind) == nullptr) return std::nullopt;
    double sum = 0;
    for (std::size_t arc = 0; arc < loads.arc_loads.size(); ++arc) {
        if (loads.arc_loads[arc] > 0) sum += loads.arc_loads[arc] * number(arc);
    }
    return NaturalScale({"", own_unit, 0}, unit).value(sum);
}

nlohmann::ordered_json equilibrium_json(const PointAssignment& found, const RoadNetwork& network) {
    const Equilibrium& equilibrium = *found.equilibrium;
    const EquilibriumStep& last = equilibrium.steps.back();
    nlohmann::ordered_json json{
        {"iterations", equilibrium.steps.size()}, {"reached", equilibrium.is_reached}, {"gap", last.gap},
        {"average_excess_cost", last.excess},     {"objective", last.objective},       {"objective_bound", last.bound}};
    const auto hours = sum_over_arcs(
        found.loads, [&](std::size_t arc) { return equilibrium.times[arc]; }, found.loads.scale.unit, "h");
    if (hours) json["vehicle_hours"] = *hours;
    const ArcColumn* const length = network.column("length");
    if (length != nullptr) {
        const auto number = [&](std::size_t arc) {
            return length->values[arc].is_missing() ? 0 : length->values[arc].to_double();
        };
        if (const auto km = sum_over_arcs(found.loads, number, length->unit, "km")) json["vehicle_kilometres"] = *km;
    }
    return json;
}

// A row for each iteration.
std::string convergence(const Equilibrium& found) {
    std::string rows = "iteration,total_cost,least_cost,gap,average_excess_cost,objective,objective_bound,step\n";
    std::uint32_t iteration = 0;
    for (const EquilibriumStep& step : found.steps) {
        rows += format("{},{},{},{},{},{},{},{}\n", ++iteration, step.total_cost, step.least_cost, step.gap,
                       step.excess, step.objective, step.bound, step.step);
    }
    return rows;
}

nlohmann::ordered_json json_of(const PointAssignment& found, const RoadNetwork& network, double seconds) {
    const Assignment& loads = found.loads;
    const auto [cost, unit] = total_cost(loads);
    nlohmann::ordered_json json{{"trips", loads.requested},
                                {"loaded", loads.loaded},
                                {"unreachable", loads.unreachable},
                                {"within_nodes", loads.within_nodes},
                                {"unselected", loads.unselected},
                                {"cost", loads.scale.name},
                                {"total_cost", cost},
                                {"total_cost_unit", unit},
                                {"unsnapped", found.unsnapped}};
    if (found.equilibrium) json.update(equilibrium_json(found, network));
    if (!found.selected_loads.empty()) json["selected"] = found.selected_trips;
    json["seconds"] = seconds;
    return json;
}

void tell(const Equilibrium& found, Console& console) {
    const EquilibriumStep& last = found.steps.back();
    const std::string text = format("relative gap {:.3g} after {}; objective {:.12g}, at least {:.12g}", last.gap,
                                    counted(found.steps.size(), "iteration"), last.objective, last.bound);
    if (found.is_reached) return console.info(text);
    const char* const why = is_interrupted()                      ? "it was interrupted"
                            : last.step == 0 && !found.is_limited ? "costs with more digits do not fit int32"
                                                                  : "--iterations or --max-time ended it";
    console.warn(format("{}; the search did not reach the gap: {}", text, why));
}

void tell(const Assignment& loads, Console& console) {
    const auto [cost, unit] = total_cost(loads);
    if (loads.unreachable > 0) console.warn(format("{:.10g} trips have no path and load nothing", loads.unreachable));
    std::string text = format("{:.10g} of {:.10g} trips loaded", loads.loaded, loads.requested);
    if (loads.within_nodes > 0) text += format(", {:.10g} stay at their node", loads.within_nodes);
    if (loads.unselected > 0) text += format(", {:.10g} take no selected arc", loads.unselected);
    console.info(format("{}; total {} {:.10g}{}", text, loads.scale.name, cost, unit.empty() ? "" : " " + unit));
}

ExitCode run(Arguments arguments, Console& console) {
    check(arguments);
    PointAssignmentRequest& request = arguments.request;
    const Stopwatch total;
    InputArguments of_network = arguments.input;
    if (!arguments.matrix.empty()) of_network.read.lookup.clear();  // it is the matrix's
    Input input = read_to_solve(of_network, arguments.solve, console);
    request.pairs = read_trips(arguments, row_names(input), console);
    request.solve = arguments.solve.options(console);
    request.name = arguments.input.path;
    const auto& network = std::get<RoadNetwork>(input);
    request.skims = arguments.solve.skims;
    request.wants_skims = !arguments.skims.empty();
    request.wants_selected = !arguments.selected.empty();
    if (request.equilibrium.vdf) {
        // An interrupt ends the search with the best loads so far, which are written.
        request.solve.progress = [shown = console.progress()](const Progress& progress) {
            return shown(progress) || is_interrupted();
        };
        request.go_on = [](const EquilibriumStep&) { return !is_interrupted(); };
    }
    const PointAssignment found = assign_point_trips(network, request);
    attach(arguments.output, console);
    if (is_interrupted()) arguments.output.progress = {};
    write_loads(network, found, arguments.output, arguments.layers);
    const ExportOptions of_tables{
        .overwrite = arguments.output.overwrite, .progress = arguments.output.progress, .log = console.log()};
    if (found.skims) write_table(*found.skims, arguments.skims, of_tables);
    if (found.selected) write_table(*found.selected, arguments.selected, of_tables);
    if (!arguments.report.empty())
        write_text_file(arguments.report, convergence(*found.equilibrium), arguments.output.overwrite);
    console.stop();

    if (found.equilibrium) tell(*found.equilibrium, console);
    tell(found.loads, console);
    if (!found.selected_loads.empty()) console.info(format("{:.10g} trips take selected arcs", found.selected_trips));
    console.info(format("{}; {}; {}", counted(request.pairs.trips.size(), "pair"), seconds_text(total.seconds()),
                        arguments.output.path));
    if (arguments.json) {
        print_report(json_of(found, found.on(network), total.seconds()), arguments.input.path, arguments.output.path);
    }
    if (is_interrupted()) return ExitCode::interrupted;
    const bool is_reached = !found.equilibrium || found.equilibrium->is_reached;
    return console.end(found.loads.unreachable == 0 && found.unsnapped.empty() && is_reached,
                       is_reached ? format("{:.10g} trips unreachable, {} not snapped", found.loads.unreachable,
                                           counted(found.unsnapped.size(), "point"))
                                  : format("the gap is {:.3g}", found.equilibrium->steps.back().gap));
}

std::function<ExitCode()> declare(CLI::App& app, Console& console) {
    auto arguments = std::make_shared<Arguments>();
    add_input(app, arguments->input, "INPUT", "A network");
    add_flag(app, arguments->pairs,
             {"--pairs", "FILE",
              "Trips: a file with 'from,to,trips' on each line, or with columns from_lon, from_lat, to_lon, "
              "to_lat; - reads standard input"});
    add_flag(app, arguments->trips,
             {"--trips", "FIELD",
              "Column of --pairs with the numbers of trips (default: trips, volume, demand or flow; without such "
              "a column every pair is one trip)"});
    add_flag(app, arguments->matrix,
             {"--matrix", "FILE",
              "Trips: a matrix, such as .omx, .csv, .npy or a TNTP trips file, whose rows and columns are nodes"});
    add_flag(app, arguments->matrix_name, {"--matrix-name", "NAME", "Matrix to read, if the file has several"});
    add_flag(app, arguments->classes,
             {"--classes", "FILE",
              "Trips of several classes, of an equilibrium: CSV with the columns class and matrix (a file), and where "
              "they are needed matrix_name, pce (passenger-car equivalents), fixed_cost and closed (columns of the "
              "network)"});
    add_flag(app, arguments->points,
             {"--points", "FILE", "Points that the trips name by their ids: a file of points for both ends"});
    add_flag(app, arguments->origins, {"--origins", "FILE", "Points that the origins of trips name"});
    add_flag(app, arguments->destinations, {"--destinations", "FILE", "Points that the destinations of trips name"});
    add_flag(
        app, arguments->request.select,
        {"--select", "ARCS",
         "Select link: comma-separated ids of arcs. Only trips that pass one of them are loaded; at equilibrium "
         "their loads are the column selected. An id of both directions selects both; '12,13&20': 12 or 13, and 20"});
    add_flag(app, arguments->selected,
             {"--selected-trips", "TABLE", "Write the matrix of the trips that --select selects, such as .omx"});
    add_feature_options(app, arguments->output,
                        "File to write, with a line for each arc: .gpkg, .geojson, .shp, .fgb or .csv; - writes to "
                        "standard output. X_flow.tntp (tntp-flow) has From, To, Volume and Cost at equilibrium",
                        &arguments->layers, "Layers to write; .geojson and .csv hold one, arcs unless nodes are wanted",
                        "|tntp-flow");
    add_solve_options(app, arguments->solve, named({"cost", "cost_type", "memory_limit_bytes"}));
    add_options(app, equilibrium_options(), arguments->request.equilibrium, "Equilibrium");
    add_flag(app, arguments->skims,
             {"--skims", "TABLE", "Write least costs and times at equilibrium between the ends of trips, such as .omx",
              "Equilibrium"});
    add_options(app, solve_options(), static_cast<SolveOptions&>(arguments->solve), "Equilibrium", named({"skims"}));
    add_flag(app, arguments->report,
             {"--report", "FILE", "Write a row for each iteration: costs, gap, objective and its bound, as CSV",
              "Equilibrium"});
    add_snap_options(app, arguments->request.snap);
    add_point_options(app, arguments->read_points);
    app.add_flag("--json", arguments->json, "Print a report of the run as JSON");
    return [arguments, &console] { return run(*arguments, console); };
}

}  // namespace
}  // namespace assign_verb

Command assign_command() {
    return {"assign", "Load arcs and nodes with trips on shortest paths, all or nothing or at user equilibrium",
            "  allways assign city.gpkg --matrix trips.omx -o loads.gpkg\n"
            "  allways assign model_net.tntp --matrix model_trips.tntp --vdf bpr --gap 1e-5 -o loads.gpkg "
            "--skims congested.omx\n"
            "  allways assign city.osm.pbf --pairs commuters.csv --trips people --points places.csv -o loads.gpkg\n"
            "  allways assign city.gpkg --matrix trips.omx --select 1204 -o select_link.gpkg\n"
            "  allways assign city.gpkg --pairs trips.csv -o - -f csv --what nodes",
            assign_verb::declare};
}

}  // namespace allways::command
