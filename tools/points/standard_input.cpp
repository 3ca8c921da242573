// SPDX-License-Identifier: Apache-2.0
#include "allways/points/standard_input.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "base/temporary_path.h"

namespace allways::tools {

namespace {

// Returns true if all that could be read is written. Closes `to`.
bool copy_all(std::FILE* from, std::FILE* to) {
    char block[1 << 16];
    bool written = true;
    while (const std::size_t size = written ? std::fread(block, 1, sizeof block, from) : 0) {
        written = std::fwrite(block, 1, size, to) == size;
    }
    return std::fclose(to) == 0 && written;
}

}  // namespace

bool is_pipe(const std::string& path) {
    std::error_code error;
    return std::filesystem::is_fifo(path, error);
}

std::string source_name(const std::string& path) {
    return path == "-" ? "standard input" : path;
}

PipeCopy::PipeCopy(const std::string& pipe) : name_(source_name(pipe)), path_(temporary_path("allways-input-XXXXXX")) {
    std::FILE* from = pipe == "-" ? stdin : std::fopen(pipe.c_str(), "rb");
    if (from == nullptr) throw InputError(name_, 0, "cannot be read");
    const int descriptor = ::mkstemp(path_.data());
    std::FILE* to = descriptor < 0 ? nullptr : ::fdopen(descriptor, "wb");
    const bool written = to != nullptr && copy_all(from, to);
    const bool was_read = std::ferror(from) == 0;
    if (from != stdin) std::fclose(from);
    if (written && was_read) return;
    if (descriptor >= 0) std::filesystem::remove(path_);
    if (written) throw InputError(name_, 0, "cannot be read");
    throw InputError(path_, 0,
                     "cannot be written, to keep " + name_ + "; set TMPDIR to a writable folder with room for it");
}

PipeCopy::~PipeCopy() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
}

}  // namespace allways::tools
