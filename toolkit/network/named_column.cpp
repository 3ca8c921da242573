// SPDX-License-Identifier: Apache-2.0
#include "network/named_column.h"

#include <algorithm>
#include <string>

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways::network {

const ArcColumn& named_column(const std::vector<ArcColumn>& columns, std::string_view name, std::string_view purpose) {
    const auto found = std::ranges::find(columns, name, &ArcColumn::name);
    if (found != columns.end()) return *found;
    std::string known;
    for (const ArcColumn& column : columns) known += (known.empty() ? "" : ", ") + column.name;
    throw InvalidArgument(
        format("no field '{}' {}; this network has: {}", name, purpose, known.empty() ? "none" : known));
}

}  // namespace allways::network
