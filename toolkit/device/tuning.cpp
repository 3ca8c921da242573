// SPDX-License-Identifier: Apache-2.0
#include "device/tuning.h"

#include <algorithm>
#include <cctype>
#include <sstream>

#include "allways/base/format.h"

namespace allways::device {
namespace {

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text;
}

bool holds(const std::string& condition, const std::string& wanted, const OpenClDevice& device) {
    const DeviceInfo& info = device.info;
    if (condition == "kind") return wanted == (info.kind == DeviceInfo::Kind::cpu ? "cpu" : "gpu");
    if (condition == "vendor") return lower(info.vendor).find(lower(wanted)) != std::string::npos;
    if (condition == "name") return lower(info.name).find(lower(wanted)) != std::string::npos;
    if (condition == "compute_capability") {
        return wanted == device.compute_capability || device.compute_capability.starts_with(wanted + '.');
    }
    if (condition == "float_lanes") return wanted == std::to_string(device.float_lanes);
    return false;
}

bool matches(const TuningEntry& entry, const OpenClDevice& device) {
    return std::all_of(entry.match.begin(), entry.match.end(),
                       [&](const auto& condition) { return holds(condition.first, condition.second, device); });
}

bool is_default(const TuningEntry& entry) {
    return entry.file.empty() && entry.match.size() == 1 && entry.match.contains("kind");
}

const TuningEntry* best_of(const std::vector<TuningEntry>& entries, const OpenClDevice& device,
                           std::string_view forced) {
    const TuningEntry* best = nullptr;
    for (const TuningEntry& entry : entries) {
        if (forced == default_entry) {
            if (is_default(entry) && matches(entry, device)) return &entry;
        } else if (!forced.empty()) {
            if (entry.name == forced) return &entry;
        } else if (matches(entry, device) && (best == nullptr || entry.match.size() > best->match.size())) {
            best = &entry;
        }
    }
    return best;
}

TuningEntry best_entry(const OpenClDevice& device, std::string_view forced, const std::string& directory) {
    const std::vector<TuningEntry> own = read_tuning_entries(directory);
    const TuningEntry* best = best_of(own, device, forced);
    if (best == nullptr) best = best_of(shipped_tuning_entries(), device, forced);
    if (best == nullptr) {
        throw InvalidArgument(format("the tuning table has no entry {} for {}", forced, device.info.name));
    }
    return *best;
}

// Calls take(key, value, "key=value") for each of "key=value,key=value".
template <class Take>
void for_each_assignment(const std::string& text, const Take& take) {
    std::istringstream assignments{text};
    for (std::string assignment; std::getline(assignments, assignment, ',');) {
        const std::size_t equals = assignment.find('=');
        take(assignment.substr(0, equals), equals == std::string::npos ? "" : assignment.substr(equals + 1),
             assignment);
    }
}

int number_of(const std::string& value, const std::string& assignment) {
    try {
        return std::stoi(value);
    } catch (const std::logic_error&) {
        throw InvalidArgument(format("tuning: expected key=number, found '{}'", assignment));
    }
}

void override_values(Tuning& tuning, const std::string& text) {
    for_each_assignment(text, [&](const std::string& key, const std::string& value, const std::string& assignment) {
        if (key == "build_options") {
            tuning.build_options += " " + value;
        } else {
            tuning.values[key] = number_of(value, assignment);
        }
    });
}

}  // namespace

std::string values_text(const TuningValues& values) {
    std::string text;
    for (const auto& [key, value] : values) text += format("{}{}={}", text.empty() ? "" : ",", key, value);
    return text;
}

TuningValues parse_tuning_values(const std::string& text) {
    TuningValues values;
    for_each_assignment(text, [&](const std::string& key, const std::string& value, const std::string& assignment) {
        values[key] = number_of(value, assignment);
    });
    return values;
}

int Tuning::value(const std::string& key) const {
    const auto found = values.find(key);
    if (found == values.end()) throw InvalidArgument(format("tuning entry {} lacks the value {}", name, key));
    return found->second;
}

std::size_t Tuning::value_or(const std::string& key, std::size_t otherwise) const {
    return values.contains(key) ? static_cast<std::size_t>(value(key)) : otherwise;
}

Tuning find_tuning(const OpenClDevice& device, const CellKind& kind, std::string_view forced,
                   const std::string& directory) {
    const std::size_t colon = std::min(forced.find(':'), forced.size());
    const TuningEntry entry = best_entry(device, forced.substr(0, colon), directory);
    Tuning tuning;
    tuning.name = entry.file.empty() ? entry.name : entry.file;
    tuning.form = entry.form;
    tuning.is_default = is_default(entry);
    tuning.build_options = entry.build_options;
    const auto add_section = [&](const std::string& section) {
        const auto found = entry.sections.find(section);
        if (found == entry.sections.end()) return;
        for (const auto& [key, value] : found->second) tuning.values[key] = value;
    };
    add_section("values");
    if (kind.type == CostType::float32) add_section("float32");
    if (kind.type == CostType::float64) add_section("float64");
    // Section names are part of users' files: "carried" stands for a hop array, "small" for bits23.
    if (kind.width == CellWidth::bits16) add_section("uint16");
    if (kind.hop_array) add_section("carried");
    if (kind.type == CostType::float32 && kind.hop_array) add_section("float32_carried");
    if (kind.type == CostType::float64 && kind.hop_array) add_section("float64_carried");
    if (kind.width == CellWidth::bits23) add_section("small_carried");
    if (colon < forced.size()) override_values(tuning, std::string(forced.substr(colon + 1)));
    return tuning;
}

}  // namespace allways::device
