// SPDX-License-Identifier: Apache-2.0
#include "command/command_line.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <streambuf>
#include <string_view>

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <CLI/CLI.hpp>

#include "allways/base/api.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/device/devices.h"
#include "allways/export/export.h"
#include "allways/importers/environment.h"
#include "allways/importers/osm_profiles.h"
#include "allways/importers/read.h"
#include "base/text.h"
#include "command/console.h"
#include "command/exit_code.h"
#include "command/help.h"
#include "command/ranks.h"

namespace allways::command {

namespace {

// ---- Completion of command lines: the shells' scripts ask the program itself, so its options are declared in one
// place

struct Word {
    std::string text;
    std::string about;  // one line, or empty
};

// A word that stands for names of files.
const Word file_names{":files", ""};

// A key press waits for it.
constexpr std::uintmax_t most_bytes_to_read = 20'000'000;
constexpr std::array kinds_of_files = {"FILE", "TABLE", "NETWORK", "FACTOR", "PICTURE", "FOLDER", "PROFILE", "INPUT"};

const CLI::App* command_of(const CLI::App& app, const std::string& name) {
    const auto found = app.get_subcommands([&](const CLI::App* sub) { return sub->check_name(name); });
    return found.empty() ? nullptr : found.front();
}

const CLI::Option* option_of(const CLI::App& command, const std::string& flag) {
    for (const CLI::Option* option : command.get_options()) {
        if (flag.starts_with('-') && option->nonpositional() && option->check_name(flag)) return option;
    }
    return nullptr;
}

std::vector<Word> commands_of(const CLI::App& app) {
    std::vector<Word> words;
    for (const CLI::App* command : shown_commands(app)) {
        words.push_back({command->get_name(), command->get_description()});
    }
    return words;
}

std::vector<Word> flags_of(const CLI::App& command, const std::vector<std::string>& given) {
    std::vector<Word> words;
    for (const std::string& group : ordered_groups(command)) {
        for (const CLI::Option* option : options_of(command, group)) {
            const auto is_given = [&](const std::string& word) {
                return word.starts_with('-') && option->check_name(word);
            };
            const bool is_repeatable =
                is_list(option) || option->get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
            if (!is_repeatable && std::ranges::any_of(given, is_given)) continue;
            const std::string text =
                option->get_lnames().empty() ? "-" + option->get_snames().front() : "--" + option->get_lnames().front();
            words.push_back({text, description_of(option)});
        }
    }
    return words;
}

// The words of "{auto,sweep}".
std::vector<Word> choices_in(const std::string& kind) {
    std::vector<Word> words;
    if (!kind.starts_with('{')) return words;
    for (std::size_t at = 1; at < kind.size();) {
        const std::size_t end = std::min(kind.find_first_of(",}", at), kind.size());
        words.push_back({kind.substr(at, end - at), ""});
        at = end + 1;
    }
    return words;
}

std::vector<Word> devices() {
    std::vector<Word> words{{"auto", "the first GPU, else a CPU"}, {"cpu", ""}, {"gpu", ""}, {"reference", ""}};
    for (const DeviceInfo& device : list_devices().devices) words.push_back({device.id, device.name});
    return words;
}

template <class Formats>
std::vector<Word> names_of(const Formats& formats) {
    std::vector<Word> words;
    for (const auto& known : formats) words.push_back({known.name, known.description});
    return words;
}

// The columns of the first file among the words; none if it is no network that is read at once.
std::vector<Word> columns_in(const std::vector<std::string>& given) {
    std::vector<Word> words;
    for (const std::string& path : given) {
        std::error_code error;
        if (!std::filesystem::exists(path, error)) continue;
        const bool is_file = std::filesystem::is_regular_file(path, error);
        if (is_file && std::filesystem::file_size(path, error) > most_bytes_to_read) return words;
        try {
            for (const ArcColumn& column : read_network(path).columns) words.push_back({column.name, column.unit});
        } catch (const std::exception&) {
            // The command itself will say what is wrong with the file.
        }
        return words;
    }
    return words;
}

std::vector<Word> values_of(const CLI::Option& option, const std::vector<std::string>& given) {
    const std::string kind = kind_of(&option);
    const std::string name = option.get_lnames().empty() ? "" : option.get_lnames().front();
    if (name == "device") return devices();
    if (name.ends_with("input-format")) return names_of(input_formats());
    if (name == "format") return names_of(output_formats());
    if (kind == "FIELD") return columns_in(given);
    std::vector<Word> values = choices_in(kind);
    if (name == "profile") {
        for (const std::string& known : osm_profile_names()) values.push_back({known, ""});
    }
    if (std::ranges::find(kinds_of_files, kind) != kinds_of_files.end()) values.push_back(file_names);
    return values;
}

std::vector<Word> all_of(const CLI::App& app, const std::vector<std::string>& words) {
    if (words.size() == 1) return words[0].starts_with('-') ? flags_of(app, {}) : commands_of(app);
    const std::string& name = words.front();
    const CLI::App* command = command_of(app, name);
    if (command == nullptr) return {};
    const std::vector<std::string> given(words.begin() + 1, words.end() - 1);
    if (!given.empty()) {
        const CLI::Option* option = option_of(*command, given.back());
        if (option != nullptr && is_value(option)) return values_of(*option, given);
    }
    if (words.back().starts_with('-')) return flags_of(*command, given);
    if (name == "help") return commands_of(app);
    if (name == "formats") {
        std::vector<Word> formats = names_of(input_formats());
        for (const Word& written : names_of(output_formats())) {
            if (std::ranges::find(formats, written.text, &Word::text) == formats.end()) formats.push_back(written);
        }
        return formats;
    }
    if (name == "completion") return {{"bash", ""}, {"zsh", ""}, {"fish", ""}};
    if (positionals_of(*command).empty()) return {};
    return {file_names};
}

// One line that fits beside the word.
std::string beginning_of(const std::string& text) {
    constexpr std::size_t most_bytes = 80;
    std::string line = text.substr(0, text.find('\n'));
    if (line.size() <= most_bytes) return line;
    line.resize(line.rfind(' ', most_bytes));
    return line + " ...";
}

constexpr std::string_view bash_script = R"(# Completion of PROGRAM in bash: . <(PROGRAM completion bash)
_PROGRAM() {
    local line
    COMPREPLY=()
    while IFS= read -r line; do
        if [[ $line == :files ]]; then
            compopt -o filenames 2>/dev/null
            while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "${COMP_WORDS[COMP_CWORD]}")
        else
            COMPREPLY+=("${line%%$'\t'*}")
        fi
    done < <("${COMP_WORDS[0]}" complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _PROGRAM PROGRAM
)";

constexpr std::string_view zsh_script = R"(#compdef PROGRAM
# Completion of PROGRAM in zsh: PROGRAM completion zsh > a folder of $fpath/_PROGRAM
_PROGRAM() {
    local -a described
    local line files=0
    for line in "${(@f)$("${words[1]}" complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
        if [[ $line == :files ]]; then
            files=1
        elif [[ -n $line ]]; then
            described+=("${${line%%$'\t'*}//:/\\:}${${line#*$'\t'}:+:${line#*$'\t'}}")
        fi
    done
    (( $#described )) && _describe PROGRAM described
    (( files )) && _files
}
if [[ $funcstack[1] == _PROGRAM ]]; then _PROGRAM "$@"; else compdef _PROGRAM PROGRAM; fi
)";

constexpr std::string_view fish_script = R"(# Completion of PROGRAM in fish: PROGRAM completion fish | source
function __PROGRAM_complete
    set -l words (commandline -opc) (commandline -ct)
    for line in ($words[1] complete -- $words[2..-1] 2>/dev/null)
        if test "$line" = :files
            __fish_complete_path (commandline -ct)
        else
            echo $line
        end
    end
end
complete -c PROGRAM -f -a '(__PROGRAM_complete)'
)";

// Lists words for the place of the last one, which may be empty. `words` are those after the program's name. Columns
// are read from the first file that the words name, unless it is large.
std::vector<Word> completion_of(const CLI::App& app, const std::vector<std::string>& words) {
    if (words.empty()) return {};
    std::vector<Word> found = all_of(app, words);
    std::erase_if(
        found, [&](const Word& word) { return word.text != file_names.text && !word.text.starts_with(words.back()); });
    return found;
}

// One line a word: the word, a tab, what it is about. ":files" stands alone.
std::string text_of(const std::vector<Word>& completion) {
    std::string text;
    for (const Word& word : completion) {
        text += word.text;
        if (word.text != file_names.text) text += '\t' + beginning_of(word.about);
        text += '\n';
    }
    return text;
}

// The script that a shell reads: "bash", "zsh" or "fish". Throws InvalidArgument for another shell.
std::string completion_script(const std::string& program, const std::string& shell) {
    const auto script = shell == "bash"   ? bash_script
                        : shell == "zsh"  ? zsh_script
                        : shell == "fish" ? fish_script
                                          : std::string_view();
    if (script.empty())
        throw InvalidArgument(format("there is no completion for '{}'; choose bash, zsh or fish", shell));
    std::string text(script);
    constexpr std::string_view placeholder = "PROGRAM";
    for (std::size_t at = text.find(placeholder); at != std::string::npos; at = text.find(placeholder, at)) {
        text.replace(at, placeholder.size(), program);
    }
    return text;
}

// ---- Running a command line

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
    const CLI::App* found = command_of(app, command);
    if (found == nullptr) throw InvalidArgument(no_such_command(app, command));
    std::cout << found->help(app.get_name());
    return ExitCode::ok;
}

// The text for somebody who types the program's name alone.
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
