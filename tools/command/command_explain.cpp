// allways explain: where the ends of a path lie on the network, and why there is no path or why it is this one.
#include <algorithm>
#include <cmath>
#include <iostream>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include "allways/base/counted.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/human.h"
#include "allways/export/json.h"
#include "allways/network/component_list.h"
#include "allways/query/no_path.h"
#include "allways/query/turn_obstacle.h"
#include "allways/result/extract_network.h"
#include "allways/result/natural_text.h"
#include "allways/routes/road_facts.h"
#include "allways/routes/stops.h"
#include "command/command.h"
#include "command/input.h"
#include "command/snap_options.h"
#include "command/solve_options.h"

namespace allways::command {

namespace {

using Json = nlohmann::ordered_json;

struct Arguments {
    InputArguments input;
    SolveArguments solve;
    std::string from;
    std::string to;
    SnapChoice snap;
    bool json = false;
};

// Strong components of the network without added points, counting only arcs that have a cost. If all arcs have one,
// they are those of `allways components`.
struct Parts {
    ComponentList list;
    bool by_some_arcs = false;
};

Parts parts_of(const PathSource& source) {
    const TableArcs& arcs = source.arcs();
    const std::vector<NodeIndex> tails = tails_of(arcs);
    std::size_t n = source.node_ids().size();
    while (n > 0 && source.is_point(static_cast<NodeIndex>(n - 1))) --n;
    RoadNetwork network;
    network.node_ids = IdTable::consecutive(n);
    network.no_through.assign(source.no_through().begin(), source.no_through().end());
    if (!network.no_through.empty()) network.no_through.resize(n);
    Parts parts;
    for (std::uint64_t arc = 0; arc < arcs.size(); ++arc) {
        if (tails[arc] >= n || arcs.head[arc] >= n) continue;
        if (std::visit([&](const auto& cost) { return is_reachable(cost[arc]); }, arcs.cost)) {
            network.tail.push_back(tails[arc]);
            network.head.push_back(arcs.head[arc]);
        } else {
            parts.by_some_arcs = true;
        }
    }
    parts.list = list_components(network, Connection::strong);
    return parts;
}

class Explanation {
public:
    Explanation(const PathSource& source, const std::vector<Stop>& stops)
        : source_(source), facts_(source.arcs()), from_(stops.front()), to_(stops.back()), parts_(parts_of(source)) {
        path_ = source.path(from_.node, to_.node);
    }
    bool reachable() const { return path_.reachable; }

    std::string text() const {
        std::string text = end_text("from", from_) + end_text("to", to_);
        text += format("{:<6}{}{}\n", "cost", source_.scale().name,
                       source_.scale().unit.empty() ? "" : format(" in {}", source_.scale().unit));
        return text + (path_.reachable ? path_text() : no_path_text());
    }

