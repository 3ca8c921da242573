// SPDX-License-Identifier: Apache-2.0
#include "allways/areas/isochrones.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <string_view>
#include <utility>

#include "allways/base/decimal.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/export/features.h"
#include "allways/points/snapped_points.h"
#include "allways/result/distance_table.h"
#include "allways/result/natural_scale.h"
#include "areas/areas.h"
#include "export/features/feature_file.h"
#include "network/snap/segment.h"
#include "points/zones.h"

namespace allways {

using namespace tools;

namespace {

// ---- Starts on the network: node ids, positions, and files of either

struct IsochroneStarts {
    RoadNetwork network;                 // with the positions added as nodes where they lie inside arcs
    std::size_t own_nodes = 0;           // node count of the original network; positions follow
    TableSide side;                      // snapped starts, in the order of the lists
    std::vector<std::string> unsnapped;  // names of the other positions
    std::vector<double> access;          // raw costs of access of each start; empty: 0
    std::vector<Place> positions;        // all positions
};

// Logs where positions are snapped. Throws as write_isochrones does.
IsochroneStarts find_starts(RoadNetwork network, const IsochroneRequest& request, const LogCallback& log) {
    const std::string file = request.name.empty() ? network.provenance.source : request.name;
    std::vector<PointSet> lists = request.starts;
    for (PointSet& list : lists) {
        expand(list, node_names(network), file);
        require_single_nodes(list);
    }
    IsochroneStarts starts;
    starts.own_nodes = network.node_count();
    if (std::ranges::none_of(lists, [&](const PointSet& list) { return has_positions(list, network.node_ids); })) {
        warn_of_unused_access(request.snap, log);
        std::vector<std::string> names;
        for (const PointSet& list : lists) {
            const TableSide side = side_at_nodes(list, network.node_ids, file);
            starts.side.nodes.insert(starts.side.nodes.end(), side.nodes.begin(), side.nodes.end());
            for (std::uint32_t i = 0; i < side.ids.size(); ++i) names.push_back(side.ids.text(i));
        }
        starts.side.ids = IdTable::from_texts(std::move(names));
        starts.network = std::move(network);
        return starts;
    }
    SnappedPoints snapped_points(network, request.cost, request.snap, file, log);
    std::vector<std::size_t> places;
    for (const PointSet& list : lists) std::ranges::copy(snapped_points.add(list), std::back_inserter(places));
    snapped_points.require_any(places, "starts");
    snapped_points.report(true);
    PointNetwork made = snapped_points.attach();
    starts.side = snapped_points.side(places, made, true);
    if (snapped_points.has_access_cost()) {
        const ArcCosts costs = build_arc_costs(made.network, request.cost);
        starts.access = snapped_points.access_costs(places, starts.side, costs.scale, type_of(costs.values));
    }
    starts.unsnapped = snapped_points.unsnapped();
    starts.positions = std::move(snapped_points).positions();
    starts.network = std::move(made.network);
    return starts;
}

// ---- Areas, arcs and nodes

constexpr double least_buffer_m = 20;
constexpr double most_buffer_m = 500;
constexpr double largest_buffer_m = 100'000;  // the plane is accurate only near its centre
constexpr double most_steps = 50;             // upper limit of buffer / tolerance

void check(const IsochroneRequest& request) {
    if (request.cutoffs.empty()) throw InvalidArgument("isochrones need `cutoffs`");
    check_cutoffs(request.cutoffs);
}

class IsochroneWriter {
public:
    IsochroneWriter(const IsochroneStarts& starts, const ArcCosts& costs, const IsochroneRequest& request,
                    const IsochroneOutput& output)
        : network_(starts.network),
          starts_(starts),
          costs_(costs),
          request_(request),
          scale_(costs.scale, request.unit),
          output_(output),
          space_(CoordinateFrame(network_.provenance.crs, output.path, {}).space()) {
        for (const double cutoff : request.cutoffs) {
            raw_cutoffs_.push_back(raw_cutoff(cutoff, request.unit, costs.scale));
        }
    }

