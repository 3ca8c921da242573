// SPDX-License-Identifier: Apache-2.0
// A lock on an open file that other processes respect, on this host and on others that share the file system.
#pragma once

namespace allways::tools {

enum class LockMode { shared, exclusive };

// Locks the whole file, or changes the lock that the descriptor has. Returns false if others have one that excludes it.
// Closing the descriptor unlocks, and so does the end of the process, by a kill too: nothing is left to clean up, as
// with files that stand for a lock. These are byte-range locks of fcntl, which NFS passes to its server, owned by the
// open file, so that threads of one process exclude each other. Throws InputError, with the file's name, where the file
// system has no locks.
bool try_lock(int descriptor, LockMode mode, const char* name);
// The same, but waits until no other has one that excludes it.
void wait_for_lock(int descriptor, LockMode mode, const char* name);
void unlock(int descriptor) noexcept;

}  // namespace allways::tools
