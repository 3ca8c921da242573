// SPDX-License-Identifier: Apache-2.0
// The text of --help from the declared command line: the same for every release of CLI11, fitted to the terminal.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <CLI/App.hpp>

namespace allways::command {

// The width of the terminal on standard output, unless COLUMNS sets it. 0 if there is neither: lines are not wrapped.
std::size_t help_width();

// `text` in lines of at most `width` columns; continuation lines are indented by `indent` blanks, below its first word.
// Words longer than a line stay whole. A width of 0 disables wrapping.
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
