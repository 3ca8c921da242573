// Line layer → RoadNetwork.
// Each line is an edge along its shape, open in the directions that fields tell. Nodes are those that two fields name,
// or else the places where ends of lines lie: lines that merely cross do not meet. Lengths are geodesic, whatever the
// layer's projection; coordinates and shapes stay in its own reference system.
#include "vector.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "end_points.h"
#include "fields.h"
#include "import_report.h"
#include "node_names.h"
#include "reference_system.h"
#include "vector_columns.h"
#include "vector_fields.h"
#include "vector_layer.h"

namespace allways {

namespace {

constexpr double default_tolerance = 0.01;

std::optional<ReferenceSystem> system_of(const VectorLayer& layer, const LogCallback& log_to) {
    const std::string definition = layer.reference_system();
    std::string why = "it states no reference system";
    if (!definition.empty()) {
        try {
            return ReferenceSystem(definition);
        } catch (const InvalidArgument& error) {
            why = error.what();
        }
    }
    log(log_to, LogLevel::warning,
        format("layer '{}': {}; lengths are in the units of its coordinates", layer.name(), why));
    return std::nullopt;
}

bool is_finite(Coordinate point) {
    return std::isfinite(point.x) && std::isfinite(point.y);
}

double planar_length(const VectorLayer::Line& line) {
    double length = 0;
    for (std::size_t i = 1; i < line.size(); ++i) {
        length += std::hypot(line[i].x - line[i - 1].x, line[i].y - line[i - 1].y);
    }
    return length;
}

class LineLayerReader {
public:
    // `by_fields`: whether fields may name the nodes.
    LineLayerReader(const std::string& path, const ReadOptions& options, ImportReport& report, bool by_fields)
        : path_(path),
          options_(options),
          report_(report),
          layer_(path, options.layer, options.where),
          fields_(decide_vector_fields(layer_, options, by_fields)),
          oneway_values_(options.oneway_values),
          columns_(layer_, fields_),
          system_(system_of(layer_, options.log)),
          places_(system_) {}

    void read_features() {
        const std::uint64_t total = layer_.feature_count();
        while (layer_.next()) {
            if (features_ % 1024 == 0)
                allways::report(options_.progress, "read", features_, std::max(total, features_));
            ++features_;
            add_feature();
        }
    }

    // Whether nothing was read because the guessed fields of the ends are empty everywhere.
    bool ends_are_unnamed() const {
        return fields_.from && !fields_.ends_given && without_ends_ > 0 && shapes_.shape_count() == 0;
    }

    RoadNetwork finish() && {
        if (shapes_.shape_count() == 0) refuse_nothing();
        RoadNetwork network;
        network.provenance.crs = system_ ? system_->text() : "";
        const auto ends = fields_.from ? named_ends(network) : met_ends(network);
        add_arcs(network, ends);
        std::move(columns_).finish(network, length_unit(), options_.log);
        network.shapes = std::move(shapes_);
        report_.counts.insert(report_.counts.begin(), {"features", features_});
        return network;
    }

private:
    struct Ways {
        bool along = true;
        bool against = true;
    };

    void add_feature() {
        auto lines = layer_.lines();
        if (lines.empty()) {
            const std::string found = layer_.geometry_name();
            note_skipped(report_, found == "empty" ? "feature without geometry" : "feature that is no line: " + found,
                         0);
            return;
        }
        if (fields_.from) {
            if (layer_.text(*fields_.from).empty() || layer_.text(*fields_.to).empty()) {
                ++without_ends_;
                note_skipped(report_, "feature without a from or to node", 0);
                return;
            }
            join(lines);
        }
        columns_.take_feature();
        Ways ways = stated_ways();
        ways.along = ways.along && columns_.is_open(false);
        ways.against = ways.against && columns_.is_open(true);
        if (!ways.along && !ways.against) {
            note_skipped(report_, "line that its costs close both ways", 0);
            return;
        }
        for (const auto& line : lines) add_line(line, ways);
    }

    // A feature with named ends is one arc, in however many parts it is drawn.
    static void join(std::vector<VectorLayer::Line>& lines) {
        for (std::size_t part = 1; part < lines.size(); ++part) {
            const auto first = lines[part].begin() +
                               (!lines[0].empty() && !lines[part].empty() && lines[0].back() == lines[part][0] ? 1 : 0);
            lines[0].insert(lines[0].end(), first, lines[part].end());
        }
        lines.resize(1);
    }