    Json json() const {
        Json json{{"from", end_json(from_)},
                  {"to", end_json(to_)},
                  {"cost", source_.scale().name},
                  {"unit", source_.scale().unit},
                  {"reachable", path_.reachable}};
        if (path_.reachable) {
            json["distance"] = natural_json(path_.distance, source_.scale());
            json["arcs"] = path_.legs.size();
            json["why"] = why_shortest();
            if (const auto costliest = costliest_leg()) {
                json["costliest"] = {{"arc", facts_.arc_id(*costliest)},
                                     {"road", facts_.road(*costliest)},
                                     {"cost", natural_json(costliest->cost, source_.scale())}};
            }
            if (const auto obstacle = find_turn_obstacle(source_, from_.node, to_.node)) {
                json["turn_rule"] = turn_rule_json(*obstacle);
            }
            if (const auto other = path_without_costliest()) {
                json["without_costliest"] = {{"reachable", other->reachable},
                                             {"distance", natural_json(other->distance, source_.scale())}};
            }
            return json;
        }
        const NoPath why = explain_no_path(source_, from_.node, to_.node);
        json["reached_from_start"] = why.reached;
        json["reaching_end"] = why.reaching;
        json["why"] = why_text(why);
        if (const auto obstacle = find_turn_obstacle(source_, from_.node, to_.node)) {
            json["turn_rule"] = turn_rule_json(*obstacle);
        }
        return json;
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

    // The nodes next to a point, or the node itself: the ones that define its component.
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

    std::string distance_text(const AskedPosition& asked) const {
        if (!asked.in_metres) return format("{:.6g} in the file's own units", asked.distance);
        return asked.distance < 1000 ? format("{:.1f} m", asked.distance) : format("{:.1f} km", asked.distance / 1000);
    }

    std::string place_text(const Stop& stop) const {
        if (!stop.asked) return format("node {}", node_text(stop.node));
        const std::string away = distance_text(*stop.asked) + " away";
        if (!source_.is_point(stop.node))
            return format("{}: at node {}, {}", stop.asked->text, node_text(stop.node), away);
        const auto ends = nodes_at(stop.node);
        const std::string where = ends.front() == ends.back() ? format("a loop at node {}", node_text(ends.front()))
                                                              : format("between nodes {} and {}",
                                                                       node_text(ends.front()), node_text(ends.back()));
        return format("{}: on {}, {}, {}", stop.asked->text, arc_text(arc_at(stop.node)), where, away);
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
            nodes, [&](NodeIndex node) { return !is_no_through(node); });  // prefers the passable side of a barrier
        const std::uint32_t component = parts_.list.of[nodes.front()];
        const std::size_t size = parts_.list.components[component].nodes;
        if (size == 1) return "isolated: no path leads there and back" + passing;
        return format("in strong component {} of {}{}, with {}{}", component + 1,
                      count_text(parts_.list.components.size()),
                      parts_.by_some_arcs ? format(" by the arcs that have a {}", source_.scale().name) : "",
                      counted(size, "node"), passing);
    }

    std::string end_text(const char* label, const Stop& stop) const {
        return format("{:<6}{}\n{:<6}{}\n", label, place_text(stop), "", component_text(stop));
    }

    Json end_json(const Stop& stop) const {
        Json json{{"asked", stop.asked ? stop.asked->text : node_text(stop.node)},
                  {"place", place_text(stop)},
                  {"component", component_text(stop)}};
        if (stop.asked && std::isfinite(stop.asked->distance)) {
            json[stop.asked->in_metres ? "distance_m" : "distance"] = stop.asked->distance;
        }
        return json;
    }

    // ---- path found

    std::optional<PathLeg> costliest_leg() const {
        const auto leg = std::ranges::max_element(path_.legs, {}, &PathLeg::cost);
        return leg == path_.legs.end() ? std::nullopt : std::optional<PathLeg>(*leg);
    }

    std::string cost_text(double raw) const {
        return natural_text(raw, source_.type(), source_.scale()) + unit_suffix(source_.scale());
    }

    std::string path_text() const {
        std::string text = format("{:<6}{}, {}", "path", cost_text(path_.distance), counted(path_.legs.size(), "arc"));
        for (const auto& measure : {facts_.length(), facts_.time()}) {
            if (!measure || measure->column->name == source_.scale().name) continue;
            const Decimal sum = measure->sum(path_.legs);
            if (!sum.is_missing())
                text += format(", {} {}{}", measure->column->name, sum.to_string(),
                               measure->unit.empty() ? "" : " " + measure->unit);
        }
        text += "\n";
        text += format("{:<6}{}\n", "why", why_shortest());
        if (const auto leg = costliest_leg()) {
            text += format("{:<6}its costliest arc is {}, from {} to {}, with {}\n", "", arc_text(leg->arc),
                           node_text(leg->from), node_text(leg->to), cost_text(leg->cost));
        }
        if (const auto obstacle = find_turn_obstacle(source_, from_.node, to_.node)) {
            const double less = path_.distance - obstacle->without.distance;
            text += format("{:<6}without turn rules it would be {}, {} less: {}\n", "",
                           cost_text(obstacle->without.distance), cost_text(less), rule_text(*obstacle));
        }
        const auto other = path_without_costliest();
        if (!other) return text;
        if (!other->reachable) return text + format("{:<6}without that arc there would be no path\n", "");
        const double more = other->distance - path_.distance;
        return text + format("{:<6}without that arc it would be {}, {} more\n", "", cost_text(other->distance),
                             cost_text(more));
    }

    std::string why_shortest() const {
        if (path_.legs.empty()) return "both ends are the same place";
        return format(
            "no other path costs less: distances are exact sums of the arcs' costs{}",
            source_.type() == CostType::int32 ? "" : ", except for rounding to " + std::string(name(source_.type())));
    }

