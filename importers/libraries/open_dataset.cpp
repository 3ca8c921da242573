// SPDX-License-Identifier: Apache-2.0
#include "libraries/open_dataset.h"

#include <cpl_conv.h>
#include <cpl_http.h>
#include <cpl_string.h>
#include <cpl_vsi.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/text.h"
#include "libraries/gdal_library.h"
#include "libraries/vector_layer.h"
#include "text/input_file.h"

namespace allways::importers::gdal {

// ---- zip and gzip names → GDAL's virtual files

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 11> suffixes{".gpkg", ".shp", ".geojson", ".json", ".geojsonl", ".fgb",
                                                    ".gml",  ".kml", ".tab",     ".mif",  ".sqlite"};

// Accepts folders, too: a file geodatabase is a folder, and archives list it with a trailing slash.
bool is_vector_file(std::string_view name) {
    if (name.starts_with("__MACOSX/")) return false;
    const std::string lower = lower_case(name);
    return lower.ends_with(".gdb/") ||
           std::ranges::any_of(suffixes, [&](std::string_view suffix) { return lower.ends_with(suffix); });
}

bool are_shapefiles_of_one_folder(const std::vector<std::string>& names) {
    return std::ranges::all_of(names, [&](const std::string& name) {
        return lower_case(name).ends_with(".shp") && fs::path(name).parent_path() == fs::path(names[0]).parent_path();
    });
}

// GDAL takes time by the square of the number of files to list them.
void refuse_many_files(const std::string& path) {
    constexpr std::size_t longest_end = 22 + 65535;  // its last record, with a comment
    constexpr unsigned most_files = 10'000;
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    const auto size = static_cast<std::size_t>(std::max<std::streamoff>(file.tellg(), 0));
    std::string end(std::min(size, longest_end), '\0');
    file.seekg(static_cast<std::streamoff>(size - end.size()));
    file.read(end.data(), static_cast<std::streamsize>(end.size()));
    const std::size_t record = end.rfind("PK\x05\x06");
    if (!file || record == end.npos || record + 12 > end.size()) return;  // GDAL says what is wrong
    const auto byte = [&](std::size_t at) {
        return static_cast<unsigned>(static_cast<unsigned char>(end[record + at]));
    };
    const unsigned files = byte(10) + 256 * byte(11);  // 65535: that or more
    if (files <= most_files) return;
    throw InputError(path, 0,
                     format("the zip archive contains {} files, more than {}; unpack it and name the vector file",
                            files == 65535 ? "65535 or more" : std::to_string(files), most_files));
}

std::uint64_t unpacked_bytes(const std::string& archive, const std::vector<std::string>& names) {
    std::uint64_t bytes = 0;
    for (const std::string& name : names) {
        VSIStatBufL facts;
        if (VSIStatExL((archive + "/" + name).c_str(), &facts, VSI_STAT_SIZE_FLAG) == 0 && facts.st_size > 0)
            bytes += static_cast<std::uint64_t>(facts.st_size);
    }
    return bytes;
}

}  // namespace

std::string archived_vector_file(const std::string& path) {
    const std::string lower = lower_case(path);
    if (path.starts_with("/vsi")) return path;
    if (lower.ends_with(".gz")) return "/vsigzip/" + path;
    if (!lower.ends_with(".zip")) return path;

    const gdal::QuietErrors quiet;
    const std::string archive = "/vsizip/" + path;
    refuse_many_files(path);
    const CPLStringList listed(VSIReadDirRecursive(archive.c_str()));
    std::vector<std::string> all;
    for (int i = 0; i < listed.size(); ++i) all.emplace_back(listed[i]);
    if (all.empty()) {
        throw InputError(path, 0, format("expected a zip archive with a vector file{}", quiet.detail()));
    }
    refuse_bomb(path, fs::file_size(path), unpacked_bytes(archive, all));
    std::vector<std::string> found;
    std::ranges::copy_if(all, std::back_inserter(found), is_vector_file);
    if (found.empty()) {
        throw InputError(path, 0, format("no vector file in this zip archive; it contains: {}", joined(all)));
    }
    if (found.size() == 1) return archive + "/" + found[0];
    if (are_shapefiles_of_one_folder(found)) return fs::path(archive + "/" + found[0]).parent_path().string();
    throw InputError(path, 0,
                     format("the zip archive contains several vector files: {}; name one as /vsizip/ARCHIVE/FILE, here "
                            "{}/{}",
                            joined(found), archive, found[0]));
}

