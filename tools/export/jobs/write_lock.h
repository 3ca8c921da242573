// SPDX-License-Identifier: Apache-2.0
// A lock that lets the ranks of one machine write to their common file one at a time.
#pragma once

#include <cstdint>
#include <string>

#include "allways/cluster/cluster.h"
#include "export/files/file_lock.h"

namespace allways::tools {

// The system lets only one process at a time write to a file anyway, but waiting writers occupy processors that the
// other ranks could use.
class WriteLock {
public:
    // All ranks call it, with a number that no other job on these machines has. Throws InputError if no file can be
    // created in the folder for temporary files.
    WriteLock(Cluster& cluster, std::uint64_t job);
    ~WriteLock();
    WriteLock(const WriteLock&) = delete;
    WriteLock& operator=(const WriteLock&) = delete;

    template <class Write>
    void write(const Write& work) const {
        if (lock_ == alone) return work();
        wait_for_lock(lock_, LockMode::exclusive, name_.c_str());
        const End end{lock_};
        work();
    }

private:
    struct End {
        int lock;
        ~End() { unlock(lock); }
    };
    static constexpr int alone = -1;  // the rank is the only one on its machine

    std::string name_;
    int lock_ = alone;
};

}  // namespace allways::tools
