// SPDX-License-Identifier: Apache-2.0
// A lock that lets the ranks of one machine write to their common file one at a time.
#pragma once

#include <cstdint>
#include <string>

#include "allways/cluster/cluster.h"
#include "export/files/file_lock.h"

namespace allways::tools {

// A system lets one process write to a file at a time anyway, but the others wait for it on the processors, which the
// rest of the ranks could use.
class WriteLock {
public:
    // Called by all ranks, with a number that no other job of these machines has. Throws InputError if the folder for
    // temporary files takes none.
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
    static constexpr int alone = -1;  // a rank that has its machine to itself

    std::string name_;
    int lock_ = alone;
};

}  // namespace allways::tools
