// SPDX-License-Identifier: Apache-2.0
#include "allways/draw/bands.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/human.h"
#include "base/text.h"

namespace allways {

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

Bands class_bands(std::span<const double> values, const std::string& unit, ClassRule rule) {
    constexpr std::size_t most_classes = 7;
    Bands bands{{}, unit, false};
    std::vector<double> sorted;
    std::ranges::copy_if(values, std::back_inserter(sorted), [](double value) { return std::isfinite(value); });
    if (sorted.empty()) return bands;
    std::ranges::sort(sorted);
    const double smallest = sorted.front();
    const double largest = sorted.back();
    const auto add = [&](double end) {
        if (end >= smallest && end < largest && (bands.breaks.empty() || end > bands.breaks.back()))
            bands.breaks.push_back(end);
    };
    if (rule == ClassRule::quantiles) {
        for (std::size_t i = 1; i < most_classes; ++i)
            add(rounded_to_three_digits(sorted[(sorted.size() * i + most_classes - 1) / most_classes - 1]));
    } else if (largest > smallest) {
        const double step = nice_step(largest - smallest, most_classes, unit);
        for (double at = std::floor(smallest / step) + 1; at * step < largest; ++at) add(at * step);
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
