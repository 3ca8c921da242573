// A folder of files that appears under its name only when all of them are complete.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace allways::tools {

// Writers fill file(NAME) for each of the names, in PATH.part-<process id> beside the final folder, and call commit().
// Without it the destructor removes them, and whatever had the final name is untouched. Where the folder is there, the
// new one takes its place in one step and brings along all else that was in it. Where the system cannot do that (a
// mounted folder, or one whose parent may not be written), the files lie in a folder inside it meanwhile and are moved
// one by one, the last of the names last and its old file taken away first: a folder that lacks it was not finished.
class AtomicFolder {
public:
    // Throws InputError where `path` is no folder, holds one of the files and may not be overwritten, or cannot be
    // made.
    AtomicFolder(const std::string& path, std::vector<std::string> names, bool overwrite);
    ~AtomicFolder();
    AtomicFolder(const AtomicFolder&) = delete;
    AtomicFolder& operator=(const AtomicFolder&) = delete;

    std::string file(const std::string& name) const { return (temporary_ / name).string(); }

    // Throws InputError where the folder or a file cannot take its name.
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
