// Positions of the users' in a network's reference system, and back.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "allways/base/progress.h"
#include "allways/network/coordinate.h"
#include "allways/network/nearest_node.h"

namespace allways {

class ReferenceSystem;

// Where the network states its reference system, positions are longitude and latitude of WGS 84, rounded to seven
// decimals (a centimetre, and what OpenStreetMap has), so that one place is the same whatever system a file gave it in.
// Else they are x,y in the network's own numbers, said once through the log.
class CoordinateFrame {
public:
    // `crs`: of the network; `file`: its name, for messages. Throws InvalidArgument for one that PROJ does not know.
    CoordinateFrame(const std::string& crs, std::string file, const LogCallback& log);

    bool in_degrees() const { return system_ != nullptr; }  // what users write
    const std::string& crs() const;                         // of positions: "EPSG:4326", or empty

    NearestNode::Space space() const;
    // Of distances on the network: metres, or nothing where its units are unknown. Of the sphere they are metres
    // already.
    std::optional<double> metres_per_unit() const;

    Coordinate rounded(Coordinate position) const;
    // Points of a file in `crs` (empty: the network's) as positions. NaN stays, and is what a point becomes that the
    // systems do not cover.
    std::vector<Coordinate> positions(std::span<const Coordinate> places, const std::string& crs) const;
    // Throws InvalidArgument for a position that the network's system does not cover.
    Coordinate own(Coordinate position) const;
    Coordinate position(Coordinate own) const;

    // "WGS 84 (EPSG:4326)": the network's, which the numbers of points are taken in that state none.
    std::string system_text() const;
    // "12 m", "1.5 km"; "12 units" where these are unknown.
    std::string distance_text(double distance) const;

private:
    std::shared_ptr<const ReferenceSystem> system_;  // null: not stated
    std::string file_;
};

}  // namespace allways
