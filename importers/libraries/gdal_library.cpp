// SPDX-License-Identifier: Apache-2.0
#include "libraries/gdal_library.h"

#include "allways/importers/environment.h"

#include <algorithm>
#include <mutex>
#include <new>

#include <cpl_error.h>
#include <gdal.h>
#include <ogr_srs_api.h>

#include "allways/base/format.h"

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

}  // namespace allways::importers::gdal

namespace allways {

void pass_on_gdal_messages(void (*take)(std::string_view message)) {
    importers::gdal::message_taker = take;
    CPLSetErrorHandler(importers::gdal::passed_on);
}

}  // namespace allways
