// Maps and heat maps as PNG, SVG and PDF files, drawn with Cairo.
#pragma once

#include <optional>
#include <string>

#include "allways/base/progress.h"
#include "draw/heat_map.h"
#include "draw/map.h"
#include "plots/picture_file.h"

namespace allways::tools {

struct PictureOptions {
    std::string path;
    bool overwrite = false;
    PictureKind kind = PictureKind::png;
    std::optional<double> width, height;  // points; nothing: as the content is shaped
    double pixels_a_point = 2;            // of a PNG
    std::string theme = "light";
    bool legend = true;
    ProgressCallback progress = {};  // stage "draw"
};

// The file of a picture of this size in points.
inline PictureFile file_of(const PictureOptions& options, double width, double height) {
    return {options.path, options.overwrite, options.kind, width, height, options.pixels_a_point};
}

// Throw InvalidArgument where the picture is too small for what belongs around the map, InputError as write_picture.
void write_picture(const Map& map, const PictureOptions& options);
void write_picture(const HeatMap& map, const PictureOptions& options);

}  // namespace allways::tools
