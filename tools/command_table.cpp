// allways table: distances between lists of points or nodes. Of a network without the table of all pairs.
#include <algorithm>
#include <iostream>
#include <optional>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/engine/solve_between.h"
#include "allways/result/network_of.h"
#include "base/stopwatch.h"
#include "command.h"
#include "engine/planner.h"
#include "export/natural_scale.h"
#include "human.h"
#include "input.h"
#include "number_options.h"
#include "output.h"
#include "points/end_list.h"
#include "solve_options.h"
#include "solve_report.h"

namespace allways::tools {

namespace {

struct Arguments {
    InputArguments input;
    SolveArguments solve;
    OutputArguments output;
    std::string points;
    std::string origins;
    std::string destinations;
    PointOptions read_points;
    SnapArguments snap;
    bool strict = false;
    bool json = false;
};

void check(const Arguments& arguments) {
    const std::string& path = arguments.output.path;
    if (path == standard_output && arguments.json) {
        throw InvalidArgument("--json and -o - both want standard output; give the table a file name");
    }
    const bool sides = !arguments.origins.empty() && !arguments.destinations.empty();
    const bool any_side = !arguments.origins.empty() || !arguments.destinations.empty();
    if (arguments.points.empty() ? !sides : any_side) {
        throw InvalidArgument("give --origins and --destinations, or --points for both");
    }
    if (arguments.origins == "@-" && arguments.destinations == "@-") {
        throw InvalidArgument("--origins and --destinations both want standard input; --points takes it for both");
    }
    check_table_output(path, arguments.output.write);
}

// Both sides by name.
struct Lists {
    EndList origins;
    std::optional<EndList> destinations;  // nothing: the origins again

    const EndList& columns() const { return destinations ? *destinations : origins; }
    bool have_points() const { return origins.points || columns().points; }
};

Lists read_lists(const Arguments& arguments, Console& console) {
    PointOptions options = arguments.read_points;
    options.log = console.log();
    Lists lists;
    if (!arguments.points.empty()) {
        lists.origins = read_end_list(arguments.points, "--points", options);
    } else {
        lists.origins = read_end_list(arguments.origins, "--origins", options);
        lists.destinations = read_end_list(arguments.destinations, "--destinations", options);
    }
    if (!lists.have_points() && arguments.snap.any_given()) {
        throw InvalidArgument("--snap, --snap-radius and --snap-component are for positions, and every node is named by its id");
    }
    return lists;
}

// What was found, and for networks and matrices how.
struct Found {
    OriginDestinationTable table;
    std::optional<SolveReport> report;
    std::vector<std::string> unsnapped;  // ids of points, of both sides
};

class Finder {
public:
    Finder(const Arguments& arguments, const Lists& lists, Console& console)
        : arguments_(arguments), lists_(lists), console_(console) {}

    Found operator()(const RoadNetwork& network) const {
        const CostOptions cost{arguments_.solve.cost, arguments_.solve.options().cost_type};
        check_unit(build_arc_costs(network, cost).scale);
        if (lists_.have_points()) return between_points(network, cost);
        return between(network, at_nodes(lists_.origins, network.node_ids), at_nodes(lists_.columns(), network.node_ids), cost);
    }

    // Every two of its nodes may be joined, so that all are solved.
    Found operator()(const CostMatrix& matrix) const {
        refuse_points("a matrix has no places");
        check_unit(matrix.scale());
        at_nodes(lists_.origins, matrix.node_ids());  // unknown ones are told before the work
        at_nodes(lists_.columns(), matrix.node_ids());
        SolveOptions options = arguments_.solve.options();
        options.next_hops = false;
        options.progress = console_.progress();
        options.log = console_.log();
        Solution solution = solve_with_report(matrix, options);
        return {part_of(solution.table), std::move(solution.report), {}};
    }

    // Positions and further fields need its arcs, and these are a network.
    Found operator()(const DistanceTable& table) const {
        check_unit(table.scale());
        if (lists_.have_points() || !arguments_.solve.skims.empty()) return of_network_in(table, table.scale());
        return {part_of(table), {}, {}};
    }

    Found operator()(const OriginDestinationTable& table) const {
        refuse_points("a table of origins and destinations has no roads to put points on");
        if (!arguments_.solve.skims.empty()) {
            throw InvalidArgument("--skim sums a field of arcs, which a table of origins and destinations has not; those it "
                                  "has come along");
        }
        check_unit(table.scale());
        return {part_of(table, at_nodes(lists_.origins, table.origin_ids()),
                        at_nodes(lists_.columns(), table.destination_ids())), {}, {}};
    }

