// SPDX-License-Identifier: Apache-2.0
#include "export/files/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <random>
#include <system_error>

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways::tools {

namespace fs = std::filesystem;

// ---- checks and names

void require_closed(const std::string& path) {
    std::error_code error;
    const fs::path target = fs::weakly_canonical(path, error);
    for (const char* suffix : {"-wal", "-journal"}) {
        const std::string journal = target.string() + suffix;
        if (!fs::exists(journal, error)) continue;
        throw InputError(path, 0,
                         format("cannot be written: {} shows that another program has it open; close it there first",
                                fs::path(journal).filename().string()));
    }
}

namespace {

std::error_code last_error() {
    return {errno, std::generic_category()};
}

bool is_unsupported(int error) {
    return error == EINVAL || error == ENOSYS || error == ENOTSUP || error == EPERM || error == EMLINK;
}

}  // namespace

// Most file systems that cannot rename without replacing have hard links, which are used instead; without both, only
// the callers' checks protect an existing file.
std::error_code rename_file(const fs::path& from, const fs::path& to, bool replace) {
    if (!replace) {
#ifdef RENAME_NOREPLACE
        if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return {};
        if (!is_unsupported(errno)) return last_error();
#endif
        if (::link(from.c_str(), to.c_str()) == 0) {
            ::unlink(from.c_str());
            return {};
        }
        if (!is_unsupported(errno)) return last_error();
    }
    std::error_code error;
    fs::rename(from, to, error);
    return error;
}

// ---- files

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

// ---- folders

namespace {

[[noreturn]] void fail(const std::string& path, const std::error_code& error) {
    throw InputError(path, 0, format("cannot be written: {}", error.message()));
}

void rename_or_fail(const fs::path& from, const fs::path& to, bool replace = true) {
    const std::error_code error = rename_file(from, to, replace);
    if (error) fail(to.string(), error);
}

// The path without a trailing slash, with symbolic links resolved.
fs::path folder_path(const std::string& path) {
    std::error_code error;
    const fs::path canonical = fs::weakly_canonical(fs::absolute(path), error);
    const fs::path folder = error ? fs::absolute(path).lexically_normal() : canonical;
    return folder.has_filename() ? folder : folder.parent_path();
}

}  // namespace

AtomicFolder::AtomicFolder(const std::string& path, std::vector<std::string> names, bool overwrite)
    : path_(path), names_(std::move(names)), overwrite_(overwrite), target_(folder_path(path)) {
    require_free();
    const fs::path parent = target_.parent_path();
    std::error_code error;
    if (!fs::is_directory(parent, error)) {
        throw InputError(path_, 0, format("cannot be written: there is no folder '{}'", parent.string()));
    }
    const bool is_there = fs::exists(target_, error);
    const bool inside = is_there && ::access(parent.c_str(), W_OK) != 0;
    const fs::path& beside = inside ? target_ / "files" : target_;
    temporary_ = part_name(beside.string());
    fs::create_directory(temporary_, error);
    if (error) fail(path_, error);
    if (is_there) fs::permissions(temporary_, fs::status(target_).permissions() | fs::perms::owner_all, error);
}

AtomicFolder::~AtomicFolder() {
    std::error_code ignored;
    for (const std::string& name : names_) fs::remove(temporary_ / name, ignored);
    fs::remove(temporary_, ignored);  // only if empty
}

void AtomicFolder::require_free() const {
    std::error_code error;
    const fs::file_status status = fs::status(target_, error);
    if (!fs::exists(status)) return;
    if (!fs::is_directory(status)) throw InputError(path_, 0, "cannot be written as a folder: a file has that name");
    for (const std::string& name : names_) {
        const fs::path file = target_ / name;
        const fs::file_status there = fs::status(file, error);
        if (!fs::exists(there)) continue;
        if (!fs::is_regular_file(there))
            throw InputError(file.string(), 0, "cannot be replaced: it is not a regular file");
        if (!overwrite_) throw InputError(file.string(), 0, "exists already; `overwrite` replaces it");
    }
}

void AtomicFolder::commit() {
    require_free();  // another process may have created it in the meantime
    std::error_code error;
    if (!fs::exists(target_, error))
        rename_or_fail(temporary_, target_);
    else if (!exchange())
        move_files();
}

// Swaps the temporary folder and the old one; afterwards the old folder has the temporary's name.
bool AtomicFolder::exchange() {
#ifdef RENAME_EXCHANGE
    const auto swap = [&] {
        return ::renameat2(AT_FDCWD, temporary_.c_str(), AT_FDCWD, target_.c_str(), RENAME_EXCHANGE) == 0;
    };
    if (!swap()) return false;
    const auto is_old = [&](const std::string& name) { return fs::exists(temporary_ / name); };
    if (!overwrite_ && std::ranges::any_of(names_, is_old)) {  // another process has just made them
        swap();
        require_free();
    }
    std::vector<fs::path> others;
    for (const auto& entry : fs::directory_iterator(temporary_)) {
        if (std::ranges::count(names_, entry.path().filename().string()) == 0) others.push_back(entry.path());
    }
    for (const fs::path& other : others) rename_or_fail(other, target_ / other.filename());
    return true;
#else
    return false;
#endif
}

void AtomicFolder::move_files() {
    std::error_code ignored;
    if (overwrite_) fs::remove(target_ / names_.back(), ignored);
    for (const std::string& name : names_) {
        if (fs::exists(temporary_ / name, ignored)) {
            rename_or_fail(temporary_ / name, target_ / name, overwrite_);
        } else if (overwrite_) {
            fs::remove(target_ / name, ignored);
        }
    }
}

// ---- disk space

namespace {

[[noreturn]] void fail_on_disk(const std::string& name, int why) {
    throw InputError(name, 0, format("cannot be written: {}", std::generic_category().message(why)));
}

}  // namespace

void reserve_disk(const std::string& file, const std::string& name) {
#ifdef __linux__
    const int descriptor = ::open(file.c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
    if (descriptor < 0) fail_on_disk(file, errno);
    const auto size = static_cast<off_t>(std::filesystem::file_size(file));
    const bool full = size > 0 && ::fallocate(descriptor, FALLOC_FL_KEEP_SIZE, 0, size) != 0 && errno == ENOSPC;
    ::close(descriptor);
    if (full) fail_on_disk(name, ENOSPC);
#endif
}

void sync_file(const std::string& file) {
    const int descriptor = ::open(file.c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
    if (descriptor < 0) fail_on_disk(file, errno);
    const bool synced = ::fdatasync(descriptor) == 0;
    const int why = errno;
    ::close(descriptor);
    if (!synced) fail_on_disk(file, why);
}

// ---- a lock on an open file, respected by processes on this host and on other hosts that share the file system

namespace {

#ifdef F_OFD_SETLK
constexpr int set = F_OFD_SETLK;
#else
constexpr int set = F_SETLK;  // owned by the process
#endif

}  // namespace

bool try_lock(int descriptor, LockMode mode, const char* name) {
    struct flock lock {};
    lock.l_type = mode == LockMode::shared ? F_RDLCK : F_WRLCK;
    lock.l_whence = SEEK_SET;
    if (::fcntl(descriptor, set, &lock) == 0) return true;
    if (errno == EAGAIN || errno == EACCES) return false;
    throw InputError(
        name, 0,
        format("cannot be locked: {}; choose a file system with locks", std::generic_category().message(errno)));
}

}  // namespace allways::tools
