// SPDX-License-Identifier: Apache-2.0
// Rows of a GeoPackage in Allways' layout: their fields by name and the points of their shapes, with errors that name
// layer and feature.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "allways/base/decimal.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/ids.h"
#include "allways/network/coordinate.h"
#include "base/text.h"
#include "libraries/sqlite_database.h"
#include "libraries/sqlite_file.h"

namespace allways::importers {

namespace gpkg {

// Stores the points of a point or a line in `points`, which is empty if the shape is; omits heights and measures.
// Returns the problem, or an empty text. Source: OGC 12-128r18, clause 2.1.3, and ISO 13249-3 for the types.
std::string read_points(std::span<const std::byte> shape, std::vector<Coordinate>& points);

}  // namespace gpkg

// Positions of numbers in a list, for many look-ups. Hash table with open addressing, at most half full: one cache miss
// per look-up. Of equal numbers the first counts.
class NumberIndex {
public:
    explicit NumberIndex(std::span<const std::int64_t> numbers) : slots_(std::bit_ceil(2 * numbers.size() + 1)) {
        for (std::uint32_t i = 0; i < numbers.size(); ++i) {
            Slot& slot = slots_[slot_of(numbers[i])];
            if (slot.index == none) slot = {numbers[i], i};
        }
    }

    std::optional<std::uint32_t> find(std::int64_t number) const {
        const std::uint32_t found = slots_[slot_of(number)].index;
        return found == none ? std::nullopt : std::optional(found);
    }

private:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    struct Slot {
        std::int64_t number = 0;
        std::uint32_t index = none;
    };

    // Returns the slot of the number, or the free slot for it.
    std::size_t slot_of(std::int64_t number) const {
        const std::size_t mask = slots_.size() - 1;
        const std::uint64_t mixed = static_cast<std::uint64_t>(number) * 0x9E3779B97F4A7C15u;
        std::size_t slot = static_cast<std::size_t>(mixed >> 20) & mask;
        while (slots_[slot].index != none && slots_[slot].number != number) slot = (slot + 1) & mask;
        return slot;
    }

    std::vector<Slot> slots_;
};

// The rows of one layer, in order of their row number.
class GpkgRows {
public:
    GpkgRows(const SqliteDatabase& database, const char* layer)
        : path_(database.path()),
          layer_(layer),
          fields_(fields_of(database)),
          rows_(database, query(database), name()) {}

    bool next() {
        if (!rows_.next()) return false;
        const std::int64_t number = rows_.whole(0);
        if (any_ && number <= number_) fail("is damaged: its rows are not in the order of their numbers");
        any_ = true;
        number_ = number;
        return true;
    }

    std::int64_t number() const { return number_; }  // of the current row

    // The number of columns, except the row's number and its shape.
    int field_count() const { return static_cast<int>(fields_.size()); }
    const std::string& field_name(int field) const { return fields_[static_cast<std::size_t>(field)].name; }
    SqliteColumn::Kind kind(int field) const { return fields_[static_cast<std::size_t>(field)].kind; }
    bool is_whole(int field) const { return kind(field) == SqliteColumn::Kind::whole; }
    int find(const std::string& field) const {  // -1: missing
        auto found = std::ranges::find(fields_, field, &SqliteColumn::name);
        if (found == fields_.end()) {
            const auto in_lower_case = [](const SqliteColumn& column) { return lower_case(column.name); };
            found = std::ranges::find(fields_, lower_case(field), in_lower_case);
        }
        return found == fields_.end() ? -1 : static_cast<int>(found - fields_.begin());
    }
    int require(const std::string& field) const {
        const int found = find(field);
        if (found < 0) fail(format("has no field '{}'", field));
        return found;
    }

