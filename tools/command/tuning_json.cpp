#include "command/tuning_json.h"

#include <nlohmann/json.hpp>

#include "allways/base/format.h"
#include "allways/base/human.h"
#include "allways/export/json.h"

namespace allways::command {

namespace {

std::string about(const TuneResult& result, const std::string& command, const std::string& date) {
    std::string text = format("{}, driver {}, {}, by '{}': {} of {} candidates measured in {:.0f} s.", result.device,
                              result.driver, date, command, result.measured(), result.candidates(), result.seconds);
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

}  // namespace

std::string tuning_json(const TuneResult& result, const std::string& command, const std::string& date) {
    nlohmann::ordered_json json{{"about", about(result, command, date)},
                                {"match", {{"kind", result.kind}, {"name", result.device}}},
                                {"form", result.form}};
    if (!result.build_options.empty()) json["build_options"] = result.build_options;
    for (const TunedSection& section : result.sections) json[section.name] = section.values;
    return json_text(json, 2) + "\n";
}

std::string tuning_file_name(const std::string& device) {
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

}  // namespace allways::command
