// SPDX-License-Identifier: Apache-2.0
#include "allways/importers/environment.h"

#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <exception>
#include <filesystem>

#include <gdal.h>
#include <hdf5.h>

#include "allways/base/format.h"
#include "allways/device/devices.h"
#include "base/host_memory.h"
#include "base/human.h"
#include "base/text.h"
#include "libraries/gdal_library.h"
#include "libraries/reference_system.h"

namespace allways {

using namespace importers;

namespace {

constexpr std::uint64_t little_memory = std::uint64_t{1} << 30;
constexpr std::uint64_t little_space = std::uint64_t{1} << 30;

EnvironmentCheck check_opencl() {
    const DeviceList list = list_devices();
    std::vector<std::string> names;
    for (const DeviceInfo& device : list.devices) {
        names.push_back(format("{} {} ({}, {})", device.id, device.name, name(device.kind), device.platform));
    }
    if (!names.empty()) return {"OpenCL", true, joined(names), ""};
    return {"OpenCL", false, "no device: dense matrices are solved by plain loops, which is slow", list.explanation};
}

EnvironmentCheck check_gdal() {
    gdal::start();
    std::vector<std::string> missing;
    for (const char* driver : {"GPKG", "ESRI Shapefile", "FlatGeobuf", "GeoJSON", "CSV", "SQLite"}) {
        if (GDALGetDriverByName(driver) == nullptr) missing.emplace_back(driver);
    }
    const std::string version = format("GDAL {}, {} formats", GDALVersionInfo("RELEASE_NAME"), GDALGetDriverCount());
    if (missing.empty()) return {"GDAL", true, version, ""};
    return {"GDAL", false, format("{}, without {}", version, joined(missing)),
            "Install a GDAL with these formats (Debian: libgdal32 or later), and unset GDAL_SKIP and GDAL_DRIVER_PATH "
            "if they are set."};
}

EnvironmentCheck check_proj() {
    try {
        const ReferenceSystem system("EPSG:32632");
        const double longitude = system.to_lon_lat({500'000, 5'000'000}).x;
        if (std::abs(longitude - 9) < 1e-6) return {"PROJ", true, format("EPSG:32632 is {}", system.name()), ""};
        return {"PROJ", false, format("the middle of EPSG:32632 lies at {} degrees east, expected 9", longitude),
                "Reinstall PROJ."};
    } catch (const std::exception& error) {
        return {"PROJ", false, error.what(),
                "Let PROJ_DATA (before PROJ 9.1: PROJ_LIB) name the folder that holds proj.db, or unset it if it names "
                "another one (Debian: package proj-data)."};
    }
}

EnvironmentCheck check_hdf5() {
    unsigned major = 0, minor = 0, release = 0;
    H5get_libversion(&major, &minor, &release);
    return {"HDF5", true, format("HDF5 {}.{}.{}", major, minor, release), ""};
}

EnvironmentCheck check_memory() {
    const std::uint64_t bytes = available_host_bytes();
    if (bytes == unknown_host_bytes) return {"memory", true, "the system does not say how much is free", ""};
    if (bytes >= little_memory) return {"memory", true, format("{} are free", bytes_text(bytes)), ""};
    return {"memory", false, format("{} are free", bytes_text(bytes)),
            "End other programs, or raise the limit of the container or of 'ulimit -v'."};
}

// Writes a file whose name nobody else has, and removes it.
bool can_write(const std::filesystem::path& folder) {
    std::string name = (folder / "allways-XXXXXX").string();
    const int file = ::mkstemp(name.data());
    if (file < 0) return false;
    const bool is_written = ::write(file, "x", 1) == 1;
    ::close(file);
    ::unlink(name.c_str());
    return is_written;
}

EnvironmentCheck check_temporary_files() {
    std::error_code error;
    const std::filesystem::path folder = std::filesystem::temp_directory_path(error);
    const char* remedy = "Let TMPDIR name a folder that may be written and has room.";
    if (error) return {"temporary files", false, format("there is no folder for them: {}", error.message()), remedy};
    if (!can_write(folder)) return {"temporary files", false, format("{} cannot be written", folder.string()), remedy};
    const std::uint64_t space = std::filesystem::space(folder, error).available;
    return {"temporary files", space >= little_space, format("{} has {}", folder.string(), bytes_text(space)),
            space >= little_space ? "" : remedy};
}

}  // namespace

std::vector<EnvironmentCheck> check_environment() {
    return {check_opencl(), check_gdal(), check_proj(), check_hdf5(), check_memory(), check_temporary_files()};
}

}  // namespace allways
