// Paths between stops, from wherever the input has them.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "allways/base/error.h"
#include "allways/importers/read.h"
#include "console.h"
#include "solve_options.h"

namespace allways::tools {

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

// A solved table or matrix answers from the table, a factor by itself, a network by a search for each path, or where
// many are expected by a factor made for them.
class RouteSource {
public:
    virtual ~RouteSource() = default;
    virtual const std::string& file() const = 0;  // as the user named it
    virtual const IdTable& node_ids() const = 0;
    // Whether a node is a point on a road, which has a name but no id of its own.
    virtual bool is_point(NodeIndex /*node*/) const { return false; }
    virtual std::string node_text(NodeIndex node) const { return node_ids().text(node); }
    virtual CostType type() const = 0;
    virtual const CostScale& scale() const = 0;
    virtual const TableArcs& arcs() const = 0;                       // empty for a matrix
    virtual const std::vector<Coordinate>& coordinates() const = 0;  // empty, or one a node
    virtual const std::string& crs() const = 0;
    virtual const std::vector<std::uint8_t>& no_through() const = 0;
    virtual const std::string& attribution() const = 0;  // whom the data are owed to; empty where not stated
    // Told before so many paths are asked for.
    virtual void expect(std::size_t /*paths*/) {}
    virtual const char* means() const = 0;  // of finding them: "table", "factor", "searches"
    virtual Path path(NodeIndex from, NodeIndex to) const = 0;

    Route route(std::vector<Stop> stops) const;
};

// What a table of origins × destinations is answered with.
InputError no_paths_between_origins(const std::string& file);

// Throws InputError for a table without next hops. Solves where the input is a matrix. The last nodes of a network may be points
// on roads: `point_names`.
std::unique_ptr<RouteSource> make_route_source(Input input, const std::string& file, const SolveArguments& arguments,
                                               Console& console, std::vector<std::string> point_names = {});

}  // namespace allways::tools