    Found operator()(const NetworkFactor& factor) const { return of_network_in(factor, factor.scale); }

private:
    void check_unit(const CostScale& scale) const { NaturalScale(scale, arguments_.output.write.unit); }

    void refuse_points(const char* why) const {
        if (lists_.have_points()) throw InputError(arguments_.input.path, 0, format("{}; name its nodes by their ids", why));
    }

    Ends at_nodes(const EndList& list, const IdTable& ids) const {
        return ends_at_nodes(list.nodes, ids, arguments_.input.path);
    }

    template <class Solved>
    Found of_network_in(const Solved& solved, const CostScale& scale) const {
        try {
            const RoadNetwork network = network_of(solved);
            const CostOptions cost{scale.name, {}};
            if (lists_.have_points()) return between_points(network, cost);
            return between(network, at_nodes(lists_.origins, network.node_ids),
                                  at_nodes(lists_.columns(), network.node_ids), cost);
        } catch (const InvalidArgument& error) {
            throw InputError(arguments_.input.path, 0, error.what());
        }
    }

    Found between(const RoadNetwork& network, const Ends& origins, const Ends& destinations, const CostOptions& cost) const {
        const BetweenOptions options{.cost = cost.field,
                                     .cost_type = cost.type,
                                     .skims = arguments_.solve.skims,
                                     .memory_limit_bytes = arguments_.solve.memory_bytes,
                                     .progress = console_.progress(),
                                     .log = console_.log()};
        BetweenSolution solution = solve_between(network, origins.nodes, destinations.nodes, options);
        solution.table.set_ids(origins.ids, destinations.ids);
        return {std::move(solution.table), std::move(solution.report), {}};
    }

    Found between_points(const RoadNetwork& network, const CostOptions& cost) const {
        Placement placement(network, cost, arguments_.snap, arguments_.input.path, console_.log());
        const EndList& columns = lists_.columns();
        const std::size_t first_origin = lists_.origins.points ? placement.add(*lists_.origins.points) : 0;
        const bool further = lists_.destinations && columns.points;
        const std::size_t first_destination = further ? placement.add(*columns.points) : first_origin;
        placement.report();
        const PointNetwork points = placement.attach(arguments_.solve.skims);
        const auto ends = [&](const EndList& list, std::size_t first) {
            Ends found = list.points ? ends_at_points(*list.points, placement, first, points)
                                     : at_nodes(list, network.node_ids);
            if (found.places.empty()) {
                for (const NodeIndex node : found.nodes) found.places.push_back(placement.frame().position(network.coordinates[node]));
            }
            return found;
        };
        const Ends origins = ends(lists_.origins, first_origin);
        const Ends destinations = ends(columns, first_destination);
        Found found = between(points.network, origins, destinations, cost);
        found.table.set_places(origins.places, destinations.places, placement.frame().crs());
        for (const std::size_t point : placement.unsnapped()) found.unsnapped.push_back(placement.points()[point].name);
        return found;
    }

    OriginDestinationTable part_of(const DistanceTable& table) const {
        return part_of(table, at_nodes(lists_.origins, table.node_ids()), at_nodes(lists_.columns(), table.node_ids()));
    }

    template <class Table>
    OriginDestinationTable part_of(const Table& table, const Ends& origins, const Ends& destinations) const {
        MemoryNeed memory;
        memory.host = std::uint64_t{origins.nodes.size()} * destinations.nodes.size() * size_of(table.type());
        memory.host_available = engine::host_limit(arguments_.solve.memory_bytes);
        engine::check_part_fits(memory, origins.nodes.size(), destinations.nodes.size());
        return sub_table(table, origins.nodes, destinations.nodes);
    }

