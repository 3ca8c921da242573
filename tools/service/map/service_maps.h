// SPDX-License-Identifier: Apache-2.0
// The maps that a service answers from: all roads, and for each allowed `exclude` those that are left.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "service/map/map_snapshot.h"

namespace allways::tools {

// Immutable, shared by the requests that use it. Each combination of classes has a factor of its own, of the same
// order, in which their roads have no cost.
class ServiceMaps {
public:
    // Throws InvalidArgument as RoutingService does, and for a class that neither a road nor
    // OpenStreetMap has.
    // `like`: a map of the same roads to share the index of places with, or null (see MapSnapshot).
    ServiceMaps(std::shared_ptr<const NetworkFactor> factor, const ServiceOptions& options,
                const MapSnapshot* like = nullptr);

    const MapSnapshot& whole() const { return maps_.at({}); }
    // Throws ServiceError for a combination that is not allowed. Any order, repeated or not.
    const MapSnapshot& excluding(const std::vector<std::string>& classes) const;

private:
    std::map<std::set<std::string>, MapSnapshot> maps_;
};

}  // namespace allways::tools
