// SPDX-License-Identifier: Apache-2.0
#include "device/tuning_entry.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>

#define BOOST_BIND_GLOBAL_PLACEHOLDERS  // Boost 1.74's own JSON parser still uses them, and warns at every build
#include <boost/property_tree/json_parser.hpp>
#include <boost/property_tree/ptree.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "device/embedded_files.h"

namespace allways::device {
namespace {

using boost::property_tree::ptree;

constexpr std::array conditions = {"kind", "vendor", "name", "compute_capability", "float_lanes"};
constexpr std::array sections = {"values",  "float32",         "float64",         "uint16",
                                 "carried", "float32_carried", "float64_carried", "small_carried"};
constexpr std::array positive = {"tile", "item", "depth", "vector", "vectors", "rows", "span", "group"};

template <class List>
bool is_one_of(const List& list, const std::string& text) {
    return std::find(list.begin(), list.end(), text) != list.end();
}

class EntryReader {
public:
    EntryReader(const std::string& name, const std::string& file) {
        entry_.name = name;
        entry_.file = file;
    }

    TuningEntry read(const std::string& text) {
        ptree tree;
        std::istringstream stream(text);
        try {
            boost::property_tree::read_json(stream, tree);
        } catch (const boost::property_tree::json_parser_error& error) {
            throw InputError(entry_.file, error.line(), format("expected a tuning entry in JSON: {}", error.message()));
        }
        for (const auto& [key, value] : tree) read_member(key, value);
        require(!entry_.match.empty(),
                "\"match\" with at least one of kind, vendor, name, compute_capability and float_lanes");
        require(has_form_, "\"form\"");
        require(entry_.sections.count("values") != 0, "\"values\"");
        for (const char* needed : needed_values()) {
            require(entry_.sections["values"].count(needed) != 0, format("\"{}\" in \"values\"", needed));
        }
        return std::move(entry_);
    }

private:
    void require(bool holds, const std::string& expected, const std::string& found = "") const {
        if (holds) return;
        throw InputError(
            entry_.file, 0,
            format("tuning entry: expected {}{}", expected, found.empty() ? "" : format(", found {}", found)));
    }

    std::vector<const char*> needed_values() const {
        if (entry_.form == KernelForm::gpu) return {"tile", "item", "depth", "min_form", "group"};
        return {"tile", "vector", "vectors", "rows", "min_form", "group"};
    }

    void read_member(const std::string& key, const ptree& value) {
        if (key == "about") return;
        if (key == "match") {
            read_match(value);
        } else if (key == "form") {
            require(value.data() == "gpu" || value.data() == "cpu", "the form gpu or cpu",
                    format("'{}'", value.data()));
            entry_.form = value.data() == "gpu" ? KernelForm::gpu : KernelForm::cpu;
            has_form_ = true;
        } else if (key == "build_options") {
            entry_.build_options = value.data();
        } else {
            require(
                is_one_of(sections, key),
                "only about, match, form, build_options and the sections values, float32, float64, uint16, carried, "
                "float32_carried, float64_carried and small_carried",
                format("\"{}\"", key));
            read_section(key, value);
        }
    }

    void read_match(const ptree& tree) {
        for (const auto& [condition, wanted] : tree) {
            require(is_one_of(conditions, condition),
                    "conditions kind, vendor, name, compute_capability and float_lanes in \"match\"",
                    format("\"{}\"", condition));
            require(!wanted.data().empty(), format("a text for \"{}\" in \"match\"", condition), "none");
            entry_.match[condition] = wanted.data();
        }
    }

    void read_section(const std::string& section, const ptree& tree) {
        TuningValues& values = entry_.sections[section];
        for (const auto& [key, text] : tree) {
            const auto value = text.get_value_optional<int>();
            const bool is_form = key == "min_form";
            const int least = is_one_of(positive, key) ? 1 : 0;
            require(value && *value >= least && (!is_form || *value <= 2),
                    format("{} for \"{}\" in \"{}\"", is_form ? "0, 1 or 2" : format("an integer from {}", least), key,
                           section),
                    format("'{}'", text.data()));
            values[key] = *value;
        }
    }

    TuningEntry entry_;
    bool has_form_ = false;
};

std::string read_text(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    if (!stream) throw InputError(path.string(), 0, "this tuning entry cannot be read");
    return text.str();
}

}  // namespace

TuningEntry parse_tuning_entry(const std::string& text, const std::string& name, const std::string& file) {
    return EntryReader(name, file).read(text);
}

const std::vector<TuningEntry>& shipped_tuning_entries() {
    static const std::vector<TuningEntry> all = [] {
        std::vector<TuningEntry> entries;
        for (const EmbeddedFile& file : embedded_files()) {
            if (!file.name.ends_with(".json")) continue;
            entries.push_back(
                parse_tuning_entry(std::string(file.text), std::string(file.name.substr(0, file.name.size() - 5)), ""));
        }
        return entries;
    }();
    return all;
}

std::vector<TuningEntry> read_tuning_entries(const std::string& directory) {
    namespace fs = std::filesystem;
    std::vector<TuningEntry> entries;
    std::error_code error;
    if (directory.empty() || !fs::exists(directory, error)) return entries;
    std::vector<fs::path> files;
    for (const auto& file : fs::directory_iterator(directory, error)) {
        if (file.path().extension() == ".json") files.push_back(file.path());
    }
    if (error)
        throw InputError(directory, 0, format("this folder of tuning entries cannot be read: {}", error.message()));
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) {
        entries.push_back(parse_tuning_entry(read_text(file), file.stem().string(), file.string()));
    }
    return entries;
}

}  // namespace allways::device
