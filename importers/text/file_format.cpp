// SPDX-License-Identifier: Apache-2.0
#include "text/file_format.h"

#include "base/text.h"

namespace allways::importers {

std::vector<std::string_view> FileSample::lines(std::size_t most) const {
    std::vector<std::string_view> found;
    std::string_view rest = text;
    while (found.size() < most && !rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        const auto line = trimmed(rest.substr(0, end));
        if (!line.empty()) found.push_back(line);
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return found;
}

}  // namespace allways::importers
