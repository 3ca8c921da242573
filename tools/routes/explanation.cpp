// SPDX-License-Identifier: Apache-2.0
// Explains paths: searches, components and turn rules, in words.
#include "allways/routes/explanation.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/export/json.h"
#include "allways/network/components.h"
#include "allways/points/snapped_points.h"
#include "allways/query/no_path.h"
#include "allways/result/natural_scale.h"
#include "allways/result/network_factor.h"
#include "allways/routes/road_facts.h"
#include "base/counted.h"
#include "base/human.h"

namespace allways {

namespace {

// The strong components of the network without added points, over arcs that have a cost. If all arcs have one, these
// are the components of `allways components`; otherwise sets `by_some_arcs`.
ComponentList components_of(const PathSource& source, bool& by_some_arcs) {
    const TableArcs& arcs = source.arcs();
    const std::vector<NodeIndex> tails = tails_of(arcs);
    std::size_t n = source.node_ids().size();
    while (n > 0 && source.is_point(static_cast<NodeIndex>(n - 1))) --n;
    RoadNetwork network;
    network.node_ids = IdTable::consecutive(n);
    network.no_through.assign(source.no_through().begin(), source.no_through().end());
    if (!network.no_through.empty()) network.no_through.resize(n);
    for (std::uint64_t arc = 0; arc < arcs.size(); ++arc) {
        if (tails[arc] >= n || arcs.head[arc] >= n) continue;
        if (std::visit([&](const auto& cost) { return is_reachable(cost[arc]); }, arcs.cost)) {
            network.tail.push_back(tails[arc]);
            network.head.push_back(arcs.head[arc]);
        } else {
            by_some_arcs = true;
        }
    }
    return list_components(network, Connection::strong);
}

class Explainer {
public:
    Explainer(const PathSource& source, const Stop& from, const Stop& to)
        : source_(source),
          facts_(source.arcs(), source.scale()),
          from_(from),
          to_(to),
          components_(components_of(source, by_some_arcs_)) {}

    Explanation explain() const {
        const Path path = source_.path(from_.node, to_.node);
        const auto obstacle = find_turn_obstacle(source_, from_.node, to_.node);
        Explanation made{.from = end(from_),
                         .to = end(to_),
                         .scale = source_.scale(),
                         .type = source_.type(),
                         .reachable = path.reachable,
                         .raw_distance = path.raw_distance};
        if (obstacle) {
            made.turn_rule = {rule_text(*obstacle), obstacle->source,
                              obstacle->node == no_node ? "" : node_text(obstacle->node),
                              obstacle->without.raw_distance};
        }
        if (path.reachable) {
            add_path(path, made);
        } else {
            const NoPath none = explain_no_path(source_, from_.node, to_.node);
            made.reached_from_start = none.reached;
            made.reaching_end = none.reaching;
            made.why = why_none(none, obstacle);
        }
        return made;
    }

private:
    std::string node_text(NodeIndex node) const { return source_.node_text(node); }

    // An arc of the road that a point lies on. Requested points are on the network, so there is one.
    std::uint64_t arc_at(NodeIndex point) const {
        const TableArcs& arcs = source_.arcs();
        if (arcs.first_out[point] < arcs.first_out[point + 1]) return arcs.first_out[point];
        return static_cast<std::uint64_t>(std::ranges::find(arcs.head, point) - arcs.head.begin());
    }

    std::string arc_text(std::uint64_t arc) const {
        const PathLeg leg{0, 0, arc, 0};
        const std::string road = facts_.has_names() ? format(" ({})", facts_.road(leg)) : "";
        return format("arc {}{}", facts_.arc_id(leg), road);
    }

    // The nodes that define the component of `node`: the neighbours of an added point, else the node itself.
    std::vector<NodeIndex> nodes_at(NodeIndex node) const {
        if (!source_.is_point(node)) return {node};
        const TableArcs& arcs = source_.arcs();
        std::vector<NodeIndex> nodes;
        for (NodeIndex tail = 0; tail + 1 < arcs.first_out.size(); ++tail) {
            for (std::uint64_t arc = arcs.first_out[tail]; arc < arcs.first_out[tail + 1]; ++arc) {
                const NodeIndex other = tail == node ? arcs.head[arc] : arcs.head[arc] == node ? tail : no_node;
                if (other != no_node && !source_.is_point(other)) nodes.push_back(other);
            }
        }
        std::ranges::sort(nodes);
        nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
        return nodes;
    }

    std::string distance_text(const Place& asked) const {
        if (!asked.in_metres) return format("{:.6g} in the file's own units", asked.snapped.distance);
        return asked.snapped.distance < 1000 ? format("{:.1f} m", asked.snapped.distance)
                                             : format("{:.1f} km", asked.snapped.distance / 1000);
    }

