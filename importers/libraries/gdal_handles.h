// SPDX-License-Identifier: Apache-2.0
// Owners of GDAL's C handles.
#pragma once

#include <memory>

#include <cpl_conv.h>
#include <gdal.h>
#include <ogr_api.h>
#include <ogr_srs_api.h>

namespace allways::importers::gdal {

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
