// SPDX-License-Identifier: Apache-2.0
#include "allways/draw/colours.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/human.h"
#include "base/text.h"

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

Colour change_colour(double share, const Theme& theme) {
    const double t = std::min(std::abs(share), 1.0);
    const double lightness = theme.name == "dark" ? 0.46 + 0.36 * t : 0.8 - 0.36 * t;
    return from_oklch(lightness, t == 0 ? 0 : 0.07 + 0.1 * t, share < 0 ? 255 : 35);
}

Colour category_colour(std::size_t index) {
    static constexpr std::array<Colour, category_colour_count> colours{{{0, 0.447, 0.698},
                                                                        {0.835, 0.369, 0},
                                                                        {0, 0.620, 0.451},
                                                                        {0.8, 0.475, 0.655},
                                                                        {0.902, 0.624, 0},
                                                                        {0.337, 0.706, 0.914},
                                                                        {0.549, 0.337, 0.294},
                                                                        {0.6, 0.6, 0.2},
                                                                        {0.53, 0.35, 0.72}}};
    return colours[index % colours.size()];
}

std::string hex_text(const Colour& colour) {
    const auto byte = [](double part) { return static_cast<int>(std::lround(std::clamp(part, 0.0, 1.0) * 255)); };
    return format("#{:02x}{:02x}{:02x}", byte(colour.red), byte(colour.green), byte(colour.blue));
}

// ---- bands

namespace {

constexpr std::size_t most_bands = 8;
constexpr double hour = 3600;

double seconds_in(const std::string& unit) {
    if (unit == "s") return 1;
    if (unit == "min") return 60;
    if (unit == "h") return hour;
    return 0;
}

// "5 min", "1:30 h", "1:02:03 h", "2:05 min", "0.5 s"
std::string time_text(double seconds) {
    if (seconds < 60) return format("{:.4g} s", seconds);
    const auto whole = static_cast<long long>(std::llround(seconds));
    const bool hours = whole >= 3600;
    const long long large = hours ? whole / 3600 : whole / 60;
    const long long small = hours ? whole / 60 % 60 : whole % 60;
    const char* unit = hours ? "h" : "min";
    if (hours && whole % 60 != 0) return format("{}:{:02}:{:02} h", large, small, whole % 60);
    return small == 0 ? format("{} {}", large, unit) : format("{}:{:02} {}", large, small, unit);
}

// "0.25", "123.5", "12,346": four significant digits, but never fewer than the integer part has.
std::string number_text(double value) {
    if (std::abs(value) < 1000) return format("{:.4g}", value == 0 ? 0 : value);
    return std::string(value < 0 ? "-" : "")
        .append(count_text(static_cast<std::uint64_t>(std::llround(std::abs(value)))));
}

double rounded_to_three_digits(double value) {
    if (value == 0) return 0;
    const double unit = std::pow(10.0, std::floor(std::log10(std::abs(value))) - 2);
    return unit < 1 ? std::round(value / unit) / std::round(1 / unit) : std::round(value / unit) * unit;
}

}  // namespace

std::size_t Bands::band_of(double value) const {
    if (!std::isfinite(value)) return count();
    const auto found = std::ranges::lower_bound(breaks, value);
    return static_cast<std::size_t>(found - breaks.begin());
}

std::string Bands::label(std::size_t band) const {
    if (band == breaks.size()) return format("over {}", quantity_text(breaks.back(), unit));
    const std::string to = quantity_text(breaks[band], unit);
    if (band == 0) return format("up to {}", to);
    std::string from = quantity_text(breaks[band - 1], unit);
    const std::size_t at = from.rfind(' ');
    if (at != std::string::npos && to.ends_with(from.substr(at))) from.resize(at);
    return format("{} to {}", from, to);
}

std::string Bands::beyond_label() const {
    return format("farther than {}", quantity_text(breaks.back(), unit));
}

double nice_step(double range, std::size_t most, const std::string& unit) {
    const double least = range / static_cast<double>(most) * (1 - 1e-9);
    const double seconds = seconds_in(unit);
    if (seconds > 0 && least * seconds > 5 && least * seconds <= 24 * hour) {
        static constexpr std::array steps{10.0,   15.0,   20.0,   30.0,   60.0,    120.0,   300.0,   600.0,  900.0,
                                          1200.0, 1800.0, 3600.0, 7200.0, 10800.0, 21600.0, 43200.0, 86400.0};
        return *std::ranges::lower_bound(steps, least * seconds) / seconds;
    }
    const double power = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= least) return factor * power;
    }
    return 10 * power;
}

Bands nice_bands(std::span<const double> values, const std::string& unit) {
    std::vector<double> finite;
    std::ranges::copy_if(values, std::back_inserter(finite), [](double value) { return std::isfinite(value); });
    std::ranges::sort(finite);
    const double largest = finite.empty() ? 0 : finite.back();
    if (!(largest > 0)) return {{1}, unit, false};
    const double usual = finite[finite.size() - 1 - finite.size() / 20];
    const bool open = usual > 0 && largest > 1.6 * usual;
    const double range = open ? usual : largest;
    const double step = nice_step(range, open ? most_bands - 1 : most_bands, unit);
    Bands bands{{}, unit, open};
    const auto count = std::max<long>(1, std::lround(std::ceil(range / step - 1e-9)));
    for (long i = 1; i <= count; ++i) bands.breaks.push_back(static_cast<double>(i) * step);
    bands.open = bands.breaks.back() < largest;
    return bands;
}

