// SPDX-License-Identifier: Apache-2.0
#include "draw/picture_file.h"

#include <cmath>
#include <exception>
#include <memory>
#include <new>

#include <cairo-pdf.h>
#include <cairo-svg.h>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "export/files/output_file.h"

namespace allways::tools {

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
Surface make_surface(const PictureFile& file, Stream& stream) {
    if (file.kind == PictureKind::svg) {
        return {cairo_svg_surface_create_for_stream(Stream::take, &stream, file.width, file.height),
                cairo_surface_destroy};
    }
    if (file.kind == PictureKind::pdf) {
        Surface pdf(cairo_pdf_surface_create_for_stream(Stream::take, &stream, file.width, file.height),
                    cairo_surface_destroy);
        cairo_pdf_surface_set_metadata(pdf.get(), CAIRO_PDF_METADATA_CREATE_DATE, "");
        return pdf;
    }
    const auto pixels = [&](double points) { return static_cast<int>(std::lround(points * file.pixels_a_point)); };
    Surface image(cairo_image_surface_create(CAIRO_FORMAT_RGB24, pixels(file.width), pixels(file.height)),
                  cairo_surface_destroy);
    cairo_surface_set_device_scale(image.get(), file.pixels_a_point, file.pixels_a_point);
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

void write_drawing(const PictureFile& file, const std::function<void(cairo_t*)>& draw) {
    OutputFile output(file.path, file.overwrite);
    Stream stream(output);
    const Surface surface = make_surface(file, stream);
    require_memory_to_draw();
    {
        const std::unique_ptr<cairo_t, decltype(&cairo_destroy)> context(cairo_create(surface.get()), cairo_destroy);
        draw(context.get());
        stream.rethrow();
        require(cairo_status(context.get()), file.path);
    }
    if (file.kind == PictureKind::png) {
        const cairo_status_t status = cairo_surface_write_to_png_stream(surface.get(), Stream::take, &stream);
        stream.rethrow();
        require(status, file.path);
    } else {
        cairo_surface_finish(surface.get());
        stream.rethrow();
    }
    require(cairo_surface_status(surface.get()), file.path);
    output.commit();
}

ScratchContext::ScratchContext()
    : surface_(cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1)), context_(cairo_create(surface_)) {}

ScratchContext::~ScratchContext() {
    cairo_destroy(context_);
    cairo_surface_destroy(surface_);
}

PictureFile file_of(const PictureOptions& options, double width, double height) {
    const std::optional<PictureKind> kind = options.kind ? options.kind : picture_kind_of(options.path);
    if (!kind) throw InvalidArgument(format("'{}' has no suffix of a picture: use .png, .svg or .pdf", options.path));
    return {options.path, options.overwrite, *kind, width, height, options.pixels_a_point};
}

}  // namespace allways::tools
