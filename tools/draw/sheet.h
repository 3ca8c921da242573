// SPDX-License-Identifier: Apache-2.0
// The sheet around a map or heat map: title at the top, legend at the right, scale and attribution at the bottom. Each
// has its own area, so nothing overlaps. The canvas on which all is drawn, and its PNG, SVG or PDF file.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <memory>
#include <numbers>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <cairo.h>

#include "allways/draw/colours.h"
#include "allways/draw/picture.h"
#include "base/text.h"

namespace allways::tools {

constexpr unsigned marker_shapes = 5;

// Drawing primitives on top of Cairo: text, lines, markers. Lengths are in points. Text may contain any bytes: invalid
// UTF-8 is drawn as U+FFFD. Borrows the context.
class Canvas {
public:
    explicit Canvas(cairo_t* context) : context_(context) {
        cairo_select_font_face(context, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    }

    cairo_t* context() const { return context_; }
    void colour(const Colour& c) const { cairo_set_source_rgb(context_, c.red, c.green, c.blue); }

    double width_of(const std::string& text, double size) const {
        cairo_set_font_size(context_, size);
        cairo_text_extents_t extents;
        cairo_text_extents(context_, valid_utf8(text).c_str(), &extents);
        return extents.x_advance;
    }

    // Draws text whose share `align` lies left of x: at 0 it starts at x, at 1 it ends there. y is the base line.
    void text(const std::string& text, double x, double y, double size, double align = 0) const {
        cairo_move_to(context_, x - align * width_of(text, size), y);
        cairo_show_text(context_, valid_utf8(text).c_str());
    }

    // The longest prefix of a UTF-8 text, in whole characters, that fits in `width` together with `end`.
    std::string beginning(const std::string& text, double width, double size, const std::string& end = "") const {
        std::vector<std::size_t> cuts;  // before a character, and after the last
        for (std::size_t at = 0; at <= text.size(); ++at) {
            if (at == text.size() || (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80) cuts.push_back(at);
        }
        const auto too_wide = std::ranges::partition_point(
            cuts, [&](std::size_t cut) { return width_of(text.substr(0, cut) + end, size) <= width; });
        return too_wide == cuts.begin() ? "" : text.substr(0, *std::prev(too_wide));
    }

    // Breaks words into lines no wider than `width`. A word wider than a line is cut.
    std::vector<std::string> broken(const std::string& text, double width, double size) const {
        std::vector<std::string> lines{""};
        std::istringstream words(valid_utf8(text));
        for (std::string word; words >> word;) {
            const std::string longer = lines.back().empty() ? word : lines.back() + " " + word;
            if (!lines.back().empty() && width_of(longer, size) > width) {
                lines.push_back(word);
            } else {
                lines.back() = longer;
            }
            while (width_of(lines.back(), size) > width) {
                const std::size_t cut = beginning(lines.back(), width, size).size();
                if (cut == 0) break;  // not one character fits
                lines.push_back(lines.back().substr(cut));
                lines[lines.size() - 2].resize(cut);
            }
        }
        return lines;
    }

    void segment(double x1, double y1, double x2, double y2) const {
        cairo_move_to(context_, x1, y1);
        cairo_line_to(context_, x2, y2);
        cairo_stroke(context_);
    }

    // Shape 0 … marker_shapes-1, filled or with a white interior.
    void marker(double x, double y, unsigned shape, bool filled, const Colour& c) const {
        constexpr double r = 3.4;
        cairo_new_path(context_);
        if (shape == 0) {
            cairo_arc(context_, x, y, r, 0, 2 * std::numbers::pi);
        } else {
            // Corners: square, triangle up, diamond, triangle down.
            const unsigned corners = shape == 1 || shape == 3 ? 4 : 3;
            const double turn = shape == 1   ? std::numbers::pi / 4
                                : shape == 4 ? std::numbers::pi / 2
                                             : -std::numbers::pi / 2;
            for (unsigned corner = 0; corner < corners; ++corner) {
                const double angle = turn + corner * 2 * std::numbers::pi / corners;
                cairo_line_to(context_, x + 1.25 * r * std::cos(angle), y + 1.25 * r * std::sin(angle));
            }
            cairo_close_path(context_);
        }
        filled ? colour(c) : colour({1, 1, 1});
        cairo_fill_preserve(context_);
        colour(c);
        cairo_set_line_width(context_, 1);
        cairo_stroke(context_);
    }

private:
    cairo_t* context_;
};

struct Box {
    double left = 0, top = 0, width = 0, height = 0;
    double right() const { return left + width; }
    double bottom() const { return top + height; }
};

class Sheet {
public:
    static constexpr double margin = 20;
    static constexpr double text_size = 11.5;
    static constexpr double small_size = 10;
    static constexpr double line_height = 17;

    struct Wish {
        std::string title, subtitle, attribution;
        std::optional<double> width = {}, height = {};  // of the sheet; nothing: from the content's shape
        double aspect = 1;                              // the content's width divided by its height
        double legend_width = 0;                        // 0: no legend
        double legend_height = 0;
        double footer_height = 0;
    };

    // Measures texts with the canvas. Throws InvalidArgument if too little space is left for the content.
    Sheet(const Canvas& canvas, const Theme& theme, const Wish& wish);

    double width() const { return width_; }
    double height() const { return height_; }
    const Box& content() const { return content_; }
    double legend_left() const { return content_.right() + gap; }
    double footer_top() const { return content_.bottom(); }

    // Draws paper, title and attribution on the picture's canvas.
    void draw(const Canvas& canvas) const;

private:
    static constexpr double gap = 18;
    static constexpr double title_size = 16;

    const Theme& theme_;
    std::vector<std::string> title_;
    std::vector<std::string> subtitle_;
    std::string attribution_;
    double width_ = 0;
    double height_ = 0;
    Box content_;
};

// Selects DejaVu Sans, which every machine that builds Allways has.
void set_font(const Canvas& canvas, bool bold);
// The text, cut with an ellipsis if it is wider than `width`.
std::string fitted(const Canvas& canvas, const std::string& text, double width, double size);

// ---- files, which appear complete or not at all; "-" is standard output

// Draws a picture of this size in points, the unit of the drawing. Equal drawings give equal bytes: no file records a
// date. Throws InvalidArgument if the suffix names no kind, InputError if the file exists and may not be replaced, or
// cannot be written.
void write_drawing(const PictureOptions& options, double width, double height,
                   const std::function<void(cairo_t*)>& draw);

// For measuring texts before the picture exists.
std::unique_ptr<cairo_t, decltype(&cairo_destroy)> scratch_context();

}  // namespace allways::tools
