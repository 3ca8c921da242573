// SPDX-License-Identifier: Apache-2.0
#include "export/files/rename_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace allways::tools {

namespace fs = std::filesystem;

namespace {

std::error_code last_error() {
    return {errno, std::generic_category()};
}

bool is_unsupported(int error) {
    return error == EINVAL || error == ENOSYS || error == ENOTSUP || error == EPERM || error == EMLINK;
}

}  // namespace

// Most file systems that cannot rename without replacing have hard links, which are used instead; without both, only
// the callers' checks protect an existing file.
std::error_code rename_file(const fs::path& from, const fs::path& to, bool replace) {
    if (!replace) {
#ifdef RENAME_NOREPLACE
        if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return {};
        if (!is_unsupported(errno)) return last_error();
#endif
        if (::link(from.c_str(), to.c_str()) == 0) {
            ::unlink(from.c_str());
            return {};
        }
        if (!is_unsupported(errno)) return last_error();
    }
    std::error_code error;
    fs::rename(from, to, error);
    return error;
}

}  // namespace allways::tools
