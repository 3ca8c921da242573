#include "gdal_library.h"

#include <algorithm>
#include <mutex>

#include <cpl_error.h>
#include <gdal.h>

#include "allways/base/format.h"

namespace allways::gdal {

void start() {
    static std::once_flag once;
    std::call_once(once, GDALAllRegister);
}

QuietErrors::QuietErrors() {
    CPLPushErrorHandler(CPLQuietErrorHandler);
    CPLErrorReset();
}

QuietErrors::~QuietErrors() {
    CPLPopErrorHandler();
}

std::string QuietErrors::message() const {
    std::string text = CPLGetLastErrorMsg();
    std::ranges::replace_if(text, [](char c) { return c == '\n' || c == '\t'; }, ' ');
    return text.substr(0, text.find_last_not_of(' ') + 1);
}

std::string QuietErrors::detail() const {
    const std::string text = message();
    return text.empty() ? "" : format(" ({})", text);
}

bool QuietErrors::failed() const {
    return CPLGetLastErrorType() >= CE_Failure;
}

}  // namespace allways::gdal
