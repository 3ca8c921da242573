// A GeoPackage in the making: what all that are written have in common, whatever their layers.
#pragma once

#include <string>
#include <vector>

#include <gdal_priv.h>
#include <ogr_spatialref.h>
#include <ogrsf_frmts.h>

#include "export/atomic_file.h"
#include "libraries/gdal_handles.h"
#include "libraries/gdal_library.h"

namespace allways::tools {

// Written in one transaction, into a file that nobody else sees before it is complete. Its functions throw InputError
// where the file cannot be written.
class GeoPackage {
public:
    // Throws InputError, too, where `path` exists and may not be replaced, or another program has it open.
    GeoPackage(const std::string& path, bool overwrite);

    // Of all layers made from now on; without it theirs is unknown. Throws InvalidArgument for one that PROJ does not
    // know.
    void set_system(const std::string& crs);
    void set_attribution(const std::string& text);  // whom the data are owed to

    // The geometries of a layer, wkbNone for a plain table, are in its field geom. Owned by the file.
    OGRLayer& add_layer(const std::string& name, OGRwkbGeometryType type);
    // The fields of a layer have the numbers 0, 1, … in the order they are added.
    void add_field(OGRLayer& layer, const std::string& name, OGRFieldType type, OGRFieldSubType subtype = OFSTNone);
    // Adds the row; the next one may start from what it held.
    void add(OGRLayer& layer, OGRFeature& row);

    // Makes the spatial indexes and gives the file its name.
    void commit();

private:
    void require(bool done) const;
    void make_index(OGRLayer& layer);

    gdal::QuietErrors errors_;
    // Nobody waits for a temporary file, and its journal may go with the process.
    gdal::ThreadOption synchronous_{"OGR_SQLITE_SYNCHRONOUS", "OFF"};
    gdal::ThreadOption journal_{"OGR_SQLITE_JOURNAL", "MEMORY"};
    // MB, taken as they are needed: a spatial index is filled all over. bench/log.md has what it saves.
    gdal::ThreadOption cache_{"OGR_SQLITE_CACHE", "256"};
    AtomicFile file_;
    GDALDatasetUniquePtr dataset_;
    OGRSpatialReference system_;
    std::vector<OGRLayer*> spatial_;
};

}  // namespace allways::tools
