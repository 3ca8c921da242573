// SPDX-License-Identifier: Apache-2.0
// Writes a GeoPackage: what all GeoPackages of Allways have in common, whatever their layers.
#pragma once

#include <exception>
#include <string>
#include <vector>

#include <gdal_priv.h>
#include <ogr_spatialref.h>
#include <ogrsf_frmts.h>

#include "allways/base/progress.h"
#include "export/files/atomic_file.h"
#include "libraries/gdal_library.h"
#include "libraries/open_dataset.h"

namespace allways::tools {

// Written in one transaction, to a temporary file that no other program opens. Functions throw InputError if the file
// cannot be written.
class GeoPackage {
public:
    // Also throws InputError if `path` exists and may not be replaced, or another program has it open. `progress`,
    // stage "index", is asked while the file is finished.
    GeoPackage(const std::string& path, bool overwrite, const ProgressCallback& progress);

    // Sets the reference system of all layers added afterwards; if it is not called, theirs is unknown. Throws
    // InvalidArgument if PROJ does not know `crs`.
    void set_system(const std::string& crs);
    void set_attribution(const std::string& text);  // credit for the data

    // Adds a layer with geometries in its field geom, or for wkbNone a plain table. The file owns the layer.
    OGRLayer& add_layer(const std::string& name, OGRwkbGeometryType type);
    // Fields of a layer are numbered 0, 1, … in the order they are added.
    void add_field(OGRLayer& layer, const std::string& name, OGRFieldType type, OGRFieldSubType subtype = OFSTNone);
    // Adds the row; the caller may reuse it for the next one.
    void add(OGRLayer& layer, OGRFeature& row);

    // Makes the spatial indexes and writes the last pages. The file is then complete under its temporary name, and
    // nothing more can be added. Throws Cancelled.
    void finish();
    const std::string& temporary() const { return file_.temporary(); }
    // Gives the file its name; calls finish() first if it was not called.
    void commit();

private:
    void require(bool done) const;
    void watch();
    bool go_on() noexcept;
    void make_index(OGRLayer& layer);

    importers::gdal::QuietErrors errors_;
    // A temporary file needs no durability, and its journal may be lost with the process.
    importers::gdal::ThreadOption synchronous_{"OGR_SQLITE_SYNCHRONOUS", "OFF"};
    importers::gdal::ThreadOption journal_{"OGR_SQLITE_JOURNAL", "MEMORY"};
    // In MB, allocated on demand: filling a spatial index touches all of it. bench/log/tables-and-files.md states the
    // gain.
    importers::gdal::ThreadOption cache_{"OGR_SQLITE_CACHE", "256"};
    AtomicFile file_;
    ProgressCallback progress_;
    std::exception_ptr stopped_;  // by `progress_`
    GDALDatasetUniquePtr dataset_;
    OGRSpatialReference system_;
    std::vector<OGRLayer*> spatial_;
};

}  // namespace allways::tools
