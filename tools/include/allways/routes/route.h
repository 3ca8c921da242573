// Paths between stops, from wherever the input has them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "allways/base/error.h"
#include "allways/engine/solve.h"
#include "allways/importers/read.h"
#include "allways/query/path_source.h"

namespace allways {

// A stop that was named by a position: a node near it, or a point on a road.
struct AskedPosition {
    std::string text;        // "@7.4166,43.7311"
    Coordinate point;        // its numbers
    double distance = 0;     // from there to the node; infinite: nothing is near
    bool in_metres = false;  // else in units of the network's coordinates
};

struct Stop {
    NodeIndex node = no_node;
    std::optional<AskedPosition> asked = {};
};

// The legs from one stop to the next.
struct RoutePart {
    NodeIndex from = no_node;
    NodeIndex to = no_node;
    double distance = 0;  // raw
    std::size_t first_leg = 0;
    std::size_t leg_count = 0;
};

// One or more paths in a row: from the first stop over the others to the last.
struct Route {
    std::vector<Stop> stops;
    bool reachable = true;
    double distance = 0;  // raw; +inf where unreachable
    std::vector<PathLeg> legs;
    std::vector<RoutePart> parts;  // as legs, none where unreachable

    std::span<const PathLeg> legs_of(const RoutePart& part) const {
        return std::span(legs).subspan(part.first_leg, part.leg_count);
    }
};

// The paths between the stops, one after the other.
Route find_route(const PathSource& source, std::vector<Stop> stops);

// Whatever a file holds, as what answers paths: a matrix is solved first. Throws InputError for a table of origins and
// destinations, and as PathSource and solve do. `solve`: cost, cost type, callbacks, and what solving a matrix takes.
PathSource make_path_source(Input input, const std::string& file, const SolveOptions& solve,
                            std::vector<std::string> point_names = {});

// Why a table of origins and destinations answers no paths.
InputError no_paths_between_origins(const std::string& file);

}  // namespace allways
