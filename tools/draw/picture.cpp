// SPDX-License-Identifier: Apache-2.0
// Maps and heat maps as files: the kinds of pictures, and pages. Geometry of pages is written in integers, each point
// as the difference from the previous one.
#include "allways/draw/picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/format.h"
#include "allways/base/progress.h"
#include "allways/draw/colours.h"
#include "base/embedded_file.h"
#include "base/text.h"
#include "export/files/output_file.h"
#include "export/json.h"

namespace allways {

std::optional<PictureKind> picture_kind_of(const std::string& path) {
    if (path.ends_with(".png")) return PictureKind::png;
    if (path.ends_with(".svg")) return PictureKind::svg;
    if (path.ends_with(".pdf")) return PictureKind::pdf;
    return {};
}

// The files of viewer/: everything of an HTML page except its data.
namespace tools::viewer {
const std::vector<EmbeddedFile>& embedded_files();
}

using namespace tools;

namespace {

// ---- pages: the viewer's files and the data as JSON

std::string_view viewer_file(std::string_view name) {
    const auto& files = viewer::embedded_files();
    return std::ranges::find(files, name, &EmbeddedFile::name)->text;
}

std::string html_text(std::string_view text) {
    std::string escaped;
    for (const char c : valid_utf8(text)) {
        if (c == '&')
            escaped += "&amp;";
        else if (c == '<')
            escaped += "&lt;";
        else
            escaped += c;
    }
    return escaped;
}

void begin_data(JsonWriter& json, const auto& map, const PageOptions& options) {
    json.key("title").string(map.title).key("subtitle").string(map.subtitle);
    json.key("attribution").string(map.attribution).key("legend").boolean(options.legend);
    const Theme& theme = theme_named(options.theme);
    json.key("theme").begin_object();
    json.key("paper").string(hex_text(theme.paper)).key("ground").string(hex_text(theme.ground));
    json.key("ink").string(hex_text(theme.ink)).key("faint").string(hex_text(theme.faint_ink));
    json.key("frame").string(hex_text(theme.frame)).end_object();
}

// Writes the page of a map or heat map around its data. `scripts` are files of the viewer, in order; `data` adds
// entries to a JSON object that already has title, theme and so on.
void write_page_around(const auto& map, std::span<const std::string_view> scripts, const PageOptions& options,
                       const std::function<void(JsonWriter&)>& data) {
    OutputFile file(options.path, options.overwrite);
    const auto fill_in = [&](std::string_view name) {
        if (name == "title") file.put(html_text(map.title));
        if (name == "style") file.put(viewer_file("style.css"));
        if (name == "script") {
            for (const std::string_view script : scripts) file.put(viewer_file(script));
        }
        if (name != "data") return;
        JsonWriter json(file, true);
        begin_data(json.begin_object(), map, options);
        data(json);
        json.end_object().flush();
    };
    // The template marks its parts as @name@.
    std::string_view rest = viewer_file("page.html");
    for (std::size_t at = rest.find('@'); at != rest.npos; at = rest.find('@')) {
        file.put(rest.substr(0, at));
        const std::size_t end = rest.find('@', at + 1);
        fill_in(rest.substr(at + 1, end - at - 1));
        rest.remove_prefix(end + 1);
    }
    file.put(rest);
    file.commit();
}

// ---- maps

// Converts points to integers, counted from the upper left corner of the whole map, y down.
class MapPage {
public:
    MapPage(const Map& map, const PageOptions& options, JsonWriter& json)
        : map_(map), progress_(options.progress), json_(json) {
        std::vector<Coordinate> corners{map.extent.low, map.extent.high};
        const auto add = [&](const std::vector<Coordinate>& points) {
            if (points.empty()) return;
            const BoundingBox around = extent_of(points);
            corners.insert(corners.end(), {around.low, around.high});
        };
        for (const LineLayer& layer : map.layers) {
            for (const MapLine& line : layer.lines) add(line.points);
        }
        for (const Road& road : map.roads) add(road.line);
        if (std::ranges::any_of(map.nodes, is_finite)) add(map.nodes);
        all_ = extent_of(corners);
        constexpr double steps_a_side = 1 << 20;
        step_ = std::max(all_.width(), all_.height()) / steps_a_side;
    }

