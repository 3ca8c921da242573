#include "allways/result/skim.h"

#include <algorithm>

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways {

void append_skim(std::vector<Skim>& skims, Skim skim, const CostScale& cost, std::uint64_t cells) {
    const std::uint64_t values = std::visit([](const auto& all) { return std::uint64_t{all.size()}; }, skim.values);
    if (values != cells) {
        throw InvalidArgument(
            format("skim {} needs {} values, one for each cell, found {}", skim.scale.name, cells, values));
    }
    const auto same_name = [&](const Skim& other) { return other.scale.name == skim.scale.name; };
    if (skim.scale.name == cost.name || std::ranges::any_of(skims, same_name)) {
        throw InvalidArgument(format("the table has {} already", skim.scale.name));
    }
    skims.push_back(std::move(skim));
}

}  // namespace allways
