// SPDX-License-Identifier: Apache-2.0
// Routes as CSV: one row per leg, with the number of its route, from 1 in the order requested; a route without legs
// (unreachable, or to its own start) has one row with an empty step.
#include <cmath>

#include "allways/base/format.h"
#include "allways/points/snapped_points.h"
#include "allways/result/natural_scale.h"
#include "allways/result/origin_destination_table.h"
#include "allways/routes/road_facts.h"
#include "allways/routes/route_formats.h"
#include "export/files/output_file.h"
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

// Additional columns if ends of routes are positions: the distance of both ends from their roads and, with an access
// speed, the costs of access.
class EndColumns {
public:
    EndColumns(const PathSource& source, const std::vector<Route>& routes) : source_(source) {
        for (const Route& route : routes) {
            for (const Stop* stop : {&route.stops.front(), &route.stops.back()}) {
                if (stop->asked) snap_name_ = snap_column(stop->asked->in_metres);
                has_access_ = has_access_ || stop->raw_access > 0;
            }
        }
    }

    Row heading() const {
        Row names;
        for (const std::string end : {"from_", "to_"}) {
            if (!snap_name_.empty()) names.push_back(end + snap_name_);
            if (has_access_) names.push_back(end + "access");
        }
        return names;
    }
    Row values(const Route& route) const {
        Row texts;
        for (const Stop* stop : {&route.stops.front(), &route.stops.back()}) {
            const bool placed = stop->asked && std::isfinite(stop->asked->snapped.distance);
            if (!snap_name_.empty())
                texts.push_back(
                    placed ? format("{}", rounded_snap(stop->asked->snapped.distance, stop->asked->in_metres)) : "");
            if (has_access_) texts.push_back(natural_text(stop->raw_access, source_.type(), source_.scale()));
        }
        return texts;
    }

private:
    const PathSource& source_;
    std::string snap_name_;  // empty: no end is a position
    bool has_access_ = false;
};

void write_csv(const PathSource& source, const std::vector<Route>& routes, const RouteOutput& output) {
    const RoadFacts facts(source);
    const NaturalScale scale(source.scale(), output.unit);
    const auto text = [&](double raw) { return natural_text(raw, source.type(), scale); };
    const auto node = [&](NodeIndex index) { return source.node_text(index); };
    const bool has_name = facts.name_column() != nullptr;

    Row heading{"route", "from", "to", "step", "tail", "head", "arc", "cost", "sum"};
    const bool has_times = source.departure() != nullptr;
    if (has_times) heading.insert(heading.end(), {"departure", "arrival"});
    if (output.alternatives) heading.emplace_back("alternative");
    if (has_name) heading.push_back("name");
    for (const auto& measure : {facts.length(), facts.time()}) {
        if (measure) heading.push_back(measure->key);
    }
    const EndColumns ends(source, routes);
    const Row end_names = ends.heading();
    heading.insert(heading.end(), end_names.begin(), end_names.end());
    heading.insert(heading.end(), output.pairs.names.begin(), output.pairs.names.end());
    const auto add_times = [&](Row& row, double begin, double end) {
        row.insert(row.end(), {time_text(source, begin), time_text(source, end)});
    };
    OutputFile out(output.path, output.overwrite);
    put_row(out, heading);
    for (std::size_t at = 0; at < routes.size(); ++at) {
        report(output.progress, "write", at, routes.size());
        const Route& route = routes[at];
        Row pair = ends.values(route);
        if (!output.pairs.names.empty())
            pair.insert(pair.end(), output.pairs.values[at].begin(), output.pairs.values[at].end());
        const std::string number = std::to_string(at + 1);
        const std::string from = stop_text(source, route.stops.front());
        const std::string to = stop_text(source, route.stops.back());
        if (route.legs.empty()) {
            Row row{number, from, to, "", "", "", "", "", text(route.raw_distance)};
            if (has_times && route.reachable) add_times(row, 0, route.raw_distance);
            if (output.alternatives) row.push_back(std::to_string(route.alternative));
            row.resize(heading.size() - pair.size());
            row.insert(row.end(), pair.begin(), pair.end());
            put_row(out, row);
        }
        double sum = 0;
        const std::vector<double> times = leg_times(route);
        for (std::size_t step = 0; step < route.legs.size(); ++step) {
            const PathLeg& leg = route.legs[step];
            sum += leg.raw_cost;
            Row row{number,
                    from,
                    to,
                    std::to_string(step + 1),
                    node(leg.from),
                    node(leg.to),
                    facts.arc_id(leg),
                    text(leg.raw_cost),
                    text(sum)};
            if (has_times) add_times(row, times[step], times[step] + leg.raw_cost);
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
