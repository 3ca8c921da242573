// SPDX-License-Identifier: Apache-2.0
// A file mapped into memory: the system loads only the pages that are used.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "allways/base/api.h"

namespace allways {

// The mapping is read-only and lasts as long as somebody holds it. A file that is replaced by renaming keeps its old
// content here.
class ALLWAYS_API MappedFile {
public:
    // Maps the file behind a descriptor, which may be closed afterwards. `copies`: reads all of it into memory instead,
    // so that changing the file in place changes nothing here; reading a page that a mapped file has lost ends the
    // process (SIGBUS). Throws InputError, naming `path`, and bad_alloc if the process has no address space left.
    MappedFile(int descriptor, const std::string& path, bool copies = false);
    ~MappedFile();
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    std::span<const std::byte> bytes() const { return bytes_; }

private:
    std::span<const std::byte> bytes_;
};

}  // namespace allways
