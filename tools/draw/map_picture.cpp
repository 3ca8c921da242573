// SPDX-License-Identifier: Apache-2.0
// A map drawn with Cairo.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "allways/draw/map.h"
#include "allways/draw/maps.h"
#include "allways/draw/picture.h"
#include "draw/sheet.h"

namespace allways {

using namespace tools;

namespace {

// Maps the plane into its box on the sheet.
class Frame {
public:
    // `padding`: space for marks around places at the edge, in points.
    Frame(const BoundingBox& extent, const Box& box, double padding = 0) : extent_(extent), box_(box) {
        scale_ = std::min((box.width - 2 * padding) / std::max(extent.width(), 1e-300),
                          (box.height - 2 * padding) / std::max(extent.height(), 1e-300));
    }
    double scale() const { return scale_; }
    double x(Coordinate point) const {
        return box_.left + box_.width / 2 + (point.x - (extent_.low.x + extent_.high.x) / 2) * scale_;
    }
    double y(Coordinate point) const {
        return box_.top + box_.height / 2 - (point.y - (extent_.low.y + extent_.high.y) / 2) * scale_;
    }
    // Returns true if part of the line may be visible.
    bool shows(const std::vector<Coordinate>& line) const {
        const BoundingBox around = extent_of(line);
        return x(around.high) >= box_.left && x(around.low) <= box_.right() && y(around.low) >= box_.top &&
               y(around.high) <= box_.bottom();
    }
    bool shows(Coordinate point) const {
        return x(point) >= box_.left && x(point) <= box_.right() && y(point) >= box_.top && y(point) <= box_.bottom();
    }

private:
    BoundingBox extent_;
    Box box_;
    double scale_ = 1;
};

constexpr double swatch = 30;
constexpr double widest_map_label = 210;
constexpr double widest_circle = 10;  // largest radius of marks and of nodes with ids
constexpr double legend_line = Sheet::line_height + 1;
constexpr double finest_step = 0.35;  // in points; points of a line that are nearer to the last one are skipped
constexpr double seam = 0.25;         // between a line beside its road and the road's middle
constexpr std::size_t lines_a_stroke = 400;

void circle(cairo_t* context, double x, double y, double radius) {
    cairo_new_path(context);
    cairo_arc(context, x, y, radius, 0, 2 * std::numbers::pi);
}

class MapDrawing {
public:
    MapDrawing(const Map& map, const PictureOptions& options, const Canvas& canvas)
        : map_(map), theme_(theme_named(options.theme)), progress_(options.progress), layers_(map.layers) {
        if (map.reach) {
            for (LineLayer& layer : layers_of_reach(map)) layers_.push_back(std::move(layer));
        }
        if (options.legend) legend_ = legend_of(map, layers_);
        Sheet::Wish wish{.title = map.title, .subtitle = map.subtitle, .attribution = map.attribution};
        wish.aspect = map.extent.width() / std::max(map.extent.height(), 1e-300);
        wish.width = options.width;
        wish.height = options.height;
        set_font(canvas, false);
        double widest = legend_.empty() ? 0 : canvas.width_of(map.legend_title, Sheet::text_size) - swatch;
        for (const LegendEntry& entry : legend_) {
            widest = std::max(widest, std::min(widest_map_label, canvas.width_of(entry.label, Sheet::text_size)));
        }
        if (!legend_.empty()) wish.legend_width = swatch + 8 + widest;
        wish.legend_height = legend_height();
        wish.footer_height = map.metres_per_unit > 0 || !map.attribution.empty() ? 24 : 0;
        sheet_.emplace(canvas, theme_, wish);
    }

    const Sheet& sheet() const { return *sheet_; }