namespace {

// The number with the fewest digits from `low` to `high`, both above 0, nearest to `near`; with three digits if there
// is none.
double roundest(double low, double high, double near) {
    double power = std::pow(10.0, std::floor(std::log10(high)));
    for (int digits = 0; digits < 3; ++digits, power /= 10) {
        for (const double step : {power, power / 2, power / 5}) {
            const double first = std::ceil(low / step - 1e-9);
            const double last = std::floor(high / step + 1e-9);
            if (first <= last) return rounded_to_three_digits(std::clamp(std::round(near / step), first, last) * step);
        }
    }
    return rounded_to_three_digits(near);
}

// Ends of classes below the largest of ascending values above 0; they may repeat.
std::vector<double> ends_by_rank(std::span<const double> sorted, std::size_t count, ClassRule rule) {
    constexpr double skewed = 1.2;
    const double mean = std::accumulate(sorted.begin(), sorted.end(), 0.0) / static_cast<double>(sorted.size());
    const bool tail = rule == ClassRule::round && mean > skewed * sorted[(sorted.size() - 1) / 2];
    const auto rank = [&](std::size_t i) {  // the values in the first i classes
        const double rest = 1 - static_cast<double>(i) / static_cast<double>(count);
        return static_cast<double>(sorted.size()) * (1 - (tail ? rest * rest : rest));
    };
    const auto at = [&](double place) {
        return sorted[static_cast<std::size_t>(std::clamp(std::ceil(place - 1e-9), 1.0, rank(count))) - 1];
    };
    std::vector<double> ends;
    for (std::size_t i = 1; i < count; ++i) {
        constexpr double near = 0.25;  // of the class on either side
        const double low = at(rank(i) - near * (rank(i) - rank(i - 1)));
        const double high = at(rank(i) + near * (rank(i + 1) - rank(i)));
        ends.push_back(rule == ClassRule::round ? roundest(low, high, at(rank(i)))
                                                : rounded_to_three_digits(at(rank(i))));
    }
    return ends;
}

}  // namespace

Bands class_bands(std::span<const double> values, const std::string& unit, const ClassChoice& choice) {
    constexpr std::size_t usual_classes = 7;
    std::vector<double> sorted;
    std::ranges::copy_if(values, std::back_inserter(sorted),
                         [](double value) { return std::isfinite(value) && value != 0; });
    std::ranges::sort(sorted);
    if (!choice.limits.empty()) return {choice.limits, unit, !sorted.empty() && sorted.back() > choice.limits.back()};
    Bands bands{{}, unit, false};
    if (sorted.empty()) return bands;
    const double smallest = sorted.front();
    const double largest = sorted.back();
    const std::size_t most = choice.most > 0 ? choice.most : usual_classes;
    std::vector<double> ends;
    if (choice.rule == ClassRule::equal) {
        const double step = largest > smallest ? nice_step(largest - smallest, most, unit) : 1;
        for (double at = std::floor(smallest / step) + 1; at * step < largest; ++at) ends.push_back(at * step);
    } else if (smallest > 0) {
        ends = ends_by_rank(sorted, most, choice.rule.value_or(ClassRule::round));
    } else {
        for (double& value : sorted) value = std::abs(value);
        std::ranges::sort(sorted);
        const auto side =
            ends_by_rank(sorted, std::max<std::size_t>(1, most / 2), choice.rule.value_or(ClassRule::round));
        for (auto end = side.rbegin(); end != side.rend(); ++end) ends.push_back(-*end);
        ends.push_back(0);
        ends.insert(ends.end(), side.begin(), side.end());
    }
    // Round ends near ranks of few values may have no value between them. Classes on two sides of 0 stay, to match.
    const bool may_be_empty = smallest < 0 || choice.rule == ClassRule::equal;
    double last = -std::numeric_limits<double>::infinity();
    for (const double end : ends) {
        const auto is_between = [&](double value) { return value > last && value <= end; };
        if (end < smallest || end >= largest || end <= last) continue;
        if (may_be_empty || std::ranges::any_of(sorted, is_between)) bands.breaks.push_back(last = end);
    }
    bands.breaks.push_back(largest);
    return bands;
}

Bands bands_at(std::span<const double> cutoffs, const std::string& unit) {
    Bands bands{{}, unit, false};
    double before = 0;
    for (const double cutoff : cutoffs) {
        if (!(cutoff > before)) break;
        bands.breaks.push_back(before = cutoff);
    }
    if (!cutoffs.empty() && bands.breaks.size() == cutoffs.size()) return bands;
    std::vector<std::string> given;
    for (const double cutoff : cutoffs) given.push_back(format("{}", cutoff));
    throw InvalidArgument(
        format("`cutoffs`: expected growing numbers above 0, such as 300,600,900, found '{}'", joined(given, ",")));
}

std::string quantity_text(double value, const std::string& unit) {
    if (const double seconds = seconds_in(unit); seconds > 0) return time_text(value * seconds);
    if (unit == "m" && value >= 1000) return format("{} km", number_text(value / 1000));
    return unit.empty() ? number_text(value) : format("{} {}", number_text(value), unit);
}

}  // namespace allways