    void write() {
        json_.key("legendTitle").string(map_.legend_title).key("metres").shortest(map_.metres_per_unit * step_);
        const BoundingBox& shown = map_.extent;
        json_.key("view").list(std::array{x(shown.low), y(shown.high), x(shown.high), y(shown.low)});
        json_.key("texts").list(map_.texts).key("labelNodes").boolean(map_.label_nodes);
        write_nodes();
        json_.key("layers").list(map_.layers, [&](const LineLayer& layer) { write_layer(layer); });
        json_.key("dots").list(map_.dots, [&](const DotLayer& dots) {
            json_.begin_object().key("label").string(dots.label).key("colour").string(hex_text(dots.colour));
            json_.key("radius").shortest(dots.radius).key("square").boolean(dots.square);
            points(std::array{dots.at}, std::identity());
            json_.end_object();
        });
        json_.key("marks").list(map_.marks, [&](const MapMark& mark) {
            json_.begin_object().key("x").integer(x(mark.at)).key("y").integer(y(mark.at));
            json_.key("letter").string(mark.letter).key("label").string(mark.label);
            json_.key("colour").string(hex_text(mark.colour)).end_object();
        });
        if (map_.reach) write_isochrones(*map_.reach);
    }

private:
    std::int64_t x(Coordinate at) const { return std::llround((at.x - all_.low.x) / step_); }
    std::int64_t y(Coordinate at) const { return std::llround((all_.high.y - at.y) / step_); }

    template <class Lines, class PointsOf>
    void lines(const Lines& all, const PointsOf& points_of) {
        json_.key("counts").list(all, [&](const auto& line) { json_.integer(std::invoke(points_of, line).size()); });
        points(all, points_of);
    }

    // Writes the points of all lines, each as its difference from the one before.
    template <class Lines, class PointsOf>
    void points(const Lines& all, const PointsOf& points_of) {
        std::int64_t last_x = 0;
        std::int64_t last_y = 0;
        json_.key("points").list(all, [&](const auto& line) {
            report_some();
            for (const Coordinate& point : std::invoke(points_of, line)) {
                const std::int64_t next_x = x(point);
                const std::int64_t next_y = y(point);
                json_.integer(next_x - last_x).integer(next_y - last_y);
                last_x = next_x, last_y = next_y;
            }
        });
    }

    void write_nodes() {
        std::vector<Coordinate> places;
        std::vector<std::size_t> missing;
        Coordinate last{map_.extent.low.x, map_.extent.high.y};
        for (std::size_t node = 0; node < map_.nodes.size(); ++node) {
            if (std::isfinite(map_.nodes[node].x)) {
                last = map_.nodes[node];
            } else {
                missing.push_back(node);
            }
            places.push_back(last);
        }
        json_.key("nodes").begin_object().key("ids").list(map_.node_ids).key("missing").list(missing);
        points(std::array{std::move(places)}, std::identity());
        json_.end_object();
    }

    void write_layer(const LineLayer& layer) {
        json_.begin_object().key("label").string(layer.label).key("colour").string(hex_text(layer.style.colour));
        json_.key("width").shortest(layer.style.width).key("dash").boolean(layer.style.dashed);
        // Lines without texts that are not roads are the rims of routes.
        const bool route =
            !layer.named && std::ranges::any_of(layer.lines, [](const MapLine& line) { return line.text != 0; });
        json_.key("route").boolean(route).key("texts").list(layer.lines, [&](const MapLine& line) {
            if (layer.named || route) json_.integer(line.text);
        });
        if (std::ranges::any_of(layer.lines, [](const MapLine& line) { return line.width > 0; }))
            json_.key("widths").list(layer.lines, [&](const MapLine& line) { json_.shortest(line.width); });
        if (std::ranges::any_of(layer.lines, &MapLine::beside))
            json_.key("beside").list(layer.lines, [&](const MapLine& line) { json_.integer(line.beside ? 1 : 0); });
        lines(layer.lines, &MapLine::points);
        json_.end_object();
    }

