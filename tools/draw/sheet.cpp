// SPDX-License-Identifier: Apache-2.0
#include "draw/sheet.h"

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways::tools {

namespace {

constexpr double longest_side = 820;  // of the content
constexpr double shortest_width = 480;
constexpr double shortest_height = 300;
constexpr double least_room = 100;

}  // namespace

void set_font(const Canvas& canvas, bool bold) {
    cairo_select_font_face(canvas.context(), "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                           bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
}

std::string fitted(const Canvas& canvas, const std::string& text, double width, double size) {
    const std::string valid = valid_utf8(text);
    return canvas.width_of(valid, size) <= width ? valid : canvas.beginning(valid, width, size, "…") + "…";
}

Sheet::Sheet(const Canvas& canvas, const SheetTexts& texts, const Theme& theme, const Wish& wish)
    : texts_(texts), theme_(theme) {
    const double beside = 2 * margin + (wish.legend_width > 0 ? gap + wish.legend_width : 0);
    const double aspect = std::clamp(wish.aspect, 0.2, 5.0);
    const double natural_width =
        std::clamp(aspect >= 1 ? longest_side : longest_side * aspect, shortest_width, longest_side);
    const double least_height = std::max(shortest_height, wish.legend_height);
    content_.width = wish.width ? *wish.width - beside : natural_width;
    break_title(canvas, content_.width + beside - 2 * margin);
    content_.left = margin;
    content_.top = margin + header_height();
    const double around = content_.top + wish.footer_height + margin;
    content_.height =
        wish.height ? *wish.height - around
                    : std::max(least_height, std::min(content_.width / aspect, std::max(longest_side, least_height)));
    if (content_.width < least_room || content_.height < least_room) {
        throw InvalidArgument(
            format("`width × height` leaves only {:.0f} x {:.0f} for the content after title, legend and margins; add "
                   "at least {:.0f} x {:.0f}, or use `legend = false`",
                   std::max(0.0, content_.width), std::max(0.0, content_.height),
                   std::max(0.0, least_room - content_.width), std::max(0.0, least_room - content_.height)));
    }
    width_ = content_.width + beside;
    height_ = content_.height + around;
}

void Sheet::break_title(const Canvas& canvas, double width) {
    set_font(canvas, true);
    title_ = canvas.broken(texts_.title, width, title_size);
    set_font(canvas, false);
    subtitle_ = canvas.broken(texts_.subtitle, width, text_size);
}

double Sheet::header_height() const {
    return static_cast<double>(title_.size()) * (title_size + 5) + static_cast<double>(subtitle_.size()) * line_height +
           6;
}

void Sheet::draw(const Canvas& canvas) const {
    canvas.colour(theme_.paper);
    cairo_paint(canvas.context());
    canvas.colour(theme_.ink);
    set_font(canvas, true);
    double y = margin - 4;
    for (const std::string& line : title_) canvas.text(line, margin, y += title_size + 4, title_size);
    set_font(canvas, false);
    canvas.colour(theme_.faint_ink);
    for (const std::string& line : subtitle_) canvas.text(line, margin, y += line_height, text_size);
    const double room = 0.62 * (width_ - 2 * margin);
    canvas.text(fitted(canvas, texts_.attribution, room, small_size), width_ - margin, height_ - margin + 4, small_size,
                1);
}

}  // namespace allways::tools
