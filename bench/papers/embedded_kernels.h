// The papers' kernels, embedded at build time from bench/papers/kernels/.
#pragma once

#include <string_view>
#include <vector>

namespace allways::papers {

struct EmbeddedFile {
    std::string_view name;  // "squaring_local.cl"
    std::string_view text;
};

const std::vector<EmbeddedFile>& embedded_files();

}  // namespace allways::papers
