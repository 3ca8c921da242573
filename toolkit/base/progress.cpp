// SPDX-License-Identifier: Apache-2.0
#include "allways/base/progress.h"

#include <string>
#include <utility>

#include "allways/base/error.h"

namespace allways {

void report(const ProgressCallback& callback, std::string_view stage, std::uint64_t done, std::uint64_t total) {
    if (callback && !callback({stage, done, total})) throw Cancelled();
}

void log(const LogCallback& callback, LogLevel level, std::string_view message) {
    if (callback) callback(level, message);
}

LogCallback strict_log(LogCallback callback) {
    return [callback = std::move(callback)](LogLevel level, std::string_view message) {
        if (level == LogLevel::guess || level == LogLevel::loss) throw InputError("", 0, std::string(message));
        log(callback, level, message);
    };
}

}  // namespace allways
