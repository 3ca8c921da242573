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
constexpr int set_waiting = F_OFD_SETLKW;
#else
constexpr int set = F_SETLK;  // owned by the process
constexpr int set_waiting = F_SETLKW;
#endif

int change_lock(int descriptor, int command, short type) {
    struct flock lock {};
    lock.l_type = type;
    lock.l_whence = SEEK_SET;
    return ::fcntl(descriptor, command, &lock);
}

short type_of(LockMode mode) {
    return mode == LockMode::shared ? F_RDLCK : F_WRLCK;
}

[[noreturn]] void fail(const char* name) {
    throw InputError(
        name, 0,
        format("cannot be locked: {}; choose a file system with locks", std::generic_category().message(errno)));
}

}  // namespace

bool try_lock(int descriptor, LockMode mode, const char* name) {
    if (change_lock(descriptor, set, type_of(mode)) == 0) return true;
    if (errno == EAGAIN || errno == EACCES) return false;
    fail(name);
}

void wait_for_lock(int descriptor, LockMode mode, const char* name) {
    while (change_lock(descriptor, set_waiting, type_of(mode)) != 0) {
        if (errno != EINTR) fail(name);
    }
}

void unlock(int descriptor) noexcept {
    change_lock(descriptor, set, F_UNLCK);
}

}  // namespace allways::tools
