// SPDX-License-Identifier: Apache-2.0
#include "draw/sheet.h"

#include <cmath>
#include <exception>
#include <new>

#include <cairo-pdf.h>
#include <cairo-svg.h>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "export/files/output_file.h"

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

Sheet::Sheet(const Canvas& canvas, const Theme& theme, const Wish& wish)
    : theme_(theme), attribution_(wish.attribution) {
    const double beside = 2 * margin + (wish.legend_width > 0 ? gap + wish.legend_width : 0);
    const double aspect = std::clamp(wish.aspect, 0.2, 5.0);
    const double natural_width =
        std::clamp(aspect >= 1 ? longest_side : longest_side * aspect, shortest_width, longest_side);
    const double least_height = std::max(shortest_height, wish.legend_height);
    content_.width = wish.width ? *wish.width - beside : natural_width;
    const double title_width = content_.width + beside - 2 * margin;
    set_font(canvas, true);
    title_ = canvas.broken(wish.title, title_width, title_size);
    set_font(canvas, false);
    subtitle_ = canvas.broken(wish.subtitle, title_width, text_size);
    content_.left = margin;
    content_.top = margin + static_cast<double>(title_.size()) * (title_size + 5) +
                   static_cast<double>(subtitle_.size()) * line_height + 6;
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
    canvas.text(fitted(canvas, attribution_, room, small_size), width_ - margin, height_ - margin + 4, small_size, 1);
}

// ---- files

namespace {

using Surface = std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)>;

// Receives Cairo's output piece by piece. Exceptions must not pass through Cairo, a C library, so they are rethrown
// afterwards.
class Stream {
public:
    explicit Stream(OutputFile& file) : file_(file) {}

    static cairo_status_t take(void* stream, const unsigned char* data, unsigned int length) {
        return static_cast<Stream*>(stream)->put(data, length);
    }
    void rethrow() const {
        if (failure_) std::rethrow_exception(failure_);
    }

private:
    cairo_status_t put(const unsigned char* data, unsigned int length) noexcept {
        try {
            file_.put_bytes(data, length);
            return CAIRO_STATUS_SUCCESS;
        } catch (...) {
            failure_ = std::current_exception();
            return CAIRO_STATUS_WRITE_ERROR;
        }
    }

    OutputFile& file_;
    std::exception_ptr failure_;
};

// Vector files are written during the drawing.
Surface make_surface(PictureKind kind, double width, double height, double pixels_a_point, Stream& stream) {
    if (kind == PictureKind::svg) {
        return {cairo_svg_surface_create_for_stream(Stream::take, &stream, width, height), cairo_surface_destroy};
    }
    if (kind == PictureKind::pdf) {
        Surface pdf(cairo_pdf_surface_create_for_stream(Stream::take, &stream, width, height), cairo_surface_destroy);
        cairo_pdf_surface_set_metadata(pdf.get(), CAIRO_PDF_METADATA_CREATE_DATE, "");
        return pdf;
    }
    const auto pixels = [&](double points) { return static_cast<int>(std::lround(points * pixels_a_point)); };
    Surface image(cairo_image_surface_create(CAIRO_FORMAT_RGB24, pixels(width), pixels(height)), cairo_surface_destroy);
    cairo_surface_set_device_scale(image.get(), pixels_a_point, pixels_a_point);
    return image;
}

void require(cairo_status_t status, const std::string& path) {
    if (status == CAIRO_STATUS_NO_MEMORY) throw std::bad_alloc();
    if (status != CAIRO_STATUS_SUCCESS) {
        throw InputError(path, 0, format("cannot be written: {}", cairo_status_to_string(status)));
    }
}

// Checks that memory for filling areas is available; throws bad_alloc if not. If an allocation fails inside Cairo's
// filling, Cairo may jump to a location that was never set.
void require_memory_to_draw() {
    constexpr std::size_t bytes = std::size_t{8} << 20;
    ::operator delete(::operator new(bytes));
}

}  // namespace

void write_drawing(const PictureOptions& options, double width, double height,
                   const std::function<void(cairo_t*)>& draw) {
    const std::optional<PictureKind> kind = options.kind ? options.kind : picture_kind_of(options.path);
    if (!kind) throw InvalidArgument(format("'{}' has no suffix of a picture: use .png, .svg or .pdf", options.path));
    OutputFile output(options.path, options.overwrite);
    Stream stream(output);
    const Surface surface = make_surface(*kind, width, height, options.pixels_a_point, stream);
    require_memory_to_draw();
    {
        const std::unique_ptr<cairo_t, decltype(&cairo_destroy)> context(cairo_create(surface.get()), cairo_destroy);
        draw(context.get());
        stream.rethrow();
        require(cairo_status(context.get()), options.path);
    }
    if (*kind == PictureKind::png) {
        const cairo_status_t status = cairo_surface_write_to_png_stream(surface.get(), Stream::take, &stream);
        stream.rethrow();
        require(status, options.path);
    } else {
        cairo_surface_finish(surface.get());
        stream.rethrow();
    }
    require(cairo_surface_status(surface.get()), options.path);
    output.commit();
}

std::unique_ptr<cairo_t, decltype(&cairo_destroy)> scratch_context() {
    const Surface surface(cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1), cairo_surface_destroy);
    return {cairo_create(surface.get()), cairo_destroy};  // the context keeps the surface
}

}  // namespace allways::tools
