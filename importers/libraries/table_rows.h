// A table without geometry in a database or another file that GDAL reads (SQLite, GeoPackage, dBASE, …) → rows of
// texts.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "allways/importers/read.h"
#include "text/records.h"

namespace allways {

// Whether the file is of a kind that holds such tables, by its first bytes and its name.
bool may_hold_tables(std::string_view start, std::string_view name);

// Its first row is the names of the fields.
class TableRows final : public Records {
public:
    // Opens options.layer, or the only table without geometry whose fields `fits`; with options.where only rows that
    // pass. Throws InputError, which names the tables there are, and InvalidArgument for an unknown one and a filter
    // that GDAL does not understand.
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

}  // namespace allways