    void draw(const Canvas& canvas) const {
        cairo_t* context = canvas.context();
        sheet_->draw(canvas);
        const Box& box = sheet_->content();
        const bool circles = map_.label_nodes || !map_.marks.empty();
        const Frame frame(map_.extent, box, circles ? widest_circle : 0);
        cairo_rectangle(context, box.left, box.top, box.width, box.height);
        canvas.colour(theme_.ground);
        cairo_fill_preserve(context);
        cairo_save(context);
        cairo_clip(context);
        cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND);
        cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND);
        for (std::size_t at = 0; at < layers_.size(); ++at) {
            report(progress_, "draw", at, layers_.size());
            lines(canvas, layers_[at], frame);
        }
        for (const DotLayer& dots : map_.dots) draw_dots(canvas, dots, frame);
        if (map_.label_nodes) node_labels(canvas, frame);
        for (const MapMark& mark : map_.marks)
            draw_mark(canvas, frame.x(mark.at), frame.y(mark.at), mark.letter, mark.colour);
        cairo_restore(context);
        cairo_rectangle(context, box.left, box.top, box.width, box.height);
        canvas.colour(theme_.frame);
        cairo_set_line_width(context, 1);
        cairo_stroke(context);
        draw_legend(canvas);
        scale_bar(canvas, frame);
    }

private:
    void lines(const Canvas& canvas, const LineLayer& layer, const Frame& frame) const {
        cairo_t* context = canvas.context();
        constexpr double dash[] = {4, 3};
        canvas.colour(layer.style.colour);
        cairo_set_dash(context, dash, layer.style.dashed ? 2 : 0, 0);
        cairo_new_path(context);
        std::size_t waiting = 0;
        double width = layer.style.width;
        const bool any_beside = std::ranges::any_of(layer.lines, &MapLine::beside);  // ends where its road ends
        cairo_set_line_cap(context, any_beside ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_ROUND);
        const auto stroke = [&] {
            cairo_set_line_width(context, width * thinness());
            cairo_stroke(context);
        };
        for (const MapLine& line : layer.lines) {
            if (!frame.shows(line.points)) continue;
            const double next_width = line.width > 0 ? line.width : layer.style.width;
            if (next_width != width || ++waiting % lines_a_stroke == 0) stroke();
            width = next_width;
            trace(context, line, frame, width * thinness());
        }
        stroke();
        cairo_set_dash(context, nullptr, 0, 0);
    }

    // A factor for the line widths of small maps, so that lines stay apart.
    double thinness() const {
        constexpr double small = 450;  // diagonal, in points
        const Box& box = sheet_->content();
        return std::clamp(std::hypot(box.width, box.height) / small, 0.4, 1.0);
    }

    static void trace(cairo_t* context, const MapLine& line, const Frame& frame, double width) {
        std::vector<Coordinate> points;
        for (const Coordinate& place : line.points) {
            const Coordinate point{frame.x(place), frame.y(place)};
            const bool is_end = points.empty() || &place == &line.points.back();
            if (is_end || std::hypot(point.x - points.back().x, point.y - points.back().y) >= finest_step)
                points.push_back(point);
        }
        if (line.beside) points = beside(points, width / 2 + seam);
        cairo_move_to(context, points[0].x, points[0].y);
        for (std::size_t i = 1; i < points.size(); ++i) cairo_line_to(context, points[i].x, points[i].y);
    }

    static void draw_dots(const Canvas& canvas, const DotLayer& dots, const Frame& frame) {
        canvas.colour(dots.colour);
        for (const Coordinate& at : dots.at) {
            if (!frame.shows(at)) continue;
            dot(canvas, frame.x(at), frame.y(at), dots.radius, dots.square);
        }
    }

    static void dot(const Canvas& canvas, double x, double y, double radius, bool square) {
        if (square) {
            cairo_new_path(canvas.context());
            cairo_rectangle(canvas.context(), x - radius, y - radius, 2 * radius, 2 * radius);
        } else {
            circle(canvas.context(), x, y, radius);
        }
        cairo_fill(canvas.context());
    }

    void draw_mark(const Canvas& canvas, double x, double y, const std::string& letter, const Colour& colour) const {
        cairo_t* context = canvas.context();
        circle(context, x, y, letter.empty() ? 7 : 9);
        canvas.colour(colour);
        cairo_fill_preserve(context);
        canvas.colour(theme_.paper);
        cairo_set_line_width(context, 1.6);
        cairo_stroke(context);
        if (letter.empty()) {
            circle(context, x, y, 2.4);
            cairo_fill(context);
        } else {
            set_font(canvas, true);
            canvas.text(letter, x, y + 3.8, 10.5, 0.5);
            set_font(canvas, false);
        }
    }

    // Draws short ids in the circle of their node, longer ids beside a dot. Overlapping labels are left out.
    void node_labels(const Canvas& canvas, const Frame& frame) const {
        constexpr double size = 9;
        std::vector<Box> taken;
        const auto is_free = [&](const Box& box) {
            return std::ranges::none_of(taken, [&](const Box& other) {
                return box.left < other.right() && other.left < box.right() && box.top < other.bottom() &&
                       other.top < box.bottom();
            });
        };
        for (std::size_t node = 0; node < map_.nodes.size(); ++node) {
            const Coordinate at = map_.nodes[node];
            if (!std::isfinite(at.x) || !frame.shows(at) || is_marked(at)) continue;
            const double x = frame.x(at);
            const double y = frame.y(at);
            const double width = canvas.width_of(map_.node_ids[node], size);
            const bool inside = width <= 14;
            Box box = inside ? Box{x - 9, y - 9, 18, 18} : Box{x + 6, y - 6, width + 2, 12};
            for (const double left : {box.left, x - 8 - width}) {
                box.left = left;
                if (inside || is_free(box)) break;
            }
            if (!is_free(box)) continue;
            taken.push_back(box);
            draw_node(canvas, x, y, inside);
            canvas.colour(theme_.ink);
            canvas.text(map_.node_ids[node], inside ? x : box.left, y + 3.2, size, inside ? 0.5 : 0);
        }
    }

