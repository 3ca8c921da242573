// SPDX-License-Identifier: Apache-2.0
// RoutingKit's contraction hierarchies: preparation, and rows by one query per thread with all nodes as pinned targets.
// Perfect witness search turns a customizable hierarchy into a plain one, because its rows then take a third of the
// time; routingkit-cch (road_peers.py) is measured without that search, which it does not offer.
#include "peers/peer.h"

#ifdef ALLWAYS_PEERS_HAVE_ROUTINGKIT

#include <algorithm>
#include <atomic>
#include <numeric>

#include <routingkit/contraction_hierarchy.h>
#include <routingkit/customizable_contraction_hierarchy.h>
#include <routingkit/nested_dissection.h>

#include "base/threads/parallel.h"

namespace allways::peers {

namespace {

namespace kit = RoutingKit;

struct Arcs {
    std::vector<unsigned> tail;
    std::vector<unsigned> head;
    std::vector<unsigned> cost;
};

Arcs arcs_of(const Roads& roads) {
    Arcs arcs{{}, {roads.head.begin(), roads.head.end()}, {roads.cost.begin(), roads.cost.end()}};
    for (std::size_t v = 0; v < roads.node_count(); ++v) {
        arcs.tail.resize(static_cast<std::size_t>(roads.first_out[v + 1]), static_cast<unsigned>(v));
    }
    return arcs;
}

class RoutingKitPeer : public Peer {
public:
    RoutingKitPeer(Hierarchy hierarchy, const Roads& roads, unsigned threads)
        : kind_(hierarchy),
          nodes_(static_cast<unsigned>(roads.node_count())),
          threads_(threads),
          arcs_(arcs_of(roads)) {
        if (kind_ == Hierarchy::contracted) return;
        if (roads.network.coordinates.empty()) throw Absent("the network has no coordinates, which its order needs");
        for (const Coordinate& place : roads.network.coordinates) {
            x_.push_back(static_cast<float>(place.x));
            y_.push_back(static_cast<float>(place.y));
        }
    }

    std::string name() const override {
        return kind_ == Hierarchy::contracted ? "RoutingKit, contraction hierarchy"
                                              : "RoutingKit, customizable, perfect witness search";
    }
    unsigned cores() const override { return threads_; }

    Spent prepare() override {
        SpentWatch watch;
        hierarchy_ = kind_ == Hierarchy::contracted ? contracted() : customized();
        std::vector<unsigned> targets(nodes_);
        std::iota(targets.begin(), targets.end(), 0u);
        for (unsigned t = 0; t < threads_; ++t) queries_.emplace_back(hierarchy_).pin_targets(targets);
        return watch.lap();
    }

    Spent solve(std::span<const NodeIndex> sources, std::span<std::int32_t> rows) override {
        const auto found = reinterpret_cast<unsigned*>(rows.data());  // RoutingKit's unsigned distances, in place
        std::atomic<std::size_t> next = 0;
        SpentWatch watch;
        parallel_for(
            threads_,
            [&](std::size_t t) {
                for (std::size_t i = next++; i < sources.size(); i = next++) {
                    queries_[t].reset_source().add_source(static_cast<unsigned>(sources[i]));
                    queries_[t].run_to_pinned_targets().get_distances_to_targets(found + i * nodes_);
                }
            },
            threads_);
        const Spent spent = watch.lap();
        for (std::int32_t& cell : rows.first(sources.size() * nodes_)) {
            cell = std::min(cell, unreachable_cost<std::int32_t>);
        }
        return spent;
    }

private:
    kit::ContractionHierarchy contracted() const {
        return kit::ContractionHierarchy::build(nodes_, arcs_.tail, arcs_.head, arcs_.cost);
    }

    kit::ContractionHierarchy customized() const {
        const kit::CustomizableContractionHierarchy order(
            kit::compute_nested_node_dissection_order_using_inertial_flow(nodes_, arcs_.tail, arcs_.head, y_, x_),
            arcs_.tail, arcs_.head);
        kit::CustomizableContractionHierarchyMetric metric(order, arcs_.cost);
        metric.customize();  // on one core: setting up many took a second longer and saved milliseconds
        return metric.build_contraction_hierarchy_using_perfect_witness_search();
    }

    Hierarchy kind_;
    unsigned nodes_;
    unsigned threads_;
    Arcs arcs_;
    std::vector<float> x_;
    std::vector<float> y_;
    kit::ContractionHierarchy hierarchy_;
    std::vector<kit::ContractionHierarchyQuery> queries_;
};

}  // namespace

std::unique_ptr<Peer> routingkit_peer(Hierarchy hierarchy, const Roads& roads, unsigned threads) {
    return std::make_unique<RoutingKitPeer>(hierarchy, roads, threads);
}

}  // namespace allways::peers

#else

namespace allways::peers {

std::unique_ptr<Peer> routingkit_peer(Hierarchy, const Roads&, unsigned) {
    throw Absent("this build has no RoutingKit, see bench/peers/CMakeLists.txt");
}

}  // namespace allways::peers

#endif
