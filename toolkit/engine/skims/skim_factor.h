// Sums of fields along the arcs of a factor, each of which stands for a path through lower ranks.
//
// The rule of next hops (next_hops_from_distances) selects, among all shortest paths of a pair, the one whose exits
// come first in the order of Prepared, compared exit by exit. Parts of such a path are such paths themselves, so each
// arc of the factor is the first of its possible compositions: an arc of the network, or two arcs over a lower rank.
// Sums add up.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "allways/network/adjacency.h"
#include "allways/network/road_network.h"
#include "engine/prepare/prepare.h"
#include "ordering/factor.h"
#include "result/skim_walk.h"

namespace allways::engine {

// The fields to sum, and the problem along whose shortest paths they are summed. Borrows.
struct SkimInput {
    const RoadNetwork& network;
    const AdjacencyArray& adjacency;
    const Prepared<std::int32_t>& prepared;
    std::span<const result::SkimField> fields;

    // The tail, the head and the position of an exit. Exits are numbered as in Prepared.
    NodeIndex tail_of(std::uint32_t exit) const { return prepared.exits[exit].tail; }
    NodeIndex head_of(std::uint32_t exit) const { return network.head[adjacency.arcs[position_of(exit)]]; }
    std::size_t position_of(std::uint32_t exit) const {
        return adjacency.first_out[tail_of(exit)] + prepared.exits[exit].hop;
    }

    // Add to one sum for each field: along an exit; from a node to another of its class of zero-cost cycles; and
    // between an exit into a class and one out of it.
    void add_exit(std::int64_t* sums, std::uint32_t exit) const;
    void add_inside(std::int64_t* sums, NodeIndex from, NodeIndex to) const;
    void add_join(std::int64_t* sums, std::uint32_t in, std::uint32_t out) const {
        if (prepared.classes.contracted() != 0) add_inside(sums, head_of(in), tail_of(out));
    }
    void add(std::int64_t* sums, const std::int64_t* more) const {
        for (std::size_t f = 0; f < fields.size(); ++f) sums[f] = result::added(sums[f], more[f]);
    }
};

// A piece of a path: an arc of the factor, up (2·a) or down (2·a + 1), or an exit beyond the core.
using PathPart = std::uint64_t;
inline constexpr PathPart exit_part = PathPart{1} << 63;
inline PathPart up_part(std::size_t a) {
    return 2 * PathPart{a};
}
inline PathPart down_part(std::size_t a) {
    return 2 * PathPart{a} + 1;
}

class SkimFactor {
public:
    static constexpr std::uint32_t no_exit = ~std::uint32_t{0};

    // `factor`: cells without first arcs. O(triangles), plus the comparison of tied paths. Throws CapacityError for 2³¹
    // arcs or more.
    SkimFactor(const SkimInput& input, const ordering::Factor<std::int32_t>& factor);

    const SkimInput& input() const { return input_; }
    std::uint32_t first_exit(PathPart part) const {
        return part & exit_part ? static_cast<std::uint32_t>(part) : first_[part];
    }
    std::uint32_t last_exit(PathPart part) const {
        return part & exit_part ? static_cast<std::uint32_t>(part) : last_[part];
    }
    // The sums of an existing arc of the factor.
    const std::int64_t* sums(PathPart part) const { return sums_.data() + part * input_.fields.size(); }

    // Returns true if the first of two tied paths from one node comes before the other. Parts are stored last to first
    // and are consumed.
    bool precedes(std::vector<PathPart>& path, std::vector<PathPart>& other) const;

    static std::uint64_t bytes(std::size_t fill, std::size_t fields) {
        return 2 * std::uint64_t{fill} * (4 * sizeof(std::uint32_t) + fields * sizeof(std::int64_t));
    }

private:
    static constexpr std::uint32_t no_part = ~std::uint32_t{0};

    void place_exits(const ordering::Factor<std::int32_t>& factor);
    void offer(PathPart part, PathPart left, PathPart right);
    void finish(PathPart part);
    void open(std::vector<PathPart>& path) const;

    SkimInput input_;
    // By part: its first and last exits, and the two parts it consists of; none if it is an exit.
    std::vector<std::uint32_t> first_, last_, left_, right_;
    std::vector<std::int64_t> sums_;
    std::vector<PathPart> path_, other_;  // used by precedes
};

}  // namespace allways::engine
