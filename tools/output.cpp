#include "output.h"

#include <unistd.h>

#include <filesystem>

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways::tools {

void check_output(const std::string& path, bool overwrite) {
    if (path.empty() || path == standard_output) return;
    std::error_code error;
    if (std::filesystem::exists(path, error) && !overwrite) {
        throw InputError(path, 0, "exists already; -O (--overwrite) replaces it");
    }
    const auto folder = std::filesystem::absolute(path).parent_path();
    if (!std::filesystem::is_directory(folder, error)) {
        throw InputError(path, 0, format("cannot be written: there is no folder '{}'", folder.string()));
    }
    if (::access(folder.c_str(), W_OK) != 0) {
        throw InputError(path, 0, format("cannot be written: the folder '{}' is not writable", folder.string()));
    }
}

}  // namespace allways::tools
