// SPDX-License-Identifier: Apache-2.0
// Zones of several nodes: a list has a point for each node (PointSet::shares), and what is found between nodes becomes
// what is found between zones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "allways/base/ids.h"
#include "allways/base/progress.h"
#include "allways/importers/points.h"
#include "allways/network/coordinate.h"
#include "allways/result/origin_destination_table.h"

namespace allways::tools {

// Makes points with one id the nodes of one zone: they follow each other, and share the zone. Without `shares`, they
// share it equally. Throws InputError, naming the line, for shares of a zone that do not add up to 1 within 1e-6, for
// different values of `options`.number_fields in one zone, and for positions in a zone of several points.
PointSet as_zones(PointSet list, const PointOptions& options = {});

// The zones of a list, in its order; a point of a list without shares is one of its own.
class Zones {
public:
    // `kept`: the points of the list that count; empty: all.
    explicit Zones(const PointSet& list, const std::vector<std::uint32_t>& kept = {});

    std::size_t size() const { return first_.size() - 1; }
    bool are_points() const { return first_.back() == size(); }  // one each
    std::uint32_t begin(std::size_t zone) const { return first_[zone]; }
    std::uint32_t end(std::size_t zone) const { return first_[zone + 1]; }
    double share(std::uint32_t point) const { return shares_.empty() ? 1 : shares_[point]; }
    // The positions of these zones among those of the list; empty if all points count.
    std::vector<std::uint32_t> kept() const { return kept_; }

    // One of each zone: the id, or the mean by share.
    IdTable ids(const IdTable& of_points) const;
    std::vector<double> means(std::span<const double> of_points, std::size_t width = 1) const;  // `width` of each point
    std::vector<Coordinate> means(const std::vector<Coordinate>& of_points) const;
    // The number of its zone at each point → the point's share of it.
    std::vector<double> shared(std::span<const double> of_points) const;

private:
    std::vector<std::uint32_t> first_;  // points of zones, and their number
    std::vector<double> shares_;
    std::vector<std::uint32_t> kept_;
};

// Throws InvalidArgument if a zone has several nodes.
void require_single_nodes(const PointSet& list);

// The table between zones: means by the shares of both ends over the pairs of nodes with a path, which a warning counts
// if some have none. No pair has a path: unreachable. Returns the same table if every zone is a point.
OriginDestinationTable between_zones(const OriginDestinationTable& table, const Zones& origins,
                                     const Zones& destinations, const LogCallback& log);

}  // namespace allways::tools
