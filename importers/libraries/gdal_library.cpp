// SPDX-License-Identifier: Apache-2.0
#include "libraries/gdal_library.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <new>
#include <string_view>

#include <cpl_error.h>
#include <gdal.h>
#include <ogr_spatialref.h>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/importers/environment.h"
#include "base/text.h"

namespace allways::importers::gdal {

namespace {

void (*message_taker)(std::string_view) = nullptr;

// GDAL aborts the process after an error of this class, which means that memory ran out. Throwing here prevents that.
void CPL_STDCALL quiet(CPLErr kind, CPLErrorNum, const char*) {
    if (kind == CE_Fatal) throw std::bad_alloc();
}

void CPL_STDCALL passed_on(CPLErr kind, CPLErrorNum number, const char* text) {
    quiet(kind, number, text);
    message_taker(text);
}

}  // namespace

void start() {
    static std::once_flag once;
    std::call_once(once, [] {
        OSRSetPROJEnableNetwork(FALSE);
        GDALAllRegister();
    });
}

QuietErrors::QuietErrors() {
    CPLPushErrorHandler(quiet);
    CPLErrorReset();
}

QuietErrors::~QuietErrors() {
    CPLPopErrorHandler();
}

std::string QuietErrors::message() const {
    std::string text = CPLGetLastErrorMsg();
    std::ranges::replace_if(
        text, [](char c) { return c == '\n' || c == '\t'; }, ' ');
    return text.substr(0, text.find_last_not_of(' ') + 1);
}

std::string QuietErrors::detail() const {
    const std::string text = message();
    return text.empty() ? "" : format(" ({})", text);
}

bool QuietErrors::failed() const {
    return CPLGetLastErrorType() >= CE_Failure;
}

// ---- reference systems

namespace {

// Returns true if the text names a file by its path: "+nadgrids=/data/x.gsb", "+init=x/y:1", PARAMETERFILE["…","../x"],
// "dict:x,1". PROJ would open it, or convert less precisely without it.
bool names_a_path(const std::string& definition) {
    const std::string text = lower_case(definition);
    if (text.starts_with("dict:")) return true;
    const auto any_value_of = [&](std::string_view key, const auto& is_path) {
        for (std::size_t at = text.find(key); at != text.npos; at = text.find(key, at + 1)) {
            const std::size_t begin = at + key.size();
            if (is_path(std::string_view(text).substr(begin, text.find_first_of(" \"", begin) - begin))) return true;
        }
        return false;
    };
    const auto has_slash = [](std::string_view value) { return value.find_first_of("/\\") != value.npos; };
    const auto is_no_authority = [](std::string_view value) {
        return !value.starts_with("epsg:") && !value.starts_with("esri:") && !value.starts_with("ignf:");
    };
    return any_value_of("grids=", has_slash) || any_value_of("init=", is_no_authority) ||
           std::ranges::any_of(std::array{"\"/", "\"./", "\"../", "\"~/", "\"@/"},
                               [&](const char* start) { return text.find(start) != text.npos; });
}

}  // namespace

OGRSpatialReference spatial_reference(const std::string& definition) {
    static const bool no_network = (OSRSetPROJEnableNetwork(FALSE), true);
    static_cast<void>(no_network);
    if (names_a_path(definition)) {
        throw InvalidArgument(
            format("'{}' names a file; expected a reference system by its code, WKT or PROJ text, with "
                   "grids by their names in PROJ's folder (PROJ_DATA)",
                   definition));
    }
    OGRSpatialReference system;
    const QuietErrors quiet;
    if (system.SetFromUserInput(definition.c_str(), OGRSpatialReference::SET_FROM_USER_INPUT_LIMITATIONS_get()) !=
        OGRERR_NONE) {
        if (quiet.detail().find("DATABASE.LAYOUT.VERSION") != std::string::npos) {
            throw InputError(
                "proj.db", 0,
                format("the database that PROJ found belongs to another version of it; let PROJ_DATA (before PROJ 9.1: "
                       "PROJ_LIB) name the folder of its own, or unset it{}",
                       quiet.detail()));
        }
        if (quiet.detail().find("proj.db") != std::string::npos) {
            throw InputError(
                "proj.db", 0,
                format("PROJ does not find its database, which '{}' needs; let PROJ_DATA (before PROJ 9.1: "
                       "PROJ_LIB) name its folder, or unset it",
                       definition));
        }
        throw InvalidArgument(format("'{}' is not a reference system that PROJ knows; use EPSG:<code> or WKT{}",
                                     definition, quiet.detail()));
    }
    system.SetAxisMappingStrategy(OAMS_TRADITIONAL_GIS_ORDER);
    return system;
}

}  // namespace allways::importers::gdal

namespace allways {

void pass_on_gdal_messages(void (*take)(std::string_view message)) {
    importers::gdal::message_taker = take;
    CPLSetErrorHandler(importers::gdal::passed_on);
}

}  // namespace allways
