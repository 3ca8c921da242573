#include "reach/output.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "export/feature_file.h"
#include "export/natural_scale.h"
#include "network/line_part.h"
#include "points/place_frame.h"
#include "provenance.h"
#include "reach/areas.h"

namespace allways::tools {

namespace {

constexpr double least_buffer_m = 20;
constexpr double most_buffer_m = 500;
constexpr double largest_buffer_m = 100'000;  // the plane keeps distances from its middle alone

bool is_finite(Coordinate at) {
    return std::isfinite(at.x) && std::isfinite(at.y);
}

// In the direction of travel; empty where nobody knows.
std::vector<Coordinate> line_of(const RoadNetwork& network, ArcIndex arc) {
    std::vector<Coordinate> line = network.shapes.points(arc);
    if (!line.empty() || network.coordinates.empty()) return line;
    line = {network.coordinates[network.tail[arc]], network.coordinates[network.head[arc]]};
    return std::ranges::all_of(line, is_finite) ? line : std::vector<Coordinate>{};
}

class Writer {
public:
    Writer(const ReachStarts& starts, const Reach& reach, const ArcCosts& costs, std::vector<ReachCutoff>& cutoffs,
           const ReachOutput& output)
        : network_(starts.network),
          starts_(starts),
          reach_(reach),
          scale_(costs.scale, output.unit),
          cutoffs_(cutoffs),
          output_(output),
          space_(PlaceFrame(network_.provenance.crs, output.path, {}).space()) {}

    void write() {
        const bool areas = is_wanted("areas");
        if (areas && network_.coordinates.empty()) {
            throw InputError(output_.path, 0, "the network has no coordinates, so there are no areas; --what nodes or arcs, to .csv");
        }
        file_ = make_feature_file(output_.path, {.format = output_.format,
                                                 .overwrite = output_.overwrite,
                                                 .crs = network_.provenance.crs,
                                                 .attribution = attribution_in(network_.provenance.notes),
                                                 .log = output_.log});
        count_nodes();
        if (areas) write_areas();
        if (is_wanted("arcs")) write_arcs();
        if (is_wanted("nodes")) write_nodes();
        file_->commit();
    }

private:
    bool is_wanted(std::string_view layer) const { return output_.what.empty() || output_.what == layer; }

    std::string with_unit(const std::string& name) const {
        return scale_.unit().empty() ? name : name + "_" + scale_.unit();
    }

    // The smallest cutoff that holds a node; null where none does.
    const ReachCutoff* cutoff_of(NodeIndex node) const {
        for (const ReachCutoff& cutoff : cutoffs_) {
            if (reach_.distances()[node] <= cutoff.raw) return &cutoff;
        }
        return nullptr;
    }

    void count_nodes() {
        for (ReachCutoff& cutoff : cutoffs_) {
            cutoff.nodes = static_cast<std::uint64_t>(
                std::count_if(reach_.distances().begin(),
                              reach_.distances().begin() + static_cast<std::ptrdiff_t>(starts_.own_nodes),
                              [&](double distance) { return distance <= cutoff.raw; }));
        }
    }

    void write_nodes() {
        file_->begin_layer({"reach_node",
                            wkbPoint,
                            {id_field("node_id", network_.node_ids),
                             {scale_.column_name(), FeatureField::Type::real},
                             {with_unit("cutoff"), FeatureField::Type::real}}});
        for (NodeIndex node = 0; node < starts_.own_nodes; ++node) {
            const ReachCutoff* cutoff = cutoff_of(node);
            if (cutoff == nullptr) continue;
            const FeatureValue values[] = {id_value(network_.node_ids, node), scale_.value(reach_.distances()[node]),
                                           cutoff->given};
            const bool placed = !network_.coordinates.empty() && is_finite(network_.coordinates[node]);
            const Coordinate at = placed ? network_.coordinates[node] : Coordinate{};
            const OGRPoint point(at.x, at.y);
            file_->add(values, placed ? &point : nullptr);
        }
    }

    // Positions have no id that anybody knows.
    FeatureValue end_value(NodeIndex node) const {
        return node < starts_.own_nodes ? id_value(network_.node_ids, node) : FeatureValue{};
    }

    void write_arcs() {
        file_->begin_layer({"reach_arc",
                            wkbLineString,
                            {id_field("arc_id", network_.arc_ids),
                             id_field("from_node_id", network_.node_ids),
                             id_field("to_node_id", network_.node_ids),
                             {with_unit("cutoff"), FeatureField::Type::real},
                             {"begin", FeatureField::Type::real},
                             {"end", FeatureField::Type::real}}});
        double above = -1;
        for (const ReachCutoff& cutoff : cutoffs_) {
            for (const ReachedPart& part : reach_.parts(above, cutoff.raw)) {
                const FeatureValue values[] = {id_value(network_.arc_ids, part.arc),
                                               end_value(network_.tail[part.arc]),
                                               end_value(network_.head[part.arc]),
                                               cutoff.given,
                                               part.begin,
                                               part.end};
                OGRLineString line;
                for (const Coordinate at : part_line(part)) line.addPoint(at.x, at.y);
                file_->add(values, &line);
            }
            above = cutoff.raw;
        }
    }

