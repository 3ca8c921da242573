// SPDX-License-Identifier: Apache-2.0
// Maps and heat maps as files: pictures and pages.
#pragma once

#include <optional>
#include <string>

#include "allways/base/api.h"
#include "allways/base/progress.h"
#include "allways/draw/heat_map.h"
#include "allways/draw/map.h"

namespace allways {

// ---- maps and heat maps as PNG, SVG and PDF files, drawn with Cairo

enum class PictureKind { png, svg, pdf };

// Returns the kind for the suffix; nothing for an unknown one.
ALLWAYS_API std::optional<PictureKind> picture_kind_of(const std::string& path);

struct PictureOptions {
    std::string path;
    bool overwrite = false;
    std::optional<PictureKind> kind = {};  // nothing: by the suffix
    std::optional<double> width, height;   // points; nothing: from the content's shape
    double pixels_a_point = 2;             // PNG only
    std::string theme = "light";
    bool legend = true;
    ProgressCallback progress = {};  // stage "draw"
};

// Throws InvalidArgument if the suffix names no kind, or the picture is too small for title and legend; InputError if
// the file exists and may not be replaced, or cannot be written. A library built without Cairo (ALLWAYS_WITH_CAIRO)
// refuses every picture: InvalidArgument. Pages do not need it.
ALLWAYS_API void write_picture(const Map& map, const PictureOptions& options);
ALLWAYS_API void write_picture(const HeatMap& map, const PictureOptions& options);

// ---- maps and heat maps as one self-contained HTML page that loads no other script, font or image. The page pans,
// zooms, describes the element under the pointer, and recomputes an isochrone map from any node that the reader clicks

struct PageOptions {
    std::string path;
    bool overwrite = false;
    std::string theme = "light";
    bool legend = true;
    ProgressCallback progress = {};  // stage "write"
};

// Equal maps give equal bytes. Points are rounded to 2^-20 of the longer side of their extent. Throws InputError if the
// file exists and may not be replaced, or cannot be written.
ALLWAYS_API void write_page(const Map& map, const PageOptions& options);
ALLWAYS_API void write_page(const HeatMap& map, const PageOptions& options);

}  // namespace allways
