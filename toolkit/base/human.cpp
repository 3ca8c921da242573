// SPDX-License-Identifier: Apache-2.0
#include "base/human.h"

#include <array>

#include "allways/base/format.h"

namespace allways {

namespace {
// Writes one digit after the point for values below `exact_below`.
std::string with_prefix(double value, double step, const auto& prefixes, double exact_below) {
    std::size_t at = 0;
    while (value >= step && at + 1 < prefixes.size()) {
        value /= step;
        ++at;
    }
    return format("{:.{}f} {}", value, value < exact_below ? 1 : 0, prefixes[at]);
}
}  // namespace

std::string bytes_text(std::uint64_t bytes) {
    if (bytes < 1024) return format("{} B", bytes);
    constexpr std::array units{"KiB", "MiB", "GiB", "TiB", "PiB"};
    return with_prefix(static_cast<double>(bytes) / 1024, 1024, units, 100);
}

std::string seconds_text(double seconds) {
    if (seconds < 1) return format("{:.1f} ms", seconds * 1000);
    if (seconds < 60) return format("{:.2f} s", seconds);
    const auto whole = static_cast<std::uint64_t>(seconds);
    if (whole < 3600) return format("{}:{:02} min", whole / 60, whole % 60);
    return format("{}:{:02}:{:02} h", whole / 3600, whole / 60 % 60, whole % 60);
}

std::string rate_text(double per_second) {
    if (per_second < 1) return format("{:.2f}/s", per_second);
    if (per_second < 1000) return format("{:.0f}/s", per_second);
    constexpr std::array prefixes{"k/s", "M/s", "G/s", "T/s"};
    return with_prefix(per_second / 1000, 1000, prefixes, 10);
}

}  // namespace allways
