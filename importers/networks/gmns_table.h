// SPDX-License-Identifier: Apache-2.0
// One CSV table of a GMNS network.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/text.h"
#include "text/csv_reader.h"

namespace allways::importers {

// Records with their fields by name, in lower case.
class GmnsTable {
public:
    GmnsTable(const std::string& path, const TextOptions& options) : records_(path, ',', options) {
        std::vector<std::string_view> header;
        if (!records_.next(header))
            throw InputError(path, 0, "expected a header with GMNS field names; the file is empty");
        for (const auto name : header) names_.push_back(lower_case(name));
        lengthen_names();
    }

    bool next() {
        if (!records_.next(fields_)) return false;
        if (fields_.size() != names_.size()) {
            records_.fail(format("expected {} fields ({}), found {}", names_.size(), joined(names_), fields_.size()));
        }
        return true;
    }

    // Finds a field; ignores case.
    std::optional<std::size_t> find(std::string_view name) const {
        const auto found = std::ranges::find(names_, lower_case(name));
        if (found == names_.end()) return std::nullopt;
        return static_cast<std::size_t>(found - names_.begin());
    }
    std::size_t require(std::string_view name) const {
        if (const auto field = find(name)) return *field;
        records_.fail(format("GMNS needs the field '{}'; found: {}", name, joined(names_)));
    }

    std::string_view operator[](std::size_t field) const { return fields_[field]; }
    const std::vector<std::string>& names() const { return names_; }
    std::uint64_t line_number() const { return records_.line_number(); }
    [[noreturn]] void fail(std::string_view message) const { records_.fail(message); }

private:
    // Completes names that Shapefiles cut to ten characters.
    void lengthen_names() {
        for (const std::string_view whole :
             {"from_node_id", "parent_link_id", "geometry_id", "facility_type", "bike_facility", "ped_facility",
              "allowed_uses", "jurisdiction", "parent_node_id"}) {
            const auto cut = std::ranges::find(names_, whole.substr(0, 10));
            if (cut != names_.end() && std::ranges::find(names_, whole) == names_.end()) *cut = whole;
        }
    }

    CsvReader records_;
    std::vector<std::string> names_;
    std::vector<std::string_view> fields_;
};

}  // namespace allways::importers
