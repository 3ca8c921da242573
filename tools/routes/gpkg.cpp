// SPDX-License-Identifier: Apache-2.0
// Routes as a GeoPackage, Shapefile or FlatGeobuf in the network's own reference system: layer path with a line per
// route, and layer path_leg with a line per leg.
#include <array>
#include <cmath>

#include "allways/base/format.h"
#include "allways/points/snapped_points.h"
#include "allways/result/natural_scale.h"
#include "allways/result/origin_destination_table.h"
#include "allways/routes/road_facts.h"
#include "allways/routes/route.h"
#include "allways/routes/route_formats.h"
#include "base/text.h"
#include "export/features/feature_file.h"
#include "routes/formats.h"

namespace allways::tools {

namespace {

// Returns true if a stop is a point with an id.
bool is_named(const Place& place) {
    return !place.name.starts_with('@');
}

using Type = FeatureField::Type;
using Measure = RoadFacts::Measure;

FeatureValue number_value(const Decimal& number) {
    return number.is_missing() ? FeatureValue() : FeatureValue(number.to_double());
}

class RouteWriter {
public:
    RouteWriter(const PathSource& source, const std::vector<Route>& routes, const RouteOutput& output)
        : source_(source), routes_(routes), output_(output), scale_(source.scale(), output.unit), facts_(source) {
        for (const auto& measure : {facts_.length(), facts_.time()}) {
            if (measure) measures_.push_back(*measure);
        }
        for (const Route& route : routes) {
            for (const Stop* stop : {&route.stops.front(), &route.stops.back()}) {
                has_access_ = has_access_ || stop->raw_access > 0;
                if (!stop->asked) continue;
                named_ = named_ || is_named(*stop->asked);
                in_metres_ = stop->asked->in_metres;
            }
        }
    }

    void write(const char* format_name) {
        file_ = make_feature_file({output_.path, format_name, output_.overwrite, output_.progress, output_.log},
                                  source_.crs(), source_.attribution());
        file_->begin_layer(path_layer());
        for (std::size_t at = 0; at < routes_.size(); ++at) {
            report_done(at);
            file_->add_line(path_values(at), line_of(source_, routes_[at]));
        }
        file_->begin_layer(leg_layer());
        for (std::size_t at = 0; at < routes_.size(); ++at) {
            report_done(routes_.size() + at);
            add_legs(at);
        }
        file_->commit();
    }

private:
    void report_done(std::size_t done) const { report(output_.progress, "write", done, 2 * routes_.size()); }

    static FeatureValue number_of(std::size_t route) { return static_cast<std::int64_t>(route + 1); }
    FeatureValue natural(double raw) const { return scale_.value(raw); }
    // A point on a road has no id, so its position is written.
    FeatureValue node(NodeIndex index) const {
        return source_.is_point(index) ? FeatureValue() : id_value(source_.node_ids(), index);
    }

    // The field for an end of a route: a node, or the id of a point.
    FeatureField end_field(const char* name) const {
        return named_ ? FeatureField{name} : id_field(name, source_.node_ids());
    }
    FeatureValue end_value(const Stop& stop) const {
        return named_ ? text_value(stop_text(source_, stop)) : node(stop.node);
    }
    FeatureValue position(const Stop& stop) const {
        if (!stop.asked) return {};
        const Place& asked = *stop.asked;
        return text_value(is_named(asked) ? format("@{:.10g},{:.10g}", asked.position.x, asked.position.y)
                                          : asked.name);
    }

    FeatureLayer path_layer() const {
        FeatureLayer layer{"path",
                           wkbLineString,
                           {{"route", Type::integer},
                            end_field("from"),
                            {"via"},
                            end_field("to"),
                            {"reachable", Type::integer},
                            {"cost_name"},
                            {"unit"},
                            {"cost", Type::real}}};
        add_time_fields(layer);
        for (const Measure& measure : measures_) layer.fields.push_back({measure.key, Type::real});
        layer.fields.push_back({"arcs", Type::integer});
        layer.fields.push_back({"roads"});
        for (const char* end : {"from", "to"}) {
            layer.fields.push_back({format("{}_position", end)});
            layer.fields.push_back({snap_column_of(end, in_metres_), Type::real});
            if (has_access_) layer.fields.push_back({format("{}_access", end), Type::real});
        }
        if (output_.alternatives) layer.fields.push_back({"alternative", Type::integer});
        for (const std::string& name : output_.pairs.names) layer.fields.push_back({name});
        return layer;
    }