    const Arguments& arguments_;
    const Lists& lists_;
    Console& console_;
};

// Of a solved table its own provenance stays. Notes of a network under one of our names are told apart, as `solve`
// does.
TableProvenance provenance_of(const Found& found, const std::string& input) {
    if (!found.report) return {};
    TableProvenance provenance = {{"program", "allways " ALLWAYS_VERSION},
                                  {"source", input},
                                  {"schedule", found.report->schedule},
                                  {"device", found.report->device}};
    const std::size_t own = provenance.size();
    for (const auto& [key, text] : found.table.provenance()) {
        const auto end = provenance.begin() + static_cast<std::ptrdiff_t>(own);
        const bool taken = std::any_of(provenance.begin(), end, [&](const auto& entry) { return entry.first == key; });
        provenance.emplace_back(taken ? "network_" + key : key, text);
    }
    return provenance;
}

nlohmann::ordered_json json_of(const Found& found, std::uint64_t unreachable,
                               const std::map<std::string, double>& seconds) {
    SolveReport report = found.report.value_or(SolveReport{});
    report.seconds.insert(seconds.begin(), seconds.end());
    report.scale = found.table.scale();
    report.cost_type = found.table.type();
    auto json = to_json(report);
    if (!found.report) json = {{"cost", json["cost"]}, {"seconds", json["seconds"]}};
    json["origins"] = found.table.origin_count();
    json["destinations"] = found.table.destination_count();
    json["unreachable"] = unreachable;
    if (!found.unsnapped.empty()) json["unsnapped"] = found.unsnapped;
    return json;
}

ExitCode run(Arguments arguments, Console& console) {
    const Stopwatch total;
    check(arguments);
    const Lists lists = read_lists(arguments, console);
    ImportReport read_report;
    double read_seconds = 0;
    const Input input = read(for_solving(arguments.input, arguments.solve), console, &read_report, &read_seconds);
    check_cost_options(arguments.solve, input);
    arguments.solve.cost = named_cost(arguments.solve, arguments.input.read, input);
    const Found found = std::visit(Finder(arguments, lists, console), input);

    const Stopwatch writing;
    ExportOptions options = arguments.output.options(console);
    options.provenance = provenance_of(found, arguments.input.path);
    write_table(found.table, arguments.output.path, options);
    const double write_seconds = writing.seconds();
    const std::uint64_t unreachable = found.table.unreachable_pairs();
    const double total_seconds = total.seconds();
    console.stop();

    console.info(format("{} origins, {} destinations, {} pairs unreachable; read {}, solve {}, write {}; {}",
                        count_text(found.table.origin_count()), count_text(found.table.destination_count()),
                        count_text(unreachable), seconds_text(read_seconds),
                        seconds_text(total_seconds - read_seconds - write_seconds), seconds_text(write_seconds),
                        arguments.output.path));
    if (arguments.json) {
        auto json =
            json_of(found, unreachable, {{"read", read_seconds}, {"write", write_seconds}, {"total", total_seconds}});
        json["input"] = {{"file", arguments.input.path}, {"format", read_report.format}};
        json["outputs"] = {arguments.output.path};
        std::cout << json.dump(2) << "\n";
    }
    if (!arguments.strict || (unreachable == 0 && found.unsnapped.empty())) return ExitCode::ok;
    console.error(format("{} pairs unreachable, {} points not snapped", unreachable, found.unsnapped.size()));
    return ExitCode::mismatch;
}

std::function<ExitCode()> declare(CLI::App& app, Console& console) {
    auto arguments = std::make_shared<Arguments>();
    add_input(app, arguments->input, "INPUT", "A network, a matrix or a solved table");
    app.add_option("--origins", arguments->origins,
                   "The rows, in their order: a file of points (CSV with lon and lat or x and y, GeoPackage, GeoJSON, "
                   "Shapefile), ids of nodes with commas between them, or @FILE with one id a line")
        ->type_name("POINTS");
    app.add_option("--destinations", arguments->destinations, "The columns, in the same way")->type_name("POINTS");
    app.add_option("--points", arguments->points, "Rows and columns")->type_name("POINTS");
    app.add_option("-o,--output", arguments->output.path, "The table; - is standard output (text formats)")
        ->required()
        ->type_name("TABLE");
    add_format_options(app, arguments->output);
    add_point_options(app, arguments->read_points);
    add_snap_options(app, arguments->snap);
    add_cost_options(app, arguments->solve);
    add_skim_option(app, arguments->solve);
    app.add_flag("--strict", arguments->strict, "Exit 6 where a point is not snapped or a pair unreachable");
    app.add_option("--memory", arguments->solve.memory_bytes,
                   "Most memory to use, as 800M or 1.5G; else what the host has")
        ->transform(size_in_bytes())
        ->type_name("SIZE");
    app.add_flag("--json", arguments->json, "What was done, as JSON on standard output");
    add_table_options(app, arguments->output);
    return [arguments, &console] { return run(*arguments, console); };
}

}  // namespace

Command table_command() {
    return {"table", "Distances between lists of points or nodes, without the table of all pairs",
            "  allways table city.osm.pbf --points customers.csv -o customers.omx --skim length\n"
            "  allways table roads.gpkg --origins depots.gpkg --destinations shops.geojson -o depots_to_shops.csv\n"
            "  allways table roads.gpkg --origins @depots.csv --destinations @shops.csv -o depots_to_shops.csv\n"
            "  allways table big.gr.gz --points @places.txt -o places.omx --json\n"
            "  allways table table.omx --origins 1,2 --destinations 10,11,12 -o - -f csv --unit min",
            declare};
}

}  // namespace allways::tools