    std::vector<IsochroneCount> write() {
        const bool areas = is_wanted("areas");
        if (areas && network_.coordinates.empty()) {
            throw InputError(
                output_.path, 0,
                "the network has no coordinates, so there are no areas; write nodes or arcs (`what`) to .csv");
        }
        file_ = make_feature_file({output_.path, output_.format, output_.overwrite, output_.progress, output_.log},
                                  crs_of_file(), attribution_in(network_.provenance.notes));
        for (std::size_t group = 0; group < group_count(); ++group) count_nodes(group);
        if (areas) write_areas();
        if (is_wanted("arcs")) write_arcs();
        if (is_wanted("nodes")) write_nodes();
        file_->commit();
        return std::move(counts_);
    }

private:
    // The system of the file: for GeoJSON degrees.
    std::string crs_of_file() const {
        const bool only_areas = output_.what == "areas";
        return only_areas ? area_system_of_file(1).crs : network_.provenance.crs;
    }

    bool is_wanted(std::string_view layer) const { return output_.what.empty() || output_.what == layer; }

    std::string with_unit(const std::string& name) const {
        return scale_.unit().empty() ? name : name + "_" + scale_.unit();
    }

    // Groups of starts that are searched together: all starts, or each alone.
    std::size_t group_count() const { return request_.merge ? 1 : starts_.side.nodes.size(); }
    std::span<const NodeIndex> nodes_of(std::size_t group) const {
        const std::span all(starts_.side.nodes);
        return request_.merge ? all : all.subspan(group, 1);
    }
    std::span<const double> access_of(std::size_t group) const {
        const std::span all(starts_.access);
        return request_.merge || all.empty() ? all : all.subspan(group, 1);
    }

    // Keeps the result of one group only: the distances of many starts do not fit in memory, and each layer requests
    // groups in order.
    const Isochrone& reach_of(std::size_t group) {
        const StartNodes starts(nodes_of(group), access_of(group));
        if (!reach_)
            reach_.emplace(network_, costs_, starts, raw_cutoffs_.back(), request_.direction, output_.progress);
        else if (searched_ != group)
            reach_ = reach_->from(starts, output_.progress);
        searched_ = group;
        return *reach_;
    }

    // If each start is searched alone, rows begin with the start's id and end with its distance from its road.
    std::vector<FeatureField> fields(std::vector<FeatureField> own) const {
        if (request_.merge) return own;
        own.insert(own.begin(), id_field("start", starts_.side.ids));
        if (!starts_.side.distances.empty())
            own.push_back({snap_column(starts_.side.in_metres), FeatureField::Type::real});
        return own;
    }
    FeatureValue snap_distance(std::size_t group) const {
        const double distance = starts_.side.distances[group];
        return std::isfinite(distance) ? rounded_snap(distance, starts_.side.in_metres) : FeatureValue();
    }
    std::vector<FeatureValue> row_of(std::size_t group, std::vector<FeatureValue> values) {
        constexpr std::uint64_t often = 4096;
        if (rows_++ % often == 0) report(output_.progress, "write", rows_ - 1, 0);
        if (!request_.merge) {
            values.insert(values.begin(), id_value(starts_.side.ids, static_cast<std::uint32_t>(group)));
            if (!starts_.side.distances.empty()) values.push_back(snap_distance(group));
        }
        return values;
    }

    void count_nodes(std::size_t group) {
        const std::vector<double>& distances = reach_of(group).raw_distances();
        const auto own = std::span(distances).first(starts_.own_nodes);
        for (std::size_t i = 0; i < raw_cutoffs_.size(); ++i) {
            const double most = raw_cutoffs_[i];
            const auto within = std::ranges::count_if(own, [&](double distance) { return distance <= most; });
            const auto start = request_.merge ? std::nullopt : std::optional(static_cast<std::uint32_t>(group));
            counts_.push_back({start, request_.cutoffs[i], static_cast<std::uint64_t>(within), {}});
        }
    }

    // The first cutoff at or beyond a raw distance; the number of cutoffs if there is none.
    std::size_t first_cutoff(double raw) const {
        const auto found = std::ranges::find_if(raw_cutoffs_, [&](double most) { return raw <= most; });
        return static_cast<std::size_t>(found - raw_cutoffs_.begin());
    }

