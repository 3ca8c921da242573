// SPDX-License-Identifier: Apache-2.0
// A table without geometry in a database or another file that GDAL reads (SQLite, GeoPackage, dBASE, …) → rows of text.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "allways/importers/read.h"
#include "text/records.h"

namespace allways::importers {

// Returns true if the first bytes or the name show that the file may contain such tables.
bool may_hold_tables(std::string_view start, std::string_view name);

// Rows of a table; the first row has the names of the fields.
class TableRows final : public Records {
public:
    // Opens options.layer, or the only table without geometry whose fields `fits` accepts; options.where filters its
    // rows. Throws InputError, listing the tables, and InvalidArgument for an unknown table or a filter that GDAL does
    // not understand.
    TableRows(const std::string& path, const ReadOptions& options,
              bool (*fits)(const std::vector<std::string_view>& names));
    ~TableRows() override;

    bool next(std::vector<std::string_view>& fields) override;
    std::uint64_t line_number() const override { return 0; }
    [[noreturn]] void fail(std::string_view message) const override;

private:
    void open(const ReadOptions& options, bool (*fits)(const std::vector<std::string_view>&));

    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace allways::importers
