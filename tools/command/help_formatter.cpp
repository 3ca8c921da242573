// SPDX-License-Identifier: Apache-2.0
#include "command/help_formatter.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include <CLI/CLI.hpp>

#include "allways/base/format.h"

namespace allways::command {

namespace {

constexpr std::size_t left_column = 30;
constexpr std::size_t narrowest = 40;  // narrower, the right column would hold single words

bool is_value(const CLI::Option* option) {
    return option->get_type_size() != 0;
}
bool is_list(const CLI::Option* option) {
    return option->get_expected_max() >= CLI::detail::expected_max_vector_size;
}

std::string description_of(const CLI::Option* option) {
    std::string text = option->get_description();
    if (is_value(option) && !option->get_default_str().empty()) {
        text += format("{}(default: {})", text.empty() ? "" : " ", option->get_default_str());
    }
    return text;
}

// Shortens CLI11's value types: "TEXT:{ends->1,auto->0}", "UINT" → "{ends,auto}", "NUMBER".
std::string kind_of(const CLI::Option* option) {
    std::string kind = option->get_option_text().empty() ? option->get_type_name() : option->get_option_text();
    if (kind == "UINT" || kind == "FLOAT") return "NUMBER";
    if (const std::size_t choices = kind.find(":{"); choices != std::string::npos) kind.erase(0, choices + 1);
    for (std::size_t at = kind.find("->"); at != std::string::npos; at = kind.find("->")) {
        kind.erase(at, kind.find_first_of(",}", at) - at);
    }
    return kind;
}

std::string usage_of(const CLI::App* app, const std::string& name) {
    std::string text = format("Usage: {}", name);
    if (!app->get_options([](const CLI::Option* option) { return option->nonpositional(); }).empty())
        text += " [OPTIONS]";
    for (const CLI::Option* option : app->get_options([](const CLI::Option* each) { return each->get_positional(); })) {
        const std::string shown = option->get_name(true, false) + (is_list(option) ? "..." : "");
        text += option->get_required() ? " " + shown : " [" + shown + "]";
    }
    if (!app->get_subcommands([](const CLI::App* sub) { return !sub->get_name().empty(); }).empty())
        text += " SUBCOMMAND";
    return text;
}

// A command's own options come first; those for reading its inputs, which all commands share, last.
std::vector<std::string> ordered_groups(const CLI::App& app) {
    std::vector<std::string> groups = app.get_groups();
    const auto place_of = [](const std::string& group) { return group == "Options" ? 0 : group == "Reading" ? 2 : 1; };
    std::ranges::stable_sort(groups, {}, place_of);
    return groups;
}

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
    std::string text =
        wrapped(app->get_description(), 0, width_) + "\n\n" + wrapped(usage_of(app, name), 7, width_) + "\n";
    const auto section = [&](const std::string& title, const std::string& rows) {
        if (!rows.empty()) text += "\n" + title + ":\n" + rows;
    };
    std::string positionals;
    for (const CLI::Option* option : app->get_options([](const CLI::Option* each) { return each->get_positional(); })) {
        if (!option->get_group().empty()) positionals += option_row(option, true);
    }
    section("Positionals", positionals);
    for (const std::string& group : ordered_groups(*app)) {
        std::string rows;
        for (const CLI::Option* option : app->get_options()) {
            if (!group.empty() && option->get_group() == group && option->nonpositional())
                rows += option_row(option, false);
        }
        section(group, rows);
    }
    std::string commands;
    for (const CLI::App* sub : app->get_subcommands({})) {
        if (!sub->get_name().empty()) commands += row(sub->get_name(), sub->get_description());
    }
    section("Subcommands", commands);
    return text + app->get_footer() + "\n";  // examples and tables: never wrapped
}

}  // namespace allways::command