    std::string place_text(const Stop& stop) const {
        if (!stop.asked) return format("node {}", node_text(stop.node));
        const std::string away = distance_text(*stop.asked) + " away";
        if (!source_.is_point(stop.node))
            return format("{}: at node {}, {}", stop.asked->name, node_text(stop.node), away);
        const auto ends = nodes_at(stop.node);
        const std::string where = ends.front() == ends.back() ? format("a loop at node {}", node_text(ends.front()))
                                                              : format("between nodes {} and {}",
                                                                       node_text(ends.front()), node_text(ends.back()));
        return format("{}: on {}, {}, {}", stop.asked->name, arc_text(arc_at(stop.node)), where, away);
    }

    bool is_no_through(NodeIndex node) const {
        return !source_.no_through().empty() && source_.no_through()[node] != 0;
    }

    std::string component_text(const Stop& stop) const {
        const bool no_through = !source_.is_point(stop.node) && is_no_through(stop.node);
        const std::string passing =
            no_through ? "; a no-through node: paths may start or end there, but not pass it" : "";
        std::vector<NodeIndex> nodes = nodes_at(stop.node);
        std::ranges::stable_partition(
            nodes, [&](NodeIndex node) { return !is_no_through(node); });  // prefers a node that paths may pass
        const std::uint32_t component = components_.of[nodes.front()];
        const std::size_t size = components_.components[component].nodes;
        if (size == 1) {
            // Paths there and back may start and end at no-through nodes, each of which is a component of its own.
            const bool any_no_through = !source_.no_through().empty();
            return (any_no_through ? "in no strong component with other nodes"
                                   : "isolated: no path leads there and back") +
                   passing;
        }
        return format("in strong component {} of {}{}, with {}{}", component + 1,
                      count_text(components_.components.size()),
                      by_some_arcs_ ? format(" by the arcs that have a {}", source_.scale().name) : "",
                      counted(size, "node"), passing);
    }

    Explanation::End end(const Stop& stop) const {
        Explanation::End made{.asked = stop.asked ? stop.asked->name : node_text(stop.node),
                              .place = place_text(stop),
                              .component = component_text(stop)};
        if (stop.asked && std::isfinite(stop.asked->snapped.distance)) {
            made.distance = stop.asked->snapped.distance;
            made.in_metres = stop.asked->in_metres;
        }
        return made;
    }

    // ---- path found

    void add_path(const Path& path, Explanation& made) const {
        made.arcs = path.legs.size();
        made.why = why_shortest(path);
        for (const auto& measure : {facts_.length(), facts_.time()}) {
            if (!measure || measure->column->name == source_.scale().name) continue;
            const Decimal sum = measure->sum(path.legs);
            if (!sum.is_missing()) made.sums.push_back({measure->column->name, sum, measure->unit});
        }
        const auto leg = std::ranges::max_element(path.legs, {}, &PathLeg::raw_cost);
        if (leg == path.legs.end()) return;
        made.costliest = {facts_.arc_id(*leg),  arc_text(leg->arc), facts_.road(*leg),
                          node_text(leg->from), node_text(leg->to), leg->raw_cost};
        const Path other = path_without_arc(source_, leg->arc, from_.node, to_.node);
        made.raw_distance_without_costliest =
            other.reachable ? other.raw_distance : std::numeric_limits<double>::infinity();
    }

    std::string why_shortest(const Path& path) const {
        if (path.legs.empty()) return "both ends are the same place";
        return format(
            "no other path costs less: distances are exact sums of the arcs' costs{}",
            source_.type() == CostType::int32 ? "" : ", except for rounding to " + std::string(name(source_.type())));
    }

    // ---- turn rules

    std::string rule_text(const TurnObstacle& obstacle) const {
        const std::string rule = obstacle.source.empty() ? "a turn rule" : obstacle.source;
        const std::string at = obstacle.node == no_node ? "" : format(" at node {}", node_text(obstacle.node));
        const std::string from = obstacle.from == no_arc ? "the start" : arc_text(obstacle.from);
        const std::string step = format("from {} to {}{}", from, arc_text(obstacle.to), at);
        switch (obstacle.kind) {
            case TurnObstacle::Kind::forbidden_turn: return format("{} forbids going {}", rule, step);
            case TurnObstacle::Kind::mandatory_turn: return format("{} demands another way than {}", rule, step);
            case TurnObstacle::Kind::way_back: return format("paths may not turn round {}", step);
            case TurnObstacle::Kind::price: return format("the turn {} has a price", step);
            case TurnObstacle::Kind::zone: break;
        }
        return format("a street for destinations only is in the way {}", step);
    }

    // ---- no path

    std::uint64_t own_nodes_at(const Stop& stop) const { return source_.is_point(stop.node) ? 0 : 1; }

