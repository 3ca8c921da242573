// One layer of lines or points of a vector file or a database, feature by feature: GDAL/OGR with its errors as
// exceptions.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/decimal.h"
#include "allways/base/progress.h"
#include "allways/network/coordinate.h"

namespace allways {

class VectorLayer {
public:
    struct Field {
        enum class Kind { number, text, other };
        std::string name;
        Kind kind = Kind::other;
        bool boolean = false;  // of numbers: 1 or 0, as texts "true" and "false"; logical fields of dBASE among them
        bool tag = false;      // no field of its own: a tag of OpenStreetMap that GDAL keeps in `other_tags`
    };
    using Tags = std::vector<std::pair<std::string, std::string>>;
    using Line = std::vector<Coordinate>;
    enum class Holds { lines, points };

    // Opens the layer of that name, or the only one that holds such, and keeps the features that `where` is true of.
    // Throws InputError for a source that GDAL cannot open or that has none or several such layers, InvalidArgument for
    // an unknown layer and a filter that GDAL refuses.
    VectorLayer(const std::string& path, const std::string& layer, const std::string& where, Holds holds = Holds::lines,
                ProgressCallback progress = {});
    ~VectorLayer();

    const std::string& path() const;  // for messages: without a password
    const std::string& name() const;
    const std::vector<Field>& fields() const;
    std::string reference_system() const;  // WKT; empty where the layer states none
    std::uint64_t feature_count() const;   // 0 where the source does not know before reading

    // The next feature; false after the last. Throws InputError where the source is damaged.
    bool next();
    std::int64_t feature_id() const;
    bool is_null(std::size_t field) const;
    Decimal number(std::size_t field) const;    // missing for null, and of texts those that are no number
    std::string text(std::size_t field) const;  // empty for null; numbers in their fewest digits
    const Tags& other_tags() const;             // all that the field `other_tags` holds; valid until next()
    // Its lines, curves made straight; empty for other geometries. Valid until next().
    const std::vector<Line>& lines() const;
    // Its point; nothing for other geometries, collections of points but those of one included.
    std::optional<Coordinate> point() const;
    std::string geometry_name() const;  // "Point", "empty", …: for the feature that has another geometry

    // Throws InputError that names the layer and the current feature.
    [[noreturn]] void fail(std::string_view message) const;

private:
    struct State;
    void find(const std::string& path, const std::string& layer, const std::string& where, Holds holds);

    std::unique_ptr<State> state_;
};

// Whether a name is that of a database, of another OGR source or of a virtual file, and no file: "PG:dbname=roads",
// "/vsizip/roads.zip/roads.shp".
bool is_vector_source(const std::string& name);

// The name of a source as messages and tables may show it: without the password of a database.
std::string without_password(std::string name);

}  // namespace allways
