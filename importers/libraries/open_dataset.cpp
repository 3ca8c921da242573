// SPDX-License-Identifier: Apache-2.0
#include "libraries/open_dataset.h"

#include <algorithm>
#include <array>
#include <vector>

#include <cpl_conv.h>
#include <cpl_http.h>
#include <cpl_string.h>
#include <cpl_vsi.h>

#include "allways/base/format.h"
#include "base/text.h"
#include "libraries/foreign_grids.h"
#include "libraries/gdal_library.h"
#include "libraries/vector_layer.h"

namespace allways::importers::gdal {

namespace {

// Left out are drivers whose files name other files or addresses: VRT, WMS, WFS, WCS, HFA, ERS, EDIGEO, HDF5, …
constexpr std::array<const char*, 39> vector_drivers{
    "GPKG",       "SQLite",  "ESRI Shapefile", "GeoJSON",    "GeoJSONSeq", "TopoJSON", "ESRIJSON", "FlatGeobuf",
    "GML",        "KML",     "LIBKML",         "GPX",        "CSV",        "JML",      "OGR_GMT",  "MapInfo File",
    "DXF",        "DGN",     "OpenFileGDB",    "XLSX",       "ODS",        "XLS",      "S57",      "LVBAG",
    "NAS",        "MBTiles", "PMTiles",        "VDV",        "OSM",        "Selafin",  "SXF",      "AVCBin",
    "Geoconcept", "AVCE00",  "WAsP",           "Interlis 1", "Parquet",    "Arrow",    nullptr};
constexpr std::array<const char*, 31> raster_drivers{
    "GTiff", "AAIGrid",     "AIG", "SRTMHGT", "EHdr", "ENVI",     "GenBin",   "DTED",   "USGSDEM", "GSAG", "GSBG",
    "GS7BG", "SAGA",        "RST", "BT",      "GRIB", "Leveller", "netCDF",   "XYZ",    "PNG",     "GPKG", "RMF",
    "GTX",   "JP2OpenJPEG", "ISG", "HF2",     "ZMap", "NWT_GRD",  "Terragen", "SIGDEM", nullptr};

// Answers a request for an address with an error. Null would pass it on to GDAL.
CPLHTTPResult* refuse(const char* address, CSLConstList, GDALProgressFunc, void*, CPLHTTPFetchWriteFunc, void*,
                      void* is_refused) {
    *static_cast<bool*>(is_refused) = true;
    auto* answer = static_cast<CPLHTTPResult*>(CPLCalloc(1, sizeof(CPLHTTPResult)));
    answer->nStatus = 1;
    answer->pszErrBuf = CPLStrdup(format("{} is not requested, which the file names", address).c_str());
    return answer;
}

class NoRequests {
public:
    NoRequests() { CPLHTTPPushFetchCallback(refuse, &refused); }
    ~NoRequests() { CPLHTTPPopFetchCallback(); }
    NoRequests(const NoRequests&) = delete;
    NoRequests& operator=(const NoRequests&) = delete;
    bool refused = false;
};

// A seamless table of MapInfo, by itself or in a folder: its rows are the names of other tables.
bool is_seamless_table(const std::string& name) {
    const CPLStringList listed(VSIReadDir(name.c_str()));
    std::vector<std::string> files{name};
    for (int i = 0; i < listed.size(); ++i) files.push_back(name + "/" + listed[i]);
    return std::ranges::any_of(files, [](const std::string& file) {
        GByte* text = nullptr;
        if (!lower_case(file).ends_with(".tab") || VSIIngestFile(nullptr, file.c_str(), &text, nullptr, -1) == FALSE)
            return false;
        const bool found = lower_case(reinterpret_cast<const char*>(text)).find("isseamless") != std::string::npos;
        CPLFree(text);
        return found;
    });
}

GDALDatasetH refuse_grid(const std::string& path) {
    CPLError(
        CE_Failure, CPLE_OpenFailed,
        "its reference system names the file '%s', which is not opened; state the system by its code or with grids "
        "by their names in PROJ's folder (PROJ_DATA)",
        path.c_str());
    return nullptr;
}

}  // namespace

GDALDatasetH open_dataset(const std::string& name, unsigned flags, const char* const* options, bool* names_address) {
    start();
    if (is_vector_source(name) && !name.starts_with("/vsi"))
        return GDALOpenEx(name.c_str(), flags, nullptr, options, nullptr);
    if (is_seamless_table(name)) {
        CPLError(CE_Failure, CPLE_OpenFailed, "it is a seamless table, which names others; name one of these");
        return nullptr;
    }
    if (const std::string path = foreign_grid(name); !path.empty()) return refuse_grid(path);
    NoRequests none;
    const ForeignGridWatch tables;
    const char* const* drivers = (flags & GDAL_OF_RASTER) != 0 ? raster_drivers.data() : vector_drivers.data();
    const GDALDatasetH opened = GDALOpenEx(name.c_str(), flags, drivers, options, nullptr);
    if (names_address != nullptr) *names_address = none.refused;
    if (!tables.path().empty()) {
        if (opened != nullptr) GDALClose(opened);
        return refuse_grid(tables.path());
    }
    if (opened != nullptr) return opened;
    const std::string why = CPLGetLastErrorMsg();
    const unsigned kinds = flags & (GDAL_OF_RASTER | GDAL_OF_VECTOR);
    const GDALDriverH other = GDALIdentifyDriverEx(name.c_str(), kinds, nullptr, nullptr);
    const char* driver = other == nullptr ? "" : GDALGetDriverShortName(other);
    if (*driver == '\0' || CSLFindString(drivers, driver) >= 0) {
        if (!why.empty()) CPLError(CE_Failure, CPLE_OpenFailed, "%s", why.c_str());  // identifying has reset it
        return nullptr;
    }
    CPLError(CE_Failure, CPLE_OpenFailed,
             "its content is for GDAL's driver %s, whose files may name other files and addresses; write one file that "
             "contains everything, with %s for example",
             driver, (flags & GDAL_OF_RASTER) != 0 ? "gdal_translate" : "ogr2ogr");
    return nullptr;
}

}  // namespace allways::importers::gdal
