// SPDX-License-Identifier: Apache-2.0
// Line layer → RoadNetwork. Each line is an edge along its shape, open in the directions that fields state. Two fields
// may name the nodes; otherwise nodes are the points where lines meet: at their ends and, depending on the option join,
// at inner points, where the lines are cut into sections. Lengths are geodesic, whatever the layer's projection;
// coordinates and shapes stay in its own reference system.
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string_view>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/progress.h"
#include "attributes/arc_table.h"
#include "attributes/import_report.h"
#include "attributes/travel_time.h"
#include "base/counted.h"
#include "base/text.h"
#include "libraries/vector_layer.h"
#include "text/csv_reader.h"
#include "text/file_format.h"
#include "vector/end_points.h"
#include "vector/line_parts.h"
#include "vector/vector_fields.h"

namespace allways::importers {

namespace {

constexpr double default_tolerance = 0.01;

class LineLayerReader {
public:
    // `by_fields`: the nodes may be named by fields.
    LineLayerReader(const std::string& path, const ReadOptions& options, ImportReport& report, bool by_fields)
        : path_(without_password(path)),
          options_(options),
          report_(report),
          layer_(path, options.layer, options.where, VectorLayer::Holds::lines, options),
          fields_(decide_vector_fields(layer_, options, by_fields)),
          oneway_(choose_oneway_values(layer_, fields_, options)),
          speeds_(layer_, fields_, options),
          columns_(layer_, fields_),
          places_(lengths_.system()) {
        if (!(tolerance() >= 0)) throw InvalidArgument("`tolerance_m` needs a distance of 0 or more");
    }

    void read_features() {
        const std::uint64_t total = layer_.feature_count();
        while (layer_.next()) {
            if (report_.records % 1024 == 0)
                allways::report(options_.progress, "read", report_.records, std::max(total, report_.records));
            ++report_.records;
            add_feature();
        }
        measure();
    }

    // Returns the reason why guessed fields do not name nodes; empty if they do, or were not guessed.
    std::string why_not_ends() {
        if (!fields_.from || fields_.ends_given) return "";
        const std::uint64_t named = drawn_.shape_count();
        if (named == 0 && without_ends_ > 0) return "they are empty everywhere";
        if (is_much(without_ends_, without_ends_ + named)) {
            return format("only {} of {} lines have both", named, without_ends_ + named);
        }
        find_named_ends();
        const auto far = count_far_ends(drawn_, ends_, line_lengths_, places_);
        if (!is_much(far, ends_.node.size())) return "";
        return format(
            "equal values do not mark the same place: {} of {} ends are farther from the first such end than the line "
            "is long",
            far, ends_.node.size());
    }
    std::string guessed_ends() const {
        return format("'{}' and '{}'", layer_.fields()[*fields_.from].name, layer_.fields()[*fields_.to].name);
    }

    RoadNetwork finish() && {
        if (drawn_.shape_count() == 0) refuse_nothing();
        RoadNetwork network;
        network.provenance.crs = lengths_.system() ? lengths_.system()->text() : "";
        const LineParts parts = make_nodes(network);
        decide_directions();
        const auto arcs = add_arcs(network, parts);
        add_ids(network, parts, arcs);
        add_columns(network, parts, arcs);
        count_directions();
        report_.counts.insert(report_.counts.begin(), {"features", report_.records});
        return network;
    }

private:
    struct Ways {
        bool along = true;
        bool against = true;
    };

    struct Line {
        std::int64_t feature = 0;  // its id
        std::uint32_t record = 0;  // number of the feature in reading order
        Ways ways;
    };