    Ways stated_ways() const {
        // Named ends make an arc, shared ones an edge.
        Ways ways{true, !fields_.from || options_.undirected || fields_.reverse_cost.has_value()};
        if (!fields_.oneway) return ways;
        const std::string value = layer_.text(*fields_.oneway);
        const auto stated = oneway_values_.find(value);
        if (!stated) {
            layer_.fail(
                format("the one-way field '{}' has the unknown value '{}'; known are {}. Say the values for "
                       "along, against and both ways as --oneway-values \"F,T,B\"",
                       layer_.fields()[*fields_.oneway].name, value, oneway_values_.known()));
        }
        return {*stated != OnewayValues::Ways::against, *stated != OnewayValues::Ways::along};
    }

    void add_line(const VectorLayer::Line& line, Ways ways) {
        if (line.size() < 2) return note_skipped(report_, "line of fewer than two points", 0);
        if (!std::ranges::all_of(line, is_finite)) layer_.fail("a line has coordinates that are no finite numbers");
        if (std::ranges::all_of(line, [&](Coordinate point) { return point == line[0]; })) {
            return note_skipped(report_, "line of no length", 0);
        }
        const double length = length_of(line);
        const auto shape = shapes_.add_shape(line);
        if (fields_.from) {
            end_names_.add(layer_.text(*fields_.from));
            end_names_.add(layer_.text(*fields_.to));
        }
        one_way_lines_ += ways.along != ways.against;
        if (ways.along) add_arc(shape, length, false, false);
        if (ways.against) add_arc(shape, length, true, ways.along);
    }

    double length_of(const VectorLayer::Line& line) {
        degrees_ = degrees_ && std::ranges::all_of(line, [](Coordinate point) {
                       return std::abs(point.x) <= 180 && std::abs(point.y) <= 90;
                   });
        if (!system_) return planar_length(line);
        const double length = system_->length_m(line);
        if (!std::isfinite(length)) {
            layer_.fail(format("its coordinates, such as {},{}, lie outside {}; is that the layer's reference system?",
                               line[0].x, line[0].y, system_->name()));
        }
        return length;
    }

    void add_arc(ArcShapes::ShapeIndex shape, double length, bool backward, bool reversed) {
        shapes_.add_arc(shape, backward);
        reversed_.push_back(reversed);
        feature_ids_.push_back(layer_.feature_id());
        if (fields_.id) {
            ids_.push_back(layer_.text(*fields_.id));
            if (ids_.back().empty() && fields_.id_given) {
                layer_.fail(format("the id field '{}' is empty", layer_.fields()[*fields_.id].name));
            }
        }
        columns_.add_arc(length, backward);
    }

    // The nodes of the first and last point of each line.
    std::vector<NodeIndex> named_ends(RoadNetwork& network) {
        auto nodes = std::move(end_names_).finish();
        network.node_ids = std::move(nodes.ids);
        network.coordinates.resize(network.node_count());
        std::vector<std::uint8_t> seen(network.node_count(), 0);
        std::vector<std::uint8_t> apart(network.node_count(), 0);
        for (std::size_t end = 0; end < nodes.index.size(); ++end) {
            const NodeIndex node = nodes.index[end];
            const auto points = shapes_.shape_points(static_cast<ArcShapes::ShapeIndex>(end / 2));
            const Coordinate point = end % 2 == 0 ? points.front() : points.back();
            if (seen[node] == 0) {
                seen[node] = 1;
                network.coordinates[node] = point;
            } else if (point != network.coordinates[node] && apart[node] == 0) {
                apart[node] =
                    Places::distance(places_.place(point), places_.place(network.coordinates[node])) > tolerance();
            }
        }
        if (const auto count = std::ranges::count(apart, 1); count > 0) {
            say(LogLevel::warning,
                format("at {} of {} nodes lines end farther than {} {} apart; the first end seen is the "
                       "node's position",
                       count, network.node_count(), tolerance(), system_ ? "m" : "units"));
        }
        return std::move(nodes.index);
    }

    std::vector<NodeIndex> met_ends(RoadNetwork& network) {
        MetEnds ends = meet_ends(shapes_, tolerance(), places_);
        network.node_ids = IdTable::consecutive(ends.coordinates.size());
        network.coordinates = std::move(ends.coordinates);
        if (ends.joined_within_tolerance > 0) {
            report_.counts.push_back(
                {"places of line ends joined to others within the tolerance", ends.joined_within_tolerance});
        }
        if (ends.touching > 0) {
            report_.counts.push_back({"line ends inside other lines, not connected to them", ends.touching});
            say(LogLevel::warning,
                format("{} line ends touch the inside of another line and are not connected to it; split "
                       "the lines there to connect them",
                       ends.touching));
        }
        return std::move(ends.node);
    }

