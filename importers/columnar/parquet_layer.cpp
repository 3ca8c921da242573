// SPDX-License-Identifier: Apache-2.0
// GeoParquet (1.0 and 1.1, geometries as WKB) → a layer of GDAL, read row by row.
#include <filesystem>
#include <optional>
#include <utility>

#include <gdal_priv.h>
#include <ogrsf_frmts.h>
#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "columnar/arrow_rows.h"
#include "columnar/arrow_values.h"
#include "columnar/parquet.h"

// From GDAL 3.12 on, layers describe themselves by const functions.
#if GDAL_VERSION_NUM >= GDAL_COMPUTE_VERSION(3, 12, 0)
#define ALLWAYS_DESCRIBES const
#else
#define ALLWAYS_DESCRIBES
#endif

namespace allways::importers {

namespace {

constexpr std::int64_t features_of_a_batch = 1 << 12;

// The column of shapes and its reference system, as the file states them.
struct GeometryFacts {
    std::string column = "geometry";
    std::string crs = "EPSG:4326";  // GeoParquet's default, OGC:CRS84, but for the order of axes, which is not kept
};

GeometryFacts geometry_facts(const ArrowRows& rows) {
    GeometryFacts facts;
    const nlohmann::json geo = rows.stated("geo");
    if (geo.is_object()) {
        facts.column = geo.value("primary_column", facts.column);
        const auto columns = geo.value("columns", nlohmann::json::object());
        const auto stated = columns.is_object() ? columns.value(facts.column, nlohmann::json()) : nlohmann::json();
        const auto encoding = stated.is_object() ? stated.value("encoding", nlohmann::json("WKB")) : "WKB";
        if (encoding != "WKB") rows.fail(format("its geometries are encoded as {}; expected WKB", encoding.dump()));
        if (stated.is_object() && stated.contains("crs")) {
            const auto& crs = stated["crs"];
            facts.crs = crs.is_null() ? "" : crs.is_string() ? crs.get<std::string>() : crs.dump();
        }
    }
    const auto field = rows.schema().GetFieldByName(facts.column);
    if (!field) rows.fail(format("it has no column '{}' of geometries", facts.column));
    const auto type = field->type()->id();
    if (type != arrow::Type::BINARY && type != arrow::Type::LARGE_BINARY)
        rows.fail(
            format("column '{}' has the type {}; expected geometries as WKB", facts.column, field->type()->ToString()));
    return facts;
}

struct FieldType {
    OGRFieldType type = OFTString;
    OGRFieldSubType subtype = OFSTNone;
};

// Returns nothing for types that GDAL lacks, such as bytes.
std::optional<FieldType> field_type_of(const arrow::Field& column) {
    const arrow::DataType* type = column.type().get();
    if (type->id() == arrow::Type::DICTIONARY)
        type = static_cast<const arrow::DictionaryType*>(type)->value_type().get();
    if (type->id() == arrow::Type::BOOL) return FieldType{OFTInteger, OFSTBoolean};
    if (arrow::is_integer(type->id())) return FieldType{OFTInteger64};
    if (type->id() == arrow::Type::FLOAT) return FieldType{OFTReal, OFSTFloat32};
    if (arrow::is_floating(type->id()) || arrow::is_decimal(type->id())) return FieldType{OFTReal};
    if (arrow::is_nested(type->id())) return FieldType{OFTString, OFSTJSON};
    if (is_plain(*type) || arrow::is_temporal(type->id())) return FieldType{};
    return std::nullopt;
}

std::string_view bytes_of(const arrow::Array& column, std::int64_t row) {
    if (column.type_id() == arrow::Type::BINARY) return static_cast<const arrow::BinaryArray&>(column).GetView(row);
    return static_cast<const arrow::LargeBinaryArray&>(column).GetView(row);
}

class ParquetLayer final : public OGRLayer {
public:
    ParquetLayer(const std::string& path, OGRSpatialReference (*read_system)(const std::string& definition))
        : rows_(path, features_of_a_batch) {
        const GeometryFacts facts = geometry_facts(rows_);
        definition_ = new OGRFeatureDefn(std::filesystem::path(path).stem().c_str());
        definition_->Reference();
        SetDescription(definition_->GetName());
        geometry_ = rows_.schema().GetFieldIndex(facts.column);
        for (int c = 0; c < rows_.schema().num_fields(); ++c) {
            const auto& column = *rows_.schema().field(c);
            const auto type = c == geometry_ ? std::nullopt : field_type_of(column);
            if (!type) continue;
            OGRFieldDefn field(column.name().c_str(), type->type);
            field.SetSubType(type->subtype);
            definition_->AddFieldDefn(&field);
            columns_.push_back(c);
        }
        if (facts.crs.empty()) return;
        try {
            auto* system = new OGRSpatialReference(read_system(facts.crs));
            definition_->GetGeomFieldDefn(0)->SetSpatialRef(system);
            system->Release();
        } catch (const InvalidArgument& error) {
            rows_.fail(format("its reference system: {}", error.what()));
        }
    }
    ~ParquetLayer() override { definition_->Release(); }
    ParquetLayer(const ParquetLayer&) = delete;
    ParquetLayer& operator=(const ParquetLayer&) = delete;

