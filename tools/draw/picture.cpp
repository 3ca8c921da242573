// SPDX-License-Identifier: Apache-2.0
// Maps and heat maps as files: the kinds of pictures, and pages. Geometry of pages is written in integers, each point
// as the difference from the previous one.
#include "allways/draw/picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "allways/base/format.h"
#include "allways/base/progress.h"
#include "allways/draw/colours.h"
#include "allways/export/json.h"
#include "base/embedded_file.h"
#include "base/text.h"
#include "export/files/output_file.h"

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

// A JSON string that is safe in a page's script: quoted, with "<" escaped.
std::string script_json(std::string_view text) {
    const std::string plain = json_text(std::string(text));
    std::string safe;
    for (const char c : plain) {
        if (c == '<')
            safe += "\\u003c";  // "</script>" would end the data
        else
            safe += c;
    }
    return safe;
}

// Writes JSON objects and arrays one after the other and adds the commas.
class JsonWriter {
public:
    explicit JsonWriter(OutputFile& file) : file_(file) {}

    void open(char bracket) {
        separate();
        file_.put(bracket);
        first_ = true;
    }
    void close(char bracket) {
        file_.put(bracket);
        first_ = false;
    }
    JsonWriter& key(std::string_view name) {
        separate();
        file_.put(script_json(name));
        file_.put(':');
        first_ = true;
        return *this;
    }
    void text(std::string_view value) {
        separate();
        file_.put(script_json(value));
    }
    void colour(const Colour& value) { text(hex_text(value)); }
    void word(std::string_view value) {  // true, false, null
        separate();
        file_.put(value);
    }
    void flag(bool value) { word(value ? "true" : "false"); }
    template <class Number>
    void number(Number value) {
        separate();
        file_.put_number(value);
    }
    template <class Values>
    void numbers(const Values& values) {
        open('[');
        for (const auto& value : values) number(value);
        close(']');
    }
    void texts(std::span<const std::string> values) {
        open('[');
        for (const std::string& value : values) text(value);
        close(']');
    }

private:
    void separate() {
        if (!first_) file_.put(',');
        first_ = false;
    }

    OutputFile& file_;
    bool first_ = true;
};

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
    json.key("title").text(map.title);
    json.key("subtitle").text(map.subtitle);
    json.key("attribution").text(map.attribution);
    json.key("legend").flag(options.legend);
    const Theme& theme = theme_named(options.theme);
    json.key("theme").open('{');
    json.key("paper").colour(theme.paper);
    json.key("ground").colour(theme.ground);
    json.key("ink").colour(theme.ink);
    json.key("faint").colour(theme.faint_ink);
    json.key("frame").colour(theme.frame);
    json.close('}');
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
        JsonWriter json(file);
        json.open('{');
        begin_data(json, map, options);
        data(json);
        json.close('}');
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

constexpr double steps_a_side = 1 << 20;

// Converts points to integers, counted from the upper left corner of the whole map, y down.
class Grid {
public:
    explicit Grid(const Map& map) {
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
        step_ = std::max(all_.width(), all_.height()) / steps_a_side;
    }

    double step() const { return step_; }
    std::int64_t x(Coordinate at) const { return std::llround((at.x - all_.low.x) / step_); }
    std::int64_t y(Coordinate at) const { return std::llround((all_.high.y - at.y) / step_); }

private:
    BoundingBox all_;
    double step_ = 1;
};

class MapPage {
public:
    MapPage(const Map& map, const PageOptions& options, JsonWriter& json)
        : map_(map), progress_(options.progress), json_(json), grid_(map) {}

