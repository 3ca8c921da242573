// SPDX-License-Identifier: Apache-2.0
#include "base/mapped_file.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <new>

#include "allways/base/error.h"

namespace allways {

namespace {

void read_whole(int descriptor, const std::string& path, std::byte* into, std::size_t size) {
    for (std::size_t at = 0; at < size;) {
        const ssize_t found = pread(descriptor, into + at, size - at, static_cast<off_t>(at));
        if (found < 0 && errno == EINTR) continue;
        if (found < 0) throw InputError(path, 0, std::string("cannot be read: ") + std::strerror(errno));
        if (found == 0) throw InputError(path, 0, "became shorter while it was read");
        at += static_cast<std::size_t>(found);
    }
}

}  // namespace

MappedFile::MappedFile(int descriptor, const std::string& path, bool copies) {
    struct stat facts {};
    const bool known = fstat(descriptor, &facts) == 0;
    if (known && facts.st_size == 0) return;
    const auto size = static_cast<std::size_t>(facts.st_size);
    void* memory = !known   ? MAP_FAILED
                   : copies ? mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                            : mmap(nullptr, size, PROT_READ, MAP_SHARED, descriptor, 0);
    if (memory == MAP_FAILED && errno == ENOMEM) throw std::bad_alloc();
    if (memory == MAP_FAILED) throw InputError(path, 0, std::string("cannot be mapped: ") + std::strerror(errno));
    bytes_ = {static_cast<const std::byte*>(memory), size};
    if (!copies) return;
    try {
        read_whole(descriptor, path, static_cast<std::byte*>(memory), size);
    } catch (...) {
        munmap(memory, size);
        throw;
    }
}

MappedFile::~MappedFile() {
    if (!bytes_.empty()) munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

}  // namespace allways
