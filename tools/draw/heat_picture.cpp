// SPDX-License-Identifier: Apache-2.0
// A heat map drawn with Cairo.
#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/draw/colours.h"
#include "allways/draw/picture.h"
#include "draw/sheet.h"

namespace allways {

using namespace tools;

namespace {

constexpr double label_size = 9;
constexpr double label_step = 13;    // minimum distance of labels
constexpr double widest_label = 90;  // row labels
constexpr double bar_width = 16;
constexpr std::size_t most_rectangles = 16384;  // above it an image is used, so that vector files stay small

// The interval between labelled rows or columns: 1, 2, 5, 10, …
std::uint64_t labels_every(double step_of_one, double least) {
    std::uint64_t every = 1;
    for (std::uint64_t power = 1;; power *= 10) {
        for (const std::uint64_t factor : {1, 2, 5}) {
            every = factor * power;
            if (static_cast<double>(every) * step_of_one >= least) return every;
        }
    }
}

class HeatDrawing {
public:
    HeatDrawing(const HeatMap& map, const PictureOptions& options, const Canvas& canvas)
        : map_(map), theme_(theme_named(options.theme)), legend_(options.legend) {
        set_font(canvas, false);
        row_labels_ = widest(canvas, map.row_ids);
        column_labels_ = widest(canvas, map.column_ids);
        Sheet::Wish wish{.title = map.title, .subtitle = map.subtitle, .attribution = map.attribution};
        wish.aspect = static_cast<double>(map.columns) / static_cast<double>(map.rows);
        wish.width = options.width;
        wish.height = options.height;
        if (legend_) {
            wish.legend_width = bar_width + 8 + canvas.width_of(longest_tick(), Sheet::text_size);
            wish.legend_width =
                std::max(wish.legend_width, canvas.width_of("unreachable", Sheet::text_size) + bar_width + 8);
            wish.legend_height = 260;
        }
        wish.footer_height = map.attribution.empty() ? 0 : 20;
        sheet_.emplace(canvas, theme_, wish);
        const Box& all = sheet_->content();
        image_ = {all.left + row_labels_ + 22, all.top + column_labels_ + 22, 0, 0};
        image_.width = all.right() - image_.left;
        image_.height = all.bottom() - image_.top;
        constexpr double least = 40;
        if (image_.width < least || image_.height < least) {
            throw InvalidArgument("the ids leave no room for the cells; make the picture larger (`width × height`)");
        }
    }

    const Sheet& sheet() const { return *sheet_; }

    void draw(const Canvas& canvas) const {
        sheet_->draw(canvas);
        cells(canvas);
        labels(canvas);
        if (legend_) colour_bar(canvas);
    }

private:
    static double widest(const Canvas& canvas, const std::vector<std::string>& ids) {
        double width = 0;
        for (const std::string& id : ids) {
            if (width < widest_label) width = std::max(width, canvas.width_of(id, label_size));
        }
        return std::min(width, widest_label);
    }

    std::string longest_tick() const {
        std::string longest = map_.value_name;
        for (const double tick : value_ticks(map_)) {
            const std::string text = quantity_text(tick, map_.unit);
            if (text.size() > longest.size()) longest = text;
        }
        return longest;
    }

    Colour colour_of(double value) const {
        return std::isfinite(value) ? value_colour(map_.share_of(value), theme_) : theme_.frame;
    }

    void cells(const Canvas& canvas) const {
        cairo_t* context = canvas.context();
        if (map_.values.size() > most_rectangles) {
            as_image(context);
        } else {
            const double width = image_.width / static_cast<double>(map_.shown_columns);
            const double height = image_.height / static_cast<double>(map_.shown_rows);
            cairo_set_antialias(context, CAIRO_ANTIALIAS_NONE);  // no seams between cells
            for (std::uint64_t i = 0; i < map_.shown_rows; ++i) {
                for (std::uint64_t j = 0; j < map_.shown_columns; ++j) {
                    canvas.colour(colour_of(map_.values[i * map_.shown_columns + j]));
                    cairo_rectangle(context, image_.left + static_cast<double>(j) * width,
                                    image_.top + static_cast<double>(i) * height, width, height);
                    cairo_fill(context);
                }
            }
            cairo_set_antialias(context, CAIRO_ANTIALIAS_DEFAULT);
        }
        canvas.colour(theme_.frame);
        cairo_set_line_width(context, 1);
        cairo_rectangle(context, image_.left, image_.top, image_.width, image_.height);
        cairo_stroke(context);
    }

