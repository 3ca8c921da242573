// SPDX-License-Identifier: Apache-2.0
// Stands for the drawing of pictures where ALLWAYS_WITH_CAIRO is OFF.
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/draw/picture.h"

namespace allways {

namespace {

[[noreturn]] void refuse(const PictureOptions& options) {
    throw InvalidArgument(
        format("'{}' cannot be drawn: Allways was built without Cairo; write a page (.html), or build with "
               "ALLWAYS_WITH_CAIRO",
               options.path));
}

}  // namespace

void write_picture(const Map&, const PictureOptions& options) {
    refuse(options);
}

void write_picture(const HeatMap&, const PictureOptions& options) {
    refuse(options);
}

}  // namespace allways
