// SPDX-License-Identifier: Apache-2.0
#include "plots/line_plot.h"

#include <algorithm>
#include <array>
#include <numbers>

#include <cairo.h>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "draw/sheet.h"
#include "plots/log_axis.h"

namespace allways::command {

using namespace tools;

namespace {

// In points (1/72 inch) in vector files; a PNG has twice as many pixels.
constexpr double page_width = 900;
constexpr double margin = 24;
constexpr double plot_left = 84;
constexpr double plot_right = 560;
constexpr double plot_height = 380;
constexpr double legend_left = 584;
constexpr double line_height = 15;
constexpr double text_size = 11;
constexpr double title_size = 14;
constexpr double pixels_a_point = 2;

constexpr Colour black{0, 0, 0};
constexpr Colour grid{0.85, 0.85, 0.85};
constexpr Colour fine_grid{0.94, 0.94, 0.94};
constexpr Colour published_grey{0.5, 0.5, 0.5};
// Okabe and Ito's colours, safe for colour-blind readers; without yellow, too pale for a line.
constexpr std::array<Colour, 6> colours{{{0, 0.447, 0.698},
                                         {0.835, 0.369, 0},
                                         {0, 0.620, 0.451},
                                         {0.8, 0.475, 0.655},
                                         {0.902, 0.624, 0},
                                         {0.337, 0.706, 0.914}}};
// The look of a line, by its position among lines of its kind.
struct Look {
    Colour colour;
    unsigned shape = 0;
    bool is_published = false;
};

std::vector<Look> looks_of(const PlotPanel& panel) {
    std::vector<Look> looks;
    std::array<unsigned, 3> counts{};
    for (const PlotLine& line : panel.lines) {
        const unsigned at = counts[static_cast<std::size_t>(line.kind)]++;
        const bool is_published = line.kind == PlotLine::Kind::published;
        Colour colour = line.kind == PlotLine::Kind::product ? black : colours[at % colours.size()];
        if (is_published) colour = published_grey;
        looks.push_back({colour, at % marker_shapes, is_published});
    }
    return looks;
}

void set_line(const Canvas& canvas, const Look& look) {
    constexpr std::array dash{5.0, 3.5};
    canvas.colour(look.colour);
    cairo_set_line_width(canvas.context(), look.is_published ? 1.0 : 1.8);
    cairo_set_dash(canvas.context(), dash.data(), look.is_published ? 2 : 0, 0);
}

class PanelDrawing {
public:
    PanelDrawing(const Canvas& canvas, const LinePlot& plot, const PlotPanel& panel, double top)
        : canvas_(canvas), plot_(plot), panel_(panel), looks_(looks_of(panel)), top_(top), bottom_(top + plot_height) {
        std::vector<double> xs;
        std::vector<double> ys;
        for (const PlotLine& line : panel.lines) {
            for (const auto& [x, y] : line.points) {
                xs.push_back(x);
                ys.push_back(y);
            }
        }
        x_ = range_around(xs);
        y_ = decades_around(ys);
    }

    void draw() const {
        axes();
        // Published lines first, so that ours are on top.
        for (const bool is_published : {true, false}) {
            for (std::size_t i = 0; i < looks_.size(); ++i) {
                if (looks_[i].is_published == is_published) line(panel_.lines[i], looks_[i]);
            }
        }
        legend();
    }

private:
    double x_of(double value) const { return plot_left + x_.share(value) * (plot_right - plot_left); }
    double y_of(double value) const { return bottom_ - y_.share(value) * (bottom_ - top_); }

    void axes() const {
        cairo_t* context = canvas_.context();
        cairo_set_dash(context, nullptr, 0, 0);
        cairo_set_line_width(context, 0.7);
        for (const bool is_fine : {true, false}) {
            canvas_.colour(is_fine ? fine_grid : grid);
            for (const auto& tick : x_.ticks()) {
                if (tick.label.empty() == is_fine) canvas_.segment(x_of(tick.value), top_, x_of(tick.value), bottom_);
            }
            for (const auto& tick : y_.ticks()) {
                if (tick.label.empty() == is_fine)
                    canvas_.segment(plot_left, y_of(tick.value), plot_right, y_of(tick.value));
            }
        }
        canvas_.colour(black);
        cairo_rectangle(context, plot_left, top_, plot_right - plot_left, bottom_ - top_);
        cairo_stroke(context);
        for (const auto& tick : x_.ticks()) canvas_.text(tick.label, x_of(tick.value), bottom_ + 16, text_size, 0.5);
        for (const auto& tick : y_.ticks()) canvas_.text(tick.label, plot_left - 6, y_of(tick.value) + 4, text_size, 1);
        canvas_.text(plot_.x_title, (plot_left + plot_right) / 2, bottom_ + 33, text_size, 0.5);
        canvas_.text(panel_.title, plot_left, top_ - 8, text_size);
        cairo_save(context);
        cairo_translate(context, margin + 4, (top_ + bottom_) / 2);
        cairo_rotate(context, -std::numbers::pi / 2);
        canvas_.text(plot_.y_title, 0, 0, text_size, 0.5);
        cairo_restore(context);
    }

