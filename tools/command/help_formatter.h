// The declared command line → the text of --help: the same for every release of CLI11, and as wide as the terminal.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <CLI/App.hpp>

namespace allways::command {

// Columns of the terminal on standard output; COLUMNS goes first. 0 where there is neither: lines are not wrapped then.
std::size_t help_width();

// `text` in lines of at most `width` columns, which continue below the start of its first word: `indent` blanks.
// A word longer than a line stays whole. A width of 0 wraps nothing.
std::string wrapped(const std::string& text, std::size_t indent, std::size_t width);

class HelpFormatter : public CLI::Formatter {
public:
    explicit HelpFormatter(std::size_t width) : width_(width) {}

    std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;

private:
    std::string row(const std::string& left, const std::string& right) const;
    std::string option_row(const CLI::Option* option, bool positional) const;

    std::size_t width_;
};

}  // namespace allways::command
