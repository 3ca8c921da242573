// Routes as CSV: one row per leg, with the number of its route, from 1 in the order requested; a route without legs
// (unreachable, or to its own start) has one row with an empty step.
#include "allways/result/natural_text.h"
#include "allways/routes/road_facts.h"
#include "allways/routes/route_formats.h"
#include "export/output_file.h"
#include "routes/formats.h"

namespace allways::tools {

namespace {

using Row = std::vector<std::string>;

void put_row(OutputFile& out, const Row& fields) {
    for (std::size_t at = 0; at < fields.size(); ++at) {
        if (at > 0) out.put(',');
        out.put_field(fields[at]);
    }
    out.put('\n');
}

void write_csv(const PathSource& source, const std::vector<Route>& routes, const RouteOutput& output) {
    const RoadFacts facts(source.arcs());
    const NaturalScale scale(source.scale(), output.unit);
    const auto text = [&](double raw) { return natural_text(raw, source.type(), scale); };
    const auto node = [&](NodeIndex index) { return source.node_text(index); };
    const bool has_name = facts.name_column() != nullptr;

    Row heading{"route", "from", "to", "step", "tail", "head", "arc", "cost", "sum"};
    if (output.alternatives) heading.emplace_back("alternative");
    if (has_name) heading.push_back("name");
    for (const auto& measure : {facts.length(), facts.time()}) {
        if (measure) heading.push_back(measure->key);
    }
    heading.insert(heading.end(), output.pairs.names.begin(), output.pairs.names.end());
    OutputFile out(output.path, output.overwrite);
    put_row(out, heading);
    for (std::size_t at = 0; at < routes.size(); ++at) {
        report(output.progress, "write", at, routes.size());
        const Route& route = routes[at];
        const Row pair = output.pairs.names.empty() ? Row{} : output.pairs.values[at];
        const std::string number = std::to_string(at + 1);
        const std::string from = stop_text(source, route.stops.front());
        const std::string to = stop_text(source, route.stops.back());
        if (route.legs.empty()) {
            Row row{number, from, to, "", "", "", "", "", text(route.distance)};
            if (output.alternatives) row.push_back(std::to_string(route.alternative));
            row.resize(heading.size() - pair.size());
            row.insert(row.end(), pair.begin(), pair.end());
            put_row(out, row);
        }
        double sum = 0;
        for (std::size_t step = 0; step < route.legs.size(); ++step) {
            const PathLeg& leg = route.legs[step];
            sum += leg.cost;
            Row row{
                number,         from,     to, std::to_string(step + 1), node(leg.from), node(leg.to), facts.arc_id(leg),
                text(leg.cost), text(sum)};
            if (output.alternatives) row.push_back(std::to_string(route.alternative));
            if (has_name) row.emplace_back(facts.name(leg));
            for (const auto& measure : {facts.length(), facts.time()}) {
                if (measure) row.push_back(measure->of(leg).to_string());
            }
            row.insert(row.end(), pair.begin(), pair.end());
            put_row(out, row);
        }
    }
    out.commit();
}

}  // namespace

RouteFormat route_csv() {
    return {.name = "csv", .suffixes = {".csv"}, .write = write_csv};
}

}  // namespace allways::tools
