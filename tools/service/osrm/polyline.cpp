// SPDX-License-Identifier: Apache-2.0
#include "service/osrm/polyline.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>

namespace allways::tools {

namespace {

// Appends groups of five bits, the lowest first; all groups except the last have the bit 0x20.
void append(std::string& text, std::int64_t difference) {
    auto bits = static_cast<std::uint64_t>(difference) << 1;
    if (difference < 0) bits = ~bits;
    for (; bits >= 0x20; bits >>= 5) text += static_cast<char>((0x20 | (bits & 0x1f)) + 63);
    text += static_cast<char>(bits + 63);
}

std::optional<std::int64_t> take(std::string_view& text) {
    std::uint64_t bits = 0;
    for (int shift = 0; shift < 35 && !text.empty(); shift += 5) {
        const auto group = static_cast<std::uint64_t>(static_cast<unsigned char>(text.front())) - 63;
        text.remove_prefix(1);
        if (group > 0x3f) return {};
        bits |= (group & 0x1f) << shift;
        if (group < 0x20) return static_cast<std::int64_t>((bits & 1) != 0 ? ~(bits >> 1) : bits >> 1);
    }
    return {};
}

}  // namespace

std::string encode_polyline(std::span<const Coordinate> line, int digits) {
    const double scale = digits == 6 ? 1e6 : 1e5;
    std::string text;
    std::int64_t last_x = 0;
    std::int64_t last_y = 0;
    for (const Coordinate& point : line) {
        const std::int64_t x = std::llround(point.x * scale);
        const std::int64_t y = std::llround(point.y * scale);
        append(text, y - last_y);
        append(text, x - last_x);
        last_x = x;
        last_y = y;
    }
    return text;
}

std::optional<std::vector<Coordinate>> decode_polyline(std::string_view text, int digits) {
    const double scale = digits == 6 ? 1e6 : 1e5;
    std::vector<Coordinate> line;
    std::int64_t x = 0;
    std::int64_t y = 0;
    while (!text.empty()) {
        const auto dy = take(text);
        const auto dx = take(text);
        if (!dy || !dx) return {};
        x += *dx;
        y += *dy;
        line.push_back({static_cast<double>(x) / scale, static_cast<double>(y) / scale});
    }
    return line;
}

// ---- fewer points

namespace {

double distance_to_segment(Coordinate point, Coordinate a, Coordinate b) {
    const double dx = b.x - a.x;
    const double dy = b.y - a.y;
    const double square = dx * dx + dy * dy;
    const double along = square == 0 ? 0 : ((point.x - a.x) * dx + (point.y - a.y) * dy) / square;
    const double share = std::clamp(along, 0.0, 1.0);
    return std::hypot(point.x - a.x - share * dx, point.y - a.y - share * dy);
}

}  // namespace

std::vector<Coordinate> simplified_line(const std::vector<Coordinate>& line) {
    constexpr double pixels = 1000;
    if (line.size() < 3) return line;
    std::vector<Coordinate> plane;  // in degrees of latitude, from the first point's meridian
    const double narrowing = std::cos(line.front().y * std::numbers::pi / 180);
    for (const Coordinate& point : line)
        plane.push_back({std::remainder(point.x - line.front().x, 360) * narrowing, point.y});
    const auto [left, right] = std::ranges::minmax(plane, {}, &Coordinate::x);
    const auto [low, high] = std::ranges::minmax(plane, {}, &Coordinate::y);
    const double tolerance = std::max(right.x - left.x, high.y - low.y) / pixels;

    std::vector<bool> is_kept(line.size(), false);
    is_kept.front() = is_kept.back() = true;
    std::vector<std::pair<std::size_t, std::size_t>> open{{0, line.size() - 1}};
    while (!open.empty()) {
        const auto [first, last] = open.back();
        open.pop_back();
        std::size_t farthest = first;
        double most = tolerance;
        for (std::size_t at = first + 1; at < last; ++at) {
            const double distance = distance_to_segment(plane[at], plane[first], plane[last]);
            if (distance > most) {
                most = distance;
                farthest = at;
            }
        }
        if (farthest == first) continue;
        is_kept[farthest] = true;
        open.push_back({first, farthest});
        open.push_back({farthest, last});
    }
    std::vector<Coordinate> kept;
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (is_kept[at]) kept.push_back(line[at]);
    }
    return kept;
}

}  // namespace allways::tools
