// SPDX-License-Identifier: Apache-2.0
// A lock on an open file, respected by processes on this host and on other hosts that share the file system.
#pragma once

namespace allways::tools {

enum class LockMode { shared, exclusive };

// Locks the whole file, or changes the lock that the descriptor has. Returns false if another holder has a lock that
// excludes this one. The lock ends when the descriptor is closed or the process ends, even by a kill, so unlike lock
// files it leaves nothing to clean up. These are byte-range locks of fcntl, which NFS passes to its server; the open
// file owns them, so that threads of one process exclude each other. Throws InputError with the file's name if the file
// system has no locks.
bool try_lock(int descriptor, LockMode mode, const char* name);

}  // namespace allways::tools
