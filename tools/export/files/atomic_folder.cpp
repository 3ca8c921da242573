// SPDX-License-Identifier: Apache-2.0
#include "export/files/atomic_folder.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <system_error>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "export/files/atomic_file.h"
#include "export/files/rename_file.h"

namespace allways::tools {

namespace fs = std::filesystem;

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

}  // namespace allways::tools
