// SPDX-License-Identifier: Apache-2.0
#include "points/zones.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/counted.h"
#include "points/node_argument.h"

namespace allways::tools {

namespace {

// The first point of each zone, and the number of points.
std::vector<std::uint32_t> zone_starts(const PointSet& list) {
    std::vector<std::uint32_t> first;
    const auto count = static_cast<std::uint32_t>(list.size());
    for (std::uint32_t i = 0; i < count; ++i) {
        if (list.shares.empty() || i == 0 || list.ids.text(i) != list.ids.text(i - 1)) first.push_back(i);
    }
    first.push_back(count);
    return first;
}

}  // namespace

PointSet as_zones(PointSet list, const PointOptions& options) {
    std::vector<std::uint32_t> order(list.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return *list.ids.find(list.ids.text(i)); });
    const bool is_stated = !list.shares.empty();
    if (!is_stated) list.shares.assign(list.size(), 1);
    list = list.selection(order);
    const std::vector<std::uint32_t> first = zone_starts(list);
    for (std::size_t zone = 0; zone + 1 < first.size(); ++zone) {
        const auto fail = [&](std::uint32_t at, const std::string& what) {
            throw InputError(list.source, list.lines.empty() ? 0 : list.lines[at],
                             format("zone '{}': {}", list.ids.text(at), what));
        };
        const std::span<double> shares(list.shares.data() + first[zone], first[zone + 1] - first[zone]);
        const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
        if (is_stated && !(std::abs(sum - 1) <= 1e-6))
            fail(first[zone], format("expected shares that add up to 1, found {:.10g}", sum));
        for (std::uint32_t i = first[zone]; i < first[zone + 1] && shares.size() > 1; ++i) {
            if (position_length(list.names[i]) > 0)
                fail(i, format("expected ids of nodes, as it has several, found {}", list.names[i]));
            for (std::size_t f = 0; f < list.numbers.size(); ++f) {
                const double a = list.numbers[f][first[zone]];
                const double b = list.numbers[f][i];
                if (a != b)
                    fail(i, format("expected one number of {} for all its nodes, found {} and {}",
                                   options.number_fields[f], a, b));
            }
        }
    }
    return list;
}

Zones::Zones(const PointSet& list, const std::vector<std::uint32_t>& kept) : first_(zone_starts(list)) {
    shares_ = list.shares;
    for (std::size_t zone = 0; zone < size() && !shares_.empty(); ++zone) {
        const std::span<double> own(shares_.data() + begin(zone), end(zone) - begin(zone));
        const double sum = std::accumulate(own.begin(), own.end(), 0.0);
        for (double& share : own) share /= sum;
    }
    if (kept.empty()) return;
    std::vector<std::uint32_t> starts;  // only points with a zone of their own are left out
    for (std::uint32_t zone = 0, at = 0; zone < size(); ++zone) {
        if (!std::ranges::binary_search(kept, begin(zone))) continue;
        starts.push_back(at);
        kept_.push_back(zone);
        at += end(zone) - begin(zone);
    }
    starts.push_back(static_cast<std::uint32_t>(kept.size()));
    first_ = std::move(starts);
    for (std::size_t i = 0; i < kept.size() && !shares_.empty(); ++i) shares_[i] = shares_[kept[i]];
}

IdTable Zones::ids(const IdTable& of_points) const {
    return of_points.selection(std::span(first_).first(size()));
}

std::vector<double> Zones::means(std::span<const double> of_points, std::size_t width) const {
    std::vector<double> means(size() * width, 0.0);
    for (std::size_t zone = 0; zone < size(); ++zone) {
        for (std::size_t at = begin(zone) * width; at < end(zone) * width; ++at)
            means[zone * width + at % width] += share(static_cast<std::uint32_t>(at / width)) * of_points[at];
    }
    return means;
}

std::vector<Coordinate> Zones::means(const std::vector<Coordinate>& of_points) const {
    std::vector<Coordinate> means(of_points.empty() ? 0 : size(), Coordinate{0, 0});
    for (std::size_t zone = 0; zone < means.size(); ++zone) {
        for (std::uint32_t i = begin(zone); i < end(zone); ++i) {
            means[zone].x += share(i) * of_points[i].x;
            means[zone].y += share(i) * of_points[i].y;
        }
    }
    return means;
}

std::vector<double> Zones::shared(std::span<const double> of_points) const {
    std::vector<double> parts(of_points.begin(), of_points.end());
    for (std::uint32_t i = 0; i < parts.size(); ++i) parts[i] *= share(i);
    return parts;
}

void require_single_nodes(const PointSet& list) {
    const Zones zones(list);
    for (std::size_t zone = 0; zone < zones.size(); ++zone) {
        if (zones.end(zone) - zones.begin(zone) > 1)
            throw InvalidArgument(
                format("zone '{}' has {}, but paths, isochrones and the nearest places need one node for each zone",
                       list.ids.text(zones.begin(zone)), counted(zones.end(zone) - zones.begin(zone), "node")));
    }
}

OriginDestinationTable between_zones(const OriginDestinationTable& table, const Zones& origins,
                                     const Zones& destinations, const LogCallback& log) {
    if (origins.are_points() && destinations.are_points()) return table;
    std::uint64_t partly = 0;  // zone pairs with and without a path
    const auto means_of = [&](const CellNumbers& cells, const CostScale& scale, bool counts) {
        const double unit = std::pow(10.0, scale.digits);
        std::vector<double> means;
        means.reserve(origins.size() * destinations.size());
        for (std::size_t row = 0; row < origins.size(); ++row) {
            for (std::size_t column = 0; column < destinations.size(); ++column) {
                double sum = 0;
                double weight = 0;
                bool is_cut = false;
                for (std::uint32_t i = origins.begin(row); i < origins.end(row); ++i) {
                    for (std::uint32_t j = destinations.begin(column); j < destinations.end(column); ++j) {
                        const double raw = cells.raw(std::size_t{i} * table.destination_count() + j);
                        const double share = origins.share(i) * destinations.share(j);
                        if (std::isinf(raw)) {
                            is_cut = true;
                            continue;
                        }
                        sum += share * raw;
                        weight += share;
                    }
                }
                partly += counts && is_cut && weight > 0 ? 1 : 0;
                means.push_back(weight > 0 ? sum / weight / unit : std::numeric_limits<double>::infinity());
            }
        }
        return CellNumbers(std::move(means));
    };
    OriginDestinationTable made(means_of(table.cells(), table.scale(), true), {table.scale().name, table.unit(), 0},
                                origins.ids(table.origin_ids()), destinations.ids(table.destination_ids()));
    for (const Skim& skim : table.skims())
        made.add_skim({{skim.scale.name, skim.scale.unit, 0}, means_of(skim.values, skim.scale, false)});
    made.set_places(origins.means(table.origin_places()), destinations.means(table.destination_places()), table.crs());
    if (const SnapDistances& snapped = table.snap_distances(); !snapped.empty())
        made.set_snap_distances(
            {origins.means(snapped.origins), destinations.means(snapped.destinations), snapped.in_metres});
    made.set_provenance(table.provenance());
    if (partly > 0) {
        allways::log(log, LogLevel::warning,
                     format("{} of zones {} no path between some of their nodes; the means are over the others",
                            counted(partly, "pair"), by_count(partly, "has", "have")));
    }
    return made;
}

}  // namespace allways::tools
