// SPDX-License-Identifier: Apache-2.0
#include "allways/draw/colours.h"

#include "allways/base/error.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "allways/base/format.h"

namespace allways {

namespace {

double gamma_encoded(double linear) {
    const double value = std::clamp(linear, 0.0, 1.0);
    return value <= 0.0031308 ? 12.92 * value : 1.055 * std::pow(value, 1 / 2.4) - 0.055;
}

// OKLab's lightness, chroma and hue as sRGB: B. Ottosson, "A perceptual color space for image processing", 2020.
Colour from_oklch(double lightness, double chroma, double hue_degrees) {
    const double hue = hue_degrees * std::numbers::pi / 180;
    const double a = chroma * std::cos(hue);
    const double b = chroma * std::sin(hue);
    const auto cubed = [](double x) { return x * x * x; };
    const double l = cubed(lightness + 0.3963377774 * a + 0.2158037573 * b);
    const double m = cubed(lightness - 0.1055613458 * a - 0.0638541728 * b);
    const double s = cubed(lightness - 0.0894841775 * a - 1.2914855480 * b);
    return {gamma_encoded(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
            gamma_encoded(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
            gamma_encoded(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

}  // namespace

const Theme& theme_named(std::string_view name) {
    static const Theme light{"light",           {1, 1, 1},         {0.975, 0.975, 0.965}, {0.12, 0.13, 0.15},
                             {0.4, 0.42, 0.45}, {0.8, 0.81, 0.82}, {0.74, 0.75, 0.77},    {0.78, 0.22, 0.55}};
    static const Theme dark{"dark",
                            {0.09, 0.1, 0.12},
                            {0.12, 0.13, 0.155},
                            {0.93, 0.93, 0.93},
                            {0.65, 0.67, 0.7},
                            {0.28, 0.3, 0.33},
                            {0.36, 0.38, 0.42},
                            {0.95, 0.45, 0.75}};
    if (name == "dark") return dark;
    if (name == "light" || name.empty()) return light;
    throw InvalidArgument(format("no theme '{}'; expected light or dark", name));
}

Colour ramp_colour(double share) {
    const double t = std::clamp(share, 0.0, 1.0);
    return from_oklch(0.28 + 0.62 * t, 0.125 + 0.035 * t * t, 305 - 205 * t);
}

Colour value_colour(double share, const Theme& theme) {
    const double t = std::clamp(share, 0.0, 1.0);
    return theme.name == "dark" ? ramp_colour(1 - 0.78 * t) : ramp_colour(0.9 * t);
}

std::vector<Colour> value_colours(std::size_t count, const Theme& theme) {
    std::vector<Colour> colours;
    for (std::size_t i = 0; i < count; ++i) {
        const double share = count == 1 ? 0.3 : static_cast<double>(i) / static_cast<double>(count - 1);
        colours.push_back(value_colour(share, theme));
    }
    return colours;
}

Colour category_colour(std::size_t index) {
    static constexpr std::array<Colour, 6> colours{{{0, 0.447, 0.698},
                                                    {0.835, 0.369, 0},
                                                    {0, 0.620, 0.451},
                                                    {0.8, 0.475, 0.655},
                                                    {0.902, 0.624, 0},
                                                    {0.337, 0.706, 0.914}}};
    return colours[index % colours.size()];
}

std::string hex_text(const Colour& colour) {
    const auto byte = [](double part) { return static_cast<int>(std::lround(std::clamp(part, 0.0, 1.0) * 255)); };
    return format("#{:02x}{:02x}{:02x}", byte(colour.red), byte(colour.green), byte(colour.blue));
}

}  // namespace allways