    void ResetReading() override {
        rows_.rewind();
        batch_.reset();
        row_ = 0;
    }

    OGRFeature* GetNextFeature() override {
        for (;;) {
            OGRFeatureUniquePtr feature = next();
            if (!feature) return nullptr;
            if (m_poAttrQuery == nullptr || m_poAttrQuery->Evaluate(feature.get()) != 0) return feature.release();
        }
    }

    GIntBig GetFeatureCount(int force) override {
        return m_poAttrQuery == nullptr ? rows_.row_count() : OGRLayer::GetFeatureCount(force);
    }
    OGRFeatureDefn* GetLayerDefn() ALLWAYS_DESCRIBES override { return definition_; }
    int TestCapability(const char*) ALLWAYS_DESCRIBES override { return FALSE; }

private:
    OGRFeatureUniquePtr next() {
        while (!batch_ || row_ == batch_->num_rows()) {
            batch_ = rows_.next();
            row_ = 0;
            if (!batch_) return {};
        }
        const std::int64_t row = row_++;
        OGRFeatureUniquePtr feature(new OGRFeature(definition_));
        feature->SetFID(rows_.rows_read() - batch_->num_rows() + row_);
        for (std::size_t f = 0; f < columns_.size(); ++f) {
            const arrow::Array& column = *batch_->column(columns_[f]);
            if (column.IsNull(row))
                feature->SetFieldNull(static_cast<int>(f));
            else
                set_field(*feature, static_cast<int>(f), column, row);
        }
        set_geometry(*feature, row);
        return feature;
    }

    void set_field(OGRFeature& feature, int field, const arrow::Array& column, std::int64_t row) {
        text_.clear();
        const OGRFieldDefn& definition = *definition_->GetFieldDefn(field);
        if (definition.GetSubType() == OFSTJSON)
            append_json(column, row, text_);
        else if (is_plain(*column.type()))
            append_plain(column, row, text_);
        else if (const auto value = column.GetScalar(row); value.ok())
            text_ = (*value)->ToString();
        if (definition.GetSubType() == OFSTBoolean)
            feature.SetField(field, text_ == "true" ? 1 : 0);
        else
            feature.SetField(field, text_.c_str());
    }

    void set_geometry(OGRFeature& feature, std::int64_t row) const {
        const arrow::Array& column = *batch_->column(geometry_);
        if (column.IsNull(row)) return;
        const std::string_view bytes = bytes_of(column, row);
        OGRGeometry* made = nullptr;
        const auto result = OGRGeometryFactory::createFromWkb(
            bytes.data(), definition_->GetGeomFieldDefn(0)->GetSpatialRef(), &made, bytes.size());
        if (result != OGRERR_NONE) rows_.fail(format("row {}: its geometry is not WKB", feature.GetFID()));
        feature.SetGeometryDirectly(made);
    }

    ArrowRows rows_;
    OGRFeatureDefn* definition_ = nullptr;
    int geometry_ = 0;          // index of the column
    std::vector<int> columns_;  // for each field
    std::shared_ptr<arrow::RecordBatch> batch_;
    std::int64_t row_ = 0;  // the next of the batch
    std::string text_;
};

}  // namespace

std::unique_ptr<OGRLayer> open_parquet_layer(const std::string& path,
                                             OGRSpatialReference (*read_system)(const std::string& definition)) {
    return std::make_unique<ParquetLayer>(path, read_system);
}

}  // namespace allways::importers