    std::string why_none(const NoPath& why, const std::optional<TurnObstacle>& obstacle) const {
        if (why.reached == own_nodes_at(from_)) return format("no arc with a cost leaves {}", node_text(from_.node));
        if (why.reaching == own_nodes_at(to_)) return format("no arc with a cost enters {}", node_text(to_.node));
        if (obstacle) return rule_text(*obstacle);
        if (!why.obstacle) return "they are in different components: no arcs connect them in either direction";
        const Obstacle& first = *why.obstacle;
        switch (first.kind) {
            case Obstacle::Kind::no_through_node:
                return format("no-through node {} is in the way: paths may not pass it", node_text(first.node));
            case Obstacle::Kind::arc_without_cost:
                return format("{} from node {} is in the way: it has no {}", arc_text(first.arc), node_text(first.node),
                              source_.scale().name);
            case Obstacle::Kind::one_way_arc: break;
        }
        return format("{} is one-way: a path would have to use it backwards, from node {}", arc_text(first.arc),
                      node_text(first.node));
    }

    const PathSource& source_;
    RoadFacts facts_;
    const Stop& from_;
    const Stop& to_;
    bool by_some_arcs_ = false;
    ComponentList components_;
};

}  // namespace

Explanation explain(const PathSource& source, const Stop& from, const Stop& to) {
    if (source.arcs().first_out.empty()) {
        throw InputError(source.name(), 0,
                         "expected a network, or a table or factor that contains one: a matrix has no arcs to explain");
    }
    return Explainer(source, from, to).explain();
}

// ---- texts

namespace {

using ExplanationJson = nlohmann::ordered_json;

std::string labelled(const char* label, const std::string& text) {
    return format("{:<6}{}\n", label, text);
}

std::string cost_text(double raw, const Explanation& explanation) {
    return natural_text(raw, explanation.type, explanation.scale) + unit_suffix(explanation.scale);
}

std::string path_text(const Explanation& made) {
    std::string found = format("{}, {}", cost_text(made.raw_distance, made), counted(made.arcs, "arc"));
    for (const auto& [name, value, unit] : made.sums)
        found += format(", {} {}{}", name, value.to_string(), unit.empty() ? "" : " " + unit);
    std::string text = labelled("path", found) + labelled("why", made.why);
    if (made.costliest) {
        text += labelled("", format("its costliest arc is {}, from {} to {}, with {}", made.costliest->text,
                                    made.costliest->from, made.costliest->to, cost_text(made.costliest->cost, made)));
    }
    if (made.turn_rule) {
        text += labelled(
            "",
            format("without turn rules it would be {}, {} less: {}", cost_text(made.turn_rule->distance_without, made),
                   cost_text(made.raw_distance - made.turn_rule->distance_without, made), made.turn_rule->text));
    }
    if (!made.costliest) return text;
    const double other = made.raw_distance_without_costliest;
    if (!std::isfinite(other)) return text + labelled("", "without that arc there would be no path");
    return text + labelled("", format("without that arc it would be {}, {} more", cost_text(other, made),
                                      cost_text(other - made.raw_distance, made)));
}

std::string no_path_text(const Explanation& made) {
    return labelled("path", format("none: {} can be reached from the start, and {} can reach the end",
                                   counted(made.reached_from_start, "node"), count_text(made.reaching_end))) +
           labelled("why", made.why);
}

ExplanationJson end_json(const Explanation::End& end) {
    ExplanationJson json{{"asked", end.asked}, {"place", end.place}, {"component", end.component}};
    if (end.distance) json[end.in_metres ? "distance_m" : "distance"] = *end.distance;
    return json;
}

}  // namespace

std::string explanation_text(const Explanation& made) {
    std::string text;
    for (const auto& [label, end] : {std::pair{"from", &made.from}, std::pair{"to", &made.to}})
        text += labelled(label, end->place) + labelled("", end->component);
    text += labelled("cost", made.scale.name + (made.scale.unit.empty() ? "" : " in " + made.scale.unit));
    return text + (made.reachable ? path_text(made) : no_path_text(made));
}

std::string explanation_json(const Explanation& made) {
    const auto natural = [&](double raw) { return natural_json(raw, made.scale); };
    ExplanationJson json{{"from", end_json(made.from)},
                         {"to", end_json(made.to)},
                         {"cost", made.scale.name},
                         {"unit", made.scale.unit},
                         {"reachable", made.reachable}};
    if (made.reachable) {
        json["distance"] = natural(made.raw_distance);
        json["arcs"] = made.arcs;
    } else {
        json["reached_from_start"] = made.reached_from_start;
        json["reaching_end"] = made.reaching_end;
    }
    json["why"] = made.why;
    if (made.costliest) {
        json["costliest"] = {
            {"arc", made.costliest->id}, {"road", made.costliest->road}, {"cost", natural(made.costliest->cost)}};
    }
    if (made.turn_rule) {
        json["turn_rule"] = {{"text", made.turn_rule->text},
                             {"source", made.turn_rule->source},
                             {"node", made.turn_rule->node},
                             {"distance_without", natural(made.turn_rule->distance_without)}};
    }
    if (made.costliest) {
        json["without_costliest"] = {{"reachable", std::isfinite(made.raw_distance_without_costliest)},
                                     {"distance", natural(made.raw_distance_without_costliest)}};
    }
    return json_text(json, 2);
}

}  // namespace allways