    std::vector<FeatureValue> path_values(std::size_t at) const {
        const Route& route = routes_[at];
        std::vector<std::string> via;
        for (std::size_t stop = 1; stop + 1 < route.stops.size(); ++stop) {
            via.push_back(stop_text(source_, route.stops[stop]));
        }
        std::vector<FeatureValue> values{number_of(at),
                                         end_value(route.stops.front()),
                                         text_value(joined(via)),
                                         end_value(route.stops.back()),
                                         std::int64_t{route.reachable},
                                         text_value(source_.scale().name),
                                         text_value(scale_.unit()),
                                         route.reachable ? natural(route.raw_distance) : FeatureValue()};
        add_times(values, 0, route.raw_distance);
        for (const Measure& measure : measures_) {
            values.push_back(route.reachable ? number_value(measure.sum(route.legs)) : FeatureValue());
        }
        values.push_back(static_cast<std::int64_t>(route.legs.size()));
        values.push_back(text_value(joined(road_names(facts_, route))));
        for (const Stop* stop : {&route.stops.front(), &route.stops.back()}) {
            values.push_back(position(*stop));
            values.push_back(stop->asked && std::isfinite(stop->asked->snapped.distance)
                                 ? FeatureValue(rounded_snap(stop->asked->snapped.distance, in_metres_))
                                 : FeatureValue());
            if (has_access_) values.push_back(natural(stop->raw_access));
        }
        if (output_.alternatives) values.push_back(static_cast<std::int64_t>(route.alternative));
        for (std::size_t column = 0; column < output_.pairs.names.size(); ++column) {
            values.push_back(text_value(output_.pairs.values[at][column]));
        }
        return values;
    }

    void add_time_fields(FeatureLayer& layer) const {
        if (source_.departure() == nullptr) return;
        layer.fields.push_back({"departure"});
        layer.fields.push_back({"arrival"});
    }
    void add_times(std::vector<FeatureValue>& values, double begin, double end) const {
        if (source_.departure() == nullptr) return;
        for (const double raw : {begin, end}) values.push_back(text_value(time_text(source_, raw)));
    }

    FeatureLayer leg_layer() const {
        FeatureLayer layer{"path_leg",
                           wkbLineString,
                           {{"route", Type::integer},
                            {"step", Type::integer},
                            id_field("from", source_.node_ids()),
                            id_field("to", source_.node_ids()),
                            id_field("arc", source_.arcs().arc_ids),
                            {"reversed", Type::integer},
                            {"name"},
                            {"ref"},
                            {"osm_way_id", Type::integer},
                            {"cost", Type::real},
                            {"cost_sum", Type::real}}};
        add_time_fields(layer);
        for (const Measure& measure : measures_) {
            layer.fields.push_back({measure.key, Type::real});
            layer.fields.push_back({measure.key + "_sum", Type::real});
        }
        return layer;
    }

    void add_legs(std::size_t at) {
        double cost = 0;
        std::vector<Decimal> sums(measures_.size());
        std::int64_t step = 0;
        const std::vector<double> times = leg_times(routes_[at]);
        for (const PathLeg& leg : routes_[at].legs) {
            cost += leg.raw_cost;
            const bool arc = facts_.has_arc(leg);
            const auto way = parse_whole(facts_.way(leg));
            std::vector<FeatureValue> values{
                number_of(at),
                ++step,
                node(leg.from),
                node(leg.to),
                arc ? id_value(source_.arcs().arc_ids, static_cast<std::uint32_t>(leg.arc)) : FeatureValue(),
                arc ? FeatureValue(std::int64_t{facts_.is_reversed(leg)}) : FeatureValue(),
                text_value(facts_.name(leg)),
                text_value(facts_.ref(leg)),
                way ? FeatureValue(*way) : FeatureValue(),
                natural(leg.raw_cost),
                natural(cost)};
            const double begin = times[static_cast<std::size_t>(step - 1)];
            add_times(values, begin, begin + leg.raw_cost);
            for (std::size_t m = 0; m < measures_.size(); ++m) {
                const Decimal part = measures_[m].of(leg);
                sums[m] = sums[m] + part;
                values.push_back(number_value(part));
                values.push_back(number_value(sums[m]));
            }
            file_->add_line(values, line_of(source_, leg));
        }
    }

    const PathSource& source_;
    const std::vector<Route>& routes_;
    const RouteOutput& output_;
    NaturalScale scale_;
    RoadFacts facts_;
    std::vector<Measure> measures_;  // length and time, if the network has them
    std::unique_ptr<FeatureFile> file_;
    bool named_ = false;  // some stop is a point with an id, so ends are texts
    bool in_metres_ = true;
    bool has_access_ = false;
};

template <int kind>
RouteFormat layer_format() {
    static constexpr std::array<const char*, 3> names{"gpkg", "shp", "fgb"};
    return {.name = names[kind],
            .suffixes = {std::string(".") + names[kind]},
            .write =
                [](const PathSource& source, const std::vector<Route>& routes, const RouteOutput& output) {
                    require_coordinates(source);
                    RouteWriter(source, routes, output).write(names[kind]);
                },
            .needs_coordinates = true,
            .standard_output = false};
}

}  // namespace

RouteFormat route_gpkg() {
    return layer_format<0>();
}

RouteFormat route_shapefile() {
    return layer_format<1>();
}

RouteFormat route_flatgeobuf() {
    return layer_format<2>();
}

}  // namespace allways::tools
