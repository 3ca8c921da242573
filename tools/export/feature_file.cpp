#include "export/feature_file.h"

#include <cmath>
#include <utility>

#include <nlohmann/json.hpp>
#include <ogr_spatialref.h>
#include <ogrsf_frmts.h>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "export/closed_database.h"
#include "export/output_file.h"
#include "export/polygons.h"
#include "gdal_handles.h"
#include "gdal_library.h"
#include "json_text.h"

namespace allways::tools {

namespace {

OGRSpatialReference system_of(const std::string& definition) {
    OGRSpatialReference system;
    const gdal::QuietErrors quiet;
    if (system.SetFromUserInput(definition.c_str()) != OGRERR_NONE) {
        throw InvalidArgument(format("'{}' is no reference system that PROJ knows{}", definition, quiet.detail()));
    }
    system.SetAxisMappingStrategy(OAMS_TRADITIONAL_GIS_ORDER);
    return system;
}

class CsvFeatures : public FeatureFile {
public:
    CsvFeatures(const std::string& path, const FeatureOptions& options) : out_(path, options.overwrite) {}

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

// RFC 7946: degrees of WGS 84 with 7 decimals, outer rings against the clock.
class GeoJsonFeatures : public FeatureFile {
public:
    GeoJsonFeatures(const std::string& path, const FeatureOptions& options)
        : name_(path), out_(path, options.overwrite) {
        if (options.crs.empty()) {
            log(options.log, LogLevel::info,
                "the network's reference system is not stated: GeoJSON has its coordinates as they are");
        } else {
            const OGRSpatialReference own = system_of(options.crs);
            const OGRSpatialReference degrees = system_of("EPSG:4326");
            if (!own.IsSame(&degrees)) to_degrees_.reset(OGRCreateCoordinateTransformation(&own, &degrees));
        }
        out_.put("{\"type\":\"FeatureCollection\",");
        if (!options.attribution.empty()) out_.put("\"attribution\":" + json_text(options.attribution) + ",");
        out_.put("\"features\":[");
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
        out_.put("\n]}\n");
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
            throw InputError(name_, 0, format("cannot be written: a place lies outside the network's reference system{}",
                                              quiet.detail()));
        }
        if (OGR_GT_IsSubClassOf(own->getGeometryType(), wkbMultiPolygon)) own = rounded_areas(own->toMultiPolygon());
        char decimals[] = "COORDINATE_PRECISION=7";
        char* options[] = {decimals, nullptr};
        char* text = OGR_G_ExportToJsonEx(OGRGeometry::ToHandle(own.get()), options);
        if (text == nullptr) throw InputError(name_, 0, format("cannot be written{}", quiet.detail()));
        for (const char* c = text; *c != 0; ++c) {
            if (*c != ' ') out_.put(*c);
        }
        CPLFree(text);
    }

    // Valid as they are written.
    static OGRGeometryUniquePtr rounded_areas(OGRMultiPolygon* areas) {
        constexpr double parts_of_a_degree = 1e7;
        const auto rounded = [](double value) { return std::round(value * parts_of_a_degree) / parts_of_a_degree; };
        for (OGRPolygon* area : *areas) {
            for (OGRLinearRing* ring : *area) {
                for (int i = 0; i < ring->getNumPoints(); ++i) {
                    ring->setPoint(i, rounded(ring->getX(i)), rounded(ring->getY(i)));
                }
            }
        }
        OGRGeometryUniquePtr valid = valid_areas(*areas);
        for (OGRPolygon* area : *valid->toMultiPolygon()) turn_rings(*area);
        return valid;
    }

    static void turn_rings(OGRPolygon& area) {
        bool outer = true;
        for (OGRLinearRing* ring : area) {
            if ((ring->isClockwise() != 0) == std::exchange(outer, false)) ring->reversePoints();
        }
    }

