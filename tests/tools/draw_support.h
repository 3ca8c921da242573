// SPDX-License-Identifier: Apache-2.0
// A small town to draw: asked as `allways draw` asks it.
#pragma once

#include "allways/draw/maps.h"
#include "route_support.h"

namespace allways::test {

inline const LineLayer* layer_named(const std::vector<LineLayer>& layers, const std::string& label) {
    const auto found = std::ranges::find(layers, label, &LineLayer::label);
    return found == layers.end() ? nullptr : &*found;
}

}  // namespace allways::test