    void add_arcs(RoadNetwork& network, const std::vector<NodeIndex>& ends) {
        for (std::size_t arc = 0; arc < shapes_.arc_count(); ++arc) {
            const std::size_t first = 2 * std::size_t{shapes_.shape(arc)};
            const bool backward = shapes_.is_backward(arc);
            network.tail.push_back(ends[first + (backward ? 1 : 0)]);
            network.head.push_back(ends[first + (backward ? 0 : 1)]);
        }
        const bool all_named = fields_.id && std::ranges::none_of(ids_, [](const auto& id) { return id.empty(); });
        if (fields_.id && !all_named) {
            say(LogLevel::info, format("the field '{}' is empty for some lines: ids are the feature ids",
                                       layer_.fields()[*fields_.id].name));
        }
        network.arc_ids = all_named ? IdTable::from_texts(std::move(ids_)) : IdTable(std::move(feature_ids_));
        if (std::ranges::count(reversed_, 1) > 0) network.reversed = std::move(reversed_);
        if (one_way_lines_ > 0) report_.counts.push_back({"one-way lines", one_way_lines_});
    }

    VectorColumns::LengthUnit length_unit() const {
        if (system_) return {"m", 3, 1};
        if (!degrees_) return {"", 3, 1};
        say(LogLevel::warning,
            "all coordinates could be degrees: state the reference system in the file to have lengths in "
            "metres, as ogr2ogr -a_srs EPSG:4326 does");
        return {"", 9, 7};
    }

    [[noreturn]] void refuse_nothing() const {
        std::vector<std::string> skipped;
        for (const auto& [reason, count, line] : report_.skipped) skipped.push_back(format("{} × {}", count, reason));
        const std::string found = features_ == 0 ? "there are no features" : "passed over " + joined(skipped);
        throw InputError(path_, 0,
                         format("layer '{}' has no lines{}: {}", layer_.name(),
                                options_.where.empty() ? "" : " that the filter lets through", found));
    }

    double tolerance() const { return options_.tolerance_m.value_or(default_tolerance); }
    void say(LogLevel level, std::string_view what) const {
        log(options_.log, level, format("layer '{}': {}", layer_.name(), what));
    }

    const std::string path_;
    const ReadOptions& options_;
    ImportReport& report_;
    VectorLayer layer_;
    VectorFields fields_;
    OnewayValues oneway_values_;
    VectorColumns columns_;
    std::optional<ReferenceSystem> system_;
    Places places_;

    ArcShapes shapes_;     // the arcs, and a shape for each line
    NodeNames end_names_;  // two a line
    std::vector<std::uint8_t> reversed_;
    std::vector<std::int64_t> feature_ids_;
    std::vector<std::string> ids_;
    std::uint64_t features_ = 0;
    std::uint64_t without_ends_ = 0;
    std::uint64_t one_way_lines_ = 0;
    bool degrees_ = true;  // as far as coordinates tell
};

RoadNetwork read(const std::string& path, const ReadOptions& options, ImportReport& report) {
    {
        LineLayerReader lines(path, options, report, true);
        lines.read_features();
        if (!lines.ends_are_unnamed()) return std::move(lines).finish();
    }
    log(options.log, LogLevel::warning,
        format("{}: the fields of from and to are empty everywhere: lines are connected where their ends meet", path));
    report.skipped.clear();
    LineLayerReader lines(path, options, report, false);
    lines.read_features();
    return std::move(lines).finish();
}

bool recognise(const FileSample& sample) {
    return sample.folder && sample.name.ends_with(".gdb");
}

}  // namespace

Format vector_format() {
    Format format;
    format.info = {"vector",
                   "line layer of a vector file or database, whatever GDAL reads",
                   {".gpkg", ".shp", ".shp.zip", ".zip", ".geojson", ".json", ".geojsonl", ".fgb", ".gml", ".kml",
                    ".tab", ".mif", ".sqlite", ".gdb"},
                   FormatInfo::Holds::network,
                   {"from_field", "to_field", "id_field", "cost_field", "reverse_cost_field", "oneway_field",
                    "oneway_values", "speed_field", "speed_unit", "layer", "where", "tolerance_m", "undirected"}};
    format.recognises = recognise;
    format.claims_name = is_vector_source;
    format.read_network = read;
    return format;
}

}  // namespace allways
