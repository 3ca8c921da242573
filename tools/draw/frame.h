// SPDX-License-Identifier: Apache-2.0
// Converts between a map's plane and its box on the sheet.
#pragma once

#include <algorithm>
#include <vector>

#include "allways/draw/projection.h"
#include "draw/sheet.h"

namespace allways::tools {

// Maps the plane into its box on the sheet.
class Frame {
public:
    // `padding`: space for marks around places at the edge, in points.
    Frame(const Extent& extent, const Box& box, double padding = 0) : extent_(extent), box_(box) {
        scale_ = std::min((box.width - 2 * padding) / std::max(extent.width(), 1e-300),
                          (box.height - 2 * padding) / std::max(extent.height(), 1e-300));
    }
    double scale() const { return scale_; }
    double x(Coordinate point) const {
        return box_.left + box_.width / 2 + (point.x - (extent_.left + extent_.right) / 2) * scale_;
    }
    double y(Coordinate point) const {
        return box_.top + box_.height / 2 - (point.y - (extent_.bottom + extent_.top) / 2) * scale_;
    }
    // Returns true if part of the line may be visible.
    bool shows(const std::vector<Coordinate>& line) const {
        const Extent around = extent_of(line);
        return x({around.right, 0}) >= box_.left && x({around.left, 0}) <= box_.right() &&
               y({0, around.bottom}) >= box_.top && y({0, around.top}) <= box_.bottom();
    }
    bool shows(Coordinate point) const {
        return x(point) >= box_.left && x(point) <= box_.right() && y(point) >= box_.top && y(point) <= box_.bottom();
    }

private:
    Extent extent_;
    Box box_;
    double scale_ = 1;
};

}  // namespace allways::tools