    void write_nodes() {
        file_->begin_layer({"reach_node", wkbPoint,
                            fields({id_field("node_id", network_.node_ids),
                                    {scale_.column_name(), FeatureField::Type::real},
                                    {with_unit("cutoff"), FeatureField::Type::real}})});
        for (std::size_t group = 0; group < group_count(); ++group) {
            const std::vector<double>& distances = reach_of(group).raw_distances();
            for (NodeIndex node = 0; node < starts_.own_nodes; ++node) {
                const std::size_t at = first_cutoff(distances[node]);
                if (at == raw_cutoffs_.size()) continue;
                file_->add_point(row_of(group, {id_value(network_.node_ids, node), scale_.value(distances[node]),
                                                request_.cutoffs[at]}),
                                 node_place(network_, node));
            }
        }
    }

    // The id of a node; null for added positions, which have none.
    FeatureValue end_value(NodeIndex node) const {
        return node < starts_.own_nodes ? id_value(network_.node_ids, node) : FeatureValue{};
    }

    void write_arcs() {
        const std::vector<const TextColumn*> texts = road_texts(network_);
        std::vector<FeatureField> own{
            id_field("arc_id", network_.arc_ids),      id_field("from_node_id", network_.node_ids),
            id_field("to_node_id", network_.node_ids), {with_unit("cutoff"), FeatureField::Type::real},
            {"begin", FeatureField::Type::real},       {"end", FeatureField::Type::real}};
        for (const TextColumn* column : texts) own.push_back({column->name()});
        file_->begin_layer({"reach_arc", wkbLineString, fields(std::move(own))});
        for (std::size_t group = 0; group < group_count(); ++group) {
            double above = -1;
            for (std::size_t i = 0; i < raw_cutoffs_.size(); ++i) {
                for (const ReachedPart& part : reach_of(group).parts(above, raw_cutoffs_[i])) {
                    std::vector<FeatureValue> values{id_value(network_.arc_ids, part.arc),
                                                     end_value(network_.tail[part.arc]),
                                                     end_value(network_.head[part.arc]),
                                                     request_.cutoffs[i],
                                                     part.begin,
                                                     part.end};
                    for (const TextColumn* column : texts) values.push_back(text_value(column->text(part.arc)));
                    file_->add_line(row_of(group, std::move(values)), part_line(part));
                }
                above = raw_cutoffs_[i];
            }
        }
    }

    std::vector<Coordinate> part_line(const ReachedPart& part) const {
        const std::vector<Coordinate> line = arc_line(network_, part.arc);
        return line.empty() ? line : network::line_part(line, part.begin, part.end, space_);
    }

    // The lines of the roads that each cutoff adds, and the places of starts. A road of which both directions are
    // reached completely counts once.
    std::vector<std::vector<Line>> lines_by_cutoff(std::size_t group) {
        std::vector<std::vector<Line>> lines;
        std::vector<std::uint8_t> whole(network_.shapes.empty() ? 0 : network_.shapes.shape_count(), 0);
        double above = -1;
        for (const double cutoff : raw_cutoffs_) {
            std::vector<Line>& roads = lines.emplace_back();
            for (const ReachedPart& part : reach_of(group).parts(above, cutoff)) {
                if (part.begin == 0 && part.end == 1 && network_.shapes.has_shape(part.arc) &&
                    std::exchange(whole[network_.shapes.shape(part.arc)], 1) != 0) {
                    continue;
                }
                Line line = part_line(part);
                if (!line.empty()) roads.push_back(std::move(line));
            }
            above = cutoff;
        }
        const std::span<const double> access = access_of(group);
        for (std::size_t i = 0; i < nodes_of(group).size(); ++i) {
            const Coordinate place = network_.coordinates[nodes_of(group)[i]];
            const std::size_t within = access.empty() ? 0 : first_cutoff(access[i]);
            if (is_finite(place) && within < lines.size()) lines[within].push_back({place});
        }
        return lines;
    }