    bool is_marked(Coordinate place) const {
        return std::ranges::any_of(map_.marks, [&](const MapMark& mark) { return mark.at == place; });
    }

    void draw_node(const Canvas& canvas, double x, double y, bool large) const {
        circle(canvas.context(), x, y, large ? 9 : 3);
        canvas.colour(theme_.paper);
        cairo_fill_preserve(canvas.context());
        canvas.colour(theme_.ink);
        cairo_set_line_width(canvas.context(), 1);
        cairo_stroke(canvas.context());
    }

    double legend_height() const {
        return legend_line * static_cast<double>(legend_.size() + (map_.legend_title.empty() ? 0 : 1));
    }

    void draw_legend(const Canvas& canvas) const {
        if (legend_.empty()) return;
        // On a small sheet of fixed size the legend is shrunk, so that no entry is left out.
        const double scale = std::min(1.0, sheet_->content().height / legend_height());
        cairo_t* context = canvas.context();
        cairo_save(context);
        cairo_translate(context, sheet_->legend_left(), sheet_->content().top);
        cairo_scale(context, scale, scale);
        double y = 8;
        if (!map_.legend_title.empty()) {
            canvas.colour(theme_.faint_ink);
            canvas.text(map_.legend_title, 0, y + 4, Sheet::text_size);
            y += legend_line;
        }
        for (const LegendEntry& entry : legend_) {
            const bool heading = entry.kind == LegendEntry::Kind::line && entry.style.width == 0;
            if (!heading) draw_sample(canvas, entry, 0, y);
            canvas.colour(heading ? theme_.faint_ink : theme_.ink);
            canvas.text(fitted(canvas, entry.label, widest_map_label, Sheet::text_size), heading ? 0 : swatch + 8,
                        y + 4, Sheet::text_size);
            y += legend_line;
        }
        cairo_restore(context);
    }

    void draw_sample(const Canvas& canvas, const LegendEntry& entry, double left, double y) const {
        using Kind = LegendEntry::Kind;
        const double middle = left + swatch / 2;
        canvas.colour(entry.style.colour);
        if (entry.kind == Kind::mark) return draw_mark(canvas, middle, y, entry.letter, entry.style.colour);
        if (entry.kind != Kind::line)
            return dot(canvas, middle, y, std::min(4.0, entry.style.width), entry.kind == Kind::square);
        constexpr double dash[] = {4, 3};
        cairo_set_dash(canvas.context(), dash, entry.style.dashed ? 2 : 0, 0);
        cairo_set_line_width(canvas.context(), entry.style.width * (map_.reach ? 1 : thinness()));
        canvas.segment(left + 1, y, left + swatch - 1, y);
        cairo_set_dash(canvas.context(), nullptr, 0, 0);
    }

    void scale_bar(const Canvas& canvas, const Frame& frame) const {
        if (map_.metres_per_unit <= 0) return;
        const double metres_a_point = map_.metres_per_unit / frame.scale();
        const double length_m = nice_step(50 * metres_a_point, 1, "m");
        const double length = length_m / metres_a_point;
        const double left = sheet_->content().left + 1;
        const double y = sheet_->height() - Sheet::margin + 1;
        canvas.colour(theme_.faint_ink);
        cairo_set_line_width(canvas.context(), 1.4);
        cairo_set_line_cap(canvas.context(), CAIRO_LINE_CAP_BUTT);
        cairo_new_path(canvas.context());
        cairo_move_to(canvas.context(), left, y - 4);
        cairo_line_to(canvas.context(), left, y);
        cairo_line_to(canvas.context(), left + length, y);
        cairo_line_to(canvas.context(), left + length, y - 4);
        cairo_stroke(canvas.context());
        canvas.text(quantity_text(length_m, "m"), left + length + 7, y + 2, Sheet::small_size);
    }

    const Map& map_;
    const Theme& theme_;
    ProgressCallback progress_;
    std::vector<LineLayer> layers_;
    std::vector<LegendEntry> legend_;
    std::optional<Sheet> sheet_;
};

}  // namespace

void write_picture(const Map& map, const PictureOptions& options) {
    const MapDrawing drawing(map, options, Canvas(scratch_context().get()));
    write_drawing(options, drawing.sheet().width(), drawing.sheet().height(),
                  [&](cairo_t* context) { drawing.draw(Canvas(context)); });
}

}  // namespace allways
