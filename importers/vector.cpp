// Line layer → RoadNetwork.
// Each line is an edge along its shape, open in the directions that fields tell. Nodes are those that two fields name,
// or else the places where ends of lines lie: lines that merely cross do not meet. Lengths are geodesic, whatever the
// layer's projection; coordinates and shapes stay in its own reference system.
#include "vector.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "end_points.h"
#include "fields.h"
#include "import_report.h"
#include "line_lengths.h"
#include "node_names.h"
#include "vector_columns.h"
#include "vector_fields.h"
#include "vector_layer.h"

namespace allways {

namespace {

constexpr double default_tolerance = 0.01;

bool is_finite(Coordinate point) {
    return std::isfinite(point.x) && std::isfinite(point.y);
}

class LineLayerReader {
public:
    // `by_fields`: whether fields may name the nodes.
    LineLayerReader(const std::string& path, const ReadOptions& options, ImportReport& report, bool by_fields)
        : path_(without_password(path)),
          options_(options),
          report_(report),
          layer_(path, options.layer, options.where),
          fields_(decide_vector_fields(layer_, options, by_fields)),
          oneway_values_(options.oneway_values),
          columns_(layer_, fields_),
          lengths_(layer_.name(), layer_.reference_system(), options.log),
          places_(lengths_.system()) {
        if (!(tolerance() >= 0)) throw InvalidArgument("tolerance_m needs a distance of 0 or more");
    }

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
        network.provenance.crs = lengths_.system() ? lengths_.system()->text() : "";
        const auto ends = fields_.from ? named_ends(network) : met_ends(network);
        add_arcs(network, ends);
        if (closed_by_cost_ > 0) {
            say(LogLevel::info,
                format("{} directions of lines have no arc: their cost is negative or missing", closed_by_cost_));
        }
        std::move(columns_).finish(network, lengths_.unit(options_.log), options_.log);
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
        ways.along = ways.along && is_open(false);
        ways.against = ways.against && is_open(true);
        if (!ways.along && !ways.against) {
            note_skipped(report_, "line that its costs close both ways", 0);
            return;
        }
        for (const auto& line : lines) add_line(line, ways);
    }

    bool is_open(bool against) {
        const bool open = columns_.is_open(against);
        closed_by_cost_ += !open;
        return open;
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
        try {
            return lengths_.length(line);
        } catch (const InvalidArgument& error) {
            layer_.fail(error.what());
        }
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

    // Nodes by the names that fields give them.
    std::vector<NodeIndex> named_ends(RoadNetwork& network) {
        auto nodes = std::move(end_names_).finish();
        network.node_ids = std::move(nodes.ids);
        LineEnds ends = place_ends(shapes_, std::move(nodes.index), network.node_count(), tolerance(), places_);
        network.coordinates = std::move(ends.coordinates);
        if (ends.apart > 0) {
            say(LogLevel::warning,
                format("at {} of {} nodes lines end farther than {} {} apart; the first end seen is the "
                       "node's position",
                       ends.apart, network.node_count(), tolerance(), lengths_.system() ? "m" : "units"));
        }
        return std::move(ends.node);
    }

    // Nodes where ends meet.
    std::vector<NodeIndex> met_ends(RoadNetwork& network) {
        LineEnds ends = meet_ends(shapes_, tolerance(), places_);
        network.node_ids = IdTable::consecutive(ends.coordinates.size());
        network.coordinates = std::move(ends.coordinates);
        if (ends.joined > 0) count("places of line ends joined to others within the tolerance", ends.joined);
        if (ends.touching > 0) {
            count("line ends inside other lines, not connected to them", ends.touching);
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
        if (one_way_lines_ > 0) count("one-way lines", one_way_lines_);
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
    void count(std::string_view name, std::uint64_t number) { report_.counts.push_back({std::string(name), number}); }
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
    LineLengths lengths_;
    Places places_;

    ArcShapes shapes_;     // the arcs, and a shape for each line
    NodeNames end_names_;  // two a line
    std::vector<std::uint8_t> reversed_;
    std::vector<std::int64_t> feature_ids_;
    std::vector<std::string> ids_;
    std::uint64_t features_ = 0;
    std::uint64_t without_ends_ = 0;
    std::uint64_t one_way_lines_ = 0;
    std::uint64_t closed_by_cost_ = 0;  // directions
};

RoadNetwork read(const std::string& path, const ReadOptions& options, ImportReport& report) {
    {
        LineLayerReader lines(path, options, report, true);
        lines.read_features();
        if (!lines.ends_are_unnamed()) return std::move(lines).finish();
    }
    log(options.log, LogLevel::warning,
        format("{}: the fields of from and to are empty everywhere: lines are connected where their ends meet",
               report.source));
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
