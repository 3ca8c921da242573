// SPDX-License-Identifier: Apache-2.0
// allways tune: measures the fastest kernel geometry of a device and writes it as a tuning table entry.
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include <CLI/App.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/engine/bench.h"
#include "allways/export/files.h"
#include "allways/export/tuning_file.h"
#include "base/human.h"
#include "base/temporary_path.h"
#include "base/text_table.h"
#include "command/command.h"
#include "command/option_rows.h"
#include "command/output.h"
#include "command/solve_options.h"

namespace allways::command {

namespace tune_verb {
namespace {

struct Arguments {
    TuneOptions tune;
    std::string output;  // empty: the user's tuning folder
    bool overwrite = false;
};

// Compiled kernels of the candidates are not needed afterwards.
class ScratchFolder {
public:
    ScratchFolder() : path_(temporary_path("allways-tune-XXXXXX")) {
        if (::mkdtemp(path_.data()) == nullptr) {
            throw InputError(path_, 0, "this folder cannot be created; set TMPDIR to a writable folder");
        }
    }
    ~ScratchFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

std::string values_text(const TunedSection& section) {
    std::string text;
    for (const auto& [key, value] : section.values) text += format("{}{} {}", text.empty() ? "" : ", ", key, value);
    return text;
}

void print(const TuneResult& result, const std::string& path) {
    std::cout << format("device    {}, driver {}\n", result.device, result.driver)
              << format("before    {}\n", result.before)
              << format("measured  {} of {} candidates in {}\n\n", count_text(result.measured()),
                        count_text(result.candidates()), seconds_text(result.seconds));
    std::vector<std::vector<std::string>> rates{{"cells", "nodes", "G pairs/s", "before", "candidates", "measured"}};
    for (const TunedSection& section : result.sections) {
        if (section.measured == 0) continue;
        rates.push_back({section.cells, count_text(section.n), format("{:.4g}", section.after / 1e9),
                         format("{:.4g}", section.before / 1e9), count_text(section.candidates),
                         count_text(section.measured)});
    }
    std::cout << text_table(rates, 1) << "\n";
    std::vector<std::vector<std::string>> values{{"section", "values"}};
    for (const TunedSection& section : result.sections) {
        values.push_back(
            {section.name, values_text(section) + (section.measured == 0 ? " (as before, not measured)" : "")});
    }
    std::cout << text_table(values, 2) << "\nwritten   " << path << "\n";
}

ExitCode run(Arguments arguments, Console& console) {
    arguments.tune.tuning_directory = tuning_directory();
    arguments.tune.progress = console.progress();
    arguments.tune.log = console.log();
    const std::string path =
        arguments.output.empty() ? tuning_file(tuning_directory(), arguments.tune.device) : arguments.output;
    check_file_output(path, arguments.overwrite);
    const ScratchFolder scratch;
    arguments.tune.cache_directory = scratch.path();
    const TuneResult result = tune(arguments.tune);
    console.stop();
    write_text_file(path, tuning_entry(result, arguments.tune), arguments.overwrite);
    if (path != standard_output) print(result, path);
    return ExitCode::ok;
}

std::function<ExitCode()> declare(CLI::App& app, Console& console) {
    auto arguments = std::make_shared<Arguments>();
    add_options(app, tune_options(), arguments->tune, "Options");
    add_flag(app, arguments->output,
             {"-o,--output", "FILE.json",
              "File to write; - writes to standard output (default: the device's file in the tuning folder)"});
    app.add_flag("-O,--overwrite", arguments->overwrite, "Overwrite an existing output");
    return [arguments, &console] { return run(*arguments, console); };
}

}  // namespace
}  // namespace tune_verb

Command tune_command() {
    return {
        "tune", "Find the fastest kernel settings for a device",
        "  allways tune\n"
        "  allways tune --device gpu --time 5min\n"
        "  allways tune --device 0:0 --type int32 -o - > card.json\n\n"
        "Entries are taken from $ALLWAYS_TUNING_DIR, else allways/tuning in $XDG_CONFIG_HOME or ~/.config. 'allways\n"
        "devices' shows which one a device uses; removing its file restores the shipped one.",
        tune_verb::declare};
}

}  // namespace allways::command
