// SPDX-License-Identifier: Apache-2.0
#include "overture/json_value.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "allways/base/format.h"
#include "base/text.h"

namespace allways::importers::overture {

namespace {

const nlohmann::json absent_value;

}  // namespace

std::string JsonValue::path() const {
    if (parent_ == nullptr) return "";
    const std::string before = parent_->path();
    if (key_.empty()) return format("{}[{}]", before, index_);
    return before.empty() ? std::string(key_) : format("{}.{}", before, key_);
}

void JsonValue::refuse(std::string_view expected) const {
    const std::string where = path();
    const std::string found = is_null() ? "nothing" : shortened(json_->dump());
    throw Fault(format("{}{}expected {}, found {}", where, where.empty() ? "" : ": ", expected, found));
}

JsonValue JsonValue::operator[](std::string_view key) const& {
    if (is_null()) return {absent_value, *this, key, 0};
    if (!json_->is_object()) refuse("an object");
    const auto found = json_->find(key);
    return {found == json_->end() ? absent_value : *found, *this, key, 0};
}

std::size_t JsonValue::size() const {
    if (is_null()) return 0;
    if (!json_->is_array()) refuse("a list");
    return json_->size();
}

JsonValue JsonValue::at(std::size_t index) const& {
    return {(*json_)[index], *this, {}, index};
}

std::string_view JsonValue::text() const {
    if (!json_->is_string()) refuse("a text");
    return json_->get_ref<const std::string&>();
}

double JsonValue::number() const {
    if (!json_->is_number()) refuse("a number");
    const double value = json_->get<double>();
    if (!std::isfinite(value)) refuse("a finite number");
    return value;
}

std::optional<std::string_view> JsonValue::optional_text() const {
    return is_null() ? std::nullopt : std::optional(text());
}

void JsonValue::allow_only(std::initializer_list<std::string_view> names) const {
    if (is_null()) return;
    if (!json_->is_object()) refuse("an object");
    for (const auto& [name, value] : json_->items()) {
        if (value.is_null() || std::ranges::find(names, std::string_view(name)) != names.end()) continue;
        const JsonValue member(value, *this, name, 0);
        throw Fault(format("{}: this part of a rule is not known; known are {}", member.path(),
                           joined(std::vector<std::string>(names.begin(), names.end()))));
    }
}

}  // namespace allways::importers::overture
