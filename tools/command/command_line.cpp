// SPDX-License-Identifier: Apache-2.0
#include "command/command_line.h"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <map>
#include <memory>
#include <streambuf>

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <CLI/CLI.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/version.h"
#include "allways/importers/gdal_messages.h"
#include "base/utf8_text.h"
#include "command/command.h"
#include "command/completion.h"
#include "command/failure.h"
#include "command/help_formatter.h"
#include "command/interrupt.h"
#include "command/manual.h"
#include "command/message_text.h"
#include "command/option_text.h"
#include "command/ranks.h"
#include "command/suggestion.h"

namespace allways::command {

namespace {

constexpr const char* exit_codes = R"(
Exit codes:
  0 ok   1 internal error   2 usage   3 unreadable, invalid or unknown input, or unwritable output
  4 negative cycle   5 device absent or not enough memory   6 unreachable under --strict, or a mismatch
  130 interrupted (Ctrl-C, SIGTERM, SIGHUP)

Data goes to stdout, everything else to stderr. '{} help COMMAND' describes a command.)";

void set_up_log(const std::string& name) {
    const auto sink = std::make_shared<spdlog::sinks::stderr_color_sink_mt>();
    const auto logger = std::make_shared<spdlog::logger>(name, sink);
    logger->set_pattern("%n: %^%l%$: %v");
    const char* no_color = std::getenv("NO_COLOR");  // https://no-color.org: set to anything but empty
    if (no_color != nullptr && *no_color != '\0') sink->set_color_mode(spdlog::color_mode::never);
    spdlog::set_default_logger(logger);
    // GDAL's own messages are for debugging: the readers' errors contain what matters.
    pass_on_gdal_messages([](std::string_view text) { spdlog::debug("GDAL: {}", message_line(text)); });
}

using Runs = std::map<std::string, std::function<ExitCode()>>;  // by the command's name

Runs declare_all(const Program& program, CLI::App& app, Console& console) {
    Runs declared;
    for (const Command& command : program.commands) {
        CLI::App* sub = app.add_subcommand(command.name, command.summary);
        if (!command.alias.empty()) sub->alias(command.alias);
        sub->footer("\nExamples:\n" + command.examples);
        declared[command.name] = command.declare(*sub, console);
        console.add_options(*sub);
    }
    return declared;
}

std::vector<std::string> names_of_options(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
        for (const std::string& name : option->get_snames()) names.push_back("-" + name);
    }
    return names;
}

std::string no_such_command(const CLI::App& app, const std::string& word) {
    std::vector<std::string> names;
    for (const CLI::App* command : shown_commands(app)) names.push_back(command->get_name());
    const std::string meant = did_you_mean(word, names);
    return format("there is no command '{}'{}", word,
                  meant.empty() ? format("; '{} help' lists them", app.get_name()) : meant);
}

// The first problem of the command line, in one sentence.
std::string usage_error(const CLI::App& app, const CLI::ParseError& end) {
    const auto used = app.get_subcommands();
    const std::vector<std::string> unknown = app.remaining(true);
    if (unknown.empty())
        return used.empty() ? format("a command is required; '{} help' lists them", app.get_name()) : end.what();
    const std::string& first = unknown.front();
    if (used.empty() && !first.starts_with("-")) return no_such_command(app, first);
    if (!first.starts_with("-")) return format("the argument '{}' was not expected", first);
    const CLI::App& command = used.empty() ? app : *used.front();
    return format("there is no option '{}'{}", first,
                  did_you_mean(first.substr(0, first.find('=')), names_of_options(command)));
}

// CLI11's own exit() ends usage errors with codes above 100; ours is 2.
ExitCode report_parse_end(const CLI::App& app, const CLI::ParseError& end, Console& console) {
    if (end.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
        app.exit(end, std::cout, std::cerr);  // help or version
        return ExitCode::ok;
    }
    console.error(usage_error(app, end));
    const auto used = app.get_subcommands();
    const std::string command = used.empty() ? "" : " " + used.front()->get_name();
    std::cerr << format("Try '{}{} --help'.\n", app.get_name(), command);
    return ExitCode::usage;
}

ExitCode show_help(const CLI::App& app, const std::string& command) {
    if (command.empty()) {
        // app.help() would show the help of the subcommand in use, which is 'help'.
        std::cout << app.get_formatter()->make_help(&app, app.get_name(), CLI::AppFormatMode::Normal);
        return ExitCode::ok;
    }
    const auto found = app.get_subcommands([&](const CLI::App* sub) { return sub->check_name(command); });
    if (found.empty()) throw InvalidArgument(no_such_command(app, command));
    std::cout << found.front()->help(app.get_name());
    return ExitCode::ok;
}

// What somebody reads who types the program's name alone.
std::string first_words(const Program& program) {
    return format("{}\n\nType first:\n{}\n'{} help' lists the commands; '{} doctor' checks this machine.\n",
                  program.description, program.first_commands, program.name, program.name);
}

