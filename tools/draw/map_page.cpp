// SPDX-License-Identifier: Apache-2.0
// A map as a page: geometry is written in integers, each point as the difference from the previous one.
#include <algorithm>
#include <array>
#include <cmath>

#include "allways/base/progress.h"
#include "allways/draw/page.h"
#include "draw/page_writer.h"

namespace allways {

using namespace tools;

namespace {

constexpr double steps_a_side = 1 << 20;

// Converts points to integers, counted from the upper left corner of the whole map, y down.
class Grid {
public:
    explicit Grid(const Map& map) {
        std::vector<Coordinate> corners{{map.extent.left, map.extent.bottom}, {map.extent.right, map.extent.top}};
        const auto add = [&](const std::vector<Coordinate>& points) {
            if (points.empty()) return;
            const Extent around = extent_of(points);
            corners.push_back({around.left, around.bottom});
            corners.push_back({around.right, around.top});
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
    std::int64_t x(Coordinate at) const { return std::llround((at.x - all_.left) / step_); }
    std::int64_t y(Coordinate at) const { return std::llround((all_.top - at.y) / step_); }

private:
    Extent all_;
    double step_ = 1;
};

class MapPage {
public:
    MapPage(const Map& map, const PageOptions& options, JsonWriter& json)
        : map_(map), progress_(options.progress), json_(json), grid_(map) {}

    void write() {
        json_.key("legendTitle").text(map_.legend_title);
        json_.key("metres").number(map_.metres_per_unit * grid_.step());
        const Extent& shown = map_.extent;
        json_.key("view").numbers(std::array{grid_.x({shown.left, 0}), grid_.y({0, shown.top}),
                                             grid_.x({shown.right, 0}), grid_.y({0, shown.bottom})});
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
        Coordinate last{map_.extent.left, map_.extent.top};
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
    write_page_around({map.title, map.subtitle, map.attribution}, scripts, options,
                      [&](JsonWriter& json) { MapPage(map, options, json).write(); });
}

}  // namespace allways
