// SPDX-License-Identifier: Apache-2.0
// TOML files of profiles, and one table of such a file, read strictly: every getter checks the type, and allow_only
// checks the keys.
#pragma once

// toml++ 3.3 asserts that "[.name]" does not occur, although its parser has an error for it.
#define TOML_ASSERT(expression) static_assert(true)
#include <toml++/toml.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace allways::importers::osm {

// Throws InputError (file and line) for text that is not TOML.
toml::table parse_toml(std::string_view text, const std::string& file);
// Returns the table of the text; if it extends a built-in profile, merged with that profile.
toml::table parse_profile_table(std::string_view text, const std::string& file);

// Borrows the table and the file's name. Errors are InputErrors that name the section and the key.
class Section {
public:
    Section(const toml::table& table, std::string name, const std::string& file)
        : table_(&table), name_(std::move(name)), file_(&file) {}

    void allow_only(std::initializer_list<std::string_view> known) const;
    bool has(std::string_view key) const { return table_->contains(key); }
    std::vector<std::string> keys() const;
    bool is_text(std::string_view key) const;

    std::string text(std::string_view key) const;
    bool truth(std::string_view key) const;
    double number(std::string_view key, double lowest, double highest) const;
    std::vector<std::string> texts(std::string_view key) const;
    Section section(std::string_view key) const;

    [[noreturn]] void fail(std::string_view key, std::string_view message) const;  // reports the key's line

private:
    const toml::node& node(std::string_view key) const;
    std::string path_of(std::string_view key) const;
    const toml::table* table_;
    std::string name_;  // empty: the top level of the file
    const std::string* file_;
};

}  // namespace allways::importers::osm
