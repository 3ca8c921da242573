// SPDX-License-Identifier: Apache-2.0
// The colours of maps and heat maps, and the ranges of values that are shown in one colour each.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/api.h"

namespace allways {

// A colour of a picture: red, green and blue of sRGB, 0 … 1.
struct Colour {
    double red, green, blue;
    friend bool operator==(const Colour&, const Colour&) = default;
};

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

// Colours of changes: from blue (-1) over pale to red (1), of equal lightness at equal distance from 0, pale and dark
// exchanged on dark paper.
ALLWAYS_API Colour change_colour(double share, const Theme& theme);

// Colours for things without an order, such as paths: Okabe and Ito's palette, safe for colour-blind readers, then
// three more. They repeat from category_colour_count on.
inline constexpr std::size_t category_colour_count = 9;
ALLWAYS_API Colour category_colour(std::size_t index);

ALLWAYS_API std::string hex_text(const Colour& colour);  // "#0072b2"

// ---- ranges of values that a map shows in one colour each (colour bands), with their labels

// Band i contains the values above breaks[i-1] and up to breaks[i]; the first begins at 0. Values beyond the last break
// are in one further band if `open`, else in no band.
struct ALLWAYS_API Bands {
    std::vector<double> breaks;  // ascending, natural units
    std::string unit;
    bool open = false;

    std::size_t count() const { return breaks.size() + (open ? 1 : 0); }
    // Returns count() for a value in no band.
    std::size_t band_of(double value) const;
    std::string label(std::size_t band) const;  // "5 to 10 min", "up to 5 min", "over 40 min"
    std::string beyond_label() const;           // "farther than 15 min"
};

// At most eight bands of one round width: 5 min, 100 m, 2. They cover all values, or 95 % of them if the rest are
// outliers, which then fall into the open band. Values that are not finite are ignored.
ALLWAYS_API Bands nice_bands(std::span<const double> values, const std::string& unit);

// The rule by which values of a column become classes, one colour each; `categories` gives each value its own.
enum class ClassRule { round, quantiles, equal, categories };
inline std::vector<std::string> words_of(ClassRule) {
    return {"round", "quantiles", "equal", "categories"};
}

struct ClassChoice {
    std::optional<ClassRule> rule = {};  // nothing: round, but categories for texts
    std::size_t most = 0;                // classes beside the one of 0; 0: seven, or category_colour_count categories
    std::vector<double> limits = {};     // ascending; not empty: classes end here, whatever the rule says
};

// Classes of the values other than 0, from the smallest to the largest. `round` ends at the roundest numbers near
// quantiles: classes hold about equally many values or, where the mean exceeds the median by a fifth, fewer and fewer
// towards the largest (of n: 1 - (1 - i/n)² of the values lie in the first i), so that a long tail is spread.
// `quantiles` hold about equally many values each, `equal` are equally wide. Among values of both signs 0 is a break,
// and round classes and quantiles end at the same distances on both sides of it. Classes of `limits` are all there,
// whatever the values, with an open one for values above. Values that are not finite are ignored; without others and
// without limits there are no bands. O(n log n).
ALLWAYS_API Bands class_bands(std::span<const double> values, const std::string& unit, const ClassChoice& choice);

// Bands that end at `cutoffs`, in natural units. Throws InvalidArgument unless they are above 0 and ascending.
ALLWAYS_API Bands bands_at(std::span<const double> cutoffs, const std::string& unit);

// The smallest round step of which at most `most` fit into `range`: 1, 2 or 5 times a power of ten; for times also 15,
// 20 and 30 seconds or minutes, 6 hours and so on.
ALLWAYS_API double nice_step(double range, std::size_t most, const std::string& unit);

// "45 s", "5 min", "1:30 h", "250 m", "1.2 km", "3.5 ft"; unknown units are left out.
ALLWAYS_API std::string quantity_text(double value, const std::string& unit);

}  // namespace allways
