// SPDX-License-Identifier: Apache-2.0
#include "export/files/disk_space.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways::tools {

namespace {

[[noreturn]] void fail_on_disk(const std::string& name, int why) {
    throw InputError(name, 0, format("cannot be written: {}", std::generic_category().message(why)));
}

}  // namespace

void reserve_disk(const std::string& file, const std::string& name) {
#ifdef __linux__
    const int descriptor = ::open(file.c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
    if (descriptor < 0) fail_on_disk(file, errno);
    const auto size = static_cast<off_t>(std::filesystem::file_size(file));
    const bool full = size > 0 && ::fallocate(descriptor, FALLOC_FL_KEEP_SIZE, 0, size) != 0 && errno == ENOSPC;
    ::close(descriptor);
    if (full) fail_on_disk(name, ENOSPC);
#endif
}

void sync_file(const std::string& file) {
    const int descriptor = ::open(file.c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
    if (descriptor < 0) fail_on_disk(file, errno);
    const bool synced = ::fdatasync(descriptor) == 0;
    const int why = errno;
    ::close(descriptor);
    if (!synced) fail_on_disk(file, why);
}

}  // namespace allways::tools