    std::string name_;
    OutputFile out_;
    std::unique_ptr<OGRCoordinateTransformation> to_degrees_;  // null where points stay as they are
    std::vector<std::string> keys_;
    bool first_ = true;
};

class GeoPackageFeatures : public FeatureFile {
public:
    GeoPackageFeatures(const std::string& path, const FeatureOptions& options) : file_(path, options.overwrite) {
        require_closed(path);
        GDALDriver* driver = GetGDALDriverManager()->GetDriverByName("GPKG");
        if (driver == nullptr) throw InputError(path, 0, "cannot be written: this GDAL has no GeoPackage driver");
        dataset_.reset(driver->Create(file_.temporary().c_str(), 0, 0, 0, GDT_Unknown, nullptr));
        require(dataset_ != nullptr);
        if (!options.crs.empty()) system_ = system_of(options.crs);
        if (!options.attribution.empty()) {
            require(dataset_->SetMetadataItem("ATTRIBUTION", options.attribution.c_str()) == CE_None);
        }
        require(dataset_->StartTransaction() == OGRERR_NONE);
    }

    void begin_layer(const FeatureLayer& layer) override {
        layer_ = dataset_->CreateLayer(layer.name.c_str(), system_.IsEmpty() ? nullptr : &system_, layer.type, nullptr);
        require(layer_ != nullptr);
        for (const FeatureField& field : layer.fields) {
            const OGRFieldType type = field.type == FeatureField::Type::integer ? OFTInteger64
                                      : field.type == FeatureField::Type::real  ? OFTReal
                                                                                : OFTString;
            OGRFieldDefn definition(field.name.c_str(), type);
            require(layer_->CreateField(&definition) == OGRERR_NONE);
        }
    }

    void add(std::span<const FeatureValue> values, const OGRGeometry* geometry) override {
        const OGRFeatureUniquePtr row(OGRFeature::CreateFeature(layer_->GetLayerDefn()));
        for (std::size_t i = 0; i < values.size(); ++i) {
            const int field = static_cast<int>(i);
            if (const auto* whole = std::get_if<std::int64_t>(&values[i])) {
                row->SetField(field, static_cast<GIntBig>(*whole));
            }
            if (const auto* real = std::get_if<double>(&values[i])) row->SetField(field, *real);
            if (const auto* text = std::get_if<std::string>(&values[i])) row->SetField(field, text->c_str());
        }
        if (geometry != nullptr && !geometry->IsEmpty()) row->SetGeometry(geometry);
        require(layer_->CreateFeature(row.get()) == OGRERR_NONE);
    }

    void commit() override {
        require(dataset_->CommitTransaction() == OGRERR_NONE);
        CPLErrorReset();
        dataset_.reset();  // the last pages are written here
        require(!errors_.failed());
        file_.commit();
    }

private:
    void require(bool done) const {
        if (!done) throw InputError(file_.path(), 0, format("cannot be written{}", errors_.detail()));
    }

    gdal::QuietErrors errors_;
    // Nobody waits for a temporary file, and its journal may go with the process.
    gdal::ThreadOption synchronous_{"OGR_SQLITE_SYNCHRONOUS", "OFF"};
    gdal::ThreadOption journal_{"OGR_SQLITE_JOURNAL", "MEMORY"};
    AtomicFile file_;
    GDALDatasetUniquePtr dataset_;
    OGRSpatialReference system_;
    OGRLayer* layer_ = nullptr;  // the dataset owns it
};

}  // namespace

FeatureField id_field(std::string name, const IdTable& ids) {
    return {std::move(name), ids.is_numeric() ? FeatureField::Type::integer : FeatureField::Type::text};
}

FeatureValue id_value(const IdTable& ids, std::uint32_t index) {
    if (ids.is_numeric()) return ids.numbers()[index];
    return ids.texts()[index];
}

std::string feature_format(const std::string& path, const std::string& wanted) {
    for (const char* known : {"gpkg", "geojson", "csv"}) {
        if (wanted.empty() ? !path.ends_with(std::string(".") + known) : wanted != known) continue;
        if (path == "-" && wanted == "gpkg") {
            throw InvalidArgument("format gpkg cannot go to standard output; give a file name");
        }
        return known;
    }
    throw InvalidArgument(format("no format {}; known are gpkg (.gpkg), geojson (.geojson) and csv (.csv)",
                                 wanted.empty() ? format("by the name '{}'", path) : format("is called '{}'", wanted)));
}

std::unique_ptr<FeatureFile> make_feature_file(const std::string& path, const FeatureOptions& options) {
    gdal::start();
    const std::string format = feature_format(path, options.format);
    if (format == "gpkg") return std::make_unique<GeoPackageFeatures>(path, options);
    if (format == "geojson") return std::make_unique<GeoJsonFeatures>(path, options);
    return std::make_unique<CsvFeatures>(path, options);
}

}  // namespace allways::tools