    void as_image(cairo_t* context) const {
        const auto width = static_cast<int>(map_.shown_columns);
        const auto height = static_cast<int>(map_.shown_rows);
        const std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)> image(
            cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height), cairo_surface_destroy);
        unsigned char* bytes = cairo_image_surface_get_data(image.get());
        const int stride = cairo_image_surface_get_stride(image.get());
        for (int i = 0; i < height; ++i) {
            auto* row = reinterpret_cast<std::uint32_t*>(bytes + static_cast<std::ptrdiff_t>(i) * stride);
            for (int j = 0; j < width; ++j)
                row[j] = pixel(colour_of(
                    map_.values[static_cast<std::size_t>(i) * map_.shown_columns + static_cast<std::size_t>(j)]));
        }
        cairo_surface_mark_dirty(image.get());
        cairo_save(context);
        cairo_translate(context, image_.left, image_.top);
        cairo_scale(context, image_.width / width, image_.height / height);
        cairo_set_source_surface(context, image.get(), 0, 0);
        cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_NEAREST);
        cairo_paint(context);
        cairo_restore(context);
    }

    static std::uint32_t pixel(const Colour& colour) {
        const auto byte = [](double part) {
            return static_cast<std::uint32_t>(std::lround(std::clamp(part, 0.0, 1.0) * 255));
        };
        return byte(colour.red) << 16 | byte(colour.green) << 8 | byte(colour.blue);
    }

    void labels(const Canvas& canvas) const {
        canvas.colour(theme_.ink);
        const double row_step = image_.height / static_cast<double>(map_.rows);
        const std::uint64_t every_row = labels_every(row_step, label_step);
        for (std::uint64_t i = 0; i < map_.rows; i += every_row) {
            const double y = image_.top + (static_cast<double>(i) + 0.5) * row_step;
            canvas.text(fitted(canvas, map_.row_ids[i], widest_label, label_size), image_.left - 5, y + 3.2, label_size,
                        1);
        }
        const double column_step = image_.width / static_cast<double>(map_.columns);
        const std::uint64_t every_column = labels_every(column_step, label_step);
        const bool upright = column_labels_ <= static_cast<double>(every_column) * column_step - 4;
        for (std::uint64_t j = 0; j < map_.columns; j += every_column) {
            const double x = image_.left + (static_cast<double>(j) + 0.5) * column_step;
            const std::string text = fitted(canvas, map_.column_ids[j], widest_label, label_size);
            cairo_save(canvas.context());
            cairo_translate(canvas.context(), x, image_.top - 5);
            if (upright) {
                canvas.text(text, 0, 0, label_size, 0.5);
            } else {
                cairo_rotate(canvas.context(), -std::numbers::pi / 2);
                canvas.text(text, 0, 3.2, label_size);
            }
            cairo_restore(canvas.context());
        }
        axis_titles(canvas);
    }

    void axis_titles(const Canvas& canvas) const {
        canvas.colour(theme_.faint_ink);
        canvas.text("to", image_.left + image_.width / 2, sheet_->content().top + 9, Sheet::text_size, 0.5);
        cairo_save(canvas.context());
        cairo_translate(canvas.context(), sheet_->content().left + 9, image_.top + image_.height / 2);
        cairo_rotate(canvas.context(), -std::numbers::pi / 2);
        canvas.text("from", 0, 0, Sheet::text_size, 0.5);
        cairo_restore(canvas.context());
    }

    void colour_bar(const Canvas& canvas) const {
        cairo_t* context = canvas.context();
        const double left = sheet_->legend_left();
        canvas.colour(theme_.faint_ink);
        canvas.text(map_.value_name, left, image_.top + 4, Sheet::text_size);
        const double top = image_.top + 18;
        const double height = std::min(200.0, sheet_->content().bottom() - top - 40);
        constexpr int steps = 100;
        cairo_set_antialias(context, CAIRO_ANTIALIAS_NONE);
        for (int i = 0; i < steps; ++i) {
            canvas.colour(value_colour((i + 0.5) / steps, theme_));
            cairo_rectangle(context, left, top + height * i / steps, bar_width, height / steps + 0.5);
            cairo_fill(context);
        }
        cairo_set_antialias(context, CAIRO_ANTIALIAS_DEFAULT);
        canvas.colour(theme_.ink);
        cairo_set_line_width(context, 1);
        for (const double tick : value_ticks(map_)) {
            const double y = top + height * map_.share_of(tick);
            canvas.segment(left + bar_width, y, left + bar_width + 4, y);
            canvas.text(quantity_text(tick, map_.unit), left + bar_width + 8, y + 4, Sheet::text_size);
        }
        if (!map_.has_unreachable) return;
        const double y = top + height + 18;
        canvas.colour(theme_.frame);
        cairo_rectangle(context, left, y, bar_width, 12);
        cairo_fill(context);
        canvas.colour(theme_.ink);
        canvas.text("unreachable", left + bar_width + 8, y + 10, Sheet::text_size);
    }

    const HeatMap& map_;
    const Theme& theme_;
    bool legend_;
    double row_labels_ = 0;
    double column_labels_ = 0;
    std::optional<Sheet> sheet_;
    Box image_;
};

}  // namespace

void write_picture(const HeatMap& map, const PictureOptions& options) {
    const HeatDrawing drawing(map, options, Canvas(scratch_context().get()));
    write_drawing(options, drawing.sheet().width(), drawing.sheet().height(),
                  [&](cairo_t* context) { drawing.draw(Canvas(context)); });
}

}  // namespace allways
