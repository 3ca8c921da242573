// SPDX-License-Identifier: Apache-2.0
#include "export/files/atomic_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <random>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "export/files/rename_file.h"

namespace allways::tools {

namespace fs = std::filesystem;

namespace {

void require_regular(const std::string& name, const fs::path& path) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (!fs::exists(status) || fs::is_regular_file(status)) return;
    if (fs::is_directory(status)) throw InputError(name, 0, "cannot be written: it is a folder");
    throw InputError(name, 0, "cannot be replaced: it is not a regular file; use '-' for standard output");
}

// The file that writing to `path` creates: a symbolic link stands for its target, even if that does not exist yet.
fs::path resolved(const std::string& path) {
    constexpr int most_links = 40;  // as Linux
    require_regular(path, path);    // first: /dev/stdout is a link whose target is not a path
    fs::path at = path;
    std::error_code error;
    for (int links = 0; fs::is_symlink(at, error); ++links) {
        if (links == most_links) throw InputError(path, 0, "cannot be written: its symbolic links form a loop");
        const fs::path target = fs::read_symlink(at, error);
        if (error) throw InputError(path, 0, format("cannot be written: {}", error.message()));
        at = at.parent_path() / target;  // an absolute target replaces the path
    }
    return at;
}

[[noreturn]] void refuse_replacing(const std::string& name) {
    throw InputError(name, 0, "exists already; `overwrite` replaces it");
}

void require_free(const std::string& name, const fs::path& path, bool overwrite) {
    require_regular(name, path);
    std::error_code error;
    if (!overwrite && fs::exists(path, error)) refuse_replacing(name);
}

}  // namespace

void refuse_link(const std::string& own_file, const std::string& name) {
    std::error_code error;
    if (!fs::is_symlink(own_file, error)) return;
    throw InputError(
        name, 0,
        format("cannot be written: '{}' is a symbolic link, which Allways does not make; remove it", own_file));
}

std::string part_name(const std::string& path) {
    return format("{}.part-{}-{:08x}", path, ::getpid(), std::random_device()());
}

bool is_null_device(const std::string& path) {
    struct stat there {};
    struct stat null {};
    return ::stat(path.c_str(), &there) == 0 && ::stat("/dev/null", &null) == 0 && S_ISCHR(there.st_mode) &&
           S_ISCHR(null.st_mode) && there.st_rdev == null.st_rdev;
}

AtomicFile::AtomicFile(std::string path, bool overwrite, bool kept)
    : path_(std::move(path)),
      target_(path_.empty() ? fs::path() : resolved(path_)),
      overwrite_(overwrite),
      kept_(kept) {
    if (path_.empty()) throw InvalidArgument("`path` is empty; expected the name of a file");
    temporary_ = kept ? target_.string() + ".partial" : part_name(target_.string());
    require_free(path_, target_, overwrite_);
    refuse_link(temporary_, path_);
    const fs::path folder = fs::absolute(target_).parent_path();
    std::error_code error;
    if (!fs::is_directory(folder, error)) {
        throw InputError(path_, 0, format("cannot be written: there is no folder '{}'", folder.string()));
    }
    if (::access(folder.c_str(), W_OK) != 0) {
        throw InputError(path_, 0, format("cannot be written: the folder '{}' is not writable", folder.string()));
    }
}

AtomicFile::~AtomicFile() {
    std::error_code ignored;
    if (!committed_ && !kept_) fs::remove(temporary_, ignored);
}

void AtomicFile::retire_old() {
    require_free(path_, target_, overwrite_);  // another process may have created it in the meantime
    std::error_code error;
    fs::remove(target_, error);
    if (error) throw InputError(path_, 0, format("cannot be replaced: {}", error.message()));
}

void AtomicFile::commit() {
    require_free(path_, target_, overwrite_);
    const std::error_code error = rename_file(temporary_, target_, overwrite_);
    if (error == std::errc::file_exists) refuse_replacing(path_);
    if (error) throw InputError(path_, 0, format("cannot be written: {}", error.message()));
    committed_ = true;
}

}  // namespace allways::tools
