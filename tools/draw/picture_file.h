// SPDX-License-Identifier: Apache-2.0
// Draws a picture with Cairo into a PNG, SVG or PDF file, which appears complete or not at all; "-" is standard output.
#pragma once

#include <functional>
#include <string>

#include <cairo.h>

#include "allways/draw/picture.h"

namespace allways::tools {

struct PictureFile {
    std::string path;
    bool overwrite = false;
    PictureKind kind = PictureKind::png;
    double width = 0;  // in points, the unit of the drawing
    double height = 0;
    double pixels_a_point = 1;  // PNG only
};

// The file for a picture of this size in points. Throws InvalidArgument if its suffix names no kind.
PictureFile file_of(const PictureOptions& options, double width, double height);

// Equal drawings give equal bytes: no file records a date. Throws InputError if the file exists and may not be
// replaced, or cannot be written.
void write_drawing(const PictureFile& file, const std::function<void(cairo_t*)>& draw);

// A context for measuring texts before the picture exists.
class ScratchContext {
public:
    ScratchContext();
    ~ScratchContext();
    ScratchContext(const ScratchContext&) = delete;
    ScratchContext& operator=(const ScratchContext&) = delete;
    cairo_t* context() const { return context_; }

private:
    cairo_surface_t* surface_;
    cairo_t* context_;
};

}  // namespace allways::tools
