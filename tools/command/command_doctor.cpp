// SPDX-License-Identifier: Apache-2.0
// allways doctor: what this machine lacks, and what mends it.
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iostream>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include "allways/base/api.h"
#include "allways/base/format.h"
#include "allways/export/json.h"
#include "allways/importers/environment.h"
#include "base/text_table.h"
#include "command/command.h"
#include "command/solve_options.h"

namespace allways::command {

namespace doctor_verb {
namespace {

EnvironmentCheck check_kernel_cache() {
    const std::string folder = cache_directory();
    const char* remedy = "Let ALLWAYS_CACHE_DIR name a folder that may be written, or set HOME.";
    if (folder.empty()) return {"kernel cache", false, "none: OpenCL kernels are compiled anew by every run", remedy};
    std::error_code error;
    std::filesystem::path existing = std::filesystem::absolute(folder, error);  // a run makes what is missing
    while (!std::filesystem::exists(existing, error) && existing.has_relative_path()) existing = existing.parent_path();
    const bool is_writable =
        std::filesystem::is_directory(existing, error) && ::access(existing.c_str(), W_OK | X_OK) == 0;
    if (is_writable) return {"kernel cache", true, folder, ""};
    return {"kernel cache", false, format("{} cannot be written: kernels are compiled anew by every run", folder),
            remedy};
}

void print_json(const std::vector<EnvironmentCheck>& checks) {
    nlohmann::ordered_json json{{"version", version()}, {"checks", nlohmann::ordered_json::array()}};
    for (const EnvironmentCheck& check : checks) {
        json["checks"].push_back(
            {{"subject", check.subject}, {"holds", check.holds}, {"found", check.found}, {"remedy", check.remedy}});
    }
    std::cout << json_text(json, 2) << "\n";
}

void print_text(const std::vector<EnvironmentCheck>& checks) {
    std::vector<std::vector<std::string>> rows{{"ok", "allways", std::string(version())}};
    for (const EnvironmentCheck& check : checks) {
        rows.push_back({check.holds ? "ok" : "missing", check.subject, check.found});
        if (!check.remedy.empty()) rows.push_back({"", "", check.remedy});
    }
    std::cout << text_table(rows, rows.front().size());
}

std::function<ExitCode()> declare(CLI::App& app, Console&) {
    auto json = std::make_shared<bool>(false);
    app.add_flag("--json", *json, "Print JSON");
    return [json] {
        std::vector<EnvironmentCheck> checks = check_environment();
        checks.push_back(check_kernel_cache());
        *json ? print_json(checks) : print_text(checks);
        return std::ranges::all_of(checks, &EnvironmentCheck::holds) ? ExitCode::ok : ExitCode::resources;
    };
}

}  // namespace
}  // namespace doctor_verb

Command doctor_command() {
    return {"doctor", "Check what this machine and its libraries offer, and say what mends the rest",
            "  allways doctor\n"
            "  allways doctor --json > environment.json    for a report of an error",
            doctor_verb::declare};
}

}  // namespace allways::command
