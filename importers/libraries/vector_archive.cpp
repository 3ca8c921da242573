// SPDX-License-Identifier: Apache-2.0
// Zip and gzip names → GDAL's virtual files.
#include "libraries/vector_archive.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <vector>

#include <cpl_string.h>
#include <cpl_vsi.h>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/text.h"
#include "libraries/gdal_library.h"
#include "text/input_file.h"

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

}  // namespace allways::importers
