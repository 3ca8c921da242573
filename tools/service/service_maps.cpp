#include "service/service_maps.h"

#include <algorithm>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/engine/factorize.h"
#include "allways/result/extract_network.h"
#include "routes/road_classes.h"
#include "service/service_error.h"

namespace allways::tools {

namespace {

using Classes = std::set<std::string>;

std::string list_of(const Classes& names) {
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
    return list;
}

// A link road is of the class that it leads to.
std::string class_of(std::string_view facility_type) {
    if (facility_type.ends_with("_link")) facility_type.remove_suffix(5);
    return std::string(facility_type);
}

void require_classes(const TextColumn* types, std::size_t arcs, const std::vector<std::vector<std::string>>& asked) {
    Classes known;
    for (std::size_t arc = 0; types != nullptr && arc < arcs; ++arc) known.insert(class_of(types->text(arc)));
    known.erase("");
    if (!asked.empty() && known.empty()) throw InvalidArgument("`excludable`: the network has no classes of roads");
    for (const auto& combination : asked) {
        for (const std::string& name : combination) {
            if (known.contains(name) || road_class(name) != RoadClass::other) continue;
            throw InvalidArgument(
                format("`excludable`: no road has the class '{}'; the classes are {}", name, list_of(known)));
        }
    }
}

// With the same order, arcs and sums, but no cost for roads of these classes.
std::shared_ptr<const NetworkFactor> without(const NetworkFactor& factor, const Classes& classes) {
    RoadNetwork network = extract_network(factor);
    const TextColumn& types = *factor.arcs.text("facility_type");
    const auto cost = std::ranges::find(network.columns, factor.scale.name, &ArcColumn::name);
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
        if (classes.contains(class_of(types.text(arc)))) cost->values[arc] = Decimal::missing();
    }
    network.texts.clear();
    network.shapes = {};
    SolveOptions options{.cost = factor.scale.name};
    if (factor.type() != CostType::int32) options.cost_type = factor.type();
    for (const FactorSums::Field& field : factor.sums.fields) options.skims.push_back(field.scale.name);
    NetworkFactor made = factorize(network, options);
    made.arcs.texts = factor.arcs.texts;
    made.arcs.shapes = factor.arcs.shapes;
    made.coordinates = factor.coordinates;
    return std::make_shared<const NetworkFactor>(std::move(made));
}

}  // namespace

ServiceMaps::ServiceMaps(std::shared_ptr<const NetworkFactor> factor, const ServiceOptions& options) {
    maps_.try_emplace({}, factor, options);
    require_classes(factor->arcs.text("facility_type"), factor->arcs.size(), options.excludable);
    for (const auto& combination : options.excludable) {
        const Classes classes(combination.begin(), combination.end());
        if (!maps_.contains(classes)) maps_.try_emplace(classes, without(*factor, classes), whole(), options);
    }
}

const MapSnapshot& ServiceMaps::excluding(const std::vector<std::string>& classes) const {
    const auto found = maps_.find(Classes(classes.begin(), classes.end()));
    if (found != maps_.end()) return found->second;
    throw ServiceError("InvalidValue", "Exclude flag combination is not supported.");
}

}  // namespace allways::tools
