// SPDX-License-Identifier: Apache-2.0
// allways generate: synthetic networks; equal arguments give equal networks on every machine.
#include <charconv>

#include <CLI/App.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/cost/cost_matrix.h"
#include "allways/network/make_network.h"
#include "command/command.h"
#include "command/number_options.h"
#include "command/option_rows.h"
#include "command/output.h"

namespace allways::command {

namespace generate_verb {
namespace {

struct Arguments {
    StreetOptions streets;
    RandomNetworkOptions random;
    std::string cost;  // DIMACS: "time" or "length"
    std::string weights = "1:100";
    OutputArguments output;
};

// "LO:HI"
void parse_weights(const std::string& text, RandomNetworkOptions& options) {
    const char* end = text.data() + text.size();
    const auto low = std::from_chars(text.data(), end, options.lowest_weight);
    const bool colon = low.ec == std::errc() && low.ptr != end && *low.ptr == ':';
    const auto high = colon ? std::from_chars(low.ptr + 1, end, options.highest_weight) : low;
    if (!colon || high.ec != std::errc() || high.ptr != end) {
        throw InvalidArgument(format("--weights: expected integers as LO:HI, found '{}'", text));
    }
}

// DIMACS holds integers in one column: milliseconds or decimetres.
void keep_whole_numbers(RoadNetwork& network, const std::string& cost) {
    const bool length = cost == "length";
    ArcColumn column = *network.column(length ? "length" : "time");
    const int digits = *column.resolution_digits;
    for (Decimal& value : column.values) value = Decimal(*value.fixed_point(digits), 0);
    column.name += length ? "_dm" : "_ms";
    column.unit = length ? "dm" : "ms";
    network.columns = {std::move(column)};
}

ExitCode run_streets(const Arguments& arguments, Console& console) {
    const std::string& path = arguments.output.path;
    ExportOptions options = arguments.output.options(console);
    options.cost = arguments.cost;
    check_network_output(path, options);
    RoadNetwork network = generate_streets(arguments.streets);
    if (network_format(path, options).has(FormatTrait::one_cost)) {
        keep_whole_numbers(network, arguments.cost);
        options.cost.clear();  // keep_whole_numbers has renamed its column
    }
    write_network(network, path, options);
    return ExitCode::ok;
}

ExitCode run_random(Arguments arguments, Console& console) {
    parse_weights(arguments.weights, arguments.random);
    const auto& [path, write] = arguments.output;
    if (is_matrix_format(path, write)) {
        check_table_output(path, write);
        write_matrix(generate_random_matrix(arguments.random), path, arguments.output.options(console));
    } else {
        check_network_output(path, write);
        write_network(generate_random_network(arguments.random), path, arguments.output.options(console));
    }
    return ExitCode::ok;
}

void add_output(CLI::App& app, OutputArguments& output) {
    add_flag(app, output.path, {"-o,--output", "FILE", "File to write; - writes to standard output (text formats)"})
        ->required();
    add_format_options(app, output);
}

std::function<ExitCode()> declare(CLI::App& app, Console& console) {
    auto arguments = std::make_shared<Arguments>();
    app.require_subcommand(1);

    CLI::App* streets =
        app.add_subcommand("streets", "Generate a planar street network with coordinates, lengths and times");
    add_flag(*streets, arguments->streets.nodes, {"--nodes", "", "Number of nodes"})
        ->check(count_from(0, most_nodes))
        ->capture_default_str();
    add_flag(*streets, arguments->streets.seed, {"--seed", "", "Random seed"})
        ->check(count_from(0))
        ->capture_default_str();
    add_flag(*streets, arguments->streets.zero_cost_share, {"--zero-cost-share", "", "Share of streets with zero cost"})
        ->capture_default_str();
    add_flag(*streets, arguments->cost,
             {"--cost", "time|length", "DIMACS: write times (milliseconds) or lengths (decimetres) (default: time)"});
    add_output(*streets, arguments->output);
    console.add_options(*streets);

    CLI::App* random = app.add_subcommand("random", "Generate a random digraph with integer weights");
    add_flag(*random, arguments->random.nodes, {"--nodes", "", "Number of nodes"})
        ->check(count_from(0, most_nodes))
        ->capture_default_str();
    add_flag(*random, arguments->random.probability,
             {"--probability", "", "Probability of an arc between an ordered pair of nodes"})
        ->capture_default_str();
    add_flag(*random, arguments->weights, {"--weights", "", "Lowest and highest weight as LO:HI"});
    add_flag(*random, arguments->random.seed, {"--seed", "", "Random seed"})
        ->check(count_from(0))
        ->capture_default_str();
    add_output(*random, arguments->output);
    console.add_options(*random);

    return [arguments, streets, &console] {
        return streets->parsed() ? run_streets(*arguments, console) : run_random(*arguments, console);
    };
}

}  // namespace
}  // namespace generate_verb

Command generate_command() {
    return {"generate", "Generate street networks and random graphs",
            "  allways generate streets --nodes 10000 --seed 1 -o streets.gmns\n"
            "  allways generate streets --nodes 10000 --zero-cost-share 0.05 --cost length -o streets.gr\n"
            "  allways generate random --nodes 1000 --probability 0.1 --weights 1:100 -o random.gr\n"
            "  allways generate random --nodes 2000 --probability 1 -o dense.npy",
            generate_verb::declare};
}

}  // namespace allways::command
