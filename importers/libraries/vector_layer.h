// SPDX-License-Identifier: Apache-2.0
// One layer of lines or points, or one table without geometry (SQLite, GeoPackage, dBASE, …), from a vector file or
// database, read feature by feature: GDAL/OGR with errors as exceptions.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/decimal.h"
#include "allways/base/progress.h"
#include "allways/network/coordinate.h"
#include "text/csv_reader.h"

namespace allways::importers {

// Returns true if the first bytes or the name show that the file may contain tables without geometry.
bool may_hold_tables(std::string_view start, std::string_view name);

class VectorLayer final : public Rows {
public:
    struct Field {
        enum class Kind { number, text, other };
        std::string name;
        Kind kind = Kind::other;
        bool boolean = false;  // numeric, 1 or 0, or "true" and "false" as text; includes logical fields of dBASE
        bool tag = false;      // not a field but an OpenStreetMap tag that GDAL keeps in `other_tags`
    };
    using Tags = std::vector<std::pair<std::string, std::string>>;
    using Line = std::vector<Coordinate>;
    // areas: polygons; shapes: all; tables: no geometry; without points, areas are points
    enum class Holds { lines, points, areas, shapes, tables };
    using FitsNames = bool (*)(const std::vector<std::string_view>& names);

    // Opens the named layer, or the only one with the wanted geometries, and keeps the features that match `where`.
    // The stated encoding is that of Shapefiles for GDAL, and of other texts that GDAL returns as they are.
    // Throws InputError for a source that GDAL cannot open or that has no such layer or several, InvalidArgument for an
    // unknown layer and a filter that GDAL refuses.
    VectorLayer(const std::string& path, const std::string& layer, const std::string& where, Holds holds = Holds::lines,
                const TextOptions& options = {});
    // Opens the named table, or the only one without geometry whose fields `fits` accepts. Throws likewise.
    VectorLayer(const std::string& path, const std::string& table, const std::string& where, FitsNames fits,
                const TextOptions& options);
    ~VectorLayer() override;

    // Returns the names of the layers with the wanted geometries. Throws InputError for a source that GDAL cannot open
    // or that has none.
    static std::vector<std::string> names(const std::string& path, Holds holds);

    const std::string& path() const;  // without the password, for messages
    const std::string& name() const;
    const std::vector<Field>& fields() const;
    std::vector<std::string> field_names() const;
    std::string reference_system() const;  // WKT; empty if the layer states none
    std::uint64_t feature_count() const;   // 0 if the source does not know it before reading

    // Returns how often each text() of a field occurs. Reads all features without their geometries, before next().
    std::map<std::string, std::uint64_t> value_counts(std::size_t field);

    // Reads the next feature; returns false after the last, and logs guesses about encodings. Throws InputError if the
    // source is damaged.
    bool next();
    bool next(std::vector<std::string_view>& fields) override;  // as the texts of its fields
    std::uint64_t line_number() const override { return 0; }
    std::int64_t feature_id() const;
    bool is_null(std::size_t field) const;
    Decimal number(std::size_t field) const;    // missing for null and for text that is not a number
    std::string text(std::size_t field) const;  // empty for null; numbers with as few digits as possible
    const Tags& other_tags() const;             // all tags in the field `other_tags`; valid until next()
    // Returns the feature's lines, with curves approximated; empty for other geometries. Valid until next().
    const std::vector<Line>& lines() const;
    // Returns the heights (Z) of the points of lines(), line after line; NaN for a part without heights, and empty if
    // no part has any. Valid until next().
    const std::vector<double>& heights() const;
    bool is_area() const;  // the feature is a polygon, or several
    // Returns the feature's point, or that of a collection of one point; the centroid of polygons; nothing for other
    // geometries.
    std::optional<Coordinate> point() const;
    std::vector<Coordinate> points() const;  // all of the feature
    std::vector<Line> rings() const;         // of its polygons, outer and inner
    std::string geometry_name() const;       // "Point", "empty", …: for messages about features with another geometry

    // Throws InputError that names the layer and the current feature.
    [[noreturn]] void fail(std::string_view message) const override;

private:
    struct State;
    void find(const std::string& path, const std::string& layer, const std::string& where, Holds holds,
              const std::string& encoding, FitsNames fits = nullptr);

    std::unique_ptr<State> state_;
};

// Returns true if the name is that of a database, of another OGR source or of a virtual file rather than a file:
// "PG:dbname=roads", "/vsizip/roads.zip/roads.shp".
bool is_vector_source(const std::string& name);

// Returns the name of a source for messages and tables: without the password of a database.
std::string without_password(std::string name);

}  // namespace allways::importers
