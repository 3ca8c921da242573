// SPDX-License-Identifier: Apache-2.0
// ReadOptions::where for rows of text: the attribute filter of line layers, for tables that GDAL does not read.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace allways::importers {

class CsvReader;

class RowFilter {
public:
    struct Field {
        std::string name;
        bool is_number = false;       // compared as a number, otherwise as a text
        bool is_always_text = false;  // a missing text is an empty one rather than NULL
    };

    // Makes a filter that keeps every row.
    RowFilter();
    // Throws InvalidArgument for a filter that GDAL does not understand, and for unknown fields. An empty filter keeps
    // every row.
    RowFilter(const std::string& where, const std::vector<Field>& fields);
    RowFilter(RowFilter&&) noexcept;
    RowFilter& operator=(RowFilter&&) noexcept;
    ~RowFilter();

    bool has_condition() const { return state_ != nullptr; }
    // Returns true if the condition holds. `value_of(field)` is the row's text; missing values (is_missing_word()) are
    // NULL.
    bool keeps(const std::function<std::string_view(std::size_t)>& value_of) const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

// Returns the fields with their types: a field is numeric if all its present values are numbers. Reads `records` to the
// end; rows with another number of fields are left for the subsequent reader to report.
std::vector<RowFilter::Field> typed_fields(CsvReader& records, const std::vector<std::string>& names);

}  // namespace allways::importers
