// SPDX-License-Identifier: Apache-2.0
#include "base/mapped_file.h"

#include <sys/mman.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <new>

#include "allways/base/error.h"

namespace allways {

MappedFile::MappedFile(int descriptor, const std::string& path) {
    struct stat facts {};
    const bool known = fstat(descriptor, &facts) == 0;
    if (known && facts.st_size == 0) return;
    const auto size = static_cast<std::size_t>(facts.st_size);
    void* memory = known ? mmap(nullptr, size, PROT_READ, MAP_SHARED, descriptor, 0) : MAP_FAILED;
    if (memory == MAP_FAILED && errno == ENOMEM) throw std::bad_alloc();
    if (memory == MAP_FAILED) throw InputError(path, 0, std::string("cannot be mapped: ") + std::strerror(errno));
    bytes_ = {static_cast<const std::byte*>(memory), size};
}

MappedFile::~MappedFile() {
    if (!bytes_.empty()) munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

}  // namespace allways
