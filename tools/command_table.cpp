// allways table: distances between lists of nodes. Of a network without the table of all pairs.
#include <algorithm>
#include <iostream>
#include <optional>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/engine/solve_between.h"
#include "base/stopwatch.h"
#include "command.h"
#include "engine/planner.h"
#include "export/natural_scale.h"
#include "human.h"
#include "input.h"
#include "number_options.h"
#include "output.h"
#include "routes/node_list.h"
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
    NodeList origins;
    NodeList destinations;
};

Lists read_lists(const Arguments& arguments) {
    if (!arguments.points.empty()) {
        NodeList points = read_node_list(arguments.points, "--points");
        return {points, points};
    }
    return {read_node_list(arguments.origins, "--origins"), read_node_list(arguments.destinations, "--destinations")};
}

// What was found, and for networks and matrices how.
struct Found {
    OriginDestinationTable table;
    std::optional<SolveReport> report;
};

class Finder {
public:
    Finder(const Arguments& arguments, const Lists& lists, Console& console)
        : arguments_(arguments), lists_(lists), console_(console) {}

    Found operator()(const RoadNetwork& network) const {
        const BetweenOptions options{.cost = arguments_.solve.cost,
                                     .cost_type = arguments_.solve.options().cost_type,
                                     .memory_limit_bytes = arguments_.solve.memory_bytes,
                                     .progress = console_.progress(),
                                     .log = console_.log()};
        check_unit(build_arc_costs(network, {options.cost, options.cost_type}).scale);
        const IdTable& ids = network.node_ids;
        BetweenSolution solution =
            solve_between(network, nodes(lists_.origins, ids), nodes(lists_.destinations, ids), options);
        return {std::move(solution.table), std::move(solution.report)};
    }

    // Every two of its nodes may be joined, so that all are solved.
    Found operator()(const CostMatrix& matrix) const {
        check_unit(matrix.scale());
        nodes(lists_.origins, matrix.node_ids());  // unknown ones are told before the work
        nodes(lists_.destinations, matrix.node_ids());
        SolveOptions options = arguments_.solve.options();
        options.next_hops = false;
        options.progress = console_.progress();
        options.log = console_.log();
        Solution solution = solve_with_report(matrix, options);
        return {part_of(solution.table), std::move(solution.report)};
    }

    Found operator()(const DistanceTable& table) const {
        check_unit(table.scale());
        return {part_of(table), {}};
    }

    Found operator()(const OriginDestinationTable& table) const {
        check_unit(table.scale());
        const auto origins = nodes(lists_.origins, table.origin_ids());
        const auto destinations = nodes(lists_.destinations, table.destination_ids());
        return {part_of(table, origins, destinations), {}};
    }

    Found operator()(const NetworkFactor&) const {
        throw InputError(arguments_.input.path, 0,
                         "a factor answers paths, by 'allways path'; 'allways table' takes its network");
    }

private:
    void check_unit(const CostScale& scale) const { NaturalScale(scale, arguments_.output.write.unit); }

    std::vector<NodeIndex> nodes(const NodeList& list, const IdTable& ids) const {
        return find_nodes(list, ids, arguments_.input.path);
    }

    OriginDestinationTable part_of(const DistanceTable& table) const {
        return part_of(table, nodes(lists_.origins, table.node_ids()), nodes(lists_.destinations, table.node_ids()));
    }

    template <class Table>
    OriginDestinationTable part_of(const Table& table, const std::vector<NodeIndex>& origins,
                                   const std::vector<NodeIndex>& destinations) const {
        MemoryNeed memory;
        memory.host = std::uint64_t{origins.size()} * destinations.size() * size_of(table.type());
        memory.host_available = engine::host_limit(arguments_.solve.memory_bytes);
        engine::check_part_fits(memory, origins.size(), destinations.size());
        return sub_table(table, origins, destinations);
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
    return json;
}

ExitCode run(Arguments arguments, Console& console) {
    const Stopwatch total;
    check(arguments);
    const Lists lists = read_lists(arguments);
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
    return ExitCode::ok;
}

std::function<ExitCode()> declare(CLI::App& app, Console& console) {
    auto arguments = std::make_shared<Arguments>();
    add_input(app, arguments->input, "INPUT", "A network, a matrix or a solved table");
    app.add_option("--origins", arguments->origins,
                   "The nodes of the rows, in their order: ids with commas between them, or @FILE with one a line")
        ->type_name("NODES");
    app.add_option("--destinations", arguments->destinations, "The nodes of the columns, in the same way")
        ->type_name("NODES");
    app.add_option("--points", arguments->points, "The nodes of rows and columns")->type_name("NODES");
    app.add_option("-o,--output", arguments->output.path, "The table; - is standard output (-f csv, csv-long)")
        ->required()
        ->type_name("TABLE");
    add_format_options(app, arguments->output);
    add_cost_options(app, arguments->solve);
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
    return {"table", "Distances between lists of nodes, without the table of all pairs",
            "  allways table roads.gpkg --origins @depots.csv --destinations @shops.csv -o depots_to_shops.csv\n"
            "  allways table big.gr.gz --points @places.txt -o places.omx --json\n"
            "  allways table table.omx --origins 1,2 --destinations 10,11,12 -o - -f csv --unit min",
            declare};
}

}  // namespace allways::tools
