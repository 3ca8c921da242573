// SPDX-License-Identifier: Apache-2.0
// Each form has a time, a slope and an integral by x = volume / capacity, for a free-flow time and a capacity of 1.
#include "allways/query/volume_delay.h"

#include <cmath>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways {

namespace {

// The usual power 4, and other small integers, without the logarithm of std::pow().
double power(double x, double exponent) {
    if (exponent == 4) return (x * x) * (x * x);
    if (exponent == 1) return x;
    if (exponent == 2) return x * x;
    if (exponent == 3) return x * x * x;
    return std::pow(x, exponent);
}

// alpha x^beta, which makes the difference between the time and the free-flow time.
struct Bpr {
    double alpha, beta;
    double time(double x) const { return 1 + alpha * power(x, beta); }
    double slope(double x) const { return beta == 0 ? 0 : alpha * beta * power(x, beta - 1); }
    double integral(double x) const { return x + alpha / (beta + 1) * x * power(x, beta); }
};

struct Bpr2 {
    Bpr below, above;
    Bpr2(double alpha, double beta) : below{alpha, beta}, above{alpha, 2 * beta} {}
    double time(double x) const { return (x > 1 ? above : below).time(x); }
    double slope(double x) const { return (x > 1 ? above : below).slope(x); }
    double integral(double x) const {
        return x > 1 ? below.integral(1) + above.integral(x) - above.integral(1) : below.integral(x);
    }
};

struct Conical {
    double alpha, b;
    explicit Conical(double of_alpha) : alpha(of_alpha), b((2 * of_alpha - 1) / (2 * of_alpha - 2)) {}
    double root(double x) const { return std::hypot(alpha * (1 - x), b); }
    double time(double x) const { return 2 + root(x) - alpha * (1 - x) - b; }
    double slope(double x) const { return alpha - alpha * alpha * (1 - x) / root(x); }
    // ∫ √(u² + b²) du = (u √(u² + b²) + b² asinh(u / b)) / 2, and u = alpha (1 - x).
    double of_root(double x) const {
        const double u = alpha * (1 - x);
        return -(u * root(x) + b * b * std::asinh(u / b)) / (2 * alpha);
    }
    double integral(double x) const { return (2 - alpha - b) * x + alpha / 2 * x * x + of_root(x) - of_root(0); }
};

struct Inrets {
    static constexpr double edge = 1.1;
    double alpha;
    double factor() const { return (edge - alpha) / (edge - 1); }
    double time(double x) const { return x > 1 ? factor() * x * x : (edge - alpha * x) / (edge - x); }
    double slope(double x) const { return x > 1 ? 2 * factor() * x : edge * (1 - alpha) / ((edge - x) * (edge - x)); }
    double integral(double x) const {
        const auto below = [&](double y) { return alpha * y - edge * (1 - alpha) * std::log1p(-y / edge); };
        return x > 1 ? below(1) + factor() * (x * x * x - 1) / 3 : below(x);
    }
};

// The delay x - 1 + √((x - 1)² + k x), where k is beta / capacity.
struct Akcelik {
    double k;
    double root(double x) const { return std::sqrt((x - 1) * (x - 1) + k * x); }
    // Below capacity the two terms nearly cancel.
    double delay(double x) const {
        if (x >= 1) return x - 1 + root(x);
        return k * x / (root(x) + (1 - x));
    }
    double slope(double x) const { return root(x) > 0 ? 1 + (x - 1 + k / 2) / root(x) : 0; }
    // The root is √(y² + d) with y = x + k / 2 - 1 and d = k - k² / 4.
    double of_root(double x) const {
        const double y = x + k / 2 - 1;
        const double d = k - k * k / 4;
        const double whole = y * root(x) / 2;
        if (d == 0) return whole;
        return whole + d / 2 * (d > 0 ? std::asinh(y / std::sqrt(d)) : std::log(y + root(x)));
    }
    double integral(double x) const { return x * x / 2 - x + of_root(x) - of_root(0); }
};

void require(bool holds, std::size_t arc, const char* what, double found) {
    if (!holds) throw InvalidArgument(format("volume–delay function of arc {}: {}, found {}", arc, what, found));
}

bool is_amount(double value) {
    return value >= 0 && std::isfinite(value);
}

// Calls `use` with the function that multiplies the free-flow time: any form but Akçelik's.
template <class Use>
double with_factor(VolumeDelayForm form, double alpha, double beta, const Use& use) {
    switch (form) {
        case VolumeDelayForm::bpr2: return use(Bpr2(alpha, beta));
        case VolumeDelayForm::conical: return use(Conical(alpha));
        case VolumeDelayForm::inrets: return use(Inrets{alpha});
        default: return use(Bpr{alpha, beta});
    }
}

}  // namespace

