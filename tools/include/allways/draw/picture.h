// Maps and heat maps as PNG, SVG and PDF files, drawn with Cairo.
#pragma once

#include <optional>
#include <string>

#include "allways/base/progress.h"
#include "allways/draw/heat_map.h"
#include "allways/draw/map.h"

namespace allways {

enum class PictureKind { png, svg, pdf };

// By the suffix; nothing for other ones.
std::optional<PictureKind> picture_kind_of(const std::string& path);

struct PictureOptions {
    std::string path;
    bool overwrite = false;
    std::optional<PictureKind> kind = {};  // nothing: by the suffix, else a PNG
    std::optional<double> width, height;   // points; nothing: as the content is shaped
    double pixels_a_point = 2;             // of a PNG
    std::string theme = "light";
    bool legend = true;
    ProgressCallback progress = {};  // stage "draw"
};

// Throw InvalidArgument where the picture is too small for what belongs around the map, InputError as write_picture.
void write_picture(const Map& map, const PictureOptions& options);
void write_picture(const HeatMap& map, const PictureOptions& options);

}  // namespace allways
