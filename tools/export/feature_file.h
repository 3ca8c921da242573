// Places, lines and areas with their values, for GIS programs: GeoPackage, GeoJSON, or CSV of the values alone.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include <ogr_geometry.h>

#include "allways/base/ids.h"
#include "allways/base/progress.h"
#include "allways/export/features.h"

namespace allways::tools {

struct FeatureField {
    enum class Type { integer, real, text };
    std::string name;
    Type type = Type::text;
};
// The field of ids: numbers stay numbers.
FeatureField id_field(std::string name, const IdTable& ids);

struct FeatureLayer {
    std::string name;
    OGRwkbGeometryType type = wkbNone;
    std::vector<FeatureField> fields;
};

using FeatureValue = std::variant<std::monostate, std::int64_t, double, std::string>;  // monostate: not known
FeatureValue id_value(const IdTable& ids, std::uint32_t index);

struct FeatureOptions {
    std::string format = {};  // "gpkg", "geojson", "csv"; empty: by the suffix
    bool overwrite = false;
    std::string crs = {};          // of the geometries; GeoJSON gets longitudes and latitudes of WGS 84
    std::string attribution = {};  // whom the data are owed to
    LogCallback log = {};
};

// A file that appears complete or not at all. GeoPackages take any number of layers, the others one.
class FeatureFile {
public:
    virtual ~FeatureFile() = default;
    virtual void begin_layer(const FeatureLayer& layer) = 0;
    // One value a field of the layer begun last; the geometry may be null, and CSV leaves it out.
    virtual void add(std::span<const FeatureValue> values, const OGRGeometry* geometry) = 0;
    virtual void commit() = 0;
};

// Throws InputError where the file cannot be written; so do its functions.
std::unique_ptr<FeatureFile> make_feature_file(const std::string& path, const FeatureOptions& options);

}  // namespace allways::tools