    void add_feature() {
        auto lines = layer_.lines();
        if (lines.empty()) {
            const std::string found = layer_.geometry_name();
            note_skipped(report_,
                         found == "empty" ? "feature without geometry" : "feature that is not a line: " + found, 0);
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
        const auto stated = stated_ways(layer_, fields_, oneway_);
        const auto rules = speeds_.rules(stated);
        const auto ways = open_ways(stated, rules);
        if (!ways) return;
        std::span<const double> heights;
        if (!fields_.from) heights = layer_.heights();
        for (const auto& line : lines) {
            add_line(line, heights.first(std::min(line.size(), heights.size())), *ways, rules);
            heights = heights.subspan(std::min(line.size(), heights.size()));
        }
    }

    // A network of Allways has a line for each arc.
    bool is_arc_by_itself() const {
        return options_.directed || (fields_.is_network_of_ours && fields_.from && !options_.undirected);
    }
    bool states_directions() const {
        return options_.directed || options_.undirected || options_.oneway_field || fields_.costs_state_directions;
    }

    // Lines are open both ways unless something says otherwise. That may be the lines themselves, if fields name their
    // ends and many have another line back.
    void decide_directions() {
        if (fields_.oneway || states_directions()) return;
        const auto [lines, paired] = count_paired_rows(ends_.node);
        if (empty_directions_ > 0) {
            return guess(options_.log, Guess::directions,
                         format("layer '{}': {} closed: the fields of all pairs are 0 or empty there", layer_.name(),
                                counted(empty_directions_, "direction of a line is", "directions of lines are")));
        }
        const std::string what =
            format("layer '{}': no field states directions, and {} of {} {} a line back", layer_.name(),
                   count_text(paired), counted(lines, "line"), by_count(paired, "has", "have"));
        if (fields_.is_network_of_ours && fields_.from) {
            if (paired == 0 && lines > 1)
                guess(options_.log, Guess::directions, what + "; each is read as one direction");
            return;
        }
        const bool much = is_much(paired, lines);
        if (fields_.from && much) {
            for (Line& line : lines_) line.ways.against = false;
            return guess(options_.log, Guess::directions, what + "; each is read as one direction");
        }
        if (!fields_.from && !much && fields_.unknown.empty()) return;
        guess(options_.log, Guess::directions,
              format("{}; all are open both ways{}", what,
                     fields_.unknown.empty()
                         ? ""
                         : format("; fields without a known meaning: {}", shortened(joined(fields_.unknown), 200))));
    }

    // A feature with named ends is one arc, even if it is drawn as several lines.
    static void join(std::vector<VectorLayer::Line>& lines) {
        for (std::size_t part = 1; part < lines.size(); ++part) {
            const auto first = lines[part].begin() +
                               (!lines[0].empty() && !lines[part].empty() && lines[0].back() == lines[part][0] ? 1 : 0);
            lines[0].insert(lines[0].end(), first, lines[part].end());
        }
        lines.resize(1);
    }

    // Returns nothing if the feature is closed both ways.
    std::optional<Ways> open_ways(OnewayValues::Ways stated, const std::optional<osm::WayRules>& rules) {
        using enum OnewayValues::Ways;
        Ways ways{true, !is_arc_by_itself()};
        if (fields_.oneway) ways = {stated == along || stated == both, stated == against || stated == both};
        if (rules) {  // the rules already include the one-way field if it applies
            const Ways drawn = fields_.from || !fields_.oneway ? ways : Ways{};
            ways = {drawn.along && rules->forward.open, drawn.against && rules->backward.open};
            if (!ways.along && !ways.against) {
                note_closed(report_, "line that the profile does not use", 0);
                return std::nullopt;
            }
        } else if (stated == neither) {
            note_closed(report_, "line closed both ways, or whose direction changes with the hour", 0);
            return std::nullopt;
        }
        columns_.take_costs();
        Ways open{columns_.is_open(false), columns_.is_open(true)};
        closed_by_cost_ += (ways.along && !open.along) + (ways.against && !open.against);
        if (!fields_.oneway && !states_directions()) {
            const Ways used{!columns_.has_nothing(false), !columns_.has_nothing(true)};
            empty_directions_ += (open.along && !used.along) + (open.against && !used.against);
            open = {open.along && used.along, open.against && used.against};
        }
        ways = {ways.along && open.along, ways.against && open.against};
        if (!ways.along && !ways.against) {
            note_closed(report_, "line closed both ways by its costs", 0);
            return std::nullopt;
        }
        return ways;
    }

    // `heights` is empty, or has that of each point.
    void add_line(const VectorLayer::Line& line, std::span<const double> heights, Ways ways,
                  const std::optional<osm::WayRules>& rules) {
        if (line.size() < 2) return note_skipped(report_, "line of fewer than two points", 0);
        if (!std::ranges::all_of(line, is_finite)) layer_.fail("a line has coordinates that are not finite");
        if (std::ranges::all_of(line, [&](Coordinate point) { return point == line[0]; })) {
            return note_skipped(report_, "line of zero length", 0);
        }
        if (!heights.empty() || !heights_.empty()) {
            heights_.resize(drawn_.all_points().size(), std::numeric_limits<double>::quiet_NaN());
            heights_.insert(heights_.end(), heights.begin(), heights.end());
        }
        drawn_.add_shape(line);
        lines_.push_back({layer_.feature_id(), static_cast<std::uint32_t>(report_.records), ways});
        if (fields_.from) {
            end_names_.add(layer_.text(*fields_.from));
            end_names_.add(layer_.text(*fields_.to));
        }
        if (fields_.id) {
            ids_.push_back(layer_.text(*fields_.id));
            if (ids_.back().empty() && fields_.id_given) {
                layer_.fail(format("the id field '{}' is empty", layer_.fields()[*fields_.id].name));
            }
        }
        if (fields_.from_level) {
            for (const auto field : {*fields_.from_level, *fields_.to_level}) {
                const Decimal level = layer_.number(field);
                end_levels_.push_back(level.is_missing() ? 0 : level.to_double());
            }
        }
        if (fields_.layer || fields_.bridge || fields_.tunnel) levels_.push_back(level_of_line(layer_, fields_));
        columns_.add_line();
        speeds_.add_line(rules);
    }

    void measure() {
        if (lines_.empty()) return;
        lengths_.choose(layer_, drawn_, options_);
        for (std::uint32_t line = 0; line < lines_.size(); ++line) {
            try {
                line_lengths_.push_back(lengths_.length(drawn_.shape_points(line)));
            } catch (const InvalidArgument& error) {
                throw InputError(
                    path_, 0, format("layer '{}', feature {}: {}", layer_.name(), lines_[line].feature, error.what()));
            }
        }
    }

    // Determines nodes by the names in the fields.
    void find_named_ends() {
        if (!ends_.node.empty()) return;
        auto nodes = std::move(end_names_).finish();
        end_ids_ = std::move(nodes.ids);
        ends_ = place_ends(drawn_, std::move(nodes.index), end_ids_.size(), tolerance(), places_);
    }

    LineParts make_nodes(RoadNetwork& network) {
        if (!fields_.from) {
            if (!heights_.empty())
                heights_.resize(drawn_.all_points().size(), std::numeric_limits<double>::quiet_NaN());
            JoinedLines joined = join_lines(
                {layer_.name(), drawn_, line_lengths_, levels_, end_levels_, heights_, lengths_, places_, tolerance()},
                options_, report_);
            ends_ = std::move(joined.ends);
            network.node_ids = IdTable::consecutive(ends_.coordinates.size());
            network.coordinates = std::move(ends_.coordinates);
            return std::move(joined.parts);
        }
        find_named_ends();
        network.node_ids = std::move(end_ids_);
        network.coordinates = std::move(ends_.coordinates);
        if (ends_.apart > 0) {
            say(LogLevel::warning,
                format("at {} of {} nodes lines end farther than {} {} apart; the first end seen is the "
                       "node's position",
                       ends_.apart, network.node_count(), tolerance(), lengths_.system() ? "m" : "units"));
        }
        return whole_lines(drawn_, line_lengths_);
    }

    // Adds the forward and reverse arcs of each section, in the directions in which the line is open.
    std::vector<RowArc> add_arcs(RoadNetwork& network, const LineParts& parts) {
        ArcTable table;
        table.set_ends(std::move(ends_.node));
        for (std::uint32_t part = 0; part < parts.size(); ++part) {
            const Ways ways = lines_[parts.line[part]].ways;
            table.add_arcs(part, ways.along, ways.against);
        }
        table.hand_over(network);
        network.shapes = parts.shapes;
        for (const RowArc& arc : table.arcs()) network.shapes.add_arc(arc.row, arc.against);
        return std::move(table.arcs());
    }

    // Ids are those of the features; sections of one feature get numbers appended, and the text "line_id" has the
    // feature's own id.
    void add_ids(RoadNetwork& network, const LineParts& parts, const std::vector<RowArc>& arcs) {
        const bool all_named = fields_.id && std::ranges::none_of(ids_, [](const auto& id) { return id.empty(); });
        if (fields_.id && !all_named) {
            say(LogLevel::info, format("the field '{}' is empty for some lines: ids are the feature ids",
                                       layer_.fields()[*fields_.id].name));
        }
        const auto id = [&](std::uint32_t line) {
            return all_named ? ids_[line] : std::to_string(lines_[line].feature);
        };
        const auto feature = [&](std::size_t part) { return lines_[parts.line[part]].record; };
        std::vector<std::uint32_t> number(parts.size(), 1);  // number of each section in its feature
        for (std::size_t part = 1; part < parts.size(); ++part) {
            if (feature(part) == feature(part - 1)) number[part] = number[part - 1] + 1;
        }
        const auto is_alone = [&](std::size_t part) {
            return number[part] == 1 && (part + 1 == parts.size() || number[part + 1] == 1);
        };
        const bool any_parts = std::ranges::any_of(number, [](std::uint32_t n) { return n > 1; });
        std::vector<std::string> texts;
        TextColumn line_ids("line_id");
        for (const RowArc& arc : arcs) {
            const std::string of_line = id(parts.line[arc.row]);
            texts.push_back(is_alone(arc.row) ? of_line : format("{}.{}", of_line, number[arc.row]));
            if (any_parts) line_ids.add(of_line);
        }
        network.arc_ids = IdTable::from_texts(std::move(texts));
        if (any_parts) network.texts.push_back(std::move(line_ids));
    }

    void add_columns(RoadNetwork& network, const LineParts& parts, const std::vector<RowArc>& arcs) {
        columns_.add_costs(network, parts, arcs, lengths_.unit());
        std::vector<RowArc> of_lines;
        for (const RowArc& arc : arcs) of_lines.push_back({parts.line[arc.row], arc.against});
        if (!options_.elevation.empty() && !speeds_.grade().empty())
            network.provenance.notes.emplace_back("grade", speeds_.grade());
        std::move(speeds_).finish(network, of_lines);
        columns_.add_own(network, parts, arcs, options_.log);
        if (fields_.is_network_of_ours && !network.columns.empty()) settle_own_times(network);
        state_length_unit(network);
    }

    // The fields `time` and `free_speed` of a network that Allways wrote have lost their units. They were seconds and
    // km/h if the times nearly match the lengths at these speeds; only nearly, since lengths are computed anew.
    void settle_own_times(RoadNetwork& network) const {
        const auto column = [&](std::string_view name) {
            return std::ranges::find(network.columns, name, &ArcColumn::name);
        };
        const auto time = column("time");
        const auto speed = column("free_speed");
        if (time == network.columns.end() || !time->unit.empty()) return;
        if (speed != network.columns.end() && speed->unit.empty()) {
            speed->unit = "km/h";
            const auto made = travel_time(*column("length"), *speed);
            if (made && are_alike(time->values, made->values)) {
                time->unit = "s";
                time->resolution_digits = 3;
                return say(LogLevel::info, "'time' is in seconds: it is length / free_speed in km/h");
            }
            speed->unit.clear();
        }
        if (options_.cost_unit.empty())
            say(LogLevel::warning, "'time' is the file's own, and its unit is not stated; set `cost_unit`");
    }

    // Returns true if the typical ratio of numbers is 1.
    static bool are_alike(const std::vector<Decimal>& some, const std::vector<Decimal>& others) {
        std::vector<double> ratios;
        for (std::size_t i = 0; i < some.size(); ++i) {
            if (!some[i].is_missing() && !others[i].is_missing() && others[i].digits() > 0)
                ratios.push_back(some[i].to_double() / others[i].to_double());
        }
        if (ratios.empty()) return false;
        const auto middle = ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2);
        std::ranges::nth_element(ratios, middle);
        return std::abs(*middle - 1) < 0.02;
    }