    void write_isochrones(const MapIsochrone& reach) {
        json_.key("reach").begin_object().key("title").string(reach.title).key("from").integer(reach.from);
        json_.key("unit").string(reach.bands.unit).key("digits").integer(reach.digits);
        json_.key("breaks").list(reach.bands.breaks).key("open").boolean(reach.bands.open);
        json_.key("labels").list(std::views::iota(std::size_t{0}, reach.bands.count()),
                                 [&](std::size_t band) { json_.string(reach.bands.label(band)); });
        json_.key("beyondLabel").string(reach.bands.beyond_label());
        json_.key("colours").list(reach.colours, [&](const Colour& colour) { json_.string(hex_text(colour)); });
        json_.key("beyond").string(hex_text(reach.beyond.colour));
        json_.key("unreachable").string(hex_text(reach.unreachable.colour));
        json_.key("noThrough").list(std::views::iota(std::size_t{0}, reach.no_through.size()), [&](std::size_t node) {
            if (reach.no_through[node] != 0) json_.integer(node);
        });
        write_roads(reach);
        json_.end_object();
    }

    void write_roads(const MapIsochrone& reach) {
        std::int64_t before = 0;
        json_.key("roads").begin_object().key("tail").list(map_.roads, [&](const Road& road) {
            json_.integer(road.tail - before);
            before = road.tail;
        });
        json_.key("head").list(
            map_.roads, [&](const Road& road) { json_.integer(std::int64_t{road.head} - std::int64_t{road.tail}); });
        for (const auto& [name, side] : {std::pair("forward", &Road::forward), {"backward", &Road::backward}}) {
            json_.key(name).list(map_.roads, [&json = json_, side = side](const Road& road) {
                json.shortest(std::isfinite(road.*side) ? road.*side : -1);  // negative: there is no way
            });
        }
        json_.key("widths").list(reach.widths).key("texts").list(map_.road_texts);
        lines(map_.roads, &Road::line);
        json_.end_object();
    }

    void report_some() {
        constexpr std::uint64_t often = 4096;
        if (++written_ % often == 0) report(progress_, "write", written_, 0);
    }

    const Map& map_;
    ProgressCallback progress_;
    JsonWriter& json_;
    BoundingBox all_;
    double step_ = 1;
    std::uint64_t written_ = 0;
};

}  // namespace

void write_page(const Map& map, const PageOptions& options) {
    constexpr std::array<std::string_view, 6> scripts{"view.js",       "page_data.js", "search.js",
                                                      "search_box.js", "reach.js",     "map.js"};
    write_page_around(map, scripts, options, [&](JsonWriter& json) { MapPage(map, options, json).write(); });
}

// ---- heat maps: the values of cells

void write_page(const HeatMap& map, const PageOptions& options) {
    constexpr std::size_t ramp_steps = 128;
    constexpr std::array<std::string_view, 4> scripts{"view.js", "page_data.js", "search_box.js", "heat.js"};
    write_page_around(map, scripts, options, [&](JsonWriter& json) {
        json.key("valueName").string(map.value_name).key("unit").string(map.unit);
        json.key("shownRows").integer(map.shown_rows).key("shownColumns").integer(map.shown_columns);
        json.key("smallest").shortest(map.smallest).key("largest").shortest(map.largest);
        json.key("rowIds").list(map.row_ids).key("columnIds").list(map.column_ids);
        json.key("ramp").list(value_colours(ramp_steps, theme_named(options.theme)),
                              [&](const Colour& colour) { json.string(hex_text(colour)); });
        const std::vector<double> ticks = value_ticks(map);
        json.key("ticks").list(ticks).key("tickLabels").list(ticks, [&](double tick) {
            json.string(quantity_text(tick, map.unit));
        });
        std::size_t at = 0;
        json.key("values").list(map.values, [&](double value) {
            if (at % map.shown_columns == 0) report(options.progress, "write", at, map.values.size());
            ++at;
            if (!std::isfinite(value)) {
                json.null();
            } else if (map.is_downsampled()) {
                json.raw(format("{:.6g}", value));
            } else {
                json.shortest(value);
            }
        });
    });
}

}  // namespace allways
