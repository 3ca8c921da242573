// SPDX-License-Identifier: Apache-2.0
#include "allways/points/standard_input.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

namespace allways::tools {

namespace {

// Returns true if everything was copied. Closes `to`.
bool copy_all(std::FILE* from, std::FILE* to) {
    char block[1 << 16];
    while (const std::size_t size = std::fread(block, 1, sizeof block, from)) std::fwrite(block, 1, size, to);
    const bool bad = std::ferror(from) != 0 || std::ferror(to) != 0;
    return std::fclose(to) == 0 && !bad;
}

}  // namespace

bool is_pipe(const std::string& path) {
    std::error_code error;
    return std::filesystem::is_fifo(path, error);
}

PipeCopy::PipeCopy(const std::string& pipe)
    : name_(pipe == "-" ? "standard input" : pipe),
      path_((std::filesystem::temp_directory_path() / "allways-input-XXXXXX").string()) {
    std::FILE* from = pipe == "-" ? stdin : std::fopen(pipe.c_str(), "rb");
    if (from == nullptr) throw InputError(name_, 0, "cannot be read");
    const int descriptor = ::mkstemp(path_.data());
    std::FILE* to = descriptor < 0 ? nullptr : ::fdopen(descriptor, "wb");
    const bool copied = to != nullptr && copy_all(from, to);
    if (from != stdin) std::fclose(from);
    if (copied) return;
    if (to == nullptr) throw InputError(path_, 0, "cannot be written, to keep " + name_);
    std::filesystem::remove(path_);
    throw InputError(name_, 0, "cannot be read");
}

PipeCopy::~PipeCopy() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
}

}  // namespace allways::tools
