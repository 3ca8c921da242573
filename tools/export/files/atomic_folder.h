// SPDX-License-Identifier: Apache-2.0
// A folder of files that appears under its name only when all of them are complete.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace allways::tools {

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

}  // namespace allways::tools