VolumeDelay::VolumeDelay(VolumeDelayForm form, Arcs arcs) : form_(form), arcs_(std::move(arcs)) {
    const bool has_power = form != VolumeDelayForm::conical && form != VolumeDelayForm::inrets;
    if (arcs_.capacity.size() != size() || arcs_.alpha.size() != size() || (has_power && arcs_.beta.size() != size()))
        throw InvalidArgument(format("volume–delay functions of {} arcs need as many values of each kind", size()));
    for (std::size_t arc = 0; arc < size(); ++arc) {
        const double alpha = arcs_.alpha[arc];
        require(is_amount(arcs_.free_time[arc]), arc, "expected a free-flow time from 0", arcs_.free_time[arc]);
        require(!(arcs_.capacity[arc] < 0) && !std::isinf(arcs_.capacity[arc]), arc,
                "expected a capacity from 0, or a missing one", arcs_.capacity[arc]);
        require(is_amount(alpha), arc, "expected alpha from 0", alpha);
        if (form == VolumeDelayForm::conical) require(alpha > 1, arc, "expected alpha above 1", alpha);
        if (form == VolumeDelayForm::inrets) require(alpha <= 1, arc, "expected alpha up to 1", alpha);
        if (has_power) require(is_amount(arcs_.beta[arc]), arc, "expected beta from 0", arcs_.beta[arc]);
    }
    arcs_.beta.resize(size());
}

double VolumeDelay::time(ArcIndex arc, double volume) const {
    const double free_time = arcs_.free_time[arc];
    if (is_constant(arc)) return free_time;
    const double x = volume / arcs_.capacity[arc];
    if (form_ == VolumeDelayForm::akcelik)
        return free_time + arcs_.alpha[arc] * Akcelik{arcs_.beta[arc] / arcs_.capacity[arc]}.delay(x);
    return free_time *
           with_factor(form_, arcs_.alpha[arc], arcs_.beta[arc], [&](const auto& factor) { return factor.time(x); });
}

double VolumeDelay::slope(ArcIndex arc, double volume) const {
    const double free_time = arcs_.free_time[arc];
    const double capacity = arcs_.capacity[arc];
    if (is_constant(arc)) return 0;
    const double x = volume / capacity;
    if (form_ == VolumeDelayForm::akcelik)
        return arcs_.alpha[arc] / capacity * Akcelik{arcs_.beta[arc] / capacity}.slope(x);
    if (free_time == 0) return 0;
    return free_time / capacity *
           with_factor(form_, arcs_.alpha[arc], arcs_.beta[arc], [&](const auto& factor) { return factor.slope(x); });
}

double VolumeDelay::integral(ArcIndex arc, double volume) const {
    const double free_time = arcs_.free_time[arc];
    const double capacity = arcs_.capacity[arc];
    if (is_constant(arc)) return free_time * volume;
    const double x = volume / capacity;
    if (form_ == VolumeDelayForm::akcelik)
        return free_time * volume + arcs_.alpha[arc] * capacity * Akcelik{arcs_.beta[arc] / capacity}.integral(x);
    return free_time * capacity * with_factor(form_, arcs_.alpha[arc], arcs_.beta[arc], [&](const auto& factor) {
               return factor.integral(x);
           });
}

}  // namespace allways