    std::vector<Coordinate> part_line(const ReachedPart& part) const {
        const std::vector<Coordinate> line = line_of(network_, part.arc);
        return line.empty() ? line : network::line_part(line, part.begin, part.end, space_);
    }

    // The roads between two cutoffs; of one that both directions run along as a whole, one.
    void add_roads(ReachAreas& areas, double above, double limit) {
        std::set<std::tuple<NodeIndex, NodeIndex, ArcShapes::ShapeIndex>> whole;
        for (const ReachedPart& part : reach_.parts(above, limit)) {
            if (part.begin == 0 && part.end == 1) {
                const auto [low, high] = std::minmax(network_.tail[part.arc], network_.head[part.arc]);
                const auto shape = network_.shapes.empty() ? ArcShapes::no_shape : network_.shapes.shape(part.arc);
                if (!whole.insert({low, high, shape}).second) continue;
            }
            const std::vector<Coordinate> line = part_line(part);
            if (!line.empty()) areas.add(line);
        }
    }

    ReachAreas empty_areas(double buffer) const {
        const auto placed = std::ranges::find_if(starts_.nodes, [&](NodeIndex node) { return is_finite(network_.coordinates[node]); });
        if (placed == starts_.nodes.end()) throw InputError(output_.path, 0, "no start has coordinates, so there are no areas");
        return {network_.provenance.crs, network_.coordinates[*placed], buffer};
    }

    void write_areas() {
        const bool metres = !network_.provenance.crs.empty();
        const double buffer = output_.buffer ? *output_.buffer : usual_buffer(network_);
        if (!std::isfinite(buffer) || (metres && buffer > largest_buffer_m)) {
            throw InvalidArgument(format("--buffer {} was expected to be at most {} m", buffer, largest_buffer_m));
        }
        if (!output_.buffer) {
            log(output_.log, LogLevel::info,
                format("areas reach {:.6g} {} from the roads, the median length of arcs{}; --buffer changes it", buffer,
                       metres ? "m" : "units", metres ? format(" from {} to {} m", least_buffer_m, most_buffer_m) : ""));
        }
        file_->begin_layer({"reach_area",
                            wkbMultiPolygon,
                            {{with_unit("cutoff"), FeatureField::Type::real},
                             {"nodes", FeatureField::Type::integer},
                             {metres ? "area_km2" : "area", FeatureField::Type::real}}});
        ReachAreas areas = empty_areas(buffer);
        for (const NodeIndex start : starts_.nodes) {
            if (is_finite(network_.coordinates[start])) areas.add(std::span(&network_.coordinates[start], 1));
        }
        double above = -1;
        OGRGeometryUniquePtr before;
        for (ReachCutoff& cutoff : cutoffs_) {
            report(output_.progress, "write", static_cast<std::uint64_t>(&cutoff - cutoffs_.data()), cutoffs_.size());
            add_roads(areas, above, cutoff.raw);
            areas.grow();
            above = cutoff.raw;
            OGRGeometryUniquePtr shown(areas.area().clone());
            if (output_.rings && before) shown.reset(areas.area().Difference(before.get()));
            if (!shown) throw Error("the area of a smaller cutoff cannot be taken out of that of a larger one; leave out --rings");
            before.reset(areas.area().clone());
            cutoff.area = ReachAreas::size(*shown) / (metres ? 1e6 : 1);
            const FeatureValue values[] = {cutoff.given, static_cast<std::int64_t>(cutoff.nodes), *cutoff.area};
            file_->add(values, areas.in_network_system(*shown).get());
        }
    }

    const RoadNetwork& network_;
    const ReachStarts& starts_;
    const Reach& reach_;
    NaturalScale scale_;
    std::vector<ReachCutoff>& cutoffs_;
    const ReachOutput& output_;
    NearestNode::Space space_;
    std::unique_ptr<FeatureFile> file_;
};

}  // namespace

double usual_buffer(const RoadNetwork& network) {
    const PlaceFrame frame(network.provenance.crs, network.provenance.source, {});
    std::vector<double> lengths;
    for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
        const std::vector<Coordinate> line = line_of(network, arc);
        if (!line.empty()) lengths.push_back(network::lengths_along(line, frame.space()).back());
    }
    if (lengths.empty()) return least_buffer_m;
    const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
    std::nth_element(lengths.begin(), middle, lengths.end());
    const auto metres = frame.metres_per_unit();
    return metres ? std::clamp(std::round(*middle * *metres), least_buffer_m, most_buffer_m) : *middle;
}

void write_reach(const ReachStarts& starts, const Reach& reach, const ArcCosts& costs, std::vector<ReachCutoff>& cutoffs,
                 const ReachOutput& output) {
    Writer(starts, reach, costs, cutoffs, output).write();
}

}  // namespace allways::tools
