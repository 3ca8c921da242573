// SPDX-License-Identifier: Apache-2.0
#include "allways/base/progress.h"

#include "allways/base/error.h"

namespace allways {

void report(const ProgressCallback& callback, std::string_view stage, std::uint64_t done, std::uint64_t total) {
    if (callback && !callback({stage, done, total})) throw Cancelled();
}

void log(const LogCallback& callback, LogLevel level, std::string_view message) {
    if (callback) callback(level, message);
}

}  // namespace allways
