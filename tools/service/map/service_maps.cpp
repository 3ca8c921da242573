// SPDX-License-Identifier: Apache-2.0
#include "service/map/service_maps.h"

#include <algorithm>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/importers/closed_roads.h"
#include "allways/result/extract_network.h"
#include "routes/road_classes.h"
#include "service/http/service_error.h"

namespace allways::tools {

namespace {

using network::RoadGroups;
std::string list_of(const RoadGroups::Names& names) {
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
    return list;
}

void require_classes(const RoadGroups::Names& known, const std::vector<std::vector<std::string>>& asked) {
    if (!asked.empty() && known.empty()) throw InvalidArgument("`excludable`: the network has no classes of roads");
    for (const auto& combination : asked) {
        for (const std::string& name : combination) {
            if (known.contains(name) || road_class(name) != RoadClass::other) continue;
            throw InvalidArgument(
                format("`excludable`: no road has the class '{}'; the classes are {}", name, list_of(known)));
        }
    }
}

}  // namespace

ServiceMaps::ServiceMaps(std::shared_ptr<const NetworkFactor> factor, const ServiceOptions& options,
                         const MapSnapshot* like)
    : options_(options), factor_(std::move(factor)) {
    maps_.try_emplace({}, factor_, options, like);
    if (options.excludable.empty() && !options.exclude_polygons) return;
    refactorizer_ = std::make_unique<const Refactorizer>(factor_);
    costs_ = *extract_network(*factor_).column(factor_->scale.name);
    if (!options.excludable.empty()) {
        const RoadGroups roads(factor_->arcs.text("facility_type"), factor_->arcs.text("toll"));
        require_classes(roads.all(costs_.values.size()), options.excludable);
    }
    for (const auto& combination : options.excludable) {
        const Classes classes(combination.begin(), combination.end());
        if (maps_.contains(classes)) continue;
        auto left = refactorizer_->with_costs(costs_without(classes), options.log);
        maps_.try_emplace(classes, std::make_shared<const NetworkFactor>(std::move(left)), options, &whole());
    }
    if (options.exclude_polygons) return;
    refactorizer_.reset();  // requests make no further maps
    costs_ = {};
}

ArcColumn ServiceMaps::costs_without(const Classes& classes) const {
    ArcColumn left = costs_;
    if (classes.empty()) return left;
    const RoadGroups roads(factor_->arcs.text("facility_type"), factor_->arcs.text("toll"));
    for (std::size_t arc = 0; arc < left.values.size(); ++arc) {
        if (roads.is_in(arc, classes)) left.values[arc] = Decimal::missing();
    }
    return left;
}

const MapSnapshot& ServiceMaps::excluding(const std::vector<std::string>& classes) const {
    const auto found = maps_.find(Classes(classes.begin(), classes.end()));
    if (found != maps_.end()) return found->second;
    throw ServiceError("InvalidValue", "Exclude flag combination is not supported.");
}

std::shared_ptr<const MapSnapshot> ServiceMaps::without(const std::vector<std::string>& classes,
                                                        const Rings& rings) const {
    const MapSnapshot& map = excluding(classes);
    if (!options_.exclude_polygons) {
        throw ServiceError("107",
                           "`exclude_polygons` is not supported: the service was started without `exclude_polygons`");
    }
    const std::pair key(Classes(classes.begin(), classes.end()), rings);
    const std::scoped_lock lock(mutex_);
    if (last_ && key == last_key_) return last_;
    last_.reset();
    const auto line_of = [&](ArcIndex arc) { return map.line(arc); };
    const std::vector<std::uint8_t> closed = arcs_in_rings(costs_.values.size(), line_of, rings);
    ArcColumn left = costs_without(key.first);
    for (std::size_t arc = 0; arc < closed.size(); ++arc) {
        if (closed[arc] != 0) left.values[arc] = Decimal::missing();
    }
    if (std::ranges::all_of(left.values, &Decimal::is_missing))
        throw ServiceError("171", "No suitable edges near location: `exclude_polygons` closes every road");
    auto factor = std::make_shared<const NetworkFactor>(refactorizer_->with_costs(std::move(left)));
    last_ = std::make_shared<const MapSnapshot>(std::move(factor), options_, &map);
    last_key_ = key;
    return last_;
}

}  // namespace allways::tools
