#include "output.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iostream>

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways::tools {

namespace fs = std::filesystem;

namespace {

// Removes the unfinished file unless it was renamed.
class TemporaryFile {
public:
    explicit TemporaryFile(fs::path path) : path_(std::move(path)) {}
    ~TemporaryFile() {
        std::error_code ignored;
        fs::remove(path_, ignored);
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    const fs::path& path() const { return path_; }

private:
    fs::path path_;
};

}  // namespace

void check_output(const std::string& path, bool overwrite) {
    if (path.empty() || path == standard_output) return;
    std::error_code error;
    if (fs::exists(path, error) && !overwrite) {
        throw InputError(path, 0, "exists already; -O (--overwrite) replaces it");
    }
    const fs::path folder = fs::absolute(path).parent_path();
    if (!fs::is_directory(folder, error)) {
        throw InputError(path, 0, format("cannot be written: there is no folder '{}'", folder.string()));
    }
    if (::access(folder.c_str(), W_OK) != 0) {
        throw InputError(path, 0, format("cannot be written: the folder '{}' is not writable", folder.string()));
    }
}

void write_text(const std::string& path, const std::function<void(std::ostream&)>& write) {
    if (path == standard_output) return write(std::cout);
    const TemporaryFile temporary(format("{}.{}.part", path, ::getpid()));
    std::ofstream file(temporary.path(), std::ios::binary);
    write(file);
    file.close();
    if (!file) throw InputError(path, 0, "cannot be written");
    std::error_code error;
    fs::rename(temporary.path(), path, error);
    if (error) throw InputError(path, 0, format("cannot be written: {}", error.message()));
}

}  // namespace allways::tools
