// SPDX-License-Identifier: Apache-2.0
// Runs the papers' experiments without the rest of the command, for machines with only OpenCL and Boost. Tables go to
// standard error, results as JSON (see papers/result_json.h) to standard output.
//
//   paper_bench NAME|all [--device auto|cpu|gpu|I:J] [--limit SECONDS] [--runs R] [--sizes N,…] [--seed S]
//               [--cache DIRECTORY]
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "bench_main.h"
#include "papers/experiments.h"
#include "papers/result_json.h"
#include "papers/result_text.h"
#include "papers/run_experiment.h"

namespace {

using allways::InvalidArgument;
using namespace allways::papers;

template <class Number>
Number parsed(const std::string& name, const std::string& text) {
    Number number{};
    std::istringstream stream(text);
    if (!(stream >> number) || !stream.eof() || text.front() == '-') {
        throw InvalidArgument(allways::format("{} takes a number, not '{}'", name, text));
    }
    return number;
}

RunOptions parse_options(const std::vector<std::string>& arguments) {
    RunOptions options;
    for (std::size_t i = 1; i < arguments.size(); i += 2) {
        const std::string& name = arguments[i];
        if (i + 1 == arguments.size()) throw InvalidArgument(name + " needs a value");
        const std::string& value = arguments[i + 1];
        if (name == "--device") {
            options.device = value;
        } else if (name == "--limit") {
            options.limit_seconds = parsed<double>(name, value);
        } else if (name == "--runs") {
            options.runs = parsed<unsigned>(name, value);
        } else if (name == "--sizes") {
            std::istringstream list(value);
            for (std::string size; std::getline(list, size, ',');) {
                options.sizes.push_back(parsed<std::size_t>(name, size));
            }
        } else if (name == "--seed") {
            options.seed = parsed<std::uint64_t>(name, value);
        } else if (name == "--cache") {
            options.cache_directory = value;
        } else {
            throw InvalidArgument("unknown option " + name);
        }
    }
    options.log = [](allways::LogLevel, std::string_view text) { std::cerr << text << '\n'; };
    return options;
}

void run(const std::vector<std::string>& arguments) {
    if (arguments.empty()) throw InvalidArgument("name an experiment, or all");
    const RunOptions options = parse_options(arguments);
    std::vector<ExperimentResult> results;
    for (const Experiment& experiment : chosen_experiments(arguments.front())) {
        results.push_back(run_experiment(experiment, options));
        std::cerr << result_text(results.back()) << std::endl;
    }
    std::cout << results_as_json(results);
}

}  // namespace

int main(int count, char** arguments) {
    return allways::bench::run_main("paper_bench", [&] {
        run({arguments + 1, arguments + count});
        return EXIT_SUCCESS;
    });
}
