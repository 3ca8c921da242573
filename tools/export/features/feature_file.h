// SPDX-License-Identifier: Apache-2.0
// Places, lines and areas with their values, for GIS programs: GeoPackage, GeoJSON, Shapefile, FlatGeobuf, or CSV of
// the values alone.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <ogr_geometry.h>

#include "allways/base/ids.h"
#include "allways/export/features.h"
#include "allways/network/road_network.h"

namespace allways::tools {

struct FeatureField {
    enum class Type { integer, real, text };
    std::string name;
    Type type = Type::text;
};
OGRFieldType ogr_type(FeatureField::Type type);
// A field for ids: numbers stay numbers.
FeatureField id_field(std::string name, const IdTable& ids);

struct FeatureLayer {
    std::string name;
    OGRwkbGeometryType type = wkbNone;
    std::vector<FeatureField> fields;
};

using FeatureValue = std::variant<std::monostate, std::int64_t, double, std::string>;  // monostate: unknown
FeatureValue id_value(const IdTable& ids, std::uint32_t index);
FeatureValue text_value(std::string_view text);  // empty texts are unknown

// A file that appears complete or not at all. A GeoPackage takes any number of layers; so do Shapefile and FlatGeobuf,
// with one file per layer; GeoJSON and CSV take one.
class FeatureFile {
public:
    virtual ~FeatureFile() = default;
    virtual void begin_layer(const FeatureLayer& layer) = 0;
    // Adds a feature with one value for each field of the layer begun last. The geometry may be null; CSV omits it.
    // GeoJSON has 7 decimals, so areas for it must be in degrees with at most 7 decimals (areas_on_grid): rounding
    // could make them invalid.
    virtual void add(std::span<const FeatureValue> values, const OGRGeometry* geometry) = 0;
    // Add a point, or a line, which may be empty: without a geometry if a point is not finite.
    void add_point(std::span<const FeatureValue> values, Coordinate at);
    void add_line(std::span<const FeatureValue> values, std::span<const Coordinate> points);
    virtual void commit() = 0;
};

// The place of a node, and the line of an arc: its shape, else the straight line between its nodes. Not finite, and
// empty, without coordinates.
Coordinate node_place(const RoadNetwork& network, NodeIndex node);
std::vector<Coordinate> arc_line(const RoadNetwork& network, ArcIndex arc);
// The texts that identify the road of an arc, if the network has them: name, ref and facility_type.
std::vector<const TextColumn*> road_texts(const RoadNetwork& network);

// `crs`: of the geometries; GeoJSON is written in WGS 84. `attribution`: credit for the data. Progress is asked while
// the file is completed, too. Throws InputError if the file cannot be written; so do the functions of the result, and
// Cancelled.
std::unique_ptr<FeatureFile> make_feature_file(const FeatureOutput& output, const std::string& crs,
                                               const std::string& attribution = "");

// Formats with one layer per file, Shapefile and FlatGeobuf, written by GDAL. The first layer takes the file's name, a
// further one is called NAME_<layer>: roads.shp, roads_node.shp. All files of all layers appear when the last one is
// complete. Shapefile: names of fields have at most 10 characters, texts 254 bytes and numbers 9 decimals; shortened
// values are logged. A file of more than 2 GB is an error. FlatGeobuf: the file has a spatial index, so features are in
// the order of the index; features without a geometry are left out, which is logged.
std::unique_ptr<FeatureFile> make_layer_files(const FeatureOutput& output, const std::string& crs);

}  // namespace allways::tools
