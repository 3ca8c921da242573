// The files of viewer/, embedded at build time: all parts of an HTML page except its data.
#pragma once

#include <string_view>
#include <vector>

namespace allways::tools::viewer {

struct EmbeddedFile {
    std::string_view name;  // "page.html"
    std::string_view text;
};

const std::vector<EmbeddedFile>& embedded_files();

}  // namespace allways::tools::viewer
