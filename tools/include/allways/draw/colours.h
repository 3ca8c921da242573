// The colours of maps and heat maps.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "allways/draw/colour.h"

namespace allways {

// On light paper small values are dark and large ones light, on dark paper the other way round: what is near stands
// out.
struct Theme {
    std::string name;
    Colour paper;      // behind everything
    Colour ground;     // behind the map
    Colour ink;        // text
    Colour faint_ink;  // text of lesser weight
    Colour frame;
    Colour road;     // roads that something else is drawn over
    Colour cut_off;  // what cannot be reached
};

const Theme& theme_named(std::string_view name);  // "light" or "dark"

// From dark violet (0) over blue, teal and green to yellow (1), as viridis runs: the lightness of OKLab (Ottosson 2020)
// rises evenly and the hue turns one way, so that the order is seen by people who tell few colours apart, and in print
// without colour. Values outside 0 … 1 are taken as the nearest.
Colour ramp_colour(double share);

// The same, for values from small (0) to large (1) on this theme's paper; the end that would vanish in it is left out.
Colour value_colour(double share, const Theme& theme);
// `count` of them, evenly spaced.
std::vector<Colour> value_colours(std::size_t count, const Theme& theme);

// Of `index` things that have no order, as paths: Okabe and Ito's colours, which people who see few colours tell apart.
Colour category_colour(std::size_t index);

std::string hex_text(const Colour& colour);  // "#0072b2"

}  // namespace allways
