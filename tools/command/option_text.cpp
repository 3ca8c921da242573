// SPDX-License-Identifier: Apache-2.0
#include "command/option_text.h"

#include <algorithm>

#include <CLI/CLI.hpp>

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

}  // namespace allways::command
