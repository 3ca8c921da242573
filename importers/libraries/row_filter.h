// ReadOptions::where for rows of text: the attribute filter of line layers, on tables that GDAL does not read.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace allways {

class CsvReader;

class RowFilter {
public:
    struct Field {
        std::string name;
        bool is_number = false;  // compared as a number, else as a text
    };

    // Keeps every row.
    RowFilter();
    // Throws InvalidArgument for a filter that is not understood, and for fields that are not there. An empty filter
    // keeps every row.
    RowFilter(const std::string& where, const std::vector<Field>& fields);
    RowFilter(RowFilter&&) noexcept;
    RowFilter& operator=(RowFilter&&) noexcept;
    ~RowFilter();

    bool has_condition() const { return state_ != nullptr; }
    // Whether the condition holds; `value_of(field)` is the row's text. What is_missing_word() calls missing is NULL.
    bool keeps(const std::function<std::string_view(std::size_t)>& value_of) const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

// The names with the kind of the values below them: numbers where all that are there are numbers. Reads `records` to
// its end; rows of another width are left to the reader that follows.
std::vector<RowFilter::Field> typed_fields(CsvReader& records, const std::vector<std::string>& names);

}  // namespace allways