    // The buffer and the tolerance of areas.
    std::pair<double, double> area_sizes() const {
        const bool metres = !network_.provenance.crs.empty();
        const double buffer = output_.buffer ? *output_.buffer : usual_buffer(network_);
        if (output_.buffer && !(*output_.buffer > 0)) {
            throw InvalidArgument(format("`buffer`: expected a number above 0, found {}", *output_.buffer));
        }
        if (!std::isfinite(buffer) || (metres && buffer > largest_buffer_m)) {
            throw InvalidArgument(format("`buffer` {} is more than {:.0f} m", Decimal::from_double(buffer).to_string(),
                                         largest_buffer_m));
        }
        const double tolerance = output_.tolerance.value_or(buffer / 2);
        if (!(tolerance <= buffer && tolerance >= buffer / most_steps)) {
            throw InvalidArgument(
                format("`tolerance` {} is not between {} and {}: at most the buffer, and at least a {}th of it",
                       tolerance, buffer / most_steps, buffer, most_steps));
        }
        if (!output_.buffer) {
            log(output_.log, LogLevel::info,
                format("areas reach {:.6g} {} from the roads, the median length of arcs{}; `buffer` changes it", buffer,
                       metres ? "m" : "units",
                       metres ? format(" from {} to {} m", least_buffer_m, most_buffer_m) : ""));
        }
        return {buffer, tolerance};
    }

    // The reference system and grid of areas in the file: for GeoJSON degrees.
    AreaSystem area_system_of_file(double tolerance) const {
        constexpr int geojson_decimals = 7;
        const std::string& crs = network_.provenance.crs;
        return output_.format == "geojson" ? area_system_in_degrees(crs, geojson_decimals)
                                           : area_system(crs, tolerance);
    }

    void write_areas() {
        const auto [buffer, tolerance] = area_sizes();
        const AreaSystem system = area_system_of_file(tolerance);
        const bool metres = !network_.provenance.crs.empty();
        file_->begin_layer({"reach_area", wkbMultiPolygon,
                            fields({{with_unit("cutoff"), FeatureField::Type::real},
                                    {"nodes", FeatureField::Type::integer},
                                    {metres ? "area_km2" : "area", FeatureField::Type::real}})});
        std::optional<AreaPlane> plane;
        for (std::size_t group = 0; group < group_count(); ++group) {
            const auto placed = std::ranges::find_if(
                nodes_of(group), [&](NodeIndex node) { return is_finite(network_.coordinates[node]); });
            if (placed == nodes_of(group).end())
                throw InputError(output_.path, 0, "a start has no coordinates, so there is no area");
            const Coordinate middle = network_.coordinates[*placed];
            if (!plane || !plane->suits(middle)) plane.emplace(network_.provenance.crs, middle, system);
            auto lines = lines_by_cutoff(group);
            for (std::vector<Line>& level : lines) plane->take(level);
            const auto areas = isochrone_areas(lines, buffer, tolerance, output_.progress);
            const auto shown = plane->written(areas, output_.rings);
            for (std::size_t i = 0; i < raw_cutoffs_.size(); ++i) {
                report(output_.progress, "areas", i, raw_cutoffs_.size());
                const double inner = output_.rings && i > 0 ? area_size(*areas[i - 1]) : 0;
                IsochroneCount& count = counts_[group * raw_cutoffs_.size() + i];
                count.area = (area_size(*areas[i]) - inner) / (metres ? 1e6 : 1);
                file_->add(row_of(group, {count.cutoff, static_cast<std::int64_t>(count.nodes), *count.area}),
                           shown[i].get());
            }
        }
    }

    const RoadNetwork& network_;
    const IsochroneStarts& starts_;
    const ArcCosts& costs_;
    const IsochroneRequest& request_;
    NaturalScale scale_;
    std::vector<double> raw_cutoffs_;  // those of the request in the unit of raw distances
    const IsochroneOutput& output_;
    SnapOptions::Space space_;
    std::unique_ptr<FeatureFile> file_;
    std::optional<Isochrone> reach_;  // the result of the group searched_
    std::size_t searched_ = 0;
    std::vector<IsochroneCount> counts_;  // by group and cutoff
    std::uint64_t rows_ = 0;
};

}  // namespace

double usual_buffer(const RoadNetwork& network) {
    const CoordinateFrame frame(network.provenance.crs, network.provenance.source, {});
    std::vector<double> lengths;
    std::vector<double> of_shape(network.shapes.empty() ? 0 : network.shapes.shape_count(),
                                 -1);  // -1: not measured yet
    for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
        double* known = network.shapes.has_shape(arc) ? &of_shape[network.shapes.shape(arc)] : nullptr;
        if (known != nullptr && *known >= 0) {
            lengths.push_back(*known);
            continue;
        }
        const std::vector<Coordinate> line = arc_line(network, arc);
        if (line.empty()) continue;
        lengths.push_back(network::lengths_along(line, frame.space()).back());
        if (known != nullptr) *known = lengths.back();
    }
    if (lengths.empty()) return least_buffer_m;
    const double longest = std::ranges::max(lengths);
    const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
    std::nth_element(lengths.begin(), middle, lengths.end());
    const auto metres = frame.metres_per_unit();
    return metres ? std::clamp(std::round(*middle * *metres), least_buffer_m, most_buffer_m)
                  : std::max(*middle, longest / 4096);
}

