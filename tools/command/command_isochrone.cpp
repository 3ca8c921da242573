// allways isochrone: what can be reached within cost limits.
#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include "allways/areas/isochrone_starts.h"
#include "allways/areas/isochrones.h"
#include "allways/base/counted.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/human.h"
#include "allways/base/stopwatch.h"
#include "allways/export/features.h"
#include "allways/export/json.h"
#include "allways/query/isochrone.h"
#include "allways/result/natural_scale.h"
#include "command/command.h"
#include "command/network_input.h"
#include "command/number_options.h"
#include "command/output.h"
#include "command/point_options.h"
#include "command/snap_options.h"
#include "command/solve_options.h"

namespace allways::command {

namespace {

struct Arguments {
    InputArguments input;
    SolveArguments solve;
    SnapChoice snap;
    PointOptions points;
    std::vector<std::string> from;
    std::vector<std::string> to;
    std::vector<std::string> cutoffs;
    IsochroneOutput output;
    bool strict = false;
    bool json = false;

    bool forward() const { return to.empty(); }
};

InvalidArgument too_large(std::string_view cutoff) {
    return InvalidArgument(format("--cutoff '{}' is larger than any cost can be", cutoff));
}

// Ascending, each once.
std::vector<Decimal> parse_cutoffs(const std::vector<std::string>& texts) {
    std::vector<Decimal> cutoffs;
    for (const std::string& text : texts) {
        const auto value = Decimal::parse(text);
        if (!value || value->digits() <= 0) {
            throw InvalidArgument(format("--cutoff: expected numbers above 0, such as 300,600, found '{}'", text));
        }
        if (!std::isfinite(value->to_double())) throw too_large(text);
        cutoffs.push_back(*value);
    }
    std::ranges::sort(cutoffs, {}, &Decimal::to_double);
    const auto repeated = std::ranges::unique(cutoffs);
    cutoffs.erase(repeated.begin(), repeated.end());
    return cutoffs;
}

// From `unit` to raw costs, exactly where units are whole multiples of each other.
IsochroneCutoff raw_cutoff(const Decimal& given, const std::string& unit, const CostScale& scale) {
    if (scale.unit.empty() && !unit.empty()) {
        throw InvalidArgument(
            format("the cost '{}' states no unit, so cutoffs are plain numbers; leave out --unit", scale.name));
    }
    Decimal own = given;
    if (!unit.empty()) {
        const NaturalScale conversion({scale.name, unit, 0}, scale.unit);
        own = conversion.is_decimal() ? given * Decimal(conversion.multiplier(), conversion.digits())
                                      : Decimal::from_double(conversion.value(given.to_double()));
    }
    const double raw = (own * Decimal(1, -scale.digits)).to_double();
    if (!std::isfinite(raw)) throw too_large(format("{}", given.to_double()));
    return {given.to_double(), raw};
}

void choose_what(IsochroneOutput& output) {
    output.format = feature_format(output.path, output.format);
    if (output.format == "csv" && output.what == "areas") {
        throw InvalidArgument("csv holds no areas; choose --what nodes or arcs, or a .gpkg or .geojson file");
    }
    if (output.what.empty() && output.format != "gpkg") output.what = output.format == "csv" ? "nodes" : "areas";
    const bool areas = output.what.empty() || output.what == "areas";
    if (!areas && (output.rings || output.buffer || output.tolerance)) {
        throw InvalidArgument("--rings, --buffer and --outline-tolerance are of areas, which are not written");
    }
}

void check(const Arguments& arguments, const std::vector<PointList>& starts) {
    check_file_output(arguments.output.path, arguments.output.overwrite);
    if (arguments.json && arguments.output.path == standard_output) {
        throw InvalidArgument("--json and the result both want standard output; -o names a file for the result");
    }
    check_point_options(arguments.points,
                        std::ranges::any_of(starts, [](const PointList& list) { return list.points.has_value(); }));
}

// One line each, or for many starts one a cutoff.
void tell(const std::vector<IsochroneCount>& counts, const std::string& unit, const IsochroneStarts& starts,
          Console& console) {
    constexpr std::size_t most_lines = 30;
    const bool metres = !starts.network.provenance.crs.empty();
    std::map<double, std::pair<std::uint64_t, std::uint64_t>> by_cutoff;  // fewest and most nodes
    for (const IsochroneCount& count : counts) {
        const std::string limit = format("{:.10g}{}", count.cutoff, unit.empty() ? "" : " " + unit);
        if (counts.size() > most_lines) {
            auto& [fewest, most] = by_cutoff.try_emplace(count.cutoff, count.nodes, count.nodes).first->second;
            fewest = std::min(fewest, count.nodes);
            most = std::max(most, count.nodes);
            continue;
        }
        const std::string start = count.start && starts.nodes.size() > 1 ? starts.ids.text(*count.start) + ", " : "";
        const std::string area =
            count.area ? format(", {:.4g}{}", *count.area, metres ? " km²" : " in squares of the coordinates' unit")
                       : "";
        console.info(format("{}{}: {}{}", start, limit, counted(count.nodes, "node"), area));
    }
    for (const auto& [cutoff, nodes] : by_cutoff) {
        console.info(format("{:.10g}{}: from {} to {} nodes a start", cutoff, unit.empty() ? "" : " " + unit,
                            count_text(nodes.first), count_text(nodes.second)));
    }
}

nlohmann::ordered_json json_of(const Arguments& arguments, const std::vector<IsochroneCount>& counts,
                               const std::string& unit, const CostScale& scale, const IsochroneStarts& starts) {
    nlohmann::ordered_json json{{"direction", arguments.forward() ? "from" : "to"},
                                {"starts", starts.nodes.size()},
                                {"unsnapped", starts.unsnapped},
                                {"cost", scale.name},
                                {"unit", unit}};
    for (const IsochroneCount& count : counts) {
        nlohmann::ordered_json row;
        if (count.start) row["start"] = starts.ids.text(*count.start);
        row["cutoff"] = count.cutoff;
        row["nodes"] = count.nodes;
        if (count.area) row[starts.network.provenance.crs.empty() ? "area" : "area_km2"] = *count.area;
        json["cutoffs"].push_back(std::move(row));
    }
    json["input"] = {{"file", arguments.input.path}};
    json["outputs"] = {arguments.output.path};
    return json;
}

ExitCode run(Arguments arguments, Console& console) {
    choose_what(arguments.output);
    const std::vector<Decimal> limits = parse_cutoffs(arguments.cutoffs);
    const bool forward = arguments.forward();
    const auto lists =
        read_starts(forward ? arguments.from : arguments.to, forward ? "--from" : "--to", arguments.points);
    check(arguments, lists);
    const Stopwatch total;
    Input input = read(network_input(for_solving(arguments.input, arguments.solve)), console);
    const CostOptions cost{named_cost(arguments.solve, arguments.input.read, input),
                           arguments.solve.options().cost_type};
    require_costs(cost.field, arguments.input.read, input);
    const IsochroneStarts starts = find_starts(std::move(std::get<RoadNetwork>(input)), lists, arguments.input.path,
                                               cost, arguments.snap, console.log());
    const ArcCosts costs = build_arc_costs(starts.network, cost, console.log());
    std::vector<IsochroneCutoff> cutoffs;
    for (const Decimal& limit : limits) cutoffs.push_back(raw_cutoff(limit, arguments.output.unit, costs.scale));
    IsochroneOutput output = arguments.output;
    output.progress = output.path == standard_output ? console.interrupts() : console.progress();
    output.log = console.log();
    const auto counts = write_isochrones(
        starts, costs, forward ? IsochroneDirection::from_starts : IsochroneDirection::to_starts, cutoffs, output);
    console.stop();

    const std::string& unit = output.unit.empty() ? costs.scale.unit : output.unit;
    tell(counts, unit, starts, console);
    console.info(format("{} {} start{} on {}; {}; {}", forward ? "from" : "to", count_text(starts.nodes.size()),
                        starts.nodes.size() == 1 ? "" : "s", arguments.input.path, seconds_text(total.seconds()),
                        output.path));
    if (arguments.json) std::cout << json_text(json_of(arguments, counts, unit, costs.scale, starts), 2) << "\n";
    if (!arguments.strict || starts.unsnapped.empty()) return ExitCode::ok;
    console.error(format("{} not snapped", counted(starts.unsnapped.size(), "start")));
    return ExitCode::mismatch;
}

void add_area_options(CLI::App& app, IsochroneOutput& output) {
    const std::string group = "Areas";
    app.add_option("--buffer", output.buffer,
                   "Width of the areas around roads (default: the median arc length, "
                   "between 20 and 500 m)")
        ->check(number_above(0))
        ->type_name("METRES")
        ->group(group);
    app.add_option("--outline-tolerance", output.tolerance,
                   "Largest distance between written and exact outlines "
                   "(default: half the buffer)")
        ->check(number_above(0))
        ->type_name("METRES")
        ->group(group);
    app.add_flag("--rings", output.rings, "Cut the areas of smaller limits out of larger ones")->group(group);
}

std::function<ExitCode()> declare(CLI::App& app, Console& console) {
    auto arguments = std::make_shared<Arguments>();
    IsochroneOutput& output = arguments->output;
    add_input(app, arguments->input, "INPUT", "A network");
    auto* from = app.add_option("--from", arguments->from,
                                "Starts: comma-separated node ids and positions such as @7.4246,43.7311, or a file "
                                "of points; repeatable")
                     ->type_name("PLACE")
                     ->expected(1)
                     ->take_all();
    auto* to = app.add_option("--to", arguments->to, "Ends, instead of starts: find from where they can be reached")
                   ->type_name("PLACE")
                   ->expected(1)
                   ->take_all();
    from->excludes(to);
    app.add_option("--cutoff", arguments->cutoffs,
                   "Comma-separated limits of the cost, in --unit (default: the "
                   "cost's unit, seconds for times)")
        ->delimiter(',')
        ->required()
        ->type_name("NUMBERS");
    app.add_option("--unit", output.unit, "Unit of the limits and of the result, such as min or km")->type_name("UNIT");
    app.add_option("-o,--output", output.path, "File to write: .gpkg, .geojson or .csv; - writes to standard output")
        ->required()
        ->type_name("FILE");
    app.add_option("-f,--format", output.format, "Format of the output (default: by suffix)")
        ->check(CLI::IsMember({"gpkg", "geojson", "csv"}));
    app.add_flag("-O,--overwrite", output.overwrite, "Overwrite an existing output");
    app.add_option("--what", output.what,
                   "What to write (default: areas to geojson, nodes to csv, all as layers "
                   "to gpkg)")
        ->check(CLI::IsMember({"areas", "arcs", "nodes"}));
    app.add_flag("--merge", output.merge,
                 "Merge all starts, so that the nearest one counts (default: separate "
                 "results for each start)");
    add_area_options(app, output);
    add_cost_options(app, arguments->solve);
    add_snap_options(app, arguments->snap);
    add_point_options(app, arguments->points);
    app.add_flag("--strict", arguments->strict,
                 "Exit with 6 if a position could not be snapped (with 3 if none "
                 "could)");
    app.add_flag("--json", arguments->json, "Print a report of the run as JSON");
    return [arguments, &console] {
        if (arguments->from.empty() == arguments->to.empty()) throw InvalidArgument("give --from PLACE or --to PLACE");
        return run(*arguments, console);
    };
}

}  // namespace

Command isochrone_command() {
    return {
        "isochrone", "Compute isochrones (service areas): areas, roads and nodes within cost limits",
        "  allways isochrone monaco.osm.pbf --from @7.4246,43.7311 --cutoff 60,120,300 -o reach.geojson\n"
        "  allways isochrone city.gpkg --from stations.csv --cutoff 5,10 --unit min -o reach.gpkg\n"
        "  allways isochrone city.gpkg --from stations.csv --merge --cutoff 5,10 --unit min -o rings.geojson --rings\n"
        "  allways isochrone city.gpkg --to 17 --cost length --cutoff 2 --unit km -o - -f csv",
        declare, "reach"};
}

}  // namespace allways::command
