// SPDX-License-Identifier: Apache-2.0
// The sheet around a map or heat map: title at the top, legend at the right, scale and attribution at the bottom. Each
// has its own area, so nothing overlaps.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "allways/draw/colours.h"
#include "draw/canvas.h"

namespace allways::tools {

struct Box {
    double left = 0, top = 0, width = 0, height = 0;
    double right() const { return left + width; }
    double bottom() const { return top + height; }
};

struct SheetTexts {
    std::string title;
    std::string subtitle;
    std::string attribution;
};

class Sheet {
public:
    static constexpr double margin = 20;
    static constexpr double text_size = 11.5;
    static constexpr double small_size = 10;
    static constexpr double line_height = 17;

    struct Wish {
        std::optional<double> width, height;  // of the sheet; nothing: from the content's shape
        double aspect = 1;                    // the content's width divided by its height
        double legend_width = 0;              // 0: no legend
        double legend_height = 0;
        double footer_height = 0;
    };

    // Measures texts with the canvas. Throws InvalidArgument if too little space is left for the content.
    Sheet(const Canvas& canvas, const SheetTexts& texts, const Theme& theme, const Wish& wish);

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

    void break_title(const Canvas& canvas, double width);
    double header_height() const;

    SheetTexts texts_;
    const Theme& theme_;
    std::vector<std::string> title_;
    std::vector<std::string> subtitle_;
    double width_ = 0;
    double height_ = 0;
    Box content_;
};

// Selects DejaVu Sans, which every machine that builds Allways has.
void set_font(const Canvas& canvas, bool bold);
// The text, cut with an ellipsis if it is wider than `width`.
std::string fitted(const Canvas& canvas, const std::string& text, double width, double size);

}  // namespace allways::tools
