#include "command_line.h"

#include <iostream>
#include <map>
#include <new>
#include <stdexcept>

#include <CLI/CLI.hpp>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "command.h"
#include "interrupt.h"

namespace allways::tools {

namespace {

struct Declared {
    CLI::App* app = nullptr;
    std::function<ExitCode()> run;
};

constexpr const char* exit_codes = R"(
Exit codes:
  0 ok   1 internal error   2 usage   3 unreadable, invalid or unknown input, or unwritable output
  4 negative cycle   5 device absent or not enough memory   6 unreachable under --strict, or a mismatch
  130 interrupted

Data goes to stdout, everything else to stderr. 'allways help COMMAND' tells about one command.)";

constexpr const char* out_of_memory =
    "not enough memory: the system refused an allocation. 'allways solve INPUT --dry-run' tells what a table needs; "
    "--no-next-hops and --cost-type int32 or float32 make it smaller, fewer nodes any job";

void set_up_log() {
    auto logger = spdlog::stderr_color_mt("allways");
    logger->set_pattern("%n: %^%l%$: %v");
    spdlog::set_default_logger(std::move(logger));
}

std::map<std::string, Declared> declare_all(CLI::App& app, Console& console) {
    std::map<std::string, Declared> declared;
    for (const Command& command : commands()) {
        CLI::App* sub = app.add_subcommand(command.name, command.summary);
        sub->footer("\nExamples:\n" + command.examples);
        declared[command.name] = {sub, command.declare(*sub, console)};
        console.add_options(*sub);
    }
    return declared;
}

// CLI11's own exit() ends usage errors with codes above 100; ours is 2.
ExitCode report_parse_end(const CLI::App& app, const CLI::ParseError& end, Console& console) {
    if (end.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
        app.exit(end, std::cout, std::cerr);  // help or version
        return ExitCode::ok;
    }
    console.error(end.what());
    const auto used = app.get_subcommands();
    const std::string command = used.empty() ? "" : " " + used.front()->get_name();
    std::cerr << format("Try 'allways{} --help'.\n", command);
    return ExitCode::usage;
}

ExitCode show_help(const CLI::App& app, const std::map<std::string, Declared>& declared, const std::string& command) {
    if (command.empty()) {
        // app.help() would tell about the subcommand in use, which is 'help'.
        std::cout << app.get_formatter()->make_help(&app, app.get_name(), CLI::AppFormatMode::Normal);
        return ExitCode::ok;
    }
    const auto found = declared.find(command);
    if (found == declared.end()) {
        throw InvalidArgument(format("there is no command '{}'; 'allways help' lists them", command));
    }
    std::cout << found->second.app->help();
    return ExitCode::ok;
}

}  // namespace

int run_command_line(int argc, char** argv) {
    set_up_log();
    Console console;
    CLI::App app("Allways: all-pairs shortest paths for road networks and cost matrices", "allways");
    app.set_version_flag("--version", "allways " ALLWAYS_VERSION);
    app.require_subcommand(1);
    app.footer(exit_codes);
    const auto declared = declare_all(app, console);
    std::string help_for;
    CLI::App* help = app.add_subcommand("help", "Tells about a command");
    help->add_option("COMMAND", help_for, "The command");

    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& end) {
        return static_cast<int>(report_parse_end(app, end, console));
    }
    ExitCode code = ExitCode::ok;
    try {
        console.start();
        watch_for_interrupts();
        if (help->parsed()) {
            code = show_help(app, declared, help_for);
        } else {
            code = declared.at(app.get_subcommands().front()->get_name()).run();
        }
        std::cout.flush();
        if (!std::cout) throw InputError("standard output", 0, "cannot be written");
    } catch (const std::bad_alloc&) {
        code = ExitCode::resources;
        console.error(out_of_memory);
    } catch (const std::length_error&) {  // a size no container can have
        code = ExitCode::resources;
        console.error(out_of_memory);
    } catch (const std::exception& error) {
        code = exit_code_of(error);
        console.error(code == ExitCode::internal ? format("internal error: {}", error.what()) : error.what());
    }
    console.stop();
    return static_cast<int>(code);
}

}  // namespace allways::tools
