// SPDX-License-Identifier: Apache-2.0
#include "service/osrm/hint.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "network/road_line.h"
#include "network/snap/line_part.h"

namespace allways::tools {

namespace {

// URL-safe base64 without padding.
constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

struct Bytes {
    std::uint32_t fingerprint;
    std::uint32_t is_node;  // 1: the place is the road's end, at the fraction 0 or 1
    std::uint32_t arc;
    std::uint32_t segment;
    double fraction;
};
static_assert(sizeof(Bytes) == 24);

// A road leads from its end node with the lower index to the other.
NodeIndex end_of_road(const MapSnapshot& map, ArcIndex arc) {
    return std::max(map.router().tail(arc), map.arcs().head[arc]);
}
NodeIndex begin_of_road(const MapSnapshot& map, ArcIndex arc) {
    return std::min(map.router().tail(arc), map.arcs().head[arc]);
}

}  // namespace

std::string make_hint(const MapSnapshot& map, const SnappedPoint& point) {
    const bool is_node = point.node != no_node;
    const bool is_at_end = is_node && point.node == end_of_road(map, point.arc);
    const Bytes bytes{map.fingerprint(), is_node ? 1u : 0u, point.arc, point.segment,
                      is_node ? (is_at_end ? 1.0 : 0.0) : point.fraction};
    std::array<unsigned char, sizeof(Bytes)> data{};
    std::memcpy(data.data(), &bytes, sizeof bytes);
    std::string text;
    for (std::size_t i = 0; i < data.size(); i += 3) {
        const unsigned three = data[i] << 16 | data[i + 1] << 8 | data[i + 2];
        for (const int shift : {18, 12, 6, 0}) text += alphabet[three >> shift & 63];
    }
    return text;
}

std::optional<SnappedPoint> read_hint(const MapSnapshot& map, std::string_view hint) {
    std::array<unsigned char, sizeof(Bytes)> data{};
    if (hint.size() != data.size() / 3 * 4) return {};
    for (std::size_t i = 0; i < data.size(); i += 3) {
        unsigned three = 0;
        for (const char c : hint.substr(i / 3 * 4, 4)) {
            const std::size_t digit = alphabet.find(c);
            if (digit == std::string_view::npos) return {};
            three = three << 6 | static_cast<unsigned>(digit);
        }
        data[i] = static_cast<unsigned char>(three >> 16);
        data[i + 1] = static_cast<unsigned char>(three >> 8);
        data[i + 2] = static_cast<unsigned char>(three);
    }
    Bytes bytes{};
    std::memcpy(&bytes, data.data(), sizeof bytes);
    const NetworkFactor& factor = map.router().factor();
    if (bytes.fingerprint != map.fingerprint()) return {};
    if (bytes.arc >= factor.arcs.size()) return {};
    SnappedPoint point;
    point.snapped = true;
    point.arc = bytes.arc;
    point.segment = bytes.segment;
    if (bytes.is_node != 0) {
        if (bytes.fraction != 0 && bytes.fraction != 1) return {};
        point.node = bytes.fraction == 1 ? end_of_road(map, point.arc) : begin_of_road(map, point.arc);
        point.place = factor.coordinates[point.node];
        return point;
    }
    if (!(bytes.fraction > 0 && bytes.fraction < 1)) return {};
    point.fraction = bytes.fraction;
    const RoadPlace place = map.router().place(point);
    for (const RoadPlace::Arc& arc : place.arcs) {
        if (arc.arc != point.arc) continue;
        const double behind = place.share_behind(arc);
        point.place = network::line_part(map.line(arc.arc), behind, behind, network::Space::sphere).front();
        return point;
    }
    return {};
}

}  // namespace allways::tools
