// SPDX-License-Identifier: Apache-2.0
#include "routes/road_classes.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <utility>

namespace allways::tools {

namespace {

using enum RoadClass;

constexpr std::array<std::pair<std::string_view, RoadClass>, 39> known{{
    {"motorway", motorway},
    {"freeway", motorway},
    {"interstate", motorway},
    {"trunk", trunk},
    {"expressway", trunk},
    {"highway", trunk},
    {"primary", primary},
    {"principal arterial", primary},
    {"major arterial", primary},
    {"arterial", primary},
    {"secondary", secondary},
    {"minor arterial", secondary},
    {"tertiary", tertiary},
    {"collector", tertiary},
    {"major collector", tertiary},
    {"minor collector", tertiary},
    {"ramp", secondary},
    {"residential", local},
    {"unclassified", local},
    {"living_street", local},
    {"local", local},
    {"road", other},
    {"service", service},
    {"track", service},
    {"driveway", service},
    {"busway", service},
    {"connector", service},
    {"footway", path},
    {"path", path},
    {"cycleway", path},
    {"pedestrian", path},
    {"steps", path},
    {"bridleway", path},
    {"corridor", path},
    {"platform", path},
    {"sidewalk", path},
    {"pier", path},
    {"parking", path},
    {"ferry", ferry},
}};

}  // namespace

RoadClass road_class(std::string_view facility_type) {
    std::string text(facility_type);
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (text.ends_with("_link")) text.resize(text.size() - 5);
    const auto* found =
        std::ranges::find(known, std::string_view(text), &std::pair<std::string_view, RoadClass>::first);
    return found == known.end() ? other : found->second;
}

}  // namespace allways::tools