    // Lengths on the ellipsoid are metres; a field of the same name is kept as well.
    void state_length_unit(RoadNetwork& network) const {
        if (options_.length_unit.empty() || !lengths_.system()) return;
        const auto field = std::ranges::find(network.columns, "length_field", &ArcColumn::name);
        if (field == network.columns.end()) {
            throw InvalidArgument(
                format("`length_unit`: lengths are computed in metres, in {}; the layer has no field 'length'",
                       lengths_.system()->name()));
        }
        field->unit = stated_unit("length_unit", options_.length_unit, {Unit::Kind::length});
    }

    void count_directions() {
        const auto one_way =
            std::ranges::count_if(lines_, [](const Line& line) { return line.ways.along != line.ways.against; });
        if (one_way > 0) report_.counts.push_back({"one-way lines", static_cast<std::uint64_t>(one_way)});
        if (closed_by_cost_ > 0) {
            say(LogLevel::info,
                format("{} directions of lines have no arc: their cost is negative or missing", closed_by_cost_));
        }
    }

    [[noreturn]] void refuse_nothing() const {
        std::vector<std::string> skipped;
        for (const auto& reason : report_.skipped) skipped.push_back(format("{} × {}", reason.count, reason.reason));
        const std::string found = report_.records == 0 ? "there are no features" : "skipped " + joined(skipped);
        throw InputError(path_, 0,
                         format("layer '{}' has no lines{}: {}", layer_.name(),
                                options_.where.empty() ? "" : " that the filter lets through", found));
    }

