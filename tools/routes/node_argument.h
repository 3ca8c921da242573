// A node as the user names it: by the id of the file, or by a position near it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "allways/base/progress.h"
#include "allways/network/nearest_node.h"
#include "reference_system.h"
#include "routes/route.h"

namespace allways::tools {

// The node of an id. Throws InputError, naming `file` and ids like it.
NodeIndex find_node(const IdTable& ids, std::string_view text, const std::string& file);

// "@7.4166,43.7311": longitude and latitude in degrees, or x and y. Throws InvalidArgument for what is malformed or out of range.
Coordinate parse_position(std::string_view text, bool degrees);

// Finds the nodes of one source, which it borrows. Positions are longitude and latitude of WGS 84 where the source's
// reference system is known, else in the source's own numbers, said once through the log.
class NodeFinder {
public:
    // Nodes that positions find. largest: those from which paths lead to one another, the largest strong component of
    // passable nodes, so that no position ends in a cut-off corner; any: all with coordinates.
    enum class Component { largest, any };

    NodeFinder(const RouteSource& source, Component component, LogCallback log);

    // "@7.4166,43.7311" is a position where no id is spelled so. Throws InputError for an unknown id, naming ids like
    // it, and for a position where the source has no coordinates; InvalidArgument for a position that is malformed, out
    // of range or outside the reference system. Where a position led is logged at `level`: by default as information,
    // or as a warning where the node is far.
    Stop find(std::string_view text, std::optional<LogLevel> level = {});

    std::size_t positions() const { return positions_; }  // found so far
    double farthest() const { return farthest_; }         // from a position to its node
    LogLevel level_of(double distance) const;             // warning: another map, or the latitude came first?
    std::string away_text(double distance) const;         // "12 m away"

private:
    Stop find_near(std::string_view text, std::optional<LogLevel> level);
    void prepare();  // for the first position
    std::vector<NodeIndex> candidates() const;

    const RouteSource& source_;
    Component component_;
    LogCallback log_;
    std::optional<NearestNode> nearest_;
    std::optional<ReferenceSystem> system_;  // nothing where it is unknown
    std::size_t positions_ = 0;
    double farthest_ = 0;
};

}  // namespace allways::tools
