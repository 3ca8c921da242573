// SPDX-License-Identifier: Apache-2.0
// A file in memory without reading it: the system loads the pages that are used.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "allways/base/api.h"

namespace allways {

// Read only, for as long as somebody keeps it. A file that is replaced by renaming stays as it was.
class ALLWAYS_API MappedFile {
public:
    // Maps the file behind a descriptor, which may be closed afterwards. Throws InputError, naming `path`, and
    // bad_alloc where the process may have no more addresses.
    MappedFile(int descriptor, const std::string& path);
    ~MappedFile();
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    std::span<const std::byte> bytes() const { return bytes_; }

private:
    std::span<const std::byte> bytes_;
};

}  // namespace allways
