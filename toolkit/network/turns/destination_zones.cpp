// SPDX-License-Identifier: Apache-2.0
#include "network/turns/destination_zones.h"

#include <algorithm>
#include <set>
#include <utility>

#include "allways/network/components.h"
#include "allways/network/road_network.h"
#include "network/road_line.h"
#include "network/turns/drive_graph.h"

namespace allways::network {

namespace {

class ZoneFinder {
public:
    explicit ZoneFinder(const DriveRules& rules)
        : rules_(rules), network_(rules.network()), graph_(build_drive_graph(rules)), walks_(graph_) {
        for (const std::uint8_t mark : network_.turns.destination_only) open_arc_.push_back(mark == 0);
    }

    DestinationZones find() {
        find_open_drives();
        find_what_they_reach();
        DestinationZones zones;
        zones.inside.assign(network_.node_count(), 0);
        for (NodeIndex node = 0; node < network_.node_count(); ++node) zones.inside[node] = ends_drives(node);
        for (const Marks& states : {that_never_left(), on_the_way_to_cut_off_places()}) {
            for (std::size_t state = 0; state < graph_.size(); ++state)
                zones.inside[graph_.node[state]] |= states[state];
        }
        zones.has_open_entrance = entered_openly(zones.inside);
        return zones;
    }

private:
    bool ends_drives(NodeIndex node) const { return network_.is_no_through(node); }

    template <class Visit>
    void visit_steps(std::size_t state, const Visit& visit) const {
        for (std::size_t step = graph_.first_step[state]; step < graph_.first_step[state + 1]; ++step)
            visit(graph_.arc[step], graph_.next[step]);
    }

    // Returns by node the part of the network, connected by streets, that it belongs to.
    std::vector<std::uint32_t> joined_parts() const {
        std::vector<NodeIndex> tail, head;
        for (ArcIndex arc = 0; arc < network_.arc_count(); ++arc) {
            if (!rules_.is_usable(arc) || ends_drives(network_.tail[arc]) || ends_drives(network_.head[arc])) continue;
            tail.push_back(network_.tail[arc]);
            head.push_back(network_.head[arc]);
        }
        return weak_components(network_.node_count(), tail, head).of;
    }

    // Finds the states that open drives from main streets reach, and the states from which open drives reach main
    // streets.
    void find_open_drives() {
        std::vector<StateComponent> components;
        const std::vector<std::uint32_t> component_of = walks_.components(network_.node_count(), open_arc_, components);
        const std::vector<std::uint32_t> part = joined_parts();
        std::vector<StateComponent> main(network_.node_count());  // by part
        for (const StateComponent& component : components) {
            StateComponent& best = main[part[component.first_node]];
            if (component.has_steps() && component.is_larger_than(best)) best = component;
        }
        entered_.assign(graph_.size(), 0);
        for (std::size_t state = 0; state < graph_.size(); ++state) {
            const StateComponent& of_part = main[part[graph_.node[state]]];
            entered_[state] = of_part.has_steps() && component_of[state] == of_part.index;
        }
        leaves_ = entered_;
        walks_.mark_onward(entered_, open_arc_, {});
        walks_.mark_before(leaves_, open_arc_, {});
    }

    // Finds the arcs that open drives can take next, and the nodes that these drives reach.
    void find_what_they_reach() {
        taken_.assign(network_.arc_count(), 0);
        is_reached_.assign(network_.node_count(), 0);
        for (std::size_t state = 0; state < graph_.size(); ++state) {
            if (entered_[state] == 0) continue;
            is_reached_[graph_.node[state]] = 1;
            visit_steps(state, [&](ArcIndex arc, std::uint32_t next) {
                taken_[arc] = 1;
                if (ends_drives(network_.head[arc])) is_reached_[network_.head[arc]] = 1;
                steps_taken_.emplace_back(arc, next);
            });
        }
        std::ranges::sort(steps_taken_);
    }

    // Places lie in roads, and connectors of centroids are not roads.
    bool is_road(ArcIndex arc) const {
        return rules_.has_cost(arc) && !is_centroid(network_, network_.tail[arc]) &&
               !is_centroid(network_, network_.head[arc]);
    }

    // Calls visit(arc) for the arcs that run the other way along the same road, until it returns true.
    template <class Visit>
    bool any_other_way(ArcIndex arc, const Visit& visit) const {
        return std::ranges::any_of(rules_.adjacency().out_arcs(network_.head[arc]), [&](ArcIndex back) {
            if (network_.head[back] != network_.tail[arc] || !rules_.has_cost(back)) return false;
            return (network_.coordinates.empty() || same_road(network_, arc, back)) && visit(back);
        });
    }

    // The first arc after a no-through node is always possible for a drive.
    bool cannot_leave(NodeIndex node) const {
        if (!ends_drives(node)) return leaves_[node] == 0;
        bool leads_out = false;
        visit_steps(node, [&](ArcIndex, std::uint32_t next) {
            leads_out = leads_out || (next != no_node && leaves_[next] != 0);
        });
        return !leads_out;
    }

    Marks that_never_left() const {
        Marks stays(graph_.size());
        for (std::size_t state = 0; state < graph_.size(); ++state) stays[state] = leaves_[state] == 0;
        const auto leads_out = [&](ArcIndex arc) {
            return graph_.after[arc] != no_node && leaves_[graph_.after[arc]] != 0;
        };
        Marks marked(graph_.size(), 0);
        for (NodeIndex node = 0; node < network_.node_count(); ++node) marked[node] = cannot_leave(node);
        for (ArcIndex arc = 0; arc < network_.arc_count(); ++arc) {  // drives that begin inside it
            if (graph_.after[arc] == no_node || !is_road(arc)) continue;
            if (!leads_out(arc) && !any_other_way(arc, leads_out)) marked[graph_.after[arc]] = 1;
        }
        walks_.mark_onward(marked, {}, stays);
        return marked;
    }

