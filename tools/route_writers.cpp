#include <nlohmann/json.hpp>

#include "allways/base/format.h"
#include "natural_text.h"
#include "route.h"

namespace allways::tools {

namespace {

using Json = nlohmann::ordered_json;

bool is_reversed(const TableArcs& arcs, std::uint64_t arc) {
    return !arcs.reversed.empty() && arcs.reversed[arc] != 0;
}

bool has_arc(const RouteSource& source, const PathLeg& leg) {
    return leg.arc < source.arcs().head.size();
}

std::string arc_text(const RouteSource& source, const PathLeg& leg) {
    return has_arc(source, leg) ? source.arcs().arc_ids.text(static_cast<std::uint32_t>(leg.arc)) : "";
}

Json leg_json(const RouteSource& source, const PathLeg& leg) {
    Json json{{"from", id_json(source.node_ids(), leg.from)}, {"to", id_json(source.node_ids(), leg.to)}};
    if (has_arc(source, leg)) {
        json["arc"] = id_json(source.arcs().arc_ids, static_cast<std::uint32_t>(leg.arc));
        json["reversed"] = is_reversed(source.arcs(), leg.arc);
    }
    json["cost"] = natural_json(leg.cost, source.scale());
    return json;
}

}  // namespace

void write_routes_text(OutputFile& out, const RouteSource& source, const std::vector<Route>& routes) {
    const auto text = [&](double raw) { return natural_text(raw, source.type(), source.scale()); };
    const std::string unit = unit_suffix(source.scale());
    for (std::size_t at = 0; at < routes.size(); ++at) {
        const Route& route = routes[at];
        if (at > 0) out.put('\n');
        std::string stops;
        for (const NodeIndex stop : route.stops) stops += (stops.empty() ? "" : " -> ") + source.node_ids().text(stop);
        if (!route.reachable) {
            out.put(stops + ": unreachable\n");
            continue;
        }
        out.put(format("{}: {} {}{}, {} arc{}\n", stops, source.scale().name, text(route.distance), unit,
                       route.legs.size(), route.legs.size() == 1 ? "" : "s"));
        double sum = 0;
        for (const PathLeg& leg : route.legs) {
            sum += leg.cost;
            out.put(format("  {:>10} -> {:<10} {:>10}  {:>12}", source.node_ids().text(leg.from),
                           source.node_ids().text(leg.to), text(leg.cost),
                           sum_text(sum, source.type(), source.scale())));
            if (has_arc(source, leg)) {
                out.put("  arc " + arc_text(source, leg) + (is_reversed(source.arcs(), leg.arc) ? " reversed" : ""));
            }
            out.put('\n');
        }
    }
}

// One row a leg; a route without legs (unreachable, or to itself) has one row with an empty step.
void write_routes_csv(OutputFile& out, const RouteSource& source, const std::vector<Route>& routes) {
    const auto put_row = [&](const std::vector<std::string>& fields) {
        for (std::size_t at = 0; at < fields.size(); ++at) {
            if (at > 0) out.put(',');
            out.put_field(fields[at]);
        }
        out.put('\n');
    };
    const auto text = [&](double raw) { return natural_text(raw, source.type(), source.scale()); };
    const auto node = [&](NodeIndex index) { return source.node_ids().text(index); };
    put_row({"from", "to", "step", "tail", "head", "arc", "cost", "sum"});
    for (const Route& route : routes) {
        const std::string from = node(route.stops.front());
        const std::string to = node(route.stops.back());
        if (route.legs.empty()) put_row({from, to, "", "", "", "", "", text(route.distance)});
        double sum = 0;
        for (std::size_t step = 0; step < route.legs.size(); ++step) {
            const PathLeg& leg = route.legs[step];
            sum += leg.cost;
            put_row({from, to, std::to_string(step + 1), node(leg.from), node(leg.to), arc_text(source, leg),
                     text(leg.cost), text(sum)});
        }
    }
}

void write_routes_json(OutputFile& out, const RouteSource& source, const std::vector<Route>& routes) {
    Json json{{"cost", source.scale().name}, {"unit", source.scale().unit}, {"paths", Json::array()}};
    for (const Route& route : routes) {
        Json path{{"from", id_json(source.node_ids(), route.stops.front())},
                  {"to", id_json(source.node_ids(), route.stops.back())}};
        if (route.stops.size() > 2) {
            path["via"] = Json::array();
            for (std::size_t at = 1; at + 1 < route.stops.size(); ++at) {
                path["via"].push_back(id_json(source.node_ids(), route.stops[at]));
            }
        }
        path["reachable"] = route.reachable;
        path["distance"] = natural_json(route.distance, source.scale());
        path["legs"] = Json::array();
        for (const PathLeg& leg : route.legs) path["legs"].push_back(leg_json(source, leg));
        json["paths"].push_back(std::move(path));
    }
    out.put(json.dump(2) + "\n");
}

}  // namespace allways::tools
