// SPDX-License-Identifier: Apache-2.0
#include "command/info_text.h"

#include <iostream>

#include <nlohmann/json.hpp>

#include "allways/base/format.h"

namespace allways::command {

void put_line(std::string_view label, const std::string& value) {
    std::cout << format("{:<21} {}\n", label, value);
}

void put_notes(const TableProvenance& notes) {
    for (const auto& [key, text] : notes) {
        const std::size_t end = text.find('\n');
        put_line(key, end == text.npos ? text : text.substr(0, end) + " …");
    }
}

nlohmann::ordered_json notes_json(const TableProvenance& notes) {
    auto json = nlohmann::ordered_json::array();
    for (const auto& [key, text] : notes) json.push_back({{"name", key}, {"text", text}});
    return json;
}

TableProvenance notes_of(const TableProvenance& provenance) {
    TableProvenance notes = provenance;
    std::erase_if(notes, [](const auto& note) {
        return note.first == "generator" || note.first == "program" || note.first == "schedule" ||
               note.first == "device";
    });
    return notes;
}

std::string reference_system_text(const std::string& crs) {
    const std::size_t begin = crs.find("[\"");
    if (begin == std::string::npos) return crs;
    const std::size_t end = crs.find('"', begin + 2);
    return format("'{}', a system without a code; --json shows it in full", crs.substr(begin + 2, end - begin - 2));
}

std::string scale_text(CostType type, const CostScale& scale) {
    std::string text = format("{}, {}", scale.name, name(type));
    if (!scale.unit.empty()) text += ", in " + scale.unit;
    if (scale.digits != 0) text += format(", {} decimal digits", scale.digits);
    return text;
}

nlohmann::ordered_json scale_json(CostType type, const CostScale& scale) {
    return {{"name", scale.name}, {"unit", scale.unit}, {"type", name(type)}, {"digits", scale.digits}};
}

}  // namespace allways::command