    std::optional<Path> path_without_costliest() const {
        const auto leg = costliest_leg();
        if (!leg) return std::nullopt;
        return path_without_arc(source_, leg->arc, from_.node, to_.node);
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

    Json turn_rule_json(const TurnObstacle& obstacle) const {
        return {{"text", rule_text(obstacle)},
                {"source", obstacle.source},
                {"node", node_text(obstacle.node)},
                {"distance_without", natural_json(obstacle.without.distance, source_.scale())}};
    }

    // ---- no path

    std::uint64_t own_nodes_at(const Stop& stop) const { return source_.is_point(stop.node) ? 0 : 1; }

    std::string why_text(const NoPath& why) const {
        if (why.reached == own_nodes_at(from_)) return format("no arc with a cost leaves {}", node_text(from_.node));
        if (why.reaching == own_nodes_at(to_)) return format("no arc with a cost enters {}", node_text(to_.node));
        if (const auto obstacle = find_turn_obstacle(source_, from_.node, to_.node)) return rule_text(*obstacle);
        if (why.obstacles.empty()) return "they are in different components: no arcs connect them in either direction";
        const Obstacle& obstacle = why.obstacles.front();
        switch (obstacle.kind) {
            case Obstacle::Kind::no_through_node:
                return format("no-through node {} is in the way: paths may not pass it", node_text(obstacle.node));
            case Obstacle::Kind::arc_without_cost:
                return format("{} from node {} is in the way: it has no {}", arc_text(obstacle.arc),
                              node_text(obstacle.node), source_.scale().name);
            case Obstacle::Kind::one_way_arc: break;
        }
        return format("{} is one-way: a path would have to use it backwards, from node {}", arc_text(obstacle.arc),
                      node_text(obstacle.node));
    }

    std::string no_path_text() const {
        const NoPath why = explain_no_path(source_, from_.node, to_.node);
        return format("{:<6}none: {} can be reached from the start, and {} can reach the end\n{:<6}{}\n", "path",
                      counted(why.reached, "node"), count_text(why.reaching), "why", why_text(why));
    }

    const PathSource& source_;
    RoadFacts facts_;
    Stop from_;
    Stop to_;
    Parts parts_;
    Path path_;
};

ExitCode run(Arguments arguments, Console& console) {
    Input input = read(for_solving(arguments.input, arguments.solve), console);
    check_cost_options(arguments.solve, input);
    arguments.solve.cost = named_cost(arguments.solve, arguments.input.read, input);
    const std::vector<std::vector<StopName>> names{{{arguments.from, "", 0}, {arguments.to, "", 0}}};
    const auto asked =
        find_stops(std::move(input), arguments.input.path, names, arguments.solve.options(console), arguments.snap);
    if (asked.source.arcs().first_out.empty()) {
        throw InputError(arguments.input.path, 0,
                         "expected a network, or a table or factor that contains one: a matrix has no arcs to explain");
    }
    const Explanation explanation(asked.source, asked.stops.front());
    console.stop();
    if (arguments.json)
        std::cout << json_text(explanation.json(), 2) << "\n";
    else
        std::cout << explanation.text();
    return ExitCode::ok;
}

std::function<ExitCode()> declare(CLI::App& app, Console& console) {
    auto arguments = std::make_shared<Arguments>();
    add_input(app, arguments->input, "INPUT", "A network, or a table or factor solved from one");
    app.add_option("--from", arguments->from, "Start: a node id, or a position such as @7.4166,43.7311")
        ->required()
        ->type_name("NODE");
    app.add_option("--to", arguments->to, "End, in the same form")->required()->type_name("NODE");
    app.add_flag("--json", arguments->json, "Print JSON");
    add_snap_options(app, arguments->snap);
    add_cost_options(app, arguments->solve);
    return [arguments, &console] { return run(*arguments, console); };
}

}  // namespace

Command explain_command() {
    return {"explain", "Explain why there is no path between two places, or why this is the shortest",
            "  allways explain city.osm.pbf --from @7.4166,43.7311 --to @7.4275,43.7402\n"
            "  allways explain roads_net.tntp --from 1 --to 20 --cost length --json",
            declare};
}

}  // namespace allways::command