// The commands that describe the program itself. Those without a group are for shells and packages: help does not list
// them.
Runs declare_own(CLI::App& app) {
    const auto word = std::make_shared<std::string>();
    const auto words = std::make_shared<std::vector<std::string>>();
    CLI::App* help = app.add_subcommand("help", "Describe a command");
    help->footer("");
    help->add_option("COMMAND", *word, "Command to describe");
    CLI::App* completion = app.add_subcommand("completion", "Print the script that completes command lines in a shell");
    completion->footer(format("\nExamples:\n  . <({} completion bash)\n", app.get_name()));
    completion->add_option("SHELL", *word, "bash, zsh or fish")->required();
    CLI::App* complete = app.add_subcommand("complete", "Print what may stand in the place of the last word");
    complete->group("")->add_option("WORD", *words, "The words after the program's name");
    CLI::App* manual = app.add_subcommand("manual", "Write the manual pages into a folder");
    manual->group("")->add_option("FOLDER", *word, "Folder to write to")->required();
    const auto print = [](const std::string& text) {
        std::cout << text;
        return ExitCode::ok;
    };
    return {{"help", [&app, word] { return show_help(app, *word); }},
            {"completion", [&app, word, print] { return print(completion_script(app.get_name(), *word)); }},
            {"complete", [&app, words, print] { return print(text_of(completion_of(app, *words))); }},
            {"manual", [&app, word] {
                 write_manual(app, *word);
                 return ExitCode::ok;
             }}};
}

ExitCode run(const Program& program, int argc, char** argv, Console& console) {
    set_up_log(program.name);
    CLI::App app(program.description, program.name);
    app.set_version_flag("--version", format("{} {}", program.name, version()));
    app.require_subcommand(1);
    app.footer(format(exit_codes, program.name));
    app.formatter(std::make_shared<HelpFormatter>(help_width()));  // inherited by the commands
    const auto declared = declare_all(program, app, console);
    const Runs own = declare_own(app);
    if (argc == 1 && !program.first_commands.empty()) {
        std::cout << first_words(program);
        return ExitCode::usage;
    }

    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& end) {
        return report_parse_end(app, end, console);
    }
    console.start();
    watch_for_interrupts();
    const std::string name = app.get_subcommands().front()->get_name();
    return (own.contains(name) ? own : declared).at(name)();
}

void require_output_written() {
    std::cout.flush();
    if (!std::cout) throw InputError("standard output", 0, "cannot be written");
}

// Standard output for people: names, columns and notes of files may contain escape sequences.
class PrintableOutput final : public std::streambuf {
public:
    PrintableOutput() : to_(std::cout.rdbuf(this)) {}
    ~PrintableOutput() override { std::cout.rdbuf(to_); }
    PrintableOutput(const PrintableOutput&) = delete;
    PrintableOutput& operator=(const PrintableOutput&) = delete;

private:
    std::streamsize xsputn(const char* text, std::streamsize size) override {
        const std::string clean = without_controls({text, static_cast<std::size_t>(size)});
        const auto bytes = static_cast<std::streamsize>(clean.size());
        return to_->sputn(clean.data(), bytes) == bytes ? size : 0;
    }
    int_type overflow(int_type c) override {
        const char one = traits_type::to_char_type(c);
        return xsputn(&one, 1) == 1 ? c : traits_type::eof();
    }
    int sync() override { return to_->pubsync(); }

    std::streambuf* to_;
};

// The only output of a failed run: one line, unformatted if formatting fails.
ExitCode report_failure(const std::exception& error, Console& console) {
    const ExitCode code = exit_code_of(error);
    try {
        let_first_rank_speak();
        console.error(own_rank() == 0 ? message_of(error) : format("rank {}: {}", own_rank(), message_of(error)));
    } catch (...) {
        std::fputs("allways: error: not enough memory\n", stderr);
    }
    return code;
}

// Exceptions in threads that a library started cannot be caught; libosmium's threads end this way when out of memory.
[[noreturn]] void on_terminate() {
    try {
        if (const std::exception_ptr thrown = std::current_exception()) std::rethrow_exception(thrown);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "allways: error: %s\n", is_out_of_memory(error) ? "not enough memory" : error.what());
        std::_Exit(static_cast<int>(exit_code_of(error)));
    } catch (...) {
    }
    std::abort();
}

}  // namespace

int run_command_line(const Program& program, int argc, char** argv) {
    std::set_terminate(on_terminate);
    const PrintableOutput printable;
    Console console;
    ExitCode code = ExitCode::ok;
    try {
        code = run(program, argc, argv, console);
        require_output_written();
    } catch (const std::exception& error) {
        code = report_failure(error, console);
    }
    console.stop();
    leave_ranks(static_cast<int>(code));
    return static_cast<int>(code);
}

}  // namespace allways::command
