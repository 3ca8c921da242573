// SPDX-License-Identifier: Apache-2.0
#include "export/files/file_lock.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways::tools {

namespace {

#ifdef F_OFD_SETLK
constexpr int set = F_OFD_SETLK;
#else
constexpr int set = F_SETLK;  // owned by the process
#endif

}  // namespace

bool try_lock(int descriptor, LockMode mode, const char* name) {
    struct flock lock {};
    lock.l_type = mode == LockMode::shared ? F_RDLCK : F_WRLCK;
    lock.l_whence = SEEK_SET;
    if (::fcntl(descriptor, set, &lock) == 0) return true;
    if (errno == EAGAIN || errno == EACCES) return false;
    throw InputError(
        name, 0,
        format("cannot be locked: {}; choose a file system with locks", std::generic_category().message(errno)));
}

}  // namespace allways::tools
