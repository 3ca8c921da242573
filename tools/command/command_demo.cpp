// SPDX-License-Identifier: Apache-2.0
// allways demo: the main job on a made-up village, which the program carries. Each step is a command, shown as one
// would type it and run as typed.
#include <algorithm>
#include <filesystem>
#include <iostream>

#include <CLI/App.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/export/files.h"
#include "base/embedded_file.h"
#include "command/command.h"
#include "command/option_rows.h"

namespace allways::command {

// data/village.osm and data/village_customers.csv
namespace demo {
const std::vector<EmbeddedFile>& embedded_files();
}

namespace demo_verb {
namespace {

namespace fs = std::filesystem;

struct Step {
    const char* purpose;
    std::vector<std::string> words;  // of the command line, without the program's name
};

const std::vector<Step>& steps() {
    static const std::vector<Step> all = {
        {"Read the map once", {"import", "village.osm", "-o", "village.gpkg"}},
        {"The times between three places, in seconds",
         {"table", "village.gpkg", "--points", "village_customers.csv", "-o", "-", "-f", "csv"}},
        {"The times between all pairs of nodes", {"solve", "village.gpkg", "-o", "village.omx"}},
        {"The way from one place to another",
         {"path", "village.omx", "--from", "@8.0001,46.9999", "--to", "@8.023,47.004"}},
        {"A page that shows how far one gets from there",
         {"draw", "village.gpkg", "--from", "@8.0001,46.9999", "-o", "village.html"}},
    };
    return all;
}

void run_step(const Step& step, bool overwrite, Console& console) {
    std::vector<std::string> words = step.words;
    if (overwrite && words.back() != "csv") words.push_back("-O");
    std::string line;
    for (const std::string& word : words) line += " " + word;
    std::cout << format("\n# {}\n$ allways{}\n", step.purpose, line) << std::flush;

    const std::vector<Command> all = commands();
    const auto command = std::ranges::find(all, words.front(), &Command::name);
    CLI::App app;
    const auto run = command->declare(app, console);
    std::vector<std::string> rest(words.rbegin(), words.rend() - 1);  // CLI11 takes them last first
    app.parse(rest);
    const ExitCode code = run();
    if (code != ExitCode::ok) throw Error(format("'allways{}' ended with {}", line, static_cast<int>(code)));
}

ExitCode run_demo(const std::string& folder, bool overwrite, Console& console) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) throw InputError(folder, 0, "cannot be made: " + error.message());
    for (const EmbeddedFile& file : demo::embedded_files()) {
        write_text_file((fs::path(folder) / file.name).string(), file.text, overwrite);
    }
    fs::current_path(folder);
    console.show_errors_only();
    std::cout << format("$ cd {}\n", folder);
    for (const Step& step : steps()) run_step(step, overwrite, console);
    std::cout << format(
        "\nAll of this is in {}: open village.html in a browser, and village.gpkg in QGIS.\n"
        "Your own map goes the same way: allways import city.osm.pbf -o city.gpkg\n",
        fs::current_path().string());
    return ExitCode::ok;
}

std::function<ExitCode()> declare_demo(CLI::App& app, Console& console) {
    auto folder = std::make_shared<std::string>("allways-demo");
    auto overwrite = std::make_shared<bool>(false);
    add_flag(app, *folder, {"FOLDER", "", "Folder to write to"});
    app.add_flag("-O,--overwrite", *overwrite, "Replace files that exist");
    return [folder, overwrite, &console] { return run_demo(*folder, *overwrite, console); };
}

}  // namespace
}  // namespace demo_verb

Command demo_command() {
    return {"demo", "Run the main job on a small village that the program carries",
            "  allways demo\n"
            "  allways demo /tmp/village -O    into another folder, again",
            demo_verb::declare_demo};
}

}  // namespace allways::command
