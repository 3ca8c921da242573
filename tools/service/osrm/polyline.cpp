// SPDX-License-Identifier: Apache-2.0
#include "service/osrm/polyline.h"

#include <cmath>
#include <cstdint>

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

}  // namespace allways::tools
