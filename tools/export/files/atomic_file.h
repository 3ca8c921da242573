// SPDX-License-Identifier: Apache-2.0
// A file that appears under its name only when it is complete.
#pragma once

#include <filesystem>
#include <string>

namespace allways::tools {

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

}  // namespace allways::tools
