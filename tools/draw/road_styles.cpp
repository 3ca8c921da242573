// SPDX-License-Identifier: Apache-2.0
#include "draw/road_styles.h"

#include <array>

namespace allways::tools {

namespace {

struct Look {
    std::string_view name;
    double width;
    bool dashed;
    Colour light;
    Colour dark;
};

// Important roads have wide lines in strong colours. Widths and lightness distinguish the classes even without colour.
constexpr std::array<Look, road_class_count> looks{{
    {"motorway", 3.4, false, {0.65, 0.1, 0.22}, {0.98, 0.42, 0.45}},
    {"trunk road", 2.9, false, {0.8, 0.27, 0.13}, {0.98, 0.56, 0.36}},
    {"primary road", 2.5, false, {0.9, 0.46, 0.1}, {0.98, 0.7, 0.38}},
    {"secondary road", 2, false, {0.87, 0.62, 0.12}, {0.95, 0.82, 0.45}},
    {"tertiary road", 1.6, false, {0.33, 0.38, 0.45}, {0.8, 0.82, 0.85}},
    {"local road", 1.05, false, {0.5, 0.54, 0.6}, {0.58, 0.61, 0.66}},
    {"road", 1.1, false, {0.33, 0.38, 0.45}, {0.72, 0.75, 0.8}},
    {"service road, track", 0.7, false, {0.68, 0.71, 0.75}, {0.42, 0.45, 0.5}},
    {"footway, path", 0.8, true, {0.2, 0.5, 0.38}, {0.4, 0.72, 0.58}},
    {"ferry", 1.3, true, {0.12, 0.42, 0.72}, {0.4, 0.68, 0.95}},
}};

}  // namespace

std::string_view name(RoadClass road_class) {
    return looks[static_cast<std::size_t>(road_class)].name;
}

LineStyle style_of(RoadClass road_class, const Theme& theme) {
    const Look& look = looks[static_cast<std::size_t>(road_class)];
    return {theme.name == "dark" ? look.dark : look.light, look.width, look.dashed};
}

}  // namespace allways::tools
