// The files of page/, and those of the viewer of `allways draw` that the page shares, embedded at build time.
#pragma once

#include <string_view>
#include <vector>

namespace allways::tools::page {

struct EmbeddedFile {
    std::string_view name;  // "page.html"
    std::string_view text;
};

const std::vector<EmbeddedFile>& embedded_files();

}  // namespace allways::tools::page
