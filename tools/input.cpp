#include "input.h"

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "formats.h"
#include "base/stopwatch.h"

namespace allways::tools {

void add_read_options(CLI::App& app, ReadOptions& read) {
    const std::string group = "Reading";
    app.add_option("-F,--input-format", read.format, "Format of the input; 'allways formats' lists them")
        ->type_name("NAME")
        ->group(group);
    app.add_option("--nodes", read.node_file, "Second file with the nodes' coordinates")
        ->type_name("FILE")
        ->group(group);
    app.add_option("--no-through", read.no_through,
                   "Nodes that paths may not pass: ids, ranges as 1-38, @FILE; with commas")
        ->type_name("IDS")
        ->group(group);
    app.add_flag("--undirected", read.undirected, "Edge lists: every row is an edge both ways")->group(group);
    app.add_option("--from-field", read.from_field, "Edge lists: the field of the tail, by name or number from 1")
        ->type_name("FIELD")
        ->group(group);
    app.add_option("--to-field", read.to_field, "Edge lists: the field of the head")->type_name("FIELD")->group(group);
    app.add_option("--cost-field", read.cost_field, "Edge lists: the field of the cost; OMX: the matrix")
        ->type_name("FIELD")
        ->group(group);
    app.add_option("--id-field", read.id_field, "Edge lists: the field of the arc's id")
        ->type_name("FIELD")
        ->group(group);
}

void add_input(CLI::App& app, InputArguments& input, const std::string& name, const std::string& description) {
    app.add_option(name, input.path, description)->required()->type_name("FILE");
    add_read_options(app, input.read);
}

void check_read_options(const InputArguments& input) {
    const ReadOptions& read = input.read;
    const FormatInfo info = find_format(input.path, read).info;
    const bool network = info.holds == FormatInfo::Holds::network;
    const bool edge_list = info.name == "edge-list";
    const auto refuse = [&](bool given, const char* option, const char* what) {
        if (!given) return;
        throw InvalidArgument(format("{} is for {}, and '{}' is of format {}", option, what, input.path, info.name));
    };
    refuse(!read.from_field.empty() && !edge_list, "--from-field", "edge lists");
    refuse(!read.to_field.empty() && !edge_list, "--to-field", "edge lists");
    refuse(!read.id_field.empty() && !edge_list, "--id-field", "edge lists");
    refuse(read.undirected && !edge_list, "--undirected", "edge lists");
    refuse(!read.cost_field.empty() && !edge_list && info.holds != FormatInfo::Holds::table, "--cost-field",
           "edge lists and OMX files");
    refuse(!read.node_file.empty() && !network, "--nodes", "networks");
    refuse(!read.no_through.empty() && !network, "--no-through", "networks");
}

Input read(const InputArguments& input, Console& console, ImportReport* report, double* seconds) {
    const Stopwatch watch;
    check_read_options(input);
    ReadOptions options = input.read;
    options.progress = console.progress();
    options.log = console.log();
    Input result = read_input(input.path, options, report);
    if (seconds != nullptr) *seconds = watch.seconds();
    return result;
}

}  // namespace allways::tools