// ---- what PROJ would open for a reference system in a file, found before GDAL hands the system to it

namespace {

// During the object's lifetime, connections that this thread opens to databases of SQLite fail if a table of reference
// systems, of GeoPackage or SpatiaLite, has such a text.
class ForeignGridWatch {
public:
    ForeignGridWatch();
    ~ForeignGridWatch();
    ForeignGridWatch(const ForeignGridWatch&) = delete;
    ForeignGridWatch& operator=(const ForeignGridWatch&) = delete;

    const std::string& path() const { return path_; }  // as from foreign_grid

private:
    static int on_open(sqlite3* connection, char**, const void*);

    std::string path_;
};

constexpr std::size_t block_bytes = std::size_t{1} << 20;
constexpr std::size_t longest_system = 4096;
thread_local ForeignGridWatch* watching = nullptr;

// Returns the length of the reference to an ASCII character at the front of a text, and the character; 0 for none.
std::pair<std::size_t, char> escape_of(std::string_view text) {
    const auto number = [&](std::size_t begin, std::size_t end, int base, std::size_t length) {
        int code = 0;
        const auto [last, error] = std::from_chars(text.data() + begin, text.data() + end, code, base);
        const bool whole = error == std::errc() && last == text.data() + end && code > 0 && code < 0x80;
        return whole ? std::pair(length, static_cast<char>(code)) : std::pair(std::size_t{0}, '\0');
    };
    if (text.starts_with("\\u") && text.size() >= 6) return number(2, 6, 16, 6);
    if (text.starts_with("\\/")) return {2, '/'};
    if (text.starts_with("\\\"")) return {2, '"'};
    if (text.starts_with("&quot;")) return {6, '"'};
    const std::size_t end = text.substr(0, 16).find(';');
    if (!text.starts_with("&#") || end == text.npos) return {};
    return text.starts_with("&#x") ? number(3, end, 16, end + 1) : number(2, end, 10, end + 1);
}

// Lower case, with character references of JSON and XML resolved.
std::string plain_text(std::string_view text) {
    std::string plain;
    plain.reserve(text.size());
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of("\\&"), text.size());
        plain += text.substr(0, end);
        text.remove_prefix(end);
        if (text.empty()) break;
        const auto [length, character] = escape_of(text);
        plain += length > 0 ? character : text.front();
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return lower_case(plain);
}

std::string path_in(const std::string& text) {
    const auto value_after = [&](std::size_t begin, std::string_view ends) {
        return text.substr(begin, text.find_first_of(ends, begin) - begin);
    };
    const auto find = [&](std::string_view key, const auto& read) -> std::string {
        for (std::size_t at = text.find(key); at != text.npos; at = text.find(key, at + 1)) {
            if (const std::string value = read(at + key.size()); value.find_first_of("/\\") != value.npos) return value;
        }
        return "";
    };
    const auto in_proj_text = [&](std::size_t begin) { return value_after(begin, " \"<\t\n"); };
    // After the closing quotation mark of a keyword, or inside the brackets of PARAMETERFILE: the last quoted text.
    const auto in_wkt = [&](std::size_t begin) {
        const std::string rest = value_after(begin, "]<");
        const std::size_t last = rest.rfind('"');
        if (last == rest.npos || last == 0) return std::string();
        const std::size_t first = rest.rfind('"', last - 1);
        return first == rest.npos ? std::string() : rest.substr(first + 1, last - first - 1);
    };
    for (const std::string_view key : {"grids=", "+init="}) {
        if (const std::string path = find(key, in_proj_text); !path.empty()) return path;
    }
    for (const std::string_view key : {"proj4_grids\"", "parameterfile["}) {
        if (const std::string path = find(key, in_wkt); !path.empty()) return path;
    }
    return "";
}

std::string path_in_file(const std::string& name) {
    const std::unique_ptr<VSILFILE, decltype([](VSILFILE* open) { VSIFCloseL(open); })> file(
        VSIFOpenL(name.c_str(), "rb"));
    if (!file) return "";
    std::string block;
    bool is_text = false;
    const bool is_geodatabase = lower_case(name).ends_with(".gdbtable");
    while (true) {
        const std::size_t kept = std::min(block.size(), longest_system);
        const bool first = block.empty();
        block.erase(0, block.size() - kept);
        block.resize(kept + block_bytes);
        const std::size_t got = VSIFReadL(block.data() + kept, 1, block_bytes, file.get());
        block.resize(kept + got);
        if (is_geodatabase) std::erase(block, '\0');  // texts are in UTF-8 and UTF-16
        if (first) {
            const std::size_t begin = block.find_first_not_of(" \t\r\n\x1e\xEF\xBB\xBF");
            is_text = begin != block.npos && std::string_view("{[<").find(block[begin]) != std::string_view::npos;
        }
        if (std::string path = path_in(plain_text(block)); !path.empty()) return path;
        if (got < block_bytes || !(is_text || is_geodatabase)) return "";
    }
}

