// SPDX-License-Identifier: Apache-2.0
#include "command/help.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include <CLI/CLI.hpp>

#include "allways/base/api.h"
#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways::command {

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

// CLI11 has "TEXT:{ends->1,auto->0}" for "{ends,auto}", and "UINT" for "NUMBER".
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
    std::string text = name;
    if (!app->get_options([](const CLI::Option* option) { return option->nonpositional(); }).empty())
        text += " [OPTIONS]";
    for (const CLI::Option* option : positionals_of(*app)) {
        const std::string shown = option->get_name(true, false) + (is_list(option) ? "..." : "");
        text += option->get_required() ? " " + shown : " [" + shown + "]";
    }
    if (!shown_commands(*app).empty()) text += " SUBCOMMAND";
    return text;
}

std::vector<std::string> ordered_groups(const CLI::App& app) {
    std::vector<std::string> groups = app.get_groups();
    const auto place_of = [](const std::string& group) { return group == "Options" ? 0 : group == "Reading" ? 2 : 1; };
    std::ranges::stable_sort(groups, {}, place_of);
    return groups;
}

std::vector<const CLI::Option*> positionals_of(const CLI::App& app) {
    return app.get_options([](const CLI::Option* option) { return option->get_positional(); });
}

std::vector<const CLI::Option*> options_of(const CLI::App& app, const std::string& group) {
    return app.get_options([&](const CLI::Option* option) {
        return !group.empty() && option->get_group() == group && option->nonpositional();
    });
}

std::vector<const CLI::App*> shown_commands(const CLI::App& app) {
    return app.get_subcommands(
        [](const CLI::App* sub) { return !sub->get_name().empty() && !sub->get_group().empty(); });
}

// ---- What is wrong with a command line, and the known word that a mistyped word probably meant

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before_last;
    std::vector<std::size_t> last(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::vector<std::size_t> row(b.size() + 1, i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = std::min(row[j], before_last[j - 2] + 1);
            }
        }
        before_last = std::exchange(last, std::move(row));
    }
    return last[b.size()];
}

std::string suggestion(std::string_view word, const std::vector<std::string>& known) {
    std::vector<std::string> longer;
    std::copy_if(known.begin(), known.end(), std::back_inserter(longer),
                 [&](const std::string& each) { return each.starts_with(word); });
    if (!word.empty() && longer.size() == 1) return longer.front();
    std::string nearest;
    std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
    for (const std::string& each : known) {
        const std::size_t distance = edit_distance(word, each);
        if (distance >= least) continue;
        least = distance;
        nearest = each;
    }
    return nearest;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known) {
    const std::string meant = suggestion(word, known);
    return meant.empty() ? "" : format("; did you mean '{}'?", meant);
}

std::string no_such_command(const CLI::App& app, const std::string& word) {
    std::vector<std::string> names;
    for (const CLI::App* command : shown_commands(app)) names.push_back(command->get_name());
    const std::string meant = did_you_mean(word, names);
    return format("there is no command '{}'{}", word,
                  meant.empty() ? format("; '{} help' lists them", app.get_name()) : meant);
}

namespace {

std::vector<std::string> names_of_options(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
        for (const std::string& name : option->get_snames()) names.push_back("-" + name);
    }
    return names;
}

}  // namespace

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

// ---- The text of --help

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

// ---- Manual pages

namespace {

// A text as roff: what begins with a dot or a quote is no request, and hyphens can be copied as such.
std::string roff(std::string_view text) {
    std::string escaped;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if ((c == '.' || c == '\'') && (i == 0 || text[i - 1] == '\n')) escaped += "\\&";
        if (c == '\\')
            escaped += "\\e";
        else if (c == '-')
            escaped += "\\-";
        else
            escaped += c;
    }
    return escaped;
}

std::string upper(std::string text) {
    for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return text;
}

class Page {
public:
    Page(const std::string& name, const std::string& about)
        : text_(format(".TH {} 1 \"\" \"Allways {}\" \"Allways\"\n", upper(roff(name)), version())) {
        section("NAME");
        text_ += roff(name) + " \\- " + roff(about) + "\n";
    }
    void section(const std::string& title) { text_ += ".SH " + title + "\n"; }
    void subsection(const std::string& title) { text_ += ".SS \"" + roff(title) + "\"\n"; }
    void paragraph(const std::string& text) { text_ += ".PP\n" + roff(text) + "\n"; }
    void entry(const std::string& head, const std::string& kind, const std::string& about) {
        text_ += ".TP\n\\fB" + roff(head) + "\\fR" + (kind.empty() ? "" : " \\fI" + roff(kind) + "\\fR") + "\n";
        text_ += about.empty() ? "\n" : roff(about) + "\n";
    }
    // As it is: console sessions and tables.
    void verbatim(const std::string& text) { text_ += ".PP\n.nf\n" + roff(text) + "\n.fi\n"; }

    void write(const std::filesystem::path& path) const {
        std::ofstream file(path, std::ios::binary);
        file << text_;
        file.close();
        if (!file) throw InputError(path.string(), 0, "cannot be written");
    }

private:
    std::string text_;
};

std::string without_ends(const std::string& text) {
    const std::size_t begin = text.find_first_not_of('\n');
    if (begin == std::string::npos) return "";
    return text.substr(begin, text.find_last_not_of('\n') + 1 - begin);
}

void add_options(Page& page, const CLI::App& app) {
    bool first = true;
    for (const CLI::Option* option : positionals_of(app)) {
        if (option->get_group().empty()) continue;
        if (first) page.section("ARGUMENTS");
        first = false;
        page.entry(option->get_name(true, false) + (is_list(option) ? " ..." : ""), "", description_of(option));
    }
    first = true;
    for (const std::string& group : ordered_groups(app)) {
        const auto options = options_of(app, group);
        if (options.empty()) continue;
        if (first) page.section("OPTIONS");
        if (group != "Options") page.subsection(group);
        first = false;
        for (const CLI::Option* option : options) {
            const std::string kind = is_value(option) ? kind_of(option) + (is_list(option) ? " ..." : "") : "";
            page.entry(option->get_name(false, true), kind, description_of(option));
        }
    }
}

Page page_of(const CLI::App& command, const std::string& program) {
    Page page(format("{}-{}", program, command.get_name()), command.get_description());
    page.section("SYNOPSIS");
    page.paragraph(usage_of(&command, format("{} {}", program, command.get_name())));
    add_options(page, command);
    const std::string examples = without_ends(command.get_footer());
    if (!examples.empty()) {
        page.section("EXAMPLES");
        page.verbatim(examples.starts_with("Examples:\n") ? examples.substr(10) : examples);
    }
    page.section("SEE ALSO");
    page.paragraph(format("{}(1) lists the commands and the exit codes.", program));
    return page;
}

}  // namespace

void write_manual(const CLI::App& app, const std::string& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) throw InputError(folder, 0, format("this folder cannot be made: {}", error.message()));
    const std::string& program = app.get_name();
    Page all(program, app.get_description());
    all.section("SYNOPSIS");
    all.paragraph(format("{} COMMAND [OPTIONS] ...", program));
    all.section("COMMANDS");
    for (const CLI::App* command : shown_commands(app)) {
        all.entry(format("{}-{}(1)", program, command->get_name()), "", command->get_description());
        page_of(*command, program)
            .write(std::filesystem::path(folder) / format("{}-{}.1", program, command->get_name()));
    }
    add_options(all, app);
    all.section("EXIT STATUS");
    all.verbatim(without_ends(app.get_footer()));
    all.write(std::filesystem::path(folder) / format("{}.1", program));
}

}  // namespace allways::command
