#include "routes/standard_input.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

namespace allways::tools {

StandardInput::StandardInput() : path_((std::filesystem::temp_directory_path() / "allways-input-XXXXXX").string()) {
    const int descriptor = ::mkstemp(path_.data());
    if (descriptor < 0) throw InputError(path_, 0, "cannot be written, to keep standard input");
    std::FILE* file = ::fdopen(descriptor, "wb");
    char block[1 << 16];
    while (const std::size_t size = std::fread(block, 1, sizeof block, stdin)) std::fwrite(block, 1, size, file);
    const bool bad = std::ferror(stdin) != 0 || std::ferror(file) != 0;
    if (std::fclose(file) == 0 && !bad) return;
    std::filesystem::remove(path_);
    throw InputError("standard input", 0, "cannot be read");
}

StandardInput::~StandardInput() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
}

}  // namespace allways::tools
