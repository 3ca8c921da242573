// A file that appears under its name only when it is complete.
#pragma once

#include <filesystem>
#include <string>

namespace allways::tools {

// Writers fill temporary(), PATH.part-<process id> beside the final file, and call commit(). Without commit, as when
// an exception passes, the destructor removes the temporary and whatever had the final name is untouched. A symbolic
// link stays: the file it points to is the one that is written. A temporary that is `kept` is called PATH.partial,
// stays when the process ends, and is found there by the next one (see PartialFile).
class AtomicFile {
public:
    // Throws InputError where `path` is there and may not be replaced (what is not a regular file never may), or its
    // folder does not exist or is not writable.
    AtomicFile(std::string path, bool overwrite, bool kept = false);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    const std::string& path() const { return path_; }
    const std::string& temporary() const { return temporary_; }

    // Takes away what has the final name. Throws InputError where it may not be replaced.
    void retire_old();
    // Throws InputError where the file cannot take its name.
    void commit();

private:
    std::string path_;
    std::filesystem::path target_;
    std::string temporary_;
    bool overwrite_;
    bool kept_;
    bool committed_ = false;
};

}  // namespace allways::tools
