// SPDX-License-Identifier: Apache-2.0
#include "allways/draw/picture.h"

namespace allways {

std::optional<PictureKind> picture_kind_of(const std::string& path) {
    if (path.ends_with(".png")) return PictureKind::png;
    if (path.ends_with(".svg")) return PictureKind::svg;
    if (path.ends_with(".pdf")) return PictureKind::pdf;
    return {};
}

}  // namespace allways
