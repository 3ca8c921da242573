// SPDX-License-Identifier: Apache-2.0
#include "allways/export/files.h"

#include <filesystem>

#include "export/files/atomic_file.h"
#include "export/files/output_file.h"

namespace allways {

using namespace tools;

void check_file_output(const std::string& path, bool overwrite) {
    if (path.empty() || path == standard_output || is_null_device(path)) return;
    const AtomicFile file(path, overwrite);  // runs its checks
    require_closed(path);
}

void write_text_file(const std::string& path, std::string_view text, bool overwrite) {
    OutputFile file(path, overwrite);
    file.write(text);
    file.commit();
}

bool is_same_file(const std::string& a, const std::string& b) {
    const auto plain = [](const std::string& path) {
        std::error_code error;
        const auto canonical = std::filesystem::weakly_canonical(std::filesystem::absolute(path), error);
        return error ? std::filesystem::absolute(path).lexically_normal() : canonical;
    };
    return plain(a) == plain(b);
}

}  // namespace allways
