// SPDX-License-Identifier: Apache-2.0
// A value inside a feature's JSON that knows its path, so that a message can name it:
// "access_restrictions[0].when.mode[1]: expected …".
#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace allways::importers::overture {

// A feature that is not as the schema demands; the reader adds file, line and feature.
class Fault : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// Borrows the JSON and its parent value: keep the parent as long as the value. A member that is absent is null.
class JsonValue {
public:
    explicit JsonValue(const nlohmann::json& root) : json_(&root) {}

    bool is_null() const { return json_->is_null(); }
    std::string path() const;
    // Throws a Fault: "<path>: expected <what>, found <the value>".
    [[noreturn]] void refuse(std::string_view expected) const;

    // A member of an object. Throws a Fault if this is neither an object nor null.
    JsonValue operator[](std::string_view key) const&;
    JsonValue operator[](std::string_view key) const&& = delete;
    // The number of elements of an array; 0 for null. Throws a Fault for anything else.
    std::size_t size() const;
    JsonValue at(std::size_t index) const&;
    // Calls take(element) for each element of an array.
    template <class Take>
    void each(Take&& take) const {
        for (std::size_t i = 0; i < size(); ++i) {
            const JsonValue element = at(i);
            take(element);
        }
    }
    JsonValue at(std::size_t index) const&& = delete;

    // Throw a Fault for a value of another type, null included.
    std::string_view text() const;
    double number() const;
    std::optional<std::string_view> optional_text() const;

    // Throws a Fault if the object has a member that is not null and has another name.
    void allow_only(std::initializer_list<std::string_view> names) const;

private:
    JsonValue(const nlohmann::json& json, const JsonValue& parent, std::string_view key, std::size_t index)
        : json_(&json), parent_(&parent), key_(key), index_(index) {}

    const nlohmann::json* json_;
    const JsonValue* parent_ = nullptr;
    std::string_view key_;  // empty for elements of arrays
    std::size_t index_ = 0;
};

// Returns the value that belongs to the text in a table of pairs. Throws a Fault that lists the known texts.
template <class Table>
auto known(const JsonValue& value, const Table& table) {
    const std::string_view text = value.text();
    std::string names;
    for (const auto& [name, meaning] : table) {
        if (name == text) return meaning;
        names += (names.empty() ? "" : ", ") + std::string(name);
    }
    value.refuse("one of " + names);
}

}  // namespace allways::importers::overture
