// Distances and paths from a factor, one pair at a time: below a millisecond where a search through a large network
// takes tens of them.
#pragma once

#include <memory>

#include "allways/result/network_factor.h"

namespace allways {

namespace engine {
class FactorAnswers;
}

// Safe to use from several threads at once. For int32 distances and paths are those of a solved table, bit for bit;
// floats round in another order.
class FactorPaths {
public:
    // Prepares the network and eliminates again in the order that is kept, O(m log n + fill). Throws InvalidArgument
    // where order, cells and network do not belong together.
    explicit FactorPaths(NetworkFactor factor);
    ~FactorPaths();
    FactorPaths(FactorPaths&&) noexcept;
    FactorPaths& operator=(FactorPaths&&) noexcept;

    // +inf where there is no path; raw, and in scale().unit. O(n) for bytes set to zero, and the arcs that go up from
    // the ancestors of both nodes in the elimination tree: some ten thousand for 10^5 nodes of a street network. Throw
    // InvalidArgument for an index out of range.
    double raw_distance(NodeIndex from, NodeIndex to) const;
    double distance(NodeIndex from, NodeIndex to) const;

    // The path of the table's next hops; legs refer to arcs(). The same, and the ancestors of each node on the way,
    // most of which it shares with the node before.
    Path path(NodeIndex from, NodeIndex to) const;

    const IdTable& node_ids() const;
    CostType type() const;
    const CostScale& scale() const;
    const TableArcs& arcs() const;
    const std::vector<Coordinate>& coordinates() const;  // empty, or one a node
    const std::string& crs() const;
    const std::vector<std::uint8_t>& no_through() const;  // empty, or 1 where paths do not pass
    const TableProvenance& provenance() const;

private:
    std::unique_ptr<const engine::FactorAnswers> answers_;
};

}  // namespace allways