    bool is_cut_off(ArcIndex road) const {
        const auto is_taken = [&](ArcIndex arc) { return taken_[arc] != 0; };
        return is_road(road) && !is_taken(road) && !any_other_way(road, is_taken);
    }

    // States in which drives arrive; a start counts only if drives also arrive in it. Drives from centroids and points
    // do not count: the result for a point inside a road is that of the whole road.
    Marks arrivals() const {
        Marks expanded(graph_.size(), 0);
        for (NodeIndex node = 0; node < network_.node_count(); ++node) expanded[node] = !is_centroid(network_, node);
        walks_.mark_onward(expanded, {}, {});
        Marks arrived(graph_.size(), 0);
        for (std::size_t state = 0; state < graph_.size(); ++state) {
            if (expanded[state] == 0) continue;
            visit_steps(state, [&](ArcIndex, std::uint32_t next) {
                if (next != no_node) arrived[next] = 1;
            });
        }
        return arrived;
    }

    Marks on_the_way_to_cut_off_places() const {
        const Marks is_arrival = arrivals();
        Marks has_no_stead(graph_.size(), 0);
        Marks marked(graph_.size(), 0);
        for (std::size_t state = 0; state < graph_.size(); ++state) {
            if (is_arrival[state] == 0 || entered_[state] != 0) continue;
            const NodeIndex node = graph_.node[state];
            bool leads_on = is_reached_[node] == 0;
            bool ends_there = leads_on;
            visit_steps(state, [&](ArcIndex arc, std::uint32_t next) {
                leads_on = leads_on || !std::ranges::binary_search(steps_taken_, std::pair(arc, next));
                const NodeIndex head = network_.head[arc];
                ends_there = ends_there || is_cut_off(arc) || (ends_drives(head) && is_reached_[head] == 0);
            });
            has_no_stead[state] = leads_on;
            marked[state] = leads_on && ends_there;
        }
        walks_.mark_before(marked, {}, has_no_stead);
        return marked;
    }

    Marks entered_openly(const Marks& inside) const {
        Marks entered(network_.node_count(), 0);
        std::vector<NodeIndex> open;
        for (NodeIndex node = 0; node < network_.node_count(); ++node) {
            if (inside[node] == 0) open.push_back(node);
        }
        while (!open.empty()) {
            const NodeIndex node = open.back();
            open.pop_back();
            for (const ArcIndex arc : rules_.adjacency().out_arcs(node)) {
                const NodeIndex head = network_.head[arc];
                if (!rules_.is_usable(arc) || open_arc_[arc] == 0 || inside[head] == 0 || entered[head] != 0) continue;
                entered[head] = 1;
                if (!ends_drives(head)) open.push_back(head);
            }
        }
        return entered;
    }

    const DriveRules& rules_;
    const RoadNetwork& network_;
    DriveGraph graph_;
    StateWalks walks_;
    Marks open_arc_;    // 1: not for destinations only
    Marks entered_;     // by state: open drives from main streets reach it
    Marks leaves_;      // by state: open drives lead from it to main streets
    Marks taken_;       // by arc: open drives from main streets could take it next, even if it is not open
    Marks is_reached_;  // by node: open drives from main streets reach it
    // The steps over arcs of taken_, with the states after them, sorted.
    std::vector<std::pair<ArcIndex, std::uint32_t>> steps_taken_;
};

}  // namespace

DestinationZones destination_zones(const DriveRules& rules) {
    const auto& marked = rules.network().turns.destination_only;
    for (ArcIndex arc = 0; arc < marked.size(); ++arc) {
        if (marked[arc] != 0 && rules.is_usable(arc)) return ZoneFinder(rules).find();
    }
    return {};
}

std::vector<std::uint8_t> arcs_at_edges(const RoadNetwork& network, const DestinationZones& zones, bool is_forward) {
    std::vector<std::uint8_t> found;
    for (ArcIndex arc = 0; !zones.empty() && arc < network.arc_count(); ++arc) {
        const NodeIndex outer = is_forward ? network.head[arc] : network.tail[arc];
        const NodeIndex inner = is_forward ? network.tail[arc] : network.head[arc];
        const bool is_of_zone = network.turns.destination_only[arc] != 0 || zones.inside[inner] != 0;
        found.push_back(is_of_zone && zones.inside[outer] == 0);
    }
    return found;
}

// ---- the legality of steps

TurnLegality::TurnLegality(const RoadNetwork& network, const AdjacencyArray& adjacency, const ArcColumn& costs)
    : DriveRules(network, adjacency, arcs_with_value(costs)), zones_(destination_zones(*this)) {}

// Returns the phase after the arc, or nothing if zones forbid the arc.
std::optional<Phase> TurnLegality::phase_after(Phase phase, ArcIndex arc) const {
    if (zones_.empty()) return Phase::open;
    const bool to_inside = is_inside(network().head[arc]);
    if (phase == Phase::start) return to_inside ? Phase::start : Phase::open;
    if (phase == Phase::open && network().turns.destination_only[arc] == 0) return Phase::open;
    if (!to_inside) return std::nullopt;
    return Phase::end;
}

std::optional<DriveState> TurnLegality::next(const DriveState& state, ArcIndex arc) const {
    if (!is_usable(arc)) return std::nullopt;
    const NodeIndex head = network().head[arc];
    const auto history = automaton().next(state.history, arc);
    const auto phase = phase_after(state.phase, arc);
    if (!history || !phase) return std::nullopt;
    if (network().is_no_through(head)) return start(head);  // the drive ends there
    return DriveState{head, *history, *phase};
}

}  // namespace allways::network