// Returns the text, if the file or the .prj beside it states a reference system that names a file by its path:
// "+nadgrids=/data/x.gsb", "+init=x/y:1", EXTENSION["PROJ4_GRIDS","../x"], PARAMETERFILE["…","/x"]; otherwise an empty
// text. Reads JSON, XML and file geodatabases to their end, other files as far as their headers go. `name` may be one
// of GDAL's virtual files, or a folder. Databases of SQLite need a ForeignGridWatch as well.
std::string foreign_grid(const std::string& name) {
    std::vector<std::string> files{name};
    const std::string folder = name.ends_with('/') ? name : name + "/";
    const CPLStringList listed(VSIReadDir(name.c_str()));
    for (int i = 0; i < listed.size(); ++i) {
        const std::string lower = lower_case(listed[i]);
        if (lower.ends_with(".prj") || lower.ends_with(".qpj") || lower.ends_with(".gdbtable"))
            files.push_back(folder + listed[i]);
    }
    for (const char* suffix : {"prj", "PRJ", "qpj"}) {
        const std::string beside = CPLResetExtension(name.c_str(), suffix);
        if (beside != name) files.push_back(beside);
    }
    for (const std::string& file : files) {
        if (std::string path = path_in_file(file); !path.empty()) return path;
    }
    return "";
}

ForeignGridWatch::ForeignGridWatch() {
    // Stays registered, for SQLite's list of extensions belongs to all threads: `watching` says whose turn it is.
    static const int registered = sqlite3_auto_extension(reinterpret_cast<void (*)()>(&ForeignGridWatch::on_open));
    if (registered != SQLITE_OK) throw std::bad_alloc();
    watching = this;
}

ForeignGridWatch::~ForeignGridWatch() {
    watching = nullptr;
}

int ForeignGridWatch::on_open(sqlite3* connection, char**, const void*) {
    if (watching == nullptr) return SQLITE_OK;
    const auto find = [](void* path, int count, char** values, char**) -> int {
        auto& found = *static_cast<std::string*>(path);
        for (const char* value : std::span(values, static_cast<std::size_t>(count))) {
            if (value != nullptr && found.empty()) found = path_in(plain_text(value));
        }
        return found.empty() ? 0 : 1;
    };
    // An error of the last query would be the connection's, so only tables that are there are asked.
    const auto add = [](void* queries, int, char** values, char**) -> int {
        static_cast<std::vector<std::string>*>(queries)->emplace_back(values[0]);
        return 0;
    };
    std::vector<std::string> queries;
    sqlite3_exec(connection,
                 "SELECT 'SELECT * FROM ' || lower(name) FROM sqlite_master WHERE lower(name) IN "
                 "('gpkg_spatial_ref_sys', 'spatial_ref_sys')",
                 add, &queries, nullptr);
    for (const std::string& query : queries) {
        if (watching->path_.empty()) sqlite3_exec(connection, query.c_str(), find, &watching->path_, nullptr);
    }
    return watching->path_.empty() ? SQLITE_OK : SQLITE_ERROR;
}

// Left out are drivers whose files name other files or addresses: VRT, WMS, WFS, WCS, HFA, ERS, EDIGEO, HDF5, …
constexpr std::array<const char*, 37> vector_drivers{
    "GPKG",       "SQLite",  "ESRI Shapefile", "GeoJSON",    "GeoJSONSeq", "TopoJSON", "ESRIJSON", "FlatGeobuf",
    "GML",        "KML",     "LIBKML",         "GPX",        "CSV",        "JML",      "OGR_GMT",  "MapInfo File",
    "DXF",        "DGN",     "OpenFileGDB",    "XLSX",       "ODS",        "XLS",      "S57",      "LVBAG",
    "NAS",        "MBTiles", "PMTiles",        "VDV",        "OSM",        "Selafin",  "SXF",      "AVCBin",
    "Geoconcept", "AVCE00",  "WAsP",           "Interlis 1", nullptr};
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
