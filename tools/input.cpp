#include "input.h"

#include <CLI/Option.hpp>

#include "stopwatch.h"

namespace allways::tools {

void add_read_options(CLI::App& app, ReadOptions& read) {
    const std::string group = "Reading";
    app.add_option("-F,--input-format", read.format, "Format of the input; 'allways formats' lists them")
        ->type_name("NAME")
        ->group(group);
    app.add_option("--nodes", read.node_file, "Second file with the nodes' coordinates")->type_name("FILE")->group(group);
    app.add_option("--no-through", read.no_through, "Nodes that paths may not pass: ids, ranges as 1-38, @FILE; with commas")
        ->type_name("IDS")
        ->group(group);
    app.add_flag("--undirected", read.undirected, "Edge lists: every row is an edge both ways")->group(group);
    app.add_option("--from-field", read.from_field, "Edge lists: the field of the tail, by name or number from 1")
        ->type_name("FIELD")
        ->group(group);
    app.add_option("--to-field", read.to_field, "Edge lists: the field of the head")->type_name("FIELD")->group(group);
    app.add_option("--cost-field", read.cost_field, "Edge lists: the field of the cost")->type_name("FIELD")->group(group);
    app.add_option("--id-field", read.id_field, "Edge lists: the field of the arc's id")->type_name("FIELD")->group(group);
}

void add_input(CLI::App& app, InputArguments& input, const std::string& name, const std::string& description) {
    app.add_option(name, input.path, description)->required()->type_name("FILE");
    add_read_options(app, input.read);
    // Matrices are read straight into the type that the command is to solve in.
    app.parse_complete_callback([&app, &input] {
        const CLI::Option* type = app.get_option_no_throw("--cost-type");
        if (type != nullptr && type->count() > 0) input.read.cost_type = parse_cost_type(type->as<std::string>());
    });
}

Input read(const InputArguments& input, Console& console, ImportReport* report, double* seconds) {
    const Stopwatch watch;
    ReadOptions options = input.read;
    options.progress = console.progress();
    options.log = console.log();
    Input result = read_input(input.path, options, report);
    if (seconds != nullptr) *seconds = watch.seconds();
    return result;
}

}  // namespace allways::tools
