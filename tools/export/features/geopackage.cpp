// SPDX-License-Identifier: Apache-2.0
#include "export/features/geopackage.h"

#include <new>

#include <sqlite3.h>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "libraries/gdal_library.h"

namespace allways::tools {

using namespace importers;

GeoPackage::GeoPackage(const std::string& path, bool overwrite, const ProgressCallback& progress)
    : file_(path, overwrite), progress_(progress) {
    require_closed(path);
    gdal::start();
    GDALDriver* driver = GetGDALDriverManager()->GetDriverByName("GPKG");
    if (driver == nullptr) throw InputError(path, 0, "cannot be written: this GDAL has no GeoPackage driver");
    dataset_.reset(driver->Create(file_.temporary().c_str(), 0, 0, 0, GDT_Unknown, nullptr));
    require(dataset_ != nullptr);
    require(dataset_->StartTransaction() == OGRERR_NONE);
}

// SQLite asks between the steps of its program, in the middle of a spatial index too. How far it is, it does not say.
void GeoPackage::watch() {
    if (!progress_) return;
    constexpr int steps = 100'000;  // some milliseconds
    auto* database = static_cast<sqlite3*>(dataset_->GetInternalHandle("SQLITE_HANDLE"));
    if (database == nullptr) return;
    sqlite3_progress_handler(
        database, steps, [](void* file) { return static_cast<GeoPackage*>(file)->go_on() ? 0 : 1; }, this);
}

bool GeoPackage::go_on() noexcept {
    if (stopped_) return false;
    try {
        report(progress_, "index", 0, 0);
        return true;
    } catch (...) {
        stopped_ = std::current_exception();
        return false;
    }
}

void GeoPackage::set_system(const std::string& crs) {
    system_ = gdal::spatial_reference(crs);
}

void GeoPackage::set_attribution(const std::string& text) {
    if (!text.empty()) require(dataset_->SetMetadataItem("ATTRIBUTION", text.c_str()) == CE_None);
}

OGRLayer& GeoPackage::add_layer(const std::string& name, OGRwkbGeometryType type) {
    char without_index[] = "SPATIAL_INDEX=NO";  // built when the layer is complete: faster, and errors can be checked
    char* options[] = {without_index, nullptr};
    const bool spatial = type != wkbNone;
    OGRLayer* layer = dataset_->CreateLayer(name.c_str(), spatial && !system_.IsEmpty() ? &system_ : nullptr, type,
                                            spatial ? options : nullptr);
    require(layer != nullptr);
    if (spatial) spatial_.push_back(layer);
    return *layer;
}

void GeoPackage::add_field(OGRLayer& layer, const std::string& name, OGRFieldType type, OGRFieldSubType subtype) {
    OGRFieldDefn definition(name.c_str(), type);
    definition.SetSubType(subtype);
    require(layer.CreateField(&definition) == OGRERR_NONE);
}

void GeoPackage::add(OGRLayer& layer, OGRFeature& row) {
    row.SetFID(OGRNullFID);
    require(layer.CreateFeature(&row) == OGRERR_NONE);
}

void GeoPackage::make_index(OGRLayer& layer) {
    require(layer.SyncToDisk() == OGRERR_NONE);
    const gdal::QueryRows made(dataset_.get(),
                               format("SELECT CreateSpatialIndex('{}', 'geom')", layer.GetName()).c_str());
    require(made.layer() != nullptr);
    const gdal::Feature answer(OGR_L_GetNextFeature(made.layer()));
    require(answer != nullptr && OGR_F_GetFieldAsInteger(answer.get(), 0) == 1);
}

void GeoPackage::finish() {
    watch();
    for (OGRLayer* layer : spatial_) make_index(*layer);
    require(dataset_->CommitTransaction() == OGRERR_NONE);
    CPLErrorReset();
    dataset_.reset();  // writes the last pages
    require(!errors_.failed());
}

void GeoPackage::commit() {
    if (dataset_) finish();
    require_closed(file_.path());
    file_.commit();
}

void GeoPackage::require(bool done) const {
    if (done) return;
    if (stopped_) std::rethrow_exception(stopped_);
    const std::string detail = errors_.detail();
    if (detail.find("out of memory") != detail.npos) throw std::bad_alloc();  // SQLite's error text, through GDAL
    throw InputError(file_.path(), 0, format("cannot be written{}", detail));
}

}  // namespace allways::tools
