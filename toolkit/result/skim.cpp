// SPDX-License-Identifier: Apache-2.0
#include "allways/result/skim.h"

#include <algorithm>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/text.h"

namespace allways {

double Skim::value(std::uint64_t cell) const {
    return natural_value(values.raw(cell), scale);
}

const Skim& find_skim(const std::vector<Skim>& skims, std::string_view name) {
    std::vector<std::string> names;
    for (const Skim& skim : skims) {
        if (skim.scale.name == name) return skim;
        names.push_back(skim.scale.name);
    }
    throw InvalidArgument(
        format("the table has no skim '{}'; it has {}", name, names.empty() ? "none" : joined(names)));
}

void append_skim(std::vector<Skim>& skims, Skim skim, const CostScale& cost, std::uint64_t cells) {
    if (skim.values.size() != cells) {
        throw InvalidArgument(
            format("skim {} needs {} values, one for each cell, found {}", skim.scale.name, cells, skim.values.size()));
    }
    const auto same_name = [&](const Skim& other) { return other.scale.name == skim.scale.name; };
    if (skim.scale.name == cost.name || std::ranges::any_of(skims, same_name)) {
        throw InvalidArgument(format("the table already has {}", skim.scale.name));
    }
    skims.push_back(std::move(skim));
}

}  // namespace allways
