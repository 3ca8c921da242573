// SPDX-License-Identifier: Apache-2.0
#include "export/features/feature_file.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <ogr_spatialref.h>
#include <ogrsf_frmts.h>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/export/json.h"
#include "base/text.h"
#include "export/features/geojson.h"
#include "export/features/geopackage.h"
#include "export/features/lon_lat.h"
#include "export/files/output_file.h"
#include "libraries/gdal_library.h"
#include "text/input_file.h"

namespace allways::tools {

using namespace importers;

namespace {

class CsvFeatures : public FeatureFile {
public:
    explicit CsvFeatures(const FeatureOutput& output) : out_(output.path, output.overwrite) {}

    void begin_layer(const FeatureLayer& layer) override {
        for (std::size_t i = 0; i < layer.fields.size(); ++i) {
            if (i > 0) out_.put(',');
            out_.put_field(layer.fields[i].name);
        }
        out_.put('\n');
    }
    void add(std::span<const FeatureValue> values, const OGRGeometry*) override {
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (i > 0) out_.put(',');
            if (const auto* whole = std::get_if<std::int64_t>(&values[i])) out_.put_number(*whole);
            if (const auto* real = std::get_if<double>(&values[i])) out_.put_plain_number(*real);
            if (const auto* text = std::get_if<std::string>(&values[i])) out_.put_field(*text);
        }
        out_.put('\n');
    }
    void commit() override { out_.commit(); }

private:
    OutputFile out_;
};

// RFC 7946: degrees of WGS 84 with 7 decimals, outer rings counterclockwise.
class GeoJsonFeatures : public FeatureFile {
public:
    GeoJsonFeatures(const FeatureOutput& output, const std::string& crs, const std::string& attribution)
        : name_(output.path), out_(output.path, output.overwrite), in_degrees_(!crs.empty()) {
        if (crs.empty()) {
            log(output.log, LogLevel::info,
                "the network's reference system is not stated: GeoJSON keeps its coordinates unchanged");
        } else {
            const OGRSpatialReference own = gdal::spatial_reference(crs);
            const OGRSpatialReference degrees = gdal::spatial_reference("EPSG:4326");
            if (!own.IsSame(&degrees)) to_degrees_.reset(OGRCreateCoordinateTransformation(&own, &degrees));
        }
        out_.put(geojson_begin(attribution));
    }

    void begin_layer(const FeatureLayer& layer) override {
        for (const FeatureField& field : layer.fields) keys_.push_back(json_text(field.name) + ":");
    }

    void add(std::span<const FeatureValue> values, const OGRGeometry* geometry) override {
        out_.put(std::exchange(first_, false) ? "\n" : ",\n");
        out_.put("{\"type\":\"Feature\",\"geometry\":");
        put_geometry(geometry);
        out_.put(",\"properties\":{");
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (i > 0) out_.put(',');
            out_.put(keys_[i]);
            put_value(values[i]);
        }
        out_.put("}}");
    }

    void commit() override {
        out_.put(geojson_end);
        out_.commit();
    }

private:
    void put_value(const FeatureValue& value) {
        if (const auto* whole = std::get_if<std::int64_t>(&value)) return out_.put_number(*whole);
        if (const auto* real = std::get_if<double>(&value)) return out_.put_plain_number(*real);
        if (const auto* text = std::get_if<std::string>(&value)) return out_.put(json_text(*text));
        out_.put("null");
    }

    void put_geometry(const OGRGeometry* geometry) {
        if (geometry == nullptr || geometry->IsEmpty()) return out_.put("null");
        const gdal::QuietErrors quiet;
        OGRGeometryUniquePtr own(geometry->clone());
        if (to_degrees_ && own->transform(to_degrees_.get()) != OGRERR_NONE) {
            throw InputError(
                name_, 0,
                format("cannot be written: a point lies outside the network's reference system{}", quiet.detail()));
        }
        if (in_degrees_ && own->getGeometryType() == wkbLineString) own = cut(std::move(own));
        if (OGR_GT_IsSubClassOf(own->getGeometryType(), wkbMultiPolygon)) {
            for (OGRPolygon* area : *own->toMultiPolygon()) turn_rings(*area);
        }
        char decimals[] = "COORDINATE_PRECISION=7";
        char* options[] = {decimals, nullptr};
        char* text = OGR_G_ExportToJsonEx(OGRGeometry::ToHandle(own.get()), options);
        if (text == nullptr) throw InputError(name_, 0, format("cannot be written{}", quiet.detail()));
        for (const char* c = text; *c != 0; ++c) {
            if (*c != ' ') out_.put(*c);
        }
        CPLFree(text);
    }

    static OGRGeometryUniquePtr cut(OGRGeometryUniquePtr line) {
        std::vector<Coordinate> points;
        for (const OGRPoint& point : *line->toLineString()) points.push_back({point.getX(), point.getY()});
        const auto parts = cut_at_antimeridian(points);
        if (parts.size() < 2) return line;
        auto several = std::make_unique<OGRMultiLineString>();
        for (const auto& part : parts) {
            auto one = std::make_unique<OGRLineString>();
            for (const Coordinate at : part) one->addPoint(at.x, at.y);
            several->addGeometryDirectly(one.release());
        }
        return OGRGeometryUniquePtr(several.release());
    }

    static void turn_rings(OGRPolygon& area) {
        bool outer = true;
        for (OGRLinearRing* ring : area) {
            if ((ring->isClockwise() != 0) == std::exchange(outer, false)) ring->reversePoints();
        }
    }

