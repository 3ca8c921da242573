// SPDX-License-Identifier: Apache-2.0
#include "plots/log_axis.h"

#include <algorithm>
#include <cmath>

#include "allways/base/format.h"
#include "base/human.h"

namespace allways::command {

namespace {

constexpr double rounding = 1e-9;  // powers of ten are not exact

std::string label(double value) {
    if (value >= 1) return count_text(static_cast<std::uint64_t>(std::llround(value)));
    return format("{:.{}f}", value, static_cast<int>(std::ceil(-std::log10(value) - rounding)));
}

bool is_in(const LogAxis& axis, double value) {
    return value >= axis.first * (1 - rounding) && value <= axis.last * (1 + rounding);
}

}  // namespace

double LogAxis::share(double value) const {
    return std::log(value / first) / std::log(last / first);
}

std::vector<LogAxis::Tick> LogAxis::ticks() const {
    const int lowest = static_cast<int>(std::floor(std::log10(first) + rounding));
    const int highest = static_cast<int>(std::ceil(std::log10(last) - rounding));
    int decades = 0;
    for (int power = lowest; power <= highest; ++power) decades += is_in(*this, std::pow(10.0, power)) ? 1 : 0;
    std::vector<Tick> ticks;
    for (int power = lowest; power <= highest; ++power) {
        for (int digit = 1; digit < 10; ++digit) {
            const double value = digit * std::pow(10.0, power);
            if (!is_in(*this, value)) continue;
            const bool has_label = digit == 1 || (decades < 2 && (digit == 2 || digit == 5));
            ticks.push_back({value, has_label ? label(value) : ""});
        }
    }
    return ticks;
}

LogAxis decades_around(const std::vector<double>& values) {
    if (values.empty()) return {};
    const auto [smallest, largest] = std::minmax_element(values.begin(), values.end());
    const double first = std::floor(std::log10(*smallest) + rounding);
    const double last = std::ceil(std::log10(*largest) - rounding);
    return {std::pow(10.0, first), std::pow(10.0, std::max(last, first + 1))};
}

LogAxis range_around(const std::vector<double>& values) {
    if (values.empty()) return {};
    const auto [smallest, largest] = std::minmax_element(values.begin(), values.end());
    const double room = std::max(1.15, std::pow(*largest / *smallest, 0.03));
    return {*smallest / room, *largest * room};
}

}  // namespace allways::command
