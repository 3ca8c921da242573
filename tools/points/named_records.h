// SPDX-License-Identifier: Apache-2.0
// A CSV file whose first line names its columns.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/csv_reader.h"

namespace allways::tools {

class NamedRecords {
public:
    // Throws InputError for an empty file, and for a column that is not `known`; all are if the list is empty.
    explicit NamedRecords(const std::string& path, const std::vector<std::string>& known = {});

    const std::vector<std::string>& columns() const { return columns_; }
    bool has(std::string_view column) const;

    // Reads the next record. Returns false after the last one. Throws InputError if it has too few fields or too many.
    bool next();
    const std::vector<std::string_view>& fields() const { return fields_; }
    std::string value(std::string_view column) const;  // empty if there is no such column
    std::uint64_t line_number() const { return records_.line_number(); }
    [[noreturn]] void fail(std::string_view message) const { records_.fail(message); }

private:
    importers::CsvReader records_;
    std::vector<std::string> columns_;
    std::vector<std::string_view> fields_;
};

}  // namespace allways::tools