    void write() {
        json_.key("legendTitle").text(map_.legend_title);
        json_.key("metres").number(map_.metres_per_unit * grid_.step());
        const BoundingBox& shown = map_.extent;
        json_.key("view").numbers(
            std::array{grid_.x(shown.low), grid_.y(shown.high), grid_.x(shown.high), grid_.y(shown.low)});
        json_.key("texts").texts(map_.texts);
        json_.key("labelNodes").flag(map_.label_nodes);
        write_nodes();
        write_layers();
        write_dots_and_marks();
        if (map_.reach) write_isochrones(*map_.reach);
    }

private:
    void differences(const std::vector<Coordinate>& points) {
        for (const Coordinate& point : points) {
            const std::int64_t x = grid_.x(point);
            const std::int64_t y = grid_.y(point);
            json_.number(x - x_);
            json_.number(y - y_);
            x_ = x, y_ = y;
        }
    }

    template <class Lines, class PointsOf>
    void lines(const Lines& all, const PointsOf& points_of) {
        json_.key("counts").open('[');
        for (const auto& line : all) json_.number(points_of(line).size());
        json_.close(']');
        points(all, points_of);
    }

    template <class Lines, class PointsOf>
    void points(const Lines& all, const PointsOf& points_of) {
        x_ = y_ = 0;
        json_.key("points").open('[');
        for (const auto& line : all) {
            report_some();
            differences(points_of(line));
        }
        json_.close(']');
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
        json_.key("nodes").open('{');
        json_.key("ids").texts(map_.node_ids);
        json_.key("missing").numbers(missing);
        points(
            std::array{places}, [](const auto& all) -> const auto& { return all; });
        json_.close('}');
    }

    void write_layers() {
        json_.key("layers").open('[');
        for (const LineLayer& layer : map_.layers) {
            json_.open('{');
            json_.key("label").text(layer.label);
            json_.key("colour").colour(layer.style.colour);
            json_.key("width").number(layer.style.width);
            json_.key("dash").flag(layer.style.dashed);
            // Lines without texts that are not roads are the rims of routes.
            const bool route =
                !layer.named && std::ranges::any_of(layer.lines, [](const MapLine& line) { return line.text != 0; });
            json_.key("route").flag(route);
            json_.key("texts").open('[');
            if (layer.named || route) {
                for (const MapLine& line : layer.lines) json_.number(line.text);
            }
            json_.close(']');
            lines(
                layer.lines, [](const MapLine& line) -> const auto& { return line.points; });
            json_.close('}');
        }
        json_.close(']');
    }

    void write_dots_and_marks() {
        json_.key("dots").open('[');
        for (const DotLayer& dots : map_.dots) {
            json_.open('{');
            json_.key("label").text(dots.label);
            json_.key("colour").colour(dots.colour);
            json_.key("radius").number(dots.radius);
            json_.key("square").flag(dots.square);
            points(
                std::array{dots.at}, [](const auto& all) -> const auto& { return all; });
            json_.close('}');
        }
        json_.close(']');
        json_.key("marks").open('[');
        for (const MapMark& mark : map_.marks) {
            json_.open('{');
            json_.key("x").number(grid_.x(mark.at));
            json_.key("y").number(grid_.y(mark.at));
            json_.key("letter").text(mark.letter);
            json_.key("label").text(mark.label);
            json_.key("colour").colour(mark.colour);
            json_.close('}');
        }
        json_.close(']');
    }

    void write_isochrones(const MapIsochrone& reach) {
        json_.key("reach").open('{');
        json_.key("title").text(reach.title);
        json_.key("from").number(reach.from);
        json_.key("unit").text(reach.bands.unit);
        json_.key("digits").number(reach.digits);
        json_.key("breaks").numbers(reach.bands.breaks);
        json_.key("open").flag(reach.bands.open);
        json_.key("labels").open('[');
        for (std::size_t band = 0; band < reach.bands.count(); ++band) json_.text(reach.bands.label(band));
        json_.close(']');
        json_.key("beyondLabel").text(reach.bands.beyond_label());
        json_.key("colours").open('[');
        for (const Colour& colour : reach.colours) json_.colour(colour);
        json_.close(']');
        json_.key("beyond").colour(reach.beyond.colour);
        json_.key("unreachable").colour(reach.unreachable.colour);
        json_.key("noThrough").open('[');
        for (std::size_t node = 0; node < reach.no_through.size(); ++node) {
            if (reach.no_through[node] != 0) json_.number(node);
        }
        json_.close(']');
        write_roads(reach);
        json_.close('}');
    }

