// A small town to draw: asked as `allways draw` asks it.
#pragma once

#include "draw/maps.h"
#include "route_support.h"

namespace allways::test {

inline tools::Reach reach_of(const tools::Map& map) {
    EXPECT_TRUE(map.reach.has_value());
    return map.reach.value_or(tools::Reach{});
}

inline const tools::LineLayer* layer_named(const std::vector<tools::LineLayer>& layers, const std::string& label) {
    const auto found = std::ranges::find(layers, label, &tools::LineLayer::label);
    return found == layers.end() ? nullptr : &*found;
}

}  // namespace allways::test