    void line(const PlotLine& line, const Look& look) const {
        cairo_t* context = canvas_.context();
        set_line(canvas_, look);
        cairo_new_path(context);
        for (const auto& [x, y] : line.points) cairo_line_to(context, x_of(x), y_of(y));
        cairo_stroke(context);
        cairo_set_dash(context, nullptr, 0, 0);
        for (const auto& [x, y] : line.points)
            canvas_.marker(x_of(x), y_of(y), look.shape, !look.is_published, look.colour);
    }

    void legend() const {
        constexpr double sample = 30;
        double y = top_ + 8;
        for (std::size_t i = 0; i < looks_.size(); ++i) {
            set_line(canvas_, looks_[i]);
            canvas_.segment(legend_left, y - 4, legend_left + sample, y - 4);
            cairo_set_dash(canvas_.context(), nullptr, 0, 0);
            canvas_.marker(legend_left + sample / 2, y - 4, looks_[i].shape, !looks_[i].is_published, looks_[i].colour);
            canvas_.colour(black);
            const double left = legend_left + sample + 8;
            for (const std::string& text :
                 canvas_.broken(panel_.lines[i].name, page_width - margin - left, text_size)) {
                canvas_.text(text, left, y, text_size);
                y += line_height;
            }
            y += 4;
        }
    }

    const Canvas& canvas_;
    const LinePlot& plot_;
    const PlotPanel& panel_;
    std::vector<Look> looks_;
    double top_;
    double bottom_;
    LogAxis x_;
    LogAxis y_;
};

// Text at full page width is as tall as its lines; the rest of the layout is fixed.
class Page {
public:
    Page(const LinePlot& plot, cairo_t* context) : plot_(plot), canvas_(context) {
        title_ = canvas_.broken(plot.title, page_width - 2 * margin, title_size);
        caption_ = canvas_.broken(plot.caption, page_width - 2 * margin, text_size);
    }

    double height() const {
        return 2 * margin + static_cast<double>(title_.size()) * (title_size + 5) +
               static_cast<double>(plot_.panels.size()) * panel_step +
               static_cast<double>(caption_.size()) * line_height;
    }

    void draw() const {
        cairo_t* context = canvas_.context();
        canvas_.colour({1, 1, 1});
        cairo_paint(context);
        canvas_.colour(black);
        double y = margin + title_size;
        for (const std::string& text : title_) {
            canvas_.text(text, margin, y, title_size);
            y += title_size + 5;
        }
        for (const PlotPanel& panel : plot_.panels) {
            PanelDrawing(canvas_, plot_, panel, y + 14).draw();
            y += panel_step;
        }
        canvas_.colour(black);
        for (const std::string& text : caption_) {
            canvas_.text(text, margin, y, text_size);
            y += line_height;
        }
    }

private:
    static constexpr double panel_step = plot_height + 68;

    const LinePlot& plot_;
    Canvas canvas_;
    std::vector<std::string> title_;
    std::vector<std::string> caption_;
};

double height_of(const LinePlot& plot) {
    const auto scratch = scratch_context();
    return Page(plot, scratch.get()).height();
}

}  // namespace

void check_plot_name(const std::string& path) {
    if (picture_kind_of(path)) return;
    throw InvalidArgument(format("a plot is a .png, .svg or .pdf file, not '{}'", path));
}

void write_line_plot(const LinePlot& plot, const std::string& path, bool overwrite) {
    check_plot_name(path);
    if (plot.panels.empty()) throw InvalidArgument(format("nothing to draw in '{}': no line has two points", path));
    PictureOptions options;
    options.path = path;
    options.overwrite = overwrite;
    options.pixels_a_point = pixels_a_point;
    write_drawing(options, page_width, height_of(plot), [&](cairo_t* context) { Page(plot, context).draw(); });
}

}  // namespace allways::command
