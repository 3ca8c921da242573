// SPDX-License-Identifier: Apache-2.0
#include "export/jobs/write_lock.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways::tools {

WriteLock::WriteLock(Cluster& cluster, std::uint64_t job)
    : name_((std::filesystem::temp_directory_path() / format("allways-{:016x}.lock", job)).string()) {
    if (cluster.ranks_on_machine() > 1) {
        lock_ = ::open(name_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        if (lock_ < 0) {
            throw InputError(name_, 0, format("cannot be created: {}", std::generic_category().message(errno)));
        }
    }
    cluster.barrier();  // now all ranks have opened the file, and its name is no longer needed
    if (lock_ != alone) ::unlink(name_.c_str());
}

WriteLock::~WriteLock() {
    if (lock_ != alone) ::close(lock_);
}

}  // namespace allways::tools
