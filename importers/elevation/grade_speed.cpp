// SPDX-License-Identifier: Apache-2.0
#include "elevation/grade_speed.h"

#include <algorithm>
#include <cmath>

namespace allways::importers::elevation {

namespace {

constexpr double steepest = 0.35;
constexpr double kmh = 3.6;  // of a metre a second
constexpr double power_w = 100;
constexpr double weight_n = 90 * 9.80665;
constexpr double rolling = 0.006;
constexpr double half_drag = 0.5 * 1.2 * 0.5;  // ½ · density of air · CdA
constexpr double top_kmh = 40;

}  // namespace

GradeRule grade_rule(std::string_view name) {
    if (name == "bicycle") return GradeRule::bicycle;
    return name == "foot" ? GradeRule::foot : GradeRule::none;
}

double walking_kmh(double grade) {
    return 6 * std::exp(-3.5 * std::abs(grade + 0.05));
}

double cycling_kmh(double grade) {
    const double angle = std::atan(grade);
    const double pull_n = weight_n * (std::sin(angle) + rolling * std::cos(angle));
    // The power needed grows with the speed from the fastest speed at which the rider need not pedal, or from 0.
    double low = pull_n < 0 ? std::sqrt(-pull_n / half_drag) : 0;
    double high = top_kmh / kmh;
    if (low >= high) return top_kmh;
    for (int i = 0; i < 50; ++i) {
        const double middle = (low + high) / 2;
        ((pull_n + half_drag * middle * middle) * middle < power_w ? low : high) = middle;
    }
    return std::max(low * kmh, walking_kmh(grade));
}

double time_factor(GradeRule rule, double grade, double level_kmh) {
    if (rule == GradeRule::none) return 1;
    const double counted = std::clamp(grade, -steepest, steepest);
    static const double on_foot = walking_kmh(0);
    static const double by_bicycle = cycling_kmh(0);
    if (rule == GradeRule::bicycle && level_kmh > on_foot) return by_bicycle / cycling_kmh(counted);
    return on_foot / walking_kmh(counted);
}

}  // namespace allways::importers::elevation