IsochroneOutput completed(IsochroneOutput output) {
    constexpr std::array<std::string_view, 4> known{"", "areas", "arcs", "nodes"};
    if (std::ranges::find(known, output.what) == known.end()) {
        throw InvalidArgument(format("`what` is '{}'; expected areas, arcs or nodes", output.what));
    }
    output.format = feature_format(output.path, output.format);
    if (output.format == "csv" && output.what == "areas") {
        throw InvalidArgument(
            "csv cannot hold areas; write nodes or arcs (`what`), or a .gpkg, .geojson, .shp or .fgb file");
    }
    if (output.what.empty() && output.format != "gpkg") output.what = output.format == "csv" ? "nodes" : "areas";
    const bool areas = output.what.empty() || output.what == "areas";
    if (!areas && (output.rings || output.buffer || output.tolerance)) {
        throw InvalidArgument("`rings`, `buffer` and `tolerance` apply only to areas, which are not written");
    }
    return output;
}

Isochrones write_isochrones(RoadNetwork network, const IsochroneRequest& request, const IsochroneOutput& asked) {
    check(request);
    const IsochroneOutput output = completed(asked);
    IsochroneStarts starts = find_starts(std::move(network), request, output.log);
    const ArcCosts costs = build_arc_costs(starts.network, request.cost, output.log);
    Isochrones found;
    found.counts = IsochroneWriter(starts, costs, request, output).write();
    found.starts = std::move(starts.side.ids);
    found.unsnapped = std::move(starts.unsnapped);
    found.positions = std::move(starts.positions);
    found.unit = request.unit.empty() ? costs.scale.unit : request.unit;
    found.scale = costs.scale;
    return found;
}

const std::vector<IsochroneRequestRow>& isochrone_request_options() {
    static const std::vector<IsochroneRequestRow> rows{
        {"unit", &IsochroneRequest::unit, "UNIT", "Unit of the limits and of the result, such as min or km"},
        {"merge", &IsochroneRequest::merge, "",
         "Merge all starts, so that the nearest one counts (default: separate results for each start)"},
    };
    return rows;
}

const std::vector<IsochroneOutputRow>& isochrone_output_options() {
    using Output = IsochroneOutput;
    static const std::vector<IsochroneOutputRow> rows{
        {"path", &Output::path, "FILE",
         "File to write: .gpkg, .geojson, .shp, .fgb or .csv; - writes to standard output", "", "-o,--output"},
        {"format", &Output::format, "gpkg|geojson|shp|fgb|csv", "Format of the output (default: by suffix)", "",
         "-f,--format"},
        {"overwrite", &Output::overwrite, "", "Overwrite an existing output", "", "-O,--overwrite"},
        {"what", &Output::what, "areas|arcs|nodes",
         "What to write (default: areas to geojson, nodes to csv, all as layers to gpkg)"},
        {"buffer", &Output::buffer, "METRES",
         "Width of the areas around roads (default: the median arc length, between 20 and 500 m)", "areas"},
        {"tolerance", &Output::tolerance, "METRES",
         "Largest distance between written and exact outlines (default: half the buffer)", "areas",
         "--outline-tolerance"},
        {"rings", &Output::rings, "", "Cut the areas of smaller limits out of larger ones", "areas"},
    };
    return rows;
}

}  // namespace allways
