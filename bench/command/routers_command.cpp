// SPDX-License-Identifier: Apache-2.0
// allways-bench routers: compares Allways with OSRM and Valhalla on maps. It only starts the script that does so.
#include <algorithm>
#include <cstring>
#include <filesystem>
#include <iostream>

#include <unistd.h>

#include <CLI/App.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "bench_commands.h"

namespace allways::command {

namespace {

namespace fs = std::filesystem;

constexpr const char* script = ALLWAYS_ROUTERS_SCRIPT;  // in the source tree of this build
constexpr const char* python = "python3";

bool names_allways(const std::string& argument) {
    return argument == "--allways" || argument.starts_with("--allways=");
}

// The command line of the script. The `allways` beside this program is the default.
std::vector<std::string> command_line(const std::vector<std::string>& arguments) {
    std::vector<std::string> words{python, script};
    std::error_code none;
    const fs::path beside = fs::read_symlink("/proc/self/exe", none).replace_filename("allways");
    if (std::ranges::none_of(arguments, names_allways) && fs::exists(beside, none)) {
        words.insert(words.end(), {"--allways", beside.string()});
    }
    words.insert(words.end(), arguments.begin(), arguments.end());
    return words;
}

[[noreturn]] void become(std::vector<std::string> words) {
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    std::cout.flush();
    execvp(arguments.front(), arguments.data());
    throw InvalidArgument(format("{} cannot be started ({}); install Python 3.10 or later", python, strerror(errno)));
}

ExitCode run(const CLI::App& app, Console& console) {
    if (!fs::exists(script)) throw InputError(script, 0, "this script, which compares the routers, is missing");
    console.stop();
    become(command_line(app.remaining()));
}

std::function<ExitCode()> declare(CLI::App& app, Console& console) {
    app.set_help_flag();  // the script describes its options
    app.prefix_command();
    return [&app, &console] { return run(app, console); };
}

}  // namespace

Command routers_command() {
    return {"routers", "Compare Allways with OSRM and Valhalla: paths, a table, preparation and memory",
            "  allways-bench routers --help\n"
            "  allways-bench routers monaco.osm.pbf malta.osm.pbf --osrm osrm --valhalla valhalla\n"
            "  allways-bench routers city.osm.pbf --osrm osrm --profile foot --json city.json",
            declare};
}

}  // namespace allways::command
