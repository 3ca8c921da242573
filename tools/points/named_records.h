// SPDX-License-Identifier: Apache-2.0
// A CSV file whose first line names its columns.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/format.h"
#include "base/text.h"
#include "text/csv_reader.h"

namespace allways::tools {

class NamedRecords {
public:
    // Throws InputError for an empty file, and for a column that is not `known`; all are if the list is empty.
    explicit NamedRecords(const std::string& path, const std::vector<std::string>& known = {})
        : records_(path, importers::CsvReader::guess_delimiter(path, "")) {
        if (!records_.next(fields_)) fail("expected a first line with the names of columns, found an empty file");
        columns_.assign(fields_.begin(), fields_.end());
        for (const std::string& name : columns_) {
            if (!known.empty() && std::ranges::find(known, name) == known.end())
                fail(format("expected the columns {} and {}, found '{}'", joined({known.begin(), known.end() - 1}),
                            known.back(), name));
        }
    }

    const std::vector<std::string>& columns() const { return columns_; }
    bool has(std::string_view column) const { return std::ranges::find(columns_, column) != columns_.end(); }

    // Reads the next record. Returns false after the last one. Throws InputError if it has too few fields or too many.
    bool next() {
        if (!records_.next(fields_)) return false;
        records_.require_all(fields_, columns_);
        return true;
    }
    const std::vector<std::string_view>& fields() const { return fields_; }
    std::string value(std::string_view column) const {  // empty if there is no such column
        const auto at = std::ranges::find(columns_, column);
        return at == columns_.end() ? "" : std::string(fields_[static_cast<std::size_t>(at - columns_.begin())]);
    }
    [[noreturn]] void fail(std::string_view message) const { records_.fail(message); }

private:
    importers::CsvReader records_;
    std::vector<std::string> columns_;
    std::vector<std::string_view> fields_;
};

}  // namespace allways::tools
