// road_peers.py, embedded at build time, so that the command needs no extra file.
#pragma once

#include <string_view>
#include <vector>

namespace allways::peers {

struct EmbeddedFile {
    std::string_view name;
    std::string_view text;
};

const std::vector<EmbeddedFile>& embedded_files();

}  // namespace allways::peers
