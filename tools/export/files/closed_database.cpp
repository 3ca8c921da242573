// SPDX-License-Identifier: Apache-2.0
#include "export/files/closed_database.h"

#include <filesystem>

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways::tools {

namespace fs = std::filesystem;

void require_closed(const std::string& path) {
    std::error_code error;
    const fs::path target = fs::weakly_canonical(path, error);
    for (const char* suffix : {"-wal", "-journal"}) {
        const std::string journal = target.string() + suffix;
        if (!fs::exists(journal, error)) continue;
        throw InputError(path, 0,
                         format("cannot be written: {} shows that another program has it open; close it there first",
                                fs::path(journal).filename().string()));
    }
}

}  // namespace allways::tools