    // In units of the coordinates.
    double tolerance() const { return options_.tolerance_m.value_or(default_tolerance) / lengths_.metres_per_unit(); }
    void say(LogLevel level, std::string_view what) const {
        log(options_.log, level, format("layer '{}': {}", layer_.name(), what));
    }

    const std::string path_;
    const ReadOptions& options_;
    ImportReport& report_;
    VectorLayer layer_;
    VectorFields fields_;
    OnewayValues oneway_;
    LineSpeeds speeds_;
    VectorColumns columns_;
    LineLengths lengths_;
    Places places_;

    // One element per line:
    ArcShapes drawn_;
    std::vector<Line> lines_;
    std::vector<double> line_lengths_;
    std::vector<double> levels_;      // empty if no field states levels
    std::vector<double> end_levels_;  // two per line; empty if no fields state them
    std::vector<double> heights_;     // one per point; empty if no line has any
    std::vector<std::string> ids_;

    NodeNames end_names_;  // two per line
    IdTable end_ids_;
    LineEnds ends_;  // ends of the sections from which arcs are made
    std::uint64_t without_ends_ = 0;
    std::uint64_t closed_by_cost_ = 0;    // number of directions
    std::uint64_t empty_directions_ = 0;  // closed by pairs of fields
};

RoadNetwork read_vector_file(const std::string& path, const ReadOptions& options, ImportReport& report) {
    {
        LineLayerReader lines(path, options, report, true);
        lines.read_features();
        const std::string why = lines.why_not_ends();
        if (why.empty()) return std::move(lines).finish();
        log(options.log, LogLevel::warning,
            format("{}: the fields {} are not used as nodes: {}. Lines are connected where they meet. Set `from_field` "
                   "and `to_field` to use the fields, or `from_field` \"\" to skip the guess",
                   report.source, lines.guessed_ends(), why));
    }
    report.skipped.clear();
    report.records = 0;
    LineLayerReader lines(path, options, report, false);
    lines.read_features();
    return std::move(lines).finish();
}

// Lines as WKT in a column, as QGIS exports them; an edge list may have them, too.
bool is_csv_of_lines(const FileSample& sample) {
    const std::string name = lower_case(sample.path);
    if (!name.ends_with(".csv") && !name.ends_with(".tsv")) return false;
    if (sample.folder || lower_case(sample.text).find("linestring") == std::string::npos) return false;
    CsvReader records(sample.path, CsvReader::guess_delimiter(sample.path, ""));
    std::vector<std::string_view> fields;
    if (!records.next(fields) || names_arc_ends(fields)) return false;
    if (std::ranges::find(fields, "geometry_id") != fields.end()) return false;  // shapes of a GMNS network
    return FieldNames(fields).usual(geometry_names).has_value();
}

bool recognise_vector(const FileSample& sample) {
    if (is_csv_of_lines(sample)) return true;
    return sample.folder && sample.name.ends_with(".gdb");
}

}  // namespace

Format vector_format() {
    return {.info = {"vector",
                     "line layer of a vector file or database, whatever GDAL reads",
                     {".gpkg", ".shp", ".shp.zip", ".zip", ".geojson", ".json", ".geojsonl", ".fgb", ".gml", ".kml",
                      ".tab", ".mif", ".sqlite", ".gdb"},
                     FormatInfo::Holds::network},
            .recognises = recognise_vector,
            .claims_name = is_vector_source,
            .chooses_system = true,
            .read_network = read_vector_file};
}

}  // namespace allways::importers
