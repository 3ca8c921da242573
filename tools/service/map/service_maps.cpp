// SPDX-License-Identifier: Apache-2.0
#include "service/map/service_maps.h"

#include <algorithm>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/engine/refactorize.h"
#include "allways/result/extract_network.h"
#include "routes/road_classes.h"
#include "service/http/service_error.h"

namespace allways::tools {

namespace {

using network::RoadGroups;
using Classes = RoadGroups::Names;

std::string list_of(const Classes& names) {
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
    return list;
}

void require_classes(const Classes& known, const std::vector<std::vector<std::string>>& asked) {
    if (!asked.empty() && known.empty()) throw InvalidArgument("`excludable`: the network has no classes of roads");
    for (const auto& combination : asked) {
        for (const std::string& name : combination) {
            if (known.contains(name) || road_class(name) != RoadClass::other) continue;
            throw InvalidArgument(
                format("`excludable`: no road has the class '{}'; the classes are {}", name, list_of(known)));
        }
    }
}

// The costs, but missing for roads of these classes.
ArcColumn costs_without(const RoadGroups& roads, const ArcColumn& costs, const Classes& classes) {
    ArcColumn left = costs;
    for (std::size_t arc = 0; arc < left.values.size(); ++arc) {
        if (roads.is_in(arc, classes)) left.values[arc] = Decimal::missing();
    }
    return left;
}

}  // namespace

ServiceMaps::ServiceMaps(std::shared_ptr<const NetworkFactor> factor, const ServiceOptions& options,
                         const MapSnapshot* like) {
    maps_.try_emplace({}, factor, options, like);
    if (options.excludable.empty()) return;
    const RoadGroups roads(factor->arcs.text("facility_type"), factor->arcs.text("toll"));
    require_classes(roads.all(factor->arcs.size()), options.excludable);
    const Refactorizer refactorizer(factor);
    const ArcColumn costs = *extract_network(*factor).column(factor->scale.name);
    for (const auto& combination : options.excludable) {
        const Classes classes(combination.begin(), combination.end());
        if (maps_.contains(classes)) continue;
        auto left = refactorizer.with_costs(costs_without(roads, costs, classes), options.log);
        maps_.try_emplace(classes, std::make_shared<const NetworkFactor>(std::move(left)), options, &whole());
    }
}

const MapSnapshot& ServiceMaps::excluding(const std::vector<std::string>& classes) const {
    const auto found = maps_.find(Classes(classes.begin(), classes.end()));
    if (found != maps_.end()) return found->second;
    throw ServiceError("InvalidValue", "Exclude flag combination is not supported.");
}

}  // namespace allways::tools
