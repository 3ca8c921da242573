// SPDX-License-Identifier: Apache-2.0
// Routes as CSV: one row per leg, with the number of its route, from 1 in the order requested; a route without legs
// (unreachable, or to its own start) has one row with an empty step.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>

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
    out.put_field(fields.front());
    out.add_fields(std::span(fields).subspan(1));
    out.put('\n');
}

// Additional columns if ends of routes are positions: the distance of both ends from their roads and, with an access
// speed, the costs of access.
class SnapColumns {
public:
    SnapColumns(const PathSource& source, const std::vector<Route>& routes) : source_(source) {
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

// The rows of routes: a row per leg.
class RouteRows {
public:
    RouteRows(const PathSource& source, const std::vector<Route>& routes, const RouteOutput& output)
        : source_(source),
          output_(output),
          facts_(source),
          ends_(source, routes),
          scale_(source.scale(), output.unit) {}

    Row heading() const {
        Row names{"route", "from", "to", "step", "tail", "head", "arc", "cost", "sum"};
        if (has_times()) names.insert(names.end(), {"departure", "arrival"});
        if (output_.alternatives) names.emplace_back("alternative");
        if (facts_.name_column() != nullptr) names.push_back("name");
        for (const auto& measure : {facts_.length(), facts_.time()}) {
            if (measure) names.push_back(measure->key);
        }
        std::ranges::move(ends_.heading(), std::back_inserter(names));
        std::ranges::copy(output_.pairs.names, std::back_inserter(names));
        return names;
    }

    void put(const Route& route, std::size_t number, OutputFile& out) const {
        Row pair = ends_.values(route);
        if (!output_.pairs.names.empty()) std::ranges::copy(output_.pairs.values[number], std::back_inserter(pair));
        const Row first{std::to_string(number + 1), stop_text(source_, route.stops.front()),
                        stop_text(source_, route.stops.back())};
        const auto add = [&](Row step, double begin, double end, const PathLeg* leg) {
            Row row = first;
            std::ranges::move(step, std::back_inserter(row));
            for (const double at : {begin, end}) {
                if (has_times()) row.push_back(route.reachable ? time_text(source_, at) : "");
            }
            if (output_.alternatives) row.push_back(std::to_string(route.alternative));
            if (facts_.name_column() != nullptr) row.emplace_back(leg ? facts_.name(*leg) : "");
            for (const auto& measure : {facts_.length(), facts_.time()}) {
                if (measure) row.push_back(leg ? measure->of(*leg).to_string() : "");
            }
            std::ranges::copy(pair, std::back_inserter(row));
            put_row(out, row);
        };
        if (route.legs.empty()) add({"", "", "", "", "", text(route.raw_distance)}, 0, route.raw_distance, nullptr);
        double sum = 0;
        const std::vector<double> times = leg_times(route);
        for (std::size_t step = 0; step < route.legs.size(); ++step) {
            const PathLeg& leg = route.legs[step];
            sum += leg.raw_cost;
            add({std::to_string(step + 1), source_.node_text(leg.from), source_.node_text(leg.to), facts_.arc_id(leg),
                 text(leg.raw_cost), text(sum)},
                times[step], times[step] + leg.raw_cost, &leg);
        }
    }

private:
    bool has_times() const { return source_.departure() != nullptr; }
    std::string text(double raw) const { return natural_text(raw, source_.type(), scale_); }

    const PathSource& source_;
    const RouteOutput& output_;
    RoadFacts facts_;
    SnapColumns ends_;
    NaturalScale scale_;
};

void write_csv(const PathSource& source, const std::vector<Route>& routes, const RouteOutput& output) {
    const RouteRows rows(source, routes, output);
    OutputFile out(output.path, output.overwrite);
    put_row(out, rows.heading());
    for (std::size_t at = 0; at < routes.size(); ++at) {
        report(output.progress, "write", at, routes.size());
        rows.put(routes[at], at, out);
    }
    out.commit();
}

}  // namespace

RouteFormat route_csv() {
    return {.name = "csv", .suffixes = {".csv"}, .write = write_csv};
}

}  // namespace allways::tools
