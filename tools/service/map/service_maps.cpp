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

using Classes = std::set<std::string>;

std::string list_of(const Classes& names) {
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
    return list;
}

// A link road belongs to the class that it leads to.
std::string class_of(std::string_view facility_type) {
    if (facility_type.ends_with("_link")) facility_type.remove_suffix(5);
    return std::string(facility_type);
}

// The classes of roads: values of the text "facility_type", and "toll" by the text of that name, which is any but "no".
class ClassesOfRoads {
public:
    explicit ClassesOfRoads(const TableArcs& arcs)
        : count_(arcs.size()), types_(arcs.text("facility_type")), tolls_(arcs.text("toll")) {}

    Classes all() const {
        Classes known;
        for (std::size_t arc = 0; arc < count_; ++arc) {
            if (types_ != nullptr) known.insert(class_of(types_->text(arc)));
            if (has_toll(arc)) known.insert("toll");
        }
        known.erase("");
        return known;
    }
    bool is_in(std::size_t arc, const Classes& classes) const {
        if (types_ != nullptr && classes.contains(class_of(types_->text(arc)))) return true;
        return has_toll(arc) && classes.contains("toll");
    }

private:
    bool has_toll(std::size_t arc) const {
        return tolls_ != nullptr && !tolls_->text(arc).empty() && tolls_->text(arc) != "no";
    }

    std::size_t count_;
    const TextColumn* types_;
    const TextColumn* tolls_;
};

void require_classes(const ClassesOfRoads& classes, const std::vector<std::vector<std::string>>& asked) {
    const Classes known = classes.all();
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
ArcColumn costs_without(const ClassesOfRoads& roads, const ArcColumn& costs, const Classes& classes) {
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
    const ClassesOfRoads roads(factor->arcs);
    require_classes(roads, options.excludable);
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
