// SPDX-License-Identifier: Apache-2.0
#include "allways/result/provenance.h"

#include "allways/base/format.h"
#include "allways/base/version.h"

#include <algorithm>

namespace allways {

TableProvenance made_by(TableProvenance own, const TableProvenance& notes) {
    for (auto& [key, text] : own) {
        if (key == "device" && (text.starts_with("host (") || text.starts_with("reference ("))) {
            // Bytes of files must not depend on threads and instructions, as results do not.
            text.resize(text.find(" ("));
        }
    }
    own.insert(own.begin(), {"program", format("allways {}", version())});
    const auto has = [](const TableProvenance& in, const std::string& key) {
        return std::ranges::find(in, key, &TableProvenance::value_type::first) != in.end();
    };
    TableProvenance all = own;
    for (const auto& [key, text] : notes) {
        const std::string apart = has(own, key) ? "network_" + key : key;
        const bool told_by_notes = apart != key && has(notes, apart);  // for a factor: the source of its network
        if (!told_by_notes && !has(all, apart)) all.emplace_back(apart, text);
    }
    return all;
}

std::string attribution_in(const TableProvenance& notes) {
    const auto found = std::ranges::find(notes, "attribution", &TableProvenance::value_type::first);
    return found == notes.end() ? "" : found->second;
}

}  // namespace allways
