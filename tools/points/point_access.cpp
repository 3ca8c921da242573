// SPDX-License-Identifier: Apache-2.0
#include "allways/points/point_access.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/engine/factorize.h"
#include "allways/result/distance_table.h"
#include "allways/result/natural_scale.h"
#include "base/text.h"
#include "export/features/feature_file.h"
#include "points/zones.h"

namespace allways {

using namespace tools;

namespace {

// Numbers the texts in the order of their first occurrence.
std::vector<std::uint32_t> numbered(const std::vector<std::string>& texts, std::vector<std::string>& names) {
    std::map<std::string, std::uint32_t, std::less<>> known;
    std::vector<std::uint32_t> numbers;
    for (const std::string& text : texts) {
        const auto [found, added] = known.try_emplace(text, static_cast<std::uint32_t>(names.size()));
        if (added) names.push_back(text);
        numbers.push_back(found->second);
    }
    return numbers;
}

void check(const PointAccessRequest& request) {
    if (request.cutoffs.empty() && request.nearest == 0) {
        throw InvalidArgument("give `cutoffs`, to count opportunities, or `nearest`, for the nearest destinations");
    }
    if (!request.demand.empty() && request.cutoffs.empty()) {
        throw InvalidArgument("`demand` shares opportunities within `cutoffs`, and there are none");
    }
    if (request.decay != AccessDecay::step && request.cutoffs.empty())
        throw InvalidArgument("`decay` is that of opportunities within `cutoffs`, and there are none");
    if (!request.classes.empty() && request.nearest == 0)
        throw InvalidArgument("`classes` are those of the `nearest` destinations, and none are asked for");
}

// The texts as parts of fields' names, all different.
std::vector<std::string> in_fields(const std::vector<std::string>& texts) {
    std::vector<std::string> names;
    DistinctNames distinct;
    for (std::string name : texts) {
        std::ranges::replace_if(
            name, [](unsigned char c) { return c < 0x80 && std::isalnum(c) == 0; }, '_');
        names.push_back(distinct.add(name));
    }
    return names;
}

}  // namespace

PointAccess find_point_access(const RoadNetwork& network, const PointAccessRequest& request) {
    check(request);
    PointAccess found;
    PlacedSides placed = place_sides(network, request.origins ? &*request.origins : nullptr, request.destinations,
                                     request.solve, request.snap, request.name);
    found.unsnapped = std::move(placed.unsnapped);
    std::optional<Zones> origins;  // nothing: nodes
    if (request.origins) origins.emplace(*request.origins);
    const Zones destinations(request.destinations);
    if (request.nearest > 0) {
        require_single_nodes(request.destinations);
        if (request.origins) require_single_nodes(*request.origins);
    }
    const TableSide& rows = placed.origins;
    const TableSide& columns = placed.destinations;
    const RoadNetwork& roads = placed.on(network);
    SolveOptions on_host = request.solve;  // a device only sums
    on_host.device = {};
    const NetworkFactor factor = factorize(roads, on_host);

    std::vector<std::vector<double>> weights = request.weights;
    if (weights.empty()) weights.emplace_back(request.destinations.size(), 1.0);
    for (std::vector<double>& kind : weights) kind = destinations.shared(kind);
    const std::vector<double> demand = origins ? origins->shared(request.demand) : request.demand;
    const std::vector<std::uint32_t> classes = numbered(request.classes, found.classes);
    if (found.classes.empty()) found.classes.emplace_back();
    AccessRequest reduced{.origins = rows.nodes,
                          .destinations = columns.nodes,
                          .to_origins = request.to_origins,
                          .cutoffs = request.cutoffs,
                          .unit = request.unit,
                          .decay = request.decay,
                          .demand = demand,
                          .nearest = request.nearest,
                          .classes = classes};
    if (!request.cutoffs.empty()) {
        reduced.weights.assign(weights.begin(), weights.end());
        found.kinds = request.weights.empty() ? std::vector<std::string>{"count"} : request.kinds;
    }
    found.access = find_access(factor, reduced, request.solve);

    const NaturalScale scale(factor.scale, request.unit);
    found.unit = scale.unit();
    for (const NearestDestination& near : found.access.found) {
        found.distances.push_back(near.destination == no_destination ? near.raw_distance
                                                                     : scale.value(near.raw_distance));
    }
    found.cutoffs = request.cutoffs;
    found.origin_ids = rows.ids;
    found.destination_ids = destinations.ids(columns.ids);
    found.crs = network.provenance.crs;
    found.attribution = attribution_in(network.provenance.notes);
    for (const NodeIndex node : rows.nodes) {
        if (!roads.coordinates.empty()) found.places.push_back(roads.coordinates[node]);
    }
    if (origins && !origins->are_points()) {
        found.origin_ids = origins->ids(rows.ids);
        found.places = origins->means(found.places);
        found.access.sums = origins->means(found.access.sums, found.access.kinds * found.access.cutoffs);
    }
    return found;
}

void write_access(const PointAccess& found, const FeatureOutput& output) {
    const Access& access = found.access;
    std::vector<FeatureField> fields{id_field("id", found.origin_ids)};
    for (const std::string& kind : found.kinds) {
        for (const double cutoff : found.cutoffs) {
            fields.push_back(
                {found.cutoffs.size() == 1 ? kind : format("{}_{:.10g}", kind, cutoff), FeatureField::Type::real});
        }
    }
    const std::string unit = found.unit.empty() ? "" : "_" + found.unit;
    const std::vector<std::string> class_names = in_fields(found.classes);
    for (std::size_t at = 0; at < class_names.size(); ++at) {
        const std::string name = class_names[at].empty() ? "" : class_names[at] + "_";
        if (access.nearest > 0 && class_names[at] != found.classes[at])
            log(output.log, LogLevel::info,
                format("the fields of class '{}' are nearest_{}… and distance_{}…", found.classes[at], name, name));
        for (std::size_t k = 1; k <= access.nearest; ++k) {
            FeatureField nearest = id_field(format("nearest_{}{}", name, k), found.destination_ids);
            fields.push_back(std::move(nearest));
            fields.push_back({format("distance_{}{}{}", name, k, unit), FeatureField::Type::real});
        }
    }
    const auto file = make_feature_file(output, found.crs, found.attribution);
    file->begin_layer({"access", wkbPoint, fields});
    std::vector<FeatureValue> values;
    for (std::uint32_t origin = 0; origin < found.origin_ids.size(); ++origin) {
        constexpr std::uint32_t step = 1 << 14;
        if (origin % step == 0) report(output.progress, "write", origin, found.origin_ids.size());
        values.assign({id_value(found.origin_ids, origin)});
        for (std::size_t kind = 0; kind < access.kinds; ++kind) {
            for (std::size_t c = 0; c < access.cutoffs; ++c) values.emplace_back(access.sum(origin, kind, c));
        }
        for (std::size_t of_class = 0; of_class < access.classes && access.nearest > 0; ++of_class) {
            const std::size_t first = (origin * access.classes + of_class) * access.nearest;
            for (std::size_t at = first; at < first + access.nearest; ++at) {
                if (access.found[at].destination == no_destination) {
                    values.insert(values.end(), 2, FeatureValue{});
                    continue;
                }
                values.push_back(id_value(found.destination_ids, access.found[at].destination));
                values.emplace_back(found.distances[at]);
            }
        }
        file->add_point(values, found.places.empty() ? Coordinate{NAN, NAN} : found.places[origin]);
    }
    file->commit();
}

}  // namespace allways
