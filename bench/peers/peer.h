// Another program that solves rows of the table: the distances from some nodes to all.
#pragma once

#include <memory>
#include <span>
#include <stdexcept>
#include <string>

#include "allways/base/ids.h"
#include "peers/roads.h"
#include "peers/spent.h"

namespace allways::peers {

class Peer {
public:
    virtual ~Peer() = default;

    virtual std::string name() const = 0;  // with version and call: "Boost 1.74, dijkstra_shortest_paths"
    virtual unsigned cores() const = 0;    // that it makes use of

    // Does the work before any row: an order, a customization, a contraction. Asked for once, before solve(); returns
    // what it took. Throws Absent.
    virtual Spent prepare() { return {}; }

    // Distances from sources[i] into rows[i·n] … rows[i·n + n - 1], unreachable_cost where there is no path. Returns
    // what the calls alone took: neither copying the answers nor changing their type counts.
    // Throws Absent.
    virtual Spent solve(std::span<const NodeIndex> sources, std::span<std::int32_t> rows) = 0;
};

// Why a peer cannot run here, or did not come to its end.
struct Absent : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// The Boost that this was built with, one source a thread at a time. `roads` must outlive the peer.
std::unique_ptr<Peer> boost_peer(const Roads& roads, unsigned threads);

// How RoutingKit gets its contraction hierarchy: by its own order, or as a customizable one in the order of its
// inertial flow, which needs coordinates, with perfect witness search.
enum class Hierarchy { contracted, customized };

// RoutingKit in this process, one source a thread at a time, to all nodes as pinned targets. `roads` must outlive the
// peer. Throws Absent where this was built without RoutingKit, or the network has no coordinates.
std::unique_ptr<Peer> routingkit_peer(Hierarchy hierarchy, const Roads& roads, unsigned threads);

// A library of `python` that road_peers.py knows: scipy, igraph, networkit or routingkit_cch. Throws Absent.
std::unique_ptr<Peer> python_peer(const std::string& library, const std::string& python, const Roads& roads,
                                  unsigned threads);

}  // namespace allways::peers
