// SPDX-License-Identifier: Apache-2.0
// A file, or a folder of files, that appears under its name only when it is complete.
#pragma once

#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

namespace allways::tools {

// Throws InputError if a journal lies beside the file: it belongs to a program that has the file open, or to one that
// crashed, and SQLite would replay it into the new file.
void require_closed(const std::string& path);

// Renames `from` to `to`. Unless `replace` is set, an existing file at `to` stays, even if another process has just
// created it, and the error is std::errc::file_exists.
std::error_code rename_file(const std::filesystem::path& from, const std::filesystem::path& to, bool replace);

// Returns true if the path is /dev/null under any name: bytes written there are dropped.
bool is_null_device(const std::string& path);

// Throws InputError, naming the file `name`, if a temporary or record of Allways' own is a symbolic link, which would
// be written through.
void refuse_link(const std::string& own_file, const std::string& name);

// A name for a temporary beside `path`, PATH.part-<process>-<random>. No other writer has it: not another thread, nor a
// process with the same number in another container.
std::string part_name(const std::string& path);

// Writers create temporary(), a part_name() beside the final file, and call commit(). Without commit, as after
// an exception, the destructor removes the temporary and any file with the final name stays untouched. A symbolic link
// is kept: its target is written. With `kept` the temporary is called PATH.partial and stays when the process ends, so
// that the next run finds it (see PartialFile).
class AtomicFile {
public:
    // Throws InputError if `path` exists and may not be replaced (only regular files can be), its folder does not exist
    // or is not writable, or the temporary is a symbolic link. There is no temporary then, unless it is kept.
    AtomicFile(std::string path, bool overwrite, bool kept = false);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    const std::string& path() const { return path_; }
    const std::string& temporary() const { return temporary_; }

    // Removes the file with the final name. Throws InputError if it may not be replaced.
    void retire_old();
    // Throws InputError if the file cannot be renamed, or if another process has created a file of this name that may
    // not be replaced.
    void commit();
    // Changes `overwrite` after construction.
    void may_replace(bool overwrite) { overwrite_ = overwrite; }

private:
    std::string path_;
    std::filesystem::path target_;
    std::string temporary_;
    bool overwrite_;
    bool kept_;
    bool committed_ = false;
};

// Writers fill file(NAME) for each name, in a part_name() beside the final folder, and call commit(). If a
// name (except the last) has no file, the folder will have none: an old file of that name is removed. Without commit()
// the destructor removes the new files, and any folder with the final name stays untouched. An existing folder is
// swapped for the new one in one atomic operation, and its other content moves along. If the system cannot do that (a
// mounted folder, or one whose parent is not writable), the files wait in a subfolder and are moved one by one. The old
// file of the last name is removed first and the new one is moved last: a folder without it is incomplete.
class AtomicFolder {
public:
    // Throws InputError if `path` is not a folder, contains one of the files and may not be overwritten, or cannot be
    // made.
    AtomicFolder(const std::string& path, std::vector<std::string> names, bool overwrite);
    ~AtomicFolder();
    AtomicFolder(const AtomicFolder&) = delete;
    AtomicFolder& operator=(const AtomicFolder&) = delete;

    std::string file(const std::string& name) const { return (temporary_ / name).string(); }

    // Throws InputError if the folder or a file cannot be renamed.
    void commit();

private:
    void require_free() const;
    bool exchange();
    void move_files();

    std::string path_;
    std::vector<std::string> names_;
    bool overwrite_;
    std::filesystem::path target_;
    std::filesystem::path temporary_;
};

// Reserves space for a whole file, so that a full disk shows now rather than at the end. Does nothing on file systems
// that cannot reserve space. Both functions throw InputError; `name`: the file's name in errors.
void reserve_disk(const std::string& file, const std::string& name);
// Returns when all data written to the file, through any descriptor, are on disk.
void sync_file(const std::string& file);

// ---- a lock on an open file, respected by processes on this host and on other hosts that share the file system

enum class LockMode { shared, exclusive };

// Locks the whole file, or changes the lock that the descriptor has. Returns false if another holder has a lock that
// excludes this one. The lock ends when the descriptor is closed or the process ends, even by a kill, so unlike lock
// files it leaves nothing to clean up. These are byte-range locks of fcntl, which NFS passes to its server; the open
// file owns them, so that threads of one process exclude each other. Throws InputError with the file's name if the file
// system has no locks.
bool try_lock(int descriptor, LockMode mode, const char* name);

}  // namespace allways::tools
