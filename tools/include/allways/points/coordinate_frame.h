// SPDX-License-Identifier: Apache-2.0
// Converts positions between the user's coordinates and a network's reference system.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/progress.h"
#include "allways/network/coordinate.h"
#include "allways/network/nearest_node.h"

namespace allways {

namespace importers {
class ReferenceSystem;
}

// If the network states its reference system, positions are longitude and latitude of WGS 84, rounded to seven decimals
// (a centimetre, the resolution of OpenStreetMap), so that a position is the same whatever reference system its file
// used. Otherwise they are x,y in the network's own numbers, which is logged once.
class ALLWAYS_API CoordinateFrame {
public:
    // `crs`: of the network; `file`: its name, for messages. Throws InvalidArgument if PROJ does not know `crs`.
    CoordinateFrame(const std::string& crs, std::string file, const LogCallback& log);

    bool in_degrees() const { return system_ != nullptr; }  // of the user's positions
    const std::string& crs() const;                         // of positions: "EPSG:4326", or empty

    NearestNode::Space space() const;
    // The metres per unit of distances on the network; nothing if its units are unknown. Distances on the sphere are in
    // metres already.
    std::optional<double> metres_per_unit() const;

    Coordinate rounded(Coordinate position) const;
    // Converts points of a file in `crs` (empty: the network's) to positions. NaN stays NaN; points that the systems do
    // not cover become NaN.
    std::vector<Coordinate> positions(std::span<const Coordinate> places, const std::string& crs) const;
    // Throws InvalidArgument if the network's system does not cover the position.
    Coordinate own(Coordinate position) const;
    Coordinate position(Coordinate own) const;

    // "WGS 84 (EPSG:4326)": the network's system, assumed for points that state none.
    std::string system_text() const;
    // "12 m", "1.5 km"; "12 units" if units are unknown.
    std::string distance_text(double distance) const;

private:
    std::shared_ptr<const importers::ReferenceSystem> system_;  // null: unknown
    std::string file_;
};

}  // namespace allways
