// SPDX-License-Identifier: Apache-2.0
#include "device/kernel_source.h"

#include <algorithm>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "device/embedded_files.h"

namespace allways::device {
namespace {

std::string_view embedded_text(std::string_view file) {
    for (const EmbeddedFile& embedded : embedded_files()) {
        if (embedded.name == file) return embedded.text;
    }
    throw InvalidArgument(format("kernel file {} is not part of this build", file));
}

void append(std::string& source, std::string_view file, std::vector<std::string_view>& seen) {
    if (std::find(seen.begin(), seen.end(), file) != seen.end()) return;
    seen.push_back(file);
    constexpr std::string_view include = "#include \"";
    std::string_view text = embedded_text(file);
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1);
        const std::string_view line = text.substr(0, end + 1);
        text.remove_prefix(end + 1);
        if (line.starts_with(include)) {
            const std::string_view rest = line.substr(include.size());
            append(source, rest.substr(0, rest.find('"')), seen);
        } else {
            source += line;
        }
    }
}

}  // namespace

std::string kernel_source(std::string_view file) {
    std::string source;
    std::vector<std::string_view> seen;
    append(source, file, seen);
    return source;
}

}  // namespace allways::device
