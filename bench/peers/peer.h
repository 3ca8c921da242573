// SPDX-License-Identifier: Apache-2.0
// Another program, which solves rows of the table: distances from some nodes to all.
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

    virtual std::string name() const = 0;  // name, version and function: "Boost 1.74, dijkstra_shortest_paths"
    virtual unsigned cores() const = 0;    // the number of cores that it uses

    // Does the work that precedes any row: ordering, customization, contraction. Called once, before solve(). Returns
    // its time. Throws Absent.
    virtual Spent prepare() { return {}; }

    // Writes distances from sources[i] to rows[i·n] … rows[i·n + n - 1], unreachable_cost if there is no path. Returns
    // the time of the calls alone, without copying answers or converting their type. Throws Absent.
    virtual Spent solve(std::span<const NodeIndex> sources, std::span<std::int32_t> rows) = 0;
};

// The reason why a peer cannot run here, or did not finish.
struct Absent : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// The Boost of this build; each thread solves one source at a time. `roads` must outlive the peer.
std::unique_ptr<Peer> boost_peer(const Roads& roads, unsigned threads);

// The origin of RoutingKit's contraction hierarchy: its own order, or a customizable hierarchy in its inertial flow
// order, which needs coordinates, with perfect witness search.
enum class Hierarchy { contracted, customized };

// RoutingKit in this process; each thread solves one source at a time, with all nodes as pinned targets. `roads` must
// outlive the peer. Throws Absent if this was built without RoutingKit, or the network has no coordinates.
std::unique_ptr<Peer> routingkit_peer(Hierarchy hierarchy, const Roads& roads, unsigned threads);

// A Python library that road_peers.py supports: scipy, igraph, networkit or routingkit_cch. Throws Absent.
std::unique_ptr<Peer> python_peer(const std::string& library, const std::string& python, const Roads& roads,
                                  unsigned threads);

}  // namespace allways::peers
