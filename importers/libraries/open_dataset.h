// SPDX-License-Identifier: Apache-2.0
// Opens files with GDAL so that nothing in them opens another file or an address, finds those inside archives, and owns
// its handles.
#pragma once

#include <memory>
#include <string>

#include <cpl_conv.h>
#include <gdal.h>
#include <ogr_api.h>
#include <ogr_srs_api.h>

namespace allways::importers::gdal {

// Returns the name under which GDAL opens `path`: that of the one vector file in a zip archive (or the folder of
// several Shapefiles), that of a gzip file's content, otherwise `path` itself. Throws InputError for an archive with no
// vector file or with several, listing them.
std::string archived_vector_file(const std::string& path);

// Chooses a driver by content, among those that read a file or folder and its companions of the same name, and keeps
// addresses that the file states (of a schema or a reference system) from being requested. A source that is not a file
// ("PG:dbname=gis", see is_vector_source) may have any driver. Returns null, with GDAL's error, if none opens it.
// Sets `names_address` if the file states such an address.
GDALDatasetH open_dataset(const std::string& name, unsigned flags, const char* const* options = nullptr,
                          bool* names_address = nullptr);

// ---- owners of GDAL's C handles

template <auto release>
struct Releaser {
    void operator()(void* handle) const { release(handle); }
};

inline void close_dataset(void* handle) {
    GDALClose(handle);
}
inline void destroy_feature(void* handle) {
    OGR_F_Destroy(static_cast<OGRFeatureH>(handle));
}
inline void destroy_field(void* handle) {
    OGR_Fld_Destroy(static_cast<OGRFieldDefnH>(handle));
}

using Dataset = std::unique_ptr<void, Releaser<close_dataset>>;
using Feature = std::unique_ptr<void, Releaser<destroy_feature>>;
using FieldDefinition = std::unique_ptr<void, Releaser<destroy_field>>;

// The rows of an SQL query: a layer of the dataset, released with this object.
class QueryRows {
public:
    QueryRows(GDALDatasetH dataset, const char* sql)
        : dataset_(dataset), layer_(GDALDatasetExecuteSQL(dataset, sql, nullptr, nullptr)) {}
    ~QueryRows() {
        if (layer_ != nullptr) GDALDatasetReleaseResultSet(dataset_, layer_);
    }
    QueryRows(const QueryRows&) = delete;
    QueryRows& operator=(const QueryRows&) = delete;
    OGRLayerH layer() const { return layer_; }  // null if the query failed

private:
    GDALDatasetH dataset_;
    OGRLayerH layer_;
};

// Sets a configuration option for this thread during the object's lifetime.
class ThreadOption {
public:
    ThreadOption(const char* name, const char* value) : name_(name) { CPLSetThreadLocalConfigOption(name, value); }
    ~ThreadOption() { CPLSetThreadLocalConfigOption(name_, nullptr); }
    ThreadOption(const ThreadOption&) = delete;
    ThreadOption& operator=(const ThreadOption&) = delete;

private:
    const char* name_;
};

}  // namespace allways::importers::gdal
