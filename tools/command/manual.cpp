// SPDX-License-Identifier: Apache-2.0
#include "command/manual.h"

#include <filesystem>
#include <fstream>
#include <sstream>

#include <CLI/CLI.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/version.h"
#include "command/option_text.h"

namespace allways::command {

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
