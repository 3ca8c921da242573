// SPDX-License-Identifier: Apache-2.0
#include "allways/export/tuning_file.h"

#include <ctime>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/export/json.h"
#include "base/human.h"

namespace allways {

namespace {

std::string today() {
    const std::time_t now = std::time(nullptr);
    char text[11];
    std::strftime(text, sizeof text, "%Y-%m-%d", std::gmtime(&now));
    return text;
}

// The command that repeats the measurement.
std::string command_text(const TuneOptions& options) {
    std::string types;
    for (const CostType type : options.types) types += (types.empty() ? "" : ",") + std::string(name(type));
    return format("allways tune --device {} --time {:g}s --type {}", options.device.text(), options.seconds, types);
}

std::string about(const TuneResult& result, const TuneOptions& options) {
    std::string text =
        format("{}, driver {}, {}, by '{}': {} of {} candidates measured in {:.0f} s.", result.device, result.driver,
               today(), command_text(options), result.measured(), result.candidates(), result.seconds);
    std::string kept;
    for (const TunedSection& section : result.sections) {
        if (section.measured == 0) {
            kept += format("{}{}", kept.empty() ? "" : ", ", section.name);
            continue;
        }
        text += format(" {}: {:.4g} G pairs/s at n {} (before {:.4g}).", section.cells, section.after / 1e9,
                       count_text(section.n), section.before / 1e9);
    }
    if (!kept.empty()) text += format(" Not measured, as {} has them: {}.", result.before, kept);
    return text;
}

// The device's name in lower-case letters and digits: "nvidia_h200.json".
std::string file_name_of(const std::string& device) {
    std::string name;
    for (const char c : device) {
        const bool is_upper = c >= 'A' && c <= 'Z';
        const bool is_plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (is_upper || is_plain) {
            name += is_upper ? static_cast<char>(c - 'A' + 'a') : c;
        } else if (!name.empty() && name.back() != '_') {
            name += '_';
        }
    }
    while (!name.empty() && name.back() == '_') name.pop_back();
    return (name.empty() ? "device" : name) + ".json";
}

}  // namespace

std::string tuning_file(const std::string& folder, const DeviceChoice& device) {
    if (folder.empty()) {
        throw InvalidArgument(
            "there is no folder for tuning entries: set ALLWAYS_TUNING_DIR or HOME, or name a file with `path`");
    }
    const std::string file = file_name_of(tuned_device(device));
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) throw InputError(folder, 0, format("this folder cannot be created: {}", error.message()));
    return format("{}/{}", folder, file);
}

std::string tuning_entry(const TuneResult& result, const TuneOptions& options) {
    nlohmann::ordered_json json{{"about", about(result, options)},
                                {"match", {{"kind", result.kind}, {"name", result.device}}},
                                {"form", result.form}};
    if (!result.build_options.empty()) json["build_options"] = result.build_options;
    for (const TunedSection& section : result.sections) json[section.name] = section.values;
    return json_text(json, 2) + "\n";
}

}  // namespace allways
