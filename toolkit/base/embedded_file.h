// SPDX-License-Identifier: Apache-2.0
// A file embedded in a library at build time (cmake/embed.cmake). Who uses such files declares the function that
// returns them: const std::vector<EmbeddedFile>& embedded_files().
#pragma once

#include <string_view>

namespace allways {

struct EmbeddedFile {
    std::string_view name;  // without folders: "min_plus.gpu.cl"
    std::string_view text;
};

}  // namespace allways
