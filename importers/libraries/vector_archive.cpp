// SPDX-License-Identifier: Apache-2.0
// Zip and gzip names → GDAL's virtual files.
#include "libraries/vector_archive.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <vector>

#include <cpl_string.h>
#include <cpl_vsi.h>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/text.h"
#include "libraries/gdal_library.h"

namespace allways::importers {

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

}  // namespace

std::string archived_vector_file(const std::string& path) {
    const std::string lower = lower_case(path);
    if (path.starts_with("/vsi")) return path;
    if (lower.ends_with(".gz")) return "/vsigzip/" + path;
    if (!lower.ends_with(".zip")) return path;

    const gdal::QuietErrors quiet;
    const std::string archive = "/vsizip/" + path;
    const CPLStringList listed(VSIReadDirRecursive(archive.c_str()));
    std::vector<std::string> all;
    for (int i = 0; i < listed.size(); ++i) all.emplace_back(listed[i]);
    if (all.empty()) {
        throw InputError(path, 0, format("expected a zip archive with a vector file{}", quiet.detail()));
    }
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

}  // namespace allways::importers
