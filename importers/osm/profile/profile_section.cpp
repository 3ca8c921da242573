// SPDX-License-Identifier: Apache-2.0
// TOML nodes → checked values.
#include "osm/profile/profile_section.h"

#include <algorithm>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/text.h"

namespace allways::importers::osm {

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
