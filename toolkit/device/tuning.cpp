#include "device/tuning.h"

#include <algorithm>
#include <cctype>
#include <sstream>

#define BOOST_BIND_GLOBAL_PLACEHOLDERS  // Boost 1.74's own JSON parser still uses them, and says so at every build
#include <boost/property_tree/json_parser.hpp>
#include <boost/property_tree/ptree.hpp>

#include "allways/base/format.h"
#include "device/embedded_files.h"

namespace allways::device {
namespace {

using boost::property_tree::ptree;

struct Entry {
    std::string name;
    ptree tree;
};

std::vector<Entry> read_entries() {
    std::vector<Entry> entries;
    for (const EmbeddedFile& file : embedded_files()) {
        if (!file.name.ends_with(".json")) continue;
        std::istringstream text{std::string(file.text)};
        Entry entry;
        entry.name = file.name.substr(0, file.name.size() - 5);
        boost::property_tree::read_json(text, entry.tree);
        entries.push_back(std::move(entry));
    }
    return entries;
}

const std::vector<Entry>& entries() {
    static const std::vector<Entry> all = read_entries();
    return all;
}

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text;
}

bool holds(const std::string& condition, const std::string& wanted, const OpenClDevice& device) {
    const DeviceInfo& info = device.info;
    if (condition == "kind") return wanted == (info.kind == DeviceInfo::Kind::cpu ? "cpu" : "gpu");
    if (condition == "vendor") return lower(info.vendor).find(lower(wanted)) != std::string::npos;
    if (condition == "name") return lower(info.name).find(lower(wanted)) != std::string::npos;
    if (condition == "float_lanes") return wanted == std::to_string(device.float_lanes);
    return false;
}

const Entry& best_entry(const OpenClDevice& device, std::string_view forced) {
    const Entry* best = nullptr;
    std::size_t best_conditions = 0;
    for (const Entry& entry : entries()) {
        if (!forced.empty()) {
            if (entry.name == forced) return entry;
            continue;
        }
        const ptree& match = entry.tree.get_child("match");
        const bool fits = std::all_of(match.begin(), match.end(), [&](const auto& condition) {
            return holds(condition.first, condition.second.template get_value<std::string>(), device);
        });
        if (fits && match.size() > best_conditions) {
            best = &entry;
            best_conditions = match.size();
        }
    }
    if (best == nullptr)
        throw InvalidArgument(format("the tuning table has no entry {} for {}", forced, device.info.name));
    return *best;
}

void override_values(Tuning& tuning, const ptree& tree, const std::string& section) {
    if (const auto values = tree.get_child_optional(section)) {
        for (const auto& [key, value] : *values) tuning.values[key] = value.template get_value<int>();
    }
}

// "key=value,key=value"
void override_values(Tuning& tuning, std::string_view text) {
    std::istringstream assignments{std::string(text)};
    for (std::string assignment; std::getline(assignments, assignment, ',');) {
        const std::size_t equals = assignment.find('=');
        const std::string key = assignment.substr(0, equals);
        const std::string value = equals == std::string::npos ? "" : assignment.substr(equals + 1);
        if (key == "build_options") {
            tuning.build_options += " " + value;
            continue;
        }
        try {
            tuning.values[key] = std::stoi(value);
        } catch (const std::logic_error&) {
            throw InvalidArgument(format("tuning: expected key=number, found '{}'", assignment));
        }
    }
}

}  // namespace

int Tuning::value(const std::string& key) const {
    const auto found = values.find(key);
    if (found == values.end()) throw InvalidArgument(format("tuning entry {} lacks the value {}", name, key));
    return found->second;
}

std::size_t Tuning::value_or(const std::string& key, std::size_t otherwise) const {
    return values.contains(key) ? static_cast<std::size_t>(value(key)) : otherwise;
}

Tuning find_tuning(const OpenClDevice& device, const CellKind& kind, std::string_view forced) {
    const std::size_t colon = std::min(forced.find(':'), forced.size());
    const Entry& entry = best_entry(device, forced.substr(0, colon));
    Tuning tuning;
    tuning.name = entry.name;
    tuning.form = entry.tree.get<std::string>("form") == "gpu" ? KernelForm::gpu : KernelForm::cpu;
    tuning.build_options = entry.tree.get<std::string>("build_options", "");
    override_values(tuning, entry.tree, "values");
    if (kind.type == CostType::float32) override_values(tuning, entry.tree, "float32");
    if (kind.type == CostType::float64) override_values(tuning, entry.tree, "float64");
    if (kind.narrow) override_values(tuning, entry.tree, "uint16");
    if (kind.carried) override_values(tuning, entry.tree, "carried");
    if (kind.type == CostType::float64 && kind.carried) override_values(tuning, entry.tree, "float64_carried");
    if (kind.small) override_values(tuning, entry.tree, "small_carried");
    if (colon < forced.size()) override_values(tuning, forced.substr(colon + 1));
    return tuning;
}

}  // namespace allways::device
