// SPDX-License-Identifier: Apache-2.0
// What the declared command line says of itself: help, manual pages, and what is wrong with a command line that is
// given.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/App.hpp>

namespace allways::command {

// Returns true if the option takes a value; false for a flag.
bool is_value(const CLI::Option* option);
// Returns true if it takes any number of values.
bool is_list(const CLI::Option* option);
// Its help, with the default.
std::string description_of(const CLI::Option* option);
// Names its value: "{ends,auto}", "NUMBER", "FILE".
std::string kind_of(const CLI::Option* option);

// "allways solve [OPTIONS] INPUT"
std::string usage_of(const CLI::App* app, const std::string& name);
// A command's own options come first; those for reading its inputs, which all commands share, last.
std::vector<std::string> ordered_groups(const CLI::App& app);
std::vector<const CLI::Option*> positionals_of(const CLI::App& app);
// Without positional ones.
std::vector<const CLI::Option*> options_of(const CLI::App& app, const std::string& group);
// The commands that help lists, in its order.
std::vector<const CLI::App*> shown_commands(const CLI::App& app);

// The number of letters to insert, delete, replace or swap with a neighbour; each pair of neighbours is swapped at most
// once (optimal string alignment distance: Boytsov 2011, "Indexing methods for approximate dictionary searching",
// section 2).
std::size_t edit_distance(std::string_view a, std::string_view b);

// The known word nearest to `word`: the only one that begins with it, or one that differs in at most a third of its
// letters. Empty if there is none.
std::string suggestion(std::string_view word, const std::vector<std::string>& known);

// "; did you mean 'solve'?", or empty.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known);

// "there is no command 'slove'; did you mean 'solve'?"
std::string no_such_command(const CLI::App& app, const std::string& word);

// The first problem of the command line, in one sentence.
std::string usage_error(const CLI::App& app, const CLI::ParseError& end);

// The width of the terminal on standard output, unless COLUMNS sets it. 0 if there is neither: lines are not wrapped.
std::size_t help_width();

// `text` in lines of at most `width` columns; continuation lines are indented by `indent` blanks, below its first word.
// Words longer than a line stay whole. A width of 0 disables wrapping.
std::string wrapped(const std::string& text, std::size_t indent, std::size_t width);

// The text of --help: the same for every release of CLI11, fitted to the terminal.
class HelpFormatter : public CLI::Formatter {
public:
    explicit HelpFormatter(std::size_t width) : width_(width) {}

    std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;

private:
    std::string row(const std::string& left, const std::string& right) const;
    std::string option_row(const CLI::Option* option, bool positional) const;

    std::size_t width_;
};

// Writes "allways.1" and one page a command, "allways-solve.1", into a folder, which it makes. The pages have no date,
// so the same program writes the same bytes. Throws InputError if a file cannot be written.
void write_manual(const CLI::App& app, const std::string& folder);

}  // namespace allways::command
