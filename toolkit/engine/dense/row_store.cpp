// SPDX-License-Identifier: Apache-2.0
#include "engine/dense/row_store.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/human.h"

namespace allways::engine {

namespace {

constexpr std::size_t large_page = std::size_t{2} << 20;

[[noreturn]] void fail(const std::string& directory, int error, std::string_view what) {
    throw InputError(directory, 0, format("{}: {}", what, std::generic_category().message(error)));
}

// A file without a name; its space is free again however the process ends.
int open_nameless(const std::string& directory) {
#ifdef O_TMPFILE
    const int nameless = ::open(directory.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (nameless >= 0) return nameless;
#endif
    std::string name = directory + "/allways-XXXXXX";
    const int file = ::mkstemp(name.data());
    if (file < 0) fail(directory, errno, "no scratch file can be made in that folder");
    ::unlink(name.c_str());
    return file;
}

// Gives the file that size, with room on the disk for all of it; returns an error number.
int reserve(int file, off_t bytes) {
#ifdef __APPLE__  // has no posix_fallocate
    fstore_t room{F_ALLOCATEALL, F_PEOFPOSMODE, 0, bytes, 0};
    return ::fcntl(file, F_PREALLOCATE, &room) == -1 || ::ftruncate(file, bytes) != 0 ? errno : 0;
#else
    return ::posix_fallocate(file, 0, bytes);
#endif
}

// Calls move(bytes done) → bytes more, or -1, until all are done.
template <class Move>
bool in_pieces(std::size_t bytes, const Move& move) {
    for (std::size_t done = 0; done < bytes;) {
        const ssize_t moved = move(done);
        if (moved < 0 && errno == EINTR) continue;
        if (moved == 0) errno = EIO;
        if (moved <= 0) return false;
        done += static_cast<std::size_t>(moved);
    }
    return true;
}

}  // namespace

void RowStore::Free::operator()(char* memory) const {
    std::free(memory);
}

RowStore::RowStore(std::size_t rows, std::size_t row_bytes, const std::string& directory)
    : row_bytes_(row_bytes), directory_(directory) {
    if (directory.empty()) {
        memory_.resize(rows);
        return;
    }
    file_ = open_nameless(directory);
    const int error = reserve(file_, static_cast<off_t>(rows * row_bytes));
    if (error == 0) return;
    ::close(file_);
    fail(directory, error,
         format("{} of the matrix do not fit there; choose a folder with more space", bytes_text(rows * row_bytes)));
}

RowStore::~RowStore() {
    if (file_ >= 0) ::close(file_);
}

void RowStore::put(std::size_t row, const char* bytes) {
    if (file_ >= 0) {
        const auto write = [&](std::size_t done) {
            return ::pwrite(file_, bytes + done, row_bytes_ - done, static_cast<off_t>(row * row_bytes_ + done));
        };
        if (!in_pieces(row_bytes_, write)) fail(directory_, errno, "a row cannot be written");
        return;
    }
    if (!memory_[row]) {
        const std::size_t whole = (row_bytes_ + large_page - 1) / large_page * large_page;
        memory_[row].reset(static_cast<char*>(std::aligned_alloc(large_page, whole)));
        if (!memory_[row]) {
            throw CapacityError(format("no memory for {} more of the matrix; choose a folder for a scratch file",
                                       bytes_text(row_bytes_)),
                                row_bytes_, 0);
        }
#ifdef MADV_HUGEPAGE
        ::madvise(memory_[row].get(), whole, MADV_HUGEPAGE);  // advice only
#endif
    }
    std::memcpy(memory_[row].get(), bytes, row_bytes_);
}

void RowStore::get(std::size_t row, char* bytes) const {
    if (file_ < 0) {
        std::memcpy(bytes, memory_[row].get(), row_bytes_);
        return;
    }
    const auto read = [&](std::size_t done) {
        return ::pread(file_, bytes + done, row_bytes_ - done, static_cast<off_t>(row * row_bytes_ + done));
    };
    if (!in_pieces(row_bytes_, read)) fail(directory_, errno, "a row cannot be read");
}

}  // namespace allways::engine
