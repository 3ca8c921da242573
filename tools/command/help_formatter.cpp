// SPDX-License-Identifier: Apache-2.0
#include "command/help_formatter.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include <CLI/CLI.hpp>

#include "command/option_text.h"

namespace allways::command {

namespace {

constexpr std::size_t left_column = 30;
constexpr std::size_t narrowest = 40;  // narrower, the right column would hold single words

}  // namespace

std::size_t help_width() {
    std::size_t columns = 0;
    if (const char* stated = std::getenv("COLUMNS")) columns = std::strtoul(stated, nullptr, 10);
    winsize size{};
    if (columns == 0 && isatty(STDOUT_FILENO) != 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
        columns = size.ws_col;
    return columns == 0 ? 0 : std::max(columns, narrowest);
}

std::string wrapped(const std::string& text, std::size_t indent, std::size_t width) {
    if (width == 0) return text;
    std::string lines;
    std::size_t column = indent;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        const auto length = static_cast<std::size_t>(
            std::count_if(word.begin(), word.end(), [](char byte) { return (byte & 0xC0) != 0x80; }));  // of UTF-8
        if (column > indent && column + 1 + length > width) {
            lines += "\n" + std::string(indent, ' ');
            column = indent;
        }
        if (column > indent) lines += ' ';
        column += length + (column > indent ? 1 : 0);
        lines += word;
    }
    return lines;
}

std::string HelpFormatter::row(const std::string& left, const std::string& right) const {
    const std::size_t column = width_ == 0 ? left_column : std::min(left_column, width_ / 3);
    std::string text = "  " + left;
    if (right.empty()) return text + "\n";
    // A long left side gets a line of its own.
    text += text.size() + 2 > column ? "\n" + std::string(column, ' ') : std::string(column - text.size(), ' ');
    std::istringstream paragraphs(right);
    bool first = true;
    for (std::string paragraph; std::getline(paragraphs, paragraph); first = false) {
        text += (first ? "" : std::string(column, ' ')) + wrapped(paragraph, column, width_) + "\n";
    }
    return text;
}

std::string HelpFormatter::option_row(const CLI::Option* option, bool positional) const {
    std::string left = option->get_name(positional, !positional);
    if (is_value(option)) {
        const std::string kind = kind_of(option);
        if (!positional && !kind.empty()) left += " " + kind;
        if (is_list(option)) left += " ...";
        if (option->get_required() && !positional) left += " (required)";
    }
    return row(left, description_of(option));
}

std::string HelpFormatter::make_help(const CLI::App* app, std::string name, CLI::AppFormatMode) const {
    std::string text = wrapped(app->get_description(), 0, width_) + "\n\n" +
                       wrapped("Usage: " + usage_of(app, name), 7, width_) + "\n";
    const auto section = [&](const std::string& title, const std::string& rows) {
        if (!rows.empty()) text += "\n" + title + ":\n" + rows;
    };
    std::string positionals;
    for (const CLI::Option* option : positionals_of(*app)) {
        if (!option->get_group().empty()) positionals += option_row(option, true);
    }
    section("Positionals", positionals);
    for (const std::string& group : ordered_groups(*app)) {
        std::string rows;
        for (const CLI::Option* option : options_of(*app, group)) rows += option_row(option, false);
        section(group, rows);
    }
    std::string commands;
    for (const CLI::App* sub : shown_commands(*app)) commands += row(sub->get_name(), sub->get_description());
    section("Subcommands", commands);
    return text + app->get_footer() + "\n";  // examples and tables: never wrapped
}

}  // namespace allways::command
