// SPDX-License-Identifier: Apache-2.0
// allways-bench paper: repeats the experiments of papers; allways-bench replot: draws their plots.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include <CLI/App.hpp>
#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/export/files.h"
#include "bench_commands.h"
#include "command/number_options.h"
#include "command/solve_options.h"
#include "papers/experiments.h"
#include "papers/result_json.h"
#include "papers/result_text.h"
#include "papers/run_experiment.h"
#include "plots/experiment_plot.h"

namespace allways::command {

namespace {

using papers::ExperimentResult;

struct Arguments {
    std::string paper;  // an experiment, or all
    papers::RunOptions run;
    std::vector<std::size_t> sizes;
    std::string output;  // JSON
    std::string plot;
    std::string replot;  // a result file to draw
    bool overwrite = false;
    bool json = false;
};

std::vector<std::string> names() {
    std::vector<std::string> names;
    for (const papers::Experiment& experiment : papers::experiments()) names.push_back(experiment.name);
    names.emplace_back("all");
    return names;
}

// PLOT.png, or PLOT-name.png if there are several.
std::string plot_path(const std::string& path, const std::string& experiment, std::size_t count) {
    if (count == 1) return path;
    const std::filesystem::path whole(path);
    const std::string file = format("{}-{}{}", whole.stem().string(), experiment, whole.extension().string());
    return (whole.parent_path() / file).string();
}

std::vector<ExperimentResult> read_results(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    if (!file || !(text << file.rdbuf())) throw InputError(path, 0, "cannot be read");
    return papers::results_from_json(text.str(), path);
}

ExitCode replot(const Arguments& arguments) {
    check_plot_name(arguments.plot);
    const std::vector<ExperimentResult> results = read_results(arguments.replot);
    for (const ExperimentResult& result : results) {
        const std::string path = plot_path(arguments.plot, result.name, results.size());
        write_line_plot(experiment_plot(result), path, arguments.overwrite);
    }
    return ExitCode::ok;
}

void check_outputs(const Arguments& arguments, const std::vector<papers::Experiment>& experiments) {
    check_file_output(arguments.output, arguments.overwrite);
    if (arguments.plot.empty()) return;
    for (const papers::Experiment& experiment : experiments) {
        check_file_output(plot_path(arguments.plot, experiment.name, experiments.size()), arguments.overwrite);
    }
}

// The requested sizes of the experiment; with `all`, only those that it has.
std::vector<std::size_t> sizes_of(const papers::Experiment& experiment, const Arguments& arguments) {
    if (arguments.paper != "all") return arguments.sizes;  // an unknown one is an error there
    std::vector<std::size_t> sizes;
    for (const std::size_t n : arguments.sizes) {
        if (std::find(experiment.sizes.begin(), experiment.sizes.end(), n) != experiment.sizes.end())
            sizes.push_back(n);
    }
    return sizes;
}

void check(const Arguments& arguments) {
    if (!arguments.plot.empty()) check_plot_name(arguments.plot);
    if (arguments.overwrite && arguments.plot.empty() &&
        (arguments.output.empty() || arguments.output == standard_output)) {
        throw InvalidArgument("-O (--overwrite) does nothing here: no file is written; see -o and --plot");
    }
    if (!arguments.plot.empty() && !arguments.output.empty() && is_same_file(arguments.plot, arguments.output)) {
        throw InvalidArgument("-o and --plot name the same file");
    }
}

ExitCode run(const Arguments& arguments, Console& console) {
    check(arguments);
    const std::vector<papers::Experiment> experiments = papers::chosen_experiments(arguments.paper);
    check_outputs(arguments, experiments);
    papers::RunOptions options = arguments.run;
    options.cache_directory = cache_directory();
    options.progress = console.progress();
    options.log = console.log();
    const bool to_file = !arguments.output.empty() && arguments.output != standard_output;
    const bool to_stdout = arguments.json || arguments.output == standard_output;
    std::vector<ExperimentResult> results;
    for (const papers::Experiment& experiment : experiments) {
        options.sizes = sizes_of(experiment, arguments);
        if (options.sizes.empty() && !arguments.sizes.empty()) continue;  // the experiment has none of these sizes
        results.push_back(papers::run_experiment(experiment, options));
        console.stop();
        if (!to_stdout)
            std::cout << (results.size() > 1 ? "\n" : "") << papers::result_text(results.back()) << std::flush;
        // Writes after each experiment, so that a later failure loses nothing; from the second on, this run's own file
        // is replaced.
        const bool overwrite = arguments.overwrite || results.size() > 1;
        if (to_file) write_text_file(arguments.output, papers::results_as_json(results), overwrite);
        if (!arguments.plot.empty()) {
            write_line_plot(experiment_plot(results.back()),
                            plot_path(arguments.plot, experiment.name, experiments.size()), arguments.overwrite);
        }
    }
    if (results.empty()) throw InvalidArgument("no experiment has any of these --sizes");
    if (to_stdout) std::cout << papers::results_as_json(results);
    return ExitCode::ok;
}

void add_plot_option(CLI::App& app, Arguments& arguments, bool required) {
    app.add_option("--plot", arguments.plot,
                   "Plot seconds over n: .png, .svg or .pdf; several plots become FILE-name.png")
        ->required(required)
        ->type_name("FILE");
    app.add_flag("-O,--overwrite", arguments.overwrite, "Overwrite existing files");
}

std::function<ExitCode()> declare_paper(CLI::App& app, Console& console) {
    auto arguments = std::make_shared<Arguments>();
    app.add_option("NAME", arguments->paper, "Experiment to repeat")->required()->check(CLI::IsMember(names()));
    app.add_option("--sizes", arguments->sizes, "Sizes to run, such as 10,50 (default: all of the paper's)")
        ->delimiter(',')
        ->check(count_from(1, most_nodes))
        ->type_name("N,...");
    app.add_option("--limit", arguments->run.limit_seconds, "Leave out runs that take longer, in seconds")
        ->check(number_above(0))
        ->capture_default_str()
        ->type_name("SECONDS");
    app.add_option("--device", arguments->run.device, "Device: auto, cpu, gpu, or an id from 'allways devices'")
        ->capture_default_str();
    app.add_option("--runs", arguments->run.runs, "Number of measured runs")
        ->check(count_from(1, 1'000'000))
        ->capture_default_str();
    app.add_option("--seed", arguments->run.seed, "Random seed")->check(count_from(0))->capture_default_str();
    app.add_option("-o,--output", arguments->output, "Write the result as JSON; - writes to standard output")
        ->type_name("FILE.json");
    add_plot_option(app, *arguments, false);
    app.add_flag("--json", arguments->json, "Print JSON");
    return [arguments, &console] { return run(*arguments, console); };
}

std::function<ExitCode()> declare_replot(CLI::App& app, Console&) {
    auto arguments = std::make_shared<Arguments>();
    app.add_option("RESULT", arguments->replot, "Result that 'paper -o' wrote")->required()->type_name("FILE.json");
    add_plot_option(app, *arguments, true);
    return [arguments] { return replot(*arguments); };
}

}  // namespace

Command paper_command() {
    return {"paper", "Repeat a paper's experiment",
            "  allways-bench paper xiao --limit 20 -o xiao.json --plot xiao.png\n"
            "  allways-bench paper all --device gpu --json",
            declare_paper};
}

Command replot_command() {
    return {"replot", "Plot a result without running it again", "  allways-bench replot xiao.json --plot xiao.pdf",
            declare_replot};
}

}  // namespace allways::command
