// The part of `allways bench` that repeats the papers' experiments, and draws them.
#pragma once

#include <string>
#include <vector>

#include "allways/engine/bench.h"
#include "console.h"
#include "exit_code.h"

namespace CLI {
class App;
class Option;
}

namespace allways::tools {

struct PaperArguments {
    std::string paper;  // an experiment, or all
    double limit_seconds = 60;
    std::vector<std::size_t> sizes;
    std::string output;  // JSON
    std::string plot;
    std::string replot;  // a result to draw, in place of a run
    bool overwrite = false;

    bool is_used() const { return !paper.empty() || !replot.empty(); }
    // Throws InvalidArgument for what parsing lets pass and would do nothing.
    void check() const;
};

// `plain`: options that mean nothing to a paper's experiment; `shared`: those that mean nothing to drawing a result.
// What does not go together is refused while the command line is parsed.
void add_paper_options(CLI::App& app, PaperArguments& arguments, const std::vector<CLI::Option*>& plain,
                       const std::vector<CLI::Option*>& shared);

// device, runs and seed are taken from `bench`. Throws what run_experiment throws, InputError for files that cannot be
// read or written; output names are checked before anything runs. What is complete is written after each experiment.
ExitCode run_paper_bench(const PaperArguments& arguments, const BenchOptions& bench, bool json, Console& console);

}  // namespace allways::tools