    // A negative cost means no way.
    void write_roads(const MapIsochrone& reach) {
        const auto costs = [&](const char* name, double Road::*side) {
            json_.key(name).open('[');
            for (const Road& road : map_.roads) {
                const double cost = road.*side;
                std::isfinite(cost) ? json_.number(cost) : json_.number(-1);
            }
            json_.close(']');
        };
        json_.key("roads").open('{');
        json_.key("tail").open('[');
        std::int64_t before = 0;
        for (const Road& road : map_.roads) {
            json_.number(road.tail - before);
            before = road.tail;
        }
        json_.close(']');
        json_.key("head").open('[');
        for (const Road& road : map_.roads) json_.number(std::int64_t{road.head} - std::int64_t{road.tail});
        json_.close(']');
        costs("forward", &Road::forward);
        costs("backward", &Road::backward);
        json_.key("widths").numbers(reach.widths);
        json_.key("texts").numbers(map_.road_texts);
        lines(
            map_.roads, [](const Road& road) -> const auto& { return road.line; });
        json_.close('}');
    }

    void report_some() {
        constexpr std::uint64_t often = 4096;
        if (++written_ % often == 0) report(progress_, "write", written_, 0);
    }

    const Map& map_;
    ProgressCallback progress_;
    JsonWriter& json_;
    Grid grid_;
    std::int64_t x_ = 0;
    std::int64_t y_ = 0;
    std::uint64_t written_ = 0;
};

}  // namespace

void write_page(const Map& map, const PageOptions& options) {
    constexpr std::array<std::string_view, 6> scripts{"view.js",       "page_data.js", "search.js",
                                                      "search_box.js", "reach.js",     "map.js"};
    write_page_around(map, scripts, options, [&](JsonWriter& json) { MapPage(map, options, json).write(); });
}

// ---- heat maps: the values of cells

namespace {

constexpr std::size_t ramp_steps = 128;

void write_values(const HeatMap& map, const PageOptions& options, JsonWriter& json) {
    json.key("values").open('[');
    for (std::size_t at = 0; at < map.values.size(); ++at) {
        if (at % map.shown_columns == 0) report(options.progress, "write", at, map.values.size());
        const double value = map.values[at];
        if (!std::isfinite(value)) {
            json.word("null");
        } else if (map.is_downsampled()) {
            json.word(format("{:.6g}", value));
        } else {
            json.number(value);
        }
    }
    json.close(']');
}

}  // namespace

void write_page(const HeatMap& map, const PageOptions& options) {
    constexpr std::array<std::string_view, 4> scripts{"view.js", "page_data.js", "search_box.js", "heat.js"};
    write_page_around(map, scripts, options, [&](JsonWriter& json) {
        json.key("valueName").text(map.value_name);
        json.key("unit").text(map.unit);
        json.key("shownRows").number(map.shown_rows);
        json.key("shownColumns").number(map.shown_columns);
        json.key("smallest").number(map.smallest);
        json.key("largest").number(map.largest);
        json.key("rowIds").texts(map.row_ids);
        json.key("columnIds").texts(map.column_ids);
        json.key("ramp").open('[');
        for (const Colour& colour : value_colours(ramp_steps, theme_named(options.theme))) json.colour(colour);
        json.close(']');
        const std::vector<double> ticks = value_ticks(map);
        json.key("ticks").numbers(ticks);
        json.key("tickLabels").open('[');
        for (const double tick : ticks) json.text(quantity_text(tick, map.unit));
        json.close(']');
        write_values(map, options, json);
    });
}

}  // namespace allways
