// SPDX-License-Identifier: Apache-2.0
// The colours of maps and heat maps.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/api.h"
#include "allways/draw/colour.h"

namespace allways {

// Light paper has dark small values and light large ones, dark paper the reverse: near places stand out.
struct Theme {
    std::string name;
    Colour paper;      // behind everything
    Colour ground;     // behind the map
    Colour ink;        // text
    Colour faint_ink;  // secondary text
    Colour frame;
    Colour road;     // roads drawn below other content
    Colour cut_off;  // unreachable roads
};

ALLWAYS_API const Theme& theme_named(std::string_view name);  // "light" or "dark"

// From dark violet (0) over blue, teal and green to yellow (1), like viridis: the lightness of OKLab (Ottosson 2020)
// rises evenly and the hue turns one way, so the order stays visible with colour vision deficiencies and in
// black-and-white print. Values outside 0 … 1 are clamped.
ALLWAYS_API Colour ramp_colour(double share);

// The ramp for values from small (0) to large (1) on this theme's paper, without the end that would vanish in it.
ALLWAYS_API Colour value_colour(double share, const Theme& theme);
// `count` evenly spaced value colours.
ALLWAYS_API std::vector<Colour> value_colours(std::size_t count, const Theme& theme);

// Colours for things without an order, such as paths: Okabe and Ito's palette, safe for colour-blind readers.
ALLWAYS_API Colour category_colour(std::size_t index);

ALLWAYS_API std::string hex_text(const Colour& colour);  // "#0072b2"

}  // namespace allways
