// SPDX-License-Identifier: Apache-2.0
// TOML text, with the profile that it extends → a table; its nodes → checked values.
#include "osm/profile/profile_section.h"

#include <algorithm>
#include <cstdint>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/text.h"
#include "osm/profile/profile_rules.h"

namespace allways::importers::osm {

namespace {

// Returns the line of the first letter beyond ASCII outside strings and comments, where TOML allows none; 0 if there is
// no such letter. toml++ 3.3 has undefined behaviour for letters below U+0499.
std::uint64_t line_of_stray_letter(std::string_view text) {
    std::uint64_t line = 1;
    std::string_view end;  // end of the surrounding string or comment
    for (std::size_t i = text.starts_with("\xEF\xBB\xBF") ? 3 : 0; i < text.size(); ++i) {
        const std::string_view rest = text.substr(i);
        line += text[i] == '\n';
        if (!end.empty()) {
            if (rest.starts_with(end)) {
                i += end.size() - 1;
                end = {};
            } else if (text[i] == '\n' && end.size() == 1) {
                end = {};
            } else if (rest.starts_with("\\\"") || rest.starts_with("\\\\")) {
                i += end.starts_with('"') ? 1 : 0;
            }
            continue;
        }
        if (static_cast<unsigned char>(text[i]) >= 0x80) return line;
        if (text[i] == '#') end = "\n";
        if (text[i] == '"') end = rest.starts_with("\"\"\"") ? "\"\"\"" : "\"";
        if (text[i] == '\'') end = rest.starts_with("'''") ? "'''" : "'";
        if (end.size() == 3) i += 2;
    }
    return 0;
}

[[noreturn]] void fail_at(const toml::node& node, const std::string& file, const std::string& message) {
    throw InputError(file, node.source().begin.line, message);
}

// Returns true for { add = […], remove = […] }, which changes the list of the extended profile.
bool is_list_change(const toml::table& table) {
    return !table.empty() && std::ranges::all_of(table, [](const auto& entry) {
        return (entry.first == "add" || entry.first == "remove") && entry.second.is_array();
    });
}

void change_list(toml::array& list, toml::table& change, const std::string& key, const std::string& file) {
    if (const auto* removed = change["remove"].as_array()) {
        for (const toml::node& value : *removed) {
            const auto found = std::ranges::find_if(list, [&](const toml::node& entry) {
                return entry.value<std::string>() == value.value<std::string>();
            });
            if (!value.is_string() || found == list.end()) {
                fail_at(value, file, format("'{}' cannot remove what the list does not contain", key));
            }
            list.erase(found);
        }
    }
    if (auto* added = change["add"].as_array()) {
        for (toml::node& value : *added) value.visit([&](auto& entry) { list.push_back(std::move(entry)); });
    }
}

// Returns true for `false`, which removes a key of the base, unless it is a value of the key.
bool is_removal(const std::string& key, const toml::node& value, const toml::node& below) {
    return value.is_boolean() && !value.as_boolean()->get() && !below.is_boolean() && key != "left_hand_traffic";
}

// Replaces values of the base by those of the child, key by key.
void extend(toml::table& base, toml::table& child, const std::string& file) {
    for (auto&& entry : child) {
        const std::string key(entry.first.str());
        toml::node& value = entry.second;
        toml::node* below = base.get(key);
        if (below != nullptr && value.is_table() && below->is_table()) {
            extend(*below->as_table(), *value.as_table(), file);
        } else if (below != nullptr && value.is_table() && below->is_array() && is_list_change(*value.as_table())) {
            change_list(*below->as_array(), *value.as_table(), key, file);
        } else if (below != nullptr && is_removal(key, value, *below)) {
            base.erase(key);
        } else {
            // The values are moved, since copies lose the line.
            value.visit([&](auto& moved) { base.insert_or_assign(key, std::move(moved)); });
        }
    }
}

}  // namespace

toml::table parse_toml(std::string_view text, const std::string& file) {
    if (const std::uint64_t line = line_of_stray_letter(text)) {
        throw InputError(file, line, "invalid TOML: letters beyond ASCII need quotes");
    }
    try {
        return toml::parse(text, std::string_view(file));
    } catch (const toml::parse_error& error) {
        throw InputError(file, error.source().begin.line, format("invalid TOML: {}", error.description()));
    }
}

toml::table parse_profile_table(std::string_view text, const std::string& file) {
    toml::table table = parse_toml(text, file);
    const toml::node* extends = table.get("extends");
    if (extends == nullptr) return table;
    const auto* name = extends->as_string();
    if (name == nullptr) fail_at(*extends, file, "'extends' should be a text in quotes");
    const EmbeddedFile* base_file = find_built_in(name->get());
    if (base_file == nullptr) {
        fail_at(*extends, file,
                format("'extends' should name a built-in profile: {}; found '{}'", joined(Profile::built_in_names()),
                       name->get()));
    }
    if (file == base_file->name) fail_at(*extends, file, "'extends' names the profile itself");
    toml::table base = parse_profile_table(base_file->text, std::string(base_file->name));
    extend(base, table, file);
    return base;
}

void Section::allow_only(std::initializer_list<std::string_view> known) const {
    for (const auto& [key, value] : *table_) {
        if (std::ranges::find(known, key.str()) != known.end()) continue;
        const std::vector<std::string> names(known.begin(), known.end());
        fail(key.str(), format("is unknown; expected one of {}", joined(names)));
    }
}

std::vector<std::string> Section::keys() const {
    std::vector<std::string> result;
    for (const auto& [key, value] : *table_) result.emplace_back(key.str());
    return result;
}

bool Section::is_text(std::string_view key) const {
    return node(key).is_string();
}

std::string Section::text(std::string_view key) const {
    const auto* value = node(key).as_string();
    if (value == nullptr) fail(key, "should be a text in quotes");
    return value->get();
}

bool Section::truth(std::string_view key) const {
    const auto* value = node(key).as_boolean();
    if (value == nullptr) fail(key, "should be true or false");
    return value->get();
}

double Section::number(std::string_view key, double lowest, double highest) const {
    const toml::node& found = node(key);
    const auto value = found.is_number() ? found.value<double>() : std::nullopt;
    if (!value) fail(key, "should be a number");
    if (!(*value >= lowest && *value <= highest)) {
        fail(key, format("should be from {} to {}, found {}", lowest, highest, *value));
    }
    return *value;
}

std::vector<std::string> Section::texts(std::string_view key) const {
    const auto* list = node(key).as_array();
    if (list == nullptr) fail(key, "should be a list of texts: [\"…\", \"…\"]");
    std::vector<std::string> result;
    for (const toml::node& element : *list) {
        const auto* value = element.as_string();
        if (value == nullptr) fail(key, "should contain texts in quotes only");
        result.push_back(value->get());
    }
    return result;
}

Section Section::section(std::string_view key) const {
    const auto* table = node(key).as_table();
    if (table == nullptr) fail(key, format("should be a section: [{}]", path_of(key)));
    return Section(*table, path_of(key), *file_);
}

void Section::fail(std::string_view key, std::string_view message) const {
    const toml::node* found = table_->get(key);
    const auto& source = found != nullptr ? found->source() : table_->source();
    const std::string where = name_.empty() ? "" : format("[{}]: ", name_);
    // A profile that extends another one has sections from both files.
    const std::string& file = source.path ? *source.path : *file_;
    throw InputError(file, source.begin.line, format("{}'{}' {}", where, key, message));
}

const toml::node& Section::node(std::string_view key) const {
    const toml::node* found = table_->get(key);
    if (found == nullptr) fail(key, "is missing");
    return *found;
}

std::string Section::path_of(std::string_view key) const {
    const std::string name = key.find_first_of(":. ") == key.npos ? std::string(key) : format("\"{}\"", key);
    return name_.empty() ? name : name_ + "." + name;
}

}  // namespace allways::importers::osm
