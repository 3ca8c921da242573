// SPDX-License-Identifier: Apache-2.0
#include "points/named_records.h"

#include <algorithm>

#include "allways/base/format.h"
#include "base/text.h"

namespace allways::tools {

NamedRecords::NamedRecords(const std::string& path, const std::vector<std::string>& known)
    : records_(path, importers::CsvReader::guess_delimiter(path, "")) {
    if (!records_.next(fields_)) records_.fail("expected a first line with the names of columns, found an empty file");
    columns_.assign(fields_.begin(), fields_.end());
    for (const std::string& name : columns_) {
        if (known.empty() || std::ranges::find(known, name) != known.end()) continue;
        records_.fail(format("expected the columns {} and {}, found '{}'", joined({known.begin(), known.end() - 1}),
                             known.back(), name));
    }
}

bool NamedRecords::has(std::string_view column) const {
    return std::ranges::find(columns_, column) != columns_.end();
}

bool NamedRecords::next() {
    if (!records_.next(fields_)) return false;
    records_.require_all(fields_, columns_);
    return true;
}

std::string NamedRecords::value(std::string_view column) const {
    const auto at = std::ranges::find(columns_, column);
    return at == columns_.end() ? "" : std::string(fields_[static_cast<std::size_t>(at - columns_.begin())]);
}

}  // namespace allways::tools
