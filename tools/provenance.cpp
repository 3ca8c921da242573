#include "provenance.h"

#include <algorithm>

namespace allways::tools {

TableProvenance made_by(TableProvenance own, const TableProvenance& notes) {
    own.insert(own.begin(), {"program", "allways " ALLWAYS_VERSION});
    TableProvenance all = own;
    for (const auto& [key, text] : notes) {
        const bool taken = std::ranges::find(own, key, &TableProvenance::value_type::first) != own.end();
        all.emplace_back(taken ? "network_" + key : key, text);
    }
    return all;
}

std::string attribution_in(const TableProvenance& notes) {
    const auto found = std::ranges::find(notes, "attribution", &TableProvenance::value_type::first);
    return found == notes.end() ? "" : found->second;
}

}  // namespace allways::tools