    // These functions return values of the current row.
    bool has(int field) const { return rows_.type(field + 1) != SqliteRows::Type::null; }
    std::string_view text(int field) const { return rows_.text(field + 1); }
    // SQLite stores any value in a field of any type.
    std::int64_t whole(int field) const {
        if (rows_.type(field + 1) != SqliteRows::Type::whole) misfit(field);
        return rows_.whole(field + 1);
    }
    bool flag(int field) const { return has(field) && whole(field) != 0; }
    // Parses "1.5" and reads NULL as missing, whatever the type of the field.
    Decimal number(int field) const {
        switch (rows_.type(field + 1)) {
            case SqliteRows::Type::null: return Decimal::missing();
            case SqliteRows::Type::whole:
                if (kind(field) != SqliteColumn::Kind::text) return Decimal(rows_.whole(field + 1), 0);
                break;
            case SqliteRows::Type::real:
                if (kind(field) == SqliteColumn::Kind::real) return Decimal::from_double(rows_.real(field + 1));
                break;
            default: break;
        }
        if (kind(field) != SqliteColumn::Kind::text) misfit(field);
        const auto parsed = Decimal::parse(text(field));
        if (!parsed) misfit(field);
        return *parsed;
    }
    // Returns the points of the row's point or line; empty if it has no shape.
    const std::vector<Coordinate>& points() {
        points_.clear();
        if (!shape_ || rows_.type(shape_column()) == SqliteRows::Type::null) return points_;
        const std::string problem = gpkg::read_points(rows_.blob(shape_column()), points_);
        if (!problem.empty()) fail_row(problem);
        return points_;
    }

    [[noreturn]] void fail(const std::string& what) const { throw InputError(path_, 0, format("{} {}", name(), what)); }
    [[noreturn]] void fail_row(const std::string& what) const {
        throw InputError(path_, 0, format("{}, feature {}: {}", name(), number_, what));
    }

private:
    std::string name() const { return format("layer '{}'", layer_); }
    int shape_column() const { return field_count() + 1; }

    [[noreturn]] void misfit(int field) const {
        fail_row(format("field '{}' needs {}, found '{}'", field_name(field),
                        is_whole(field) ? "an integer" : "a number", text(field)));
    }

    std::vector<SqliteColumn> fields_of(const SqliteDatabase& database) {
        if (!database.has_table(layer_)) {
            throw InputError(path_, 0, format("has no layer '{}'; it may not be a network that Allways wrote", layer_));
        }
        if (database.has_table("gpkg_geometry_columns")) {
            SqliteRows shapes(
                database,
                format("SELECT column_name FROM gpkg_geometry_columns WHERE table_name = {} COLLATE NOCASE",
                       sql_quoted(layer_, '\'')),
                "the list of shapes");
            if (shapes.next()) shape_ = std::string(shapes.text(0));
        }
        std::vector<SqliteColumn> fields = database.columns(layer_);
        std::erase_if(fields, [&](const SqliteColumn& column) {
            return column.is_key || (shape_ && lower_case(column.name) == lower_case(*shape_));
        });
        return fields;
    }

    std::string query(const SqliteDatabase&) const {
        std::string columns = "rowid";
        for (const SqliteColumn& field : fields_) columns += ", " + sql_quoted(field.name, '"');
        if (shape_) columns += ", " + sql_quoted(*shape_, '"');
        return format("SELECT {} FROM {} ORDER BY rowid", columns, sql_quoted(layer_, '"'));
    }

    const std::string& path_;
    const char* layer_;
    std::optional<std::string> shape_;  // column of the shape
    std::vector<SqliteColumn> fields_;
    SqliteRows rows_;
    std::int64_t number_ = 0;
    bool any_ = false;
    std::vector<Coordinate> points_;
};

// Finds nodes by the id that a field of another layer states.
class GpkgNodes {
public:
    explicit GpkgNodes(const IdTable& ids) : ids_(ids) {
        if (ids.is_numeric()) {
            numbers_.emplace(ids.numbers());
        } else {
            texts_.reserve(ids.size());
            for (NodeIndex node = 0; node < ids.size(); ++node) texts_.emplace(ids.texts()[node], node);
        }
    }
    std::optional<NodeIndex> find(const GpkgRows& rows, int field) const {
        if (numbers_) return rows.is_whole(field) ? numbers_->find(rows.whole(field)) : ids_.find(rows.text(field));
        const auto found = texts_.find(rows.text(field));
        return found == texts_.end() ? std::nullopt : std::optional(found->second);
    }

private:
    const IdTable& ids_;
    std::optional<NumberIndex> numbers_;
    std::unordered_map<std::string_view, NodeIndex> texts_;
};

}  // namespace allways::importers
