// The kernels and tuning tables, embedded at build time from kernels/.
#pragma once

#include <string_view>
#include <vector>

namespace allways::device {

struct EmbeddedFile {
    std::string_view name;  // "min_plus.gpu.cl", "nvidia_h200.json"
    std::string_view text;
};

const std::vector<EmbeddedFile>& embedded_files();

}  // namespace allways::device
