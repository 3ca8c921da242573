#include "command_bench_paper.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "cache_directory.h"
#include "export/output_file.h"
#include "number_options.h"
#include "output.h"
#include "papers/experiments.h"
#include "papers/result_json.h"
#include "papers/result_text.h"
#include "papers/run_experiment.h"
#include "plots/experiment_plot.h"

namespace allways::tools {

namespace {

using papers::ExperimentResult;

std::vector<std::string> names() {
    std::vector<std::string> names;
    for (const papers::Experiment& experiment : papers::experiments()) names.push_back(experiment.name);
    names.emplace_back("all");
    return names;
}

// PLOT.png, or PLOT-name.png where there are several.
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

void write_text(const std::string& path, const std::string& text, bool overwrite) {
    OutputFile file(path, overwrite);
    file.put(text);
    file.commit();
}

ExitCode replot(const PaperArguments& arguments) {
    const std::vector<ExperimentResult> results = read_results(arguments.replot);
    for (const ExperimentResult& result : results) {
        const std::string path = plot_path(arguments.plot, result.name, results.size());
        write_line_plot(experiment_plot(result), path, arguments.overwrite);
    }
    return ExitCode::ok;
}

void check_outputs(const PaperArguments& arguments, const std::vector<papers::Experiment>& experiments) {
    check_file_output(arguments.output, arguments.overwrite);
    if (arguments.plot.empty()) return;
    for (const papers::Experiment& experiment : experiments) {
        check_file_output(plot_path(arguments.plot, experiment.name, experiments.size()), arguments.overwrite);
    }
}

// Of the experiment's, those that were asked for: of `all`, each experiment has sizes of its own.
std::vector<std::size_t> sizes_of(const papers::Experiment& experiment, const PaperArguments& arguments) {
    if (arguments.paper != "all") return arguments.sizes;  // an unknown one is an error there
    std::vector<std::size_t> sizes;
    for (const std::size_t n : arguments.sizes) {
        if (std::find(experiment.sizes.begin(), experiment.sizes.end(), n) != experiment.sizes.end())
            sizes.push_back(n);
    }
    return sizes;
}

}  // namespace

void add_paper_options(CLI::App& app, PaperArguments& arguments, const std::vector<CLI::Option*>& plain,
                       const std::vector<CLI::Option*>& shared) {
    const std::string group = "Experiments of the papers";
    CLI::Option* paper = app.add_option("--paper", arguments.paper, "Repeat this paper's experiment")
                             ->check(CLI::IsMember(names()))
                             ->group(group);
    const std::vector<CLI::Option*> of_a_run{
        app.add_option("--sizes", arguments.sizes, "Sizes to run, such as 10,50 (default: all of the paper's)")
            ->delimiter(',')
            ->check(count_from(1, most_nodes))
            ->type_name("N,..."),
        app.add_option("-o,--output", arguments.output, "Write the result as JSON")->type_name("FILE.json"),
    };
    CLI::Option* plot =
        app.add_option("--plot", arguments.plot, "Plot seconds over n: .png, .svg or .pdf; several plots become "
                                                 "FILE-name.png")
            ->type_name("FILE")
            ->group(group);
    CLI::Option* replot = app.add_option("--replot", arguments.replot, "Plot a result written by -o without running")
                              ->type_name("FILE.json")
                              ->needs(plot)
                              ->excludes(paper)
                              ->group(group);

    app.add_flag("-O,--overwrite", arguments.overwrite, "Overwrite existing files")->group(group);
    for (CLI::Option* option : of_a_run) option->needs(paper)->group(group);
    for (CLI::Option* option : plain) option->excludes(paper)->excludes(replot);
    for (CLI::Option* option : shared) option->excludes(replot);
}

void PaperArguments::check() const {
    if (!is_used() && (overwrite || !plot.empty())) {
        throw InvalidArgument(
            "--plot and -O (--overwrite) are for --paper and --replot; nothing else writes files here");
    }
    if (overwrite && plot.empty() && (output.empty() || output == standard_output)) {
        throw InvalidArgument("-O (--overwrite) does nothing here: no file is written; see -o and --plot");
    }
    if (!plot.empty() && !output.empty() && is_same_file(plot, output))
        throw InvalidArgument("-o and --plot name the same file");
}

ExitCode run_paper_bench(const PaperArguments& arguments, const BenchOptions& bench, bool json, Console& console) {
    if (!arguments.plot.empty()) check_plot_name(arguments.plot);
    if (!arguments.replot.empty()) return replot(arguments);
    const std::vector<papers::Experiment> experiments = papers::chosen_experiments(arguments.paper);
    check_outputs(arguments, experiments);
    papers::RunOptions options;
    options.device = bench.device;
    options.limit_seconds = arguments.limit_seconds;
    options.runs = bench.runs;
    options.seed = bench.seed;
    options.cache_directory = cache_directory();
    options.progress = console.progress();
    options.log = console.log();
    const bool to_file = !arguments.output.empty() && arguments.output != standard_output;
    const bool to_stdout = json || arguments.output == standard_output;
    std::vector<ExperimentResult> results;
    for (const papers::Experiment& experiment : experiments) {
        options.sizes = sizes_of(experiment, arguments);
        if (options.sizes.empty() && !arguments.sizes.empty()) continue;  // none of this experiment's
        results.push_back(papers::run_experiment(experiment, options));
        console.stop();
        if (!to_stdout)
            std::cout << (results.size() > 1 ? "\n" : "") << papers::result_text(results.back()) << std::flush;
        // An hour's work is kept where a later experiment fails; this file is ours by now.
        const bool overwrite = arguments.overwrite || results.size() > 1;
        if (to_file) write_text(arguments.output, papers::results_as_json(results), overwrite);
        if (!arguments.plot.empty()) {
            write_line_plot(experiment_plot(results.back()),
                            plot_path(arguments.plot, experiment.name, experiments.size()), arguments.overwrite);
        }
    }
    if (results.empty()) throw InvalidArgument("no experiment has any of these --sizes");
    if (to_stdout) std::cout << papers::results_as_json(results);
    return ExitCode::ok;
}

}  // namespace allways::tools
