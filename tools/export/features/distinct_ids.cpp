// SPDX-License-Identifier: Apache-2.0
#include "export/features/distinct_ids.h"

#include <map>

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways::tools {

void require_distinct_ids(const IdTable& nodes, const std::string& path, std::string (*written)(std::string_view)) {
    if (nodes.is_numeric()) return;
    std::map<std::string, std::string> changed;  // keys: ids as written
    for (const std::string& id : nodes.texts()) {
        const std::string text = written(id);
        if (text != id) changed.try_emplace(text, id);
    }
    if (changed.empty()) return;
    for (const std::string& id : nodes.texts()) {
        const auto same = changed.find(written(id));
        if (same == changed.end() || same->second == id) continue;
        throw InputError(
            path, 0,
            format("cannot be written: two nodes would be called '{}', because their ids differ only in bytes that the "
                   "format cannot hold; recode the input as UTF-8",
                   same->first));
    }
}

}  // namespace allways::tools