    std::string name_;
    OutputFile out_;
    bool in_degrees_;
    std::unique_ptr<OGRCoordinateTransformation> to_degrees_;  // null: points stay as they are
    std::vector<std::string> keys_;
    bool first_ = true;
};

class GeoPackageFeatures : public FeatureFile {
public:
    GeoPackageFeatures(const FeatureOutput& output, const std::string& crs, const std::string& attribution)
        : file_(output.path, output.overwrite, output.progress) {
        if (!crs.empty()) file_.set_system(crs);
        file_.set_attribution(attribution);
    }

    void begin_layer(const FeatureLayer& layer) override {
        layer_ = &file_.add_layer(layer.name, layer.type);
        for (const FeatureField& field : layer.fields) file_.add_field(*layer_, field.name, ogr_type(field.type));
        row_.reset(OGRFeature::CreateFeature(layer_->GetLayerDefn()));
    }

    void add(std::span<const FeatureValue> values, const OGRGeometry* geometry) override {
        for (std::size_t i = 0; i < values.size(); ++i) set(static_cast<int>(i), values[i]);
        row_->SetGeometry(geometry == nullptr || geometry->IsEmpty() ? nullptr : geometry);
        file_.add(*layer_, *row_);
    }

    void commit() override {
        row_.reset();
        file_.commit();
    }

private:
    void set(int field, const FeatureValue& value) {
        if (const auto* whole = std::get_if<std::int64_t>(&value))
            return row_->SetField(field, static_cast<GIntBig>(*whole));
        if (const auto* real = std::get_if<double>(&value)) return row_->SetField(field, *real);
        if (const auto* text = std::get_if<std::string>(&value))
            return row_->SetField(field, valid_utf8(*text).c_str());
        row_->SetFieldNull(field);
    }

    GeoPackage file_;
    OGRLayer* layer_ = nullptr;  // the file owns it
    OGRFeatureUniquePtr row_;
};

}  // namespace

FeatureField id_field(std::string name, const IdTable& ids) {
    return {std::move(name), ids.is_numeric() ? FeatureField::Type::integer : FeatureField::Type::text};
}

FeatureValue id_value(const IdTable& ids, std::uint32_t index) {
    if (ids.is_numeric()) return ids.numbers()[index];
    return ids.texts()[index];
}

FeatureValue text_value(std::string_view text) {
    return text.empty() ? FeatureValue() : FeatureValue(std::string(text));
}

OGRFieldType ogr_type(FeatureField::Type type) {
    return type == FeatureField::Type::integer ? OFTInteger64 : type == FeatureField::Type::real ? OFTReal : OFTString;
}

void FeatureFile::add_point(std::span<const FeatureValue> values, Coordinate at) {
    const OGRPoint point(at.x, at.y);
    add(values, is_finite(at) ? &point : nullptr);
}

void FeatureFile::add_line(std::span<const FeatureValue> values, std::span<const Coordinate> points) {
    OGRLineString line;
    for (const Coordinate at : points) line.addPoint(at.x, at.y);
    add(values, std::ranges::all_of(points, is_finite) ? &line : nullptr);
}

Coordinate node_place(const RoadNetwork& network, NodeIndex node) {
    return network.coordinates.empty() ? Coordinate{NAN, NAN} : network.coordinates[node];
}

std::vector<Coordinate> arc_line(const RoadNetwork& network, ArcIndex arc) {
    std::vector<Coordinate> line = network.shapes.points(arc);
    if (!line.empty() || network.coordinates.empty()) return line;
    line = {network.coordinates[network.tail[arc]], network.coordinates[network.head[arc]]};
    return std::ranges::all_of(line, is_finite) ? line : std::vector<Coordinate>{};
}

std::vector<const TextColumn*> road_texts(const RoadNetwork& network) {
    std::vector<const TextColumn*> found;
    for (const char* name : {"name", "ref", "facility_type"}) {
        if (const TextColumn* column = network.text(name)) found.push_back(column);
    }
    return found;
}

}  // namespace allways::tools

namespace allways {

std::string feature_format(const std::string& path, const std::string& wanted) {
    for (const char* known : {"gpkg", "geojson", "csv", "shp", "fgb"}) {
        if (wanted.empty() ? !path.ends_with(std::string(".") + known) : wanted != known) continue;
        if (path == "-" && wanted != "geojson" && wanted != "csv")
            throw InvalidArgument(format("format {} cannot go to standard output; give a file name", wanted));
        return known;
    }
    if (path == "-" && wanted.empty())
        throw InvalidArgument("standard output has no suffix that names the format: give `format`, csv or geojson");
    if (importers::names_parquet(path, wanted)) throw InvalidArgument(importers::how_to_write_parquet);
    throw InvalidArgument(
        format("no format {}; known are gpkg (.gpkg), geojson (.geojson), shp (.shp), fgb (.fgb) and csv (.csv)",
               wanted.empty() ? format("by the name '{}'", path) : format("is called '{}'", wanted)));
}

}  // namespace allways

namespace allways::tools {

std::unique_ptr<FeatureFile> make_feature_file(const FeatureOutput& output, const std::string& crs,
                                               const std::string& attribution) {
    gdal::start();
    const std::string format = feature_format(output.path, output.format);
    if (format == "gpkg") return std::make_unique<GeoPackageFeatures>(output, crs, attribution);
    if (format == "geojson") return std::make_unique<GeoJsonFeatures>(output, crs, attribution);
    if (format == "csv") return std::make_unique<CsvFeatures>(output);
    FeatureOutput chosen = output;
    chosen.format = format;
    return make_layer_files(chosen, crs);
}

}  // namespace allways::tools
