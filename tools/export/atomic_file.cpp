#include "export/atomic_file.h"

#include <unistd.h>

#include <filesystem>

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways::tools {

namespace fs = std::filesystem;

namespace {

void require_free(const std::string& path, bool overwrite) {
    std::error_code error;
    if (fs::is_directory(path, error)) throw InputError(path, 0, "cannot be written: it is a folder");
    if (!overwrite && fs::exists(path, error))
        throw InputError(path, 0, "exists already; -O (--overwrite) replaces it");
}

}  // namespace

AtomicFile::AtomicFile(std::string path, bool overwrite)
    : path_(std::move(path)), temporary_(format("{}.part-{}", path_, ::getpid())), overwrite_(overwrite) {
    require_free(path_, overwrite_);
    const fs::path folder = fs::absolute(path_).parent_path();
    std::error_code error;
    if (!fs::is_directory(folder, error)) {
        throw InputError(path_, 0, format("cannot be written: there is no folder '{}'", folder.string()));
    }
}

AtomicFile::~AtomicFile() {
    std::error_code ignored;
    if (!committed_) fs::remove(temporary_, ignored);
}

void AtomicFile::commit() {
    require_free(path_, overwrite_);  // another process may have made it meanwhile
    std::error_code error;
    fs::rename(temporary_, path_, error);
    if (error) throw InputError(path_, 0, format("cannot be written: {}", error.message()));
    committed_ = true;
}

}  // namespace allways::tools
