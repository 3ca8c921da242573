// SPDX-License-Identifier: Apache-2.0
#include "routes/road_classes.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/text.h"

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
    std::string text = lower_case(facility_type);
    if (text.ends_with("_link")) text.resize(text.size() - 5);
    const auto* found =
        std::ranges::find(known, std::string_view(text), &std::pair<std::string_view, RoadClass>::first);
    return found == known.end() ? other : found->second;
}

RoadRank road_rank(std::string_view facility_type) {
    struct Place {
        int rank, group;
    };
    constexpr std::array<Place, road_class_count> places{
        {{0, 0}, {2, 1}, {4, 2}, {6, 2}, {8, 2}, {10, 3}, {10, 3}, {12, 3}, {16, 5}, {31, 7}}};
    const RoadClass kind = road_class(facility_type);
    Place place = places[static_cast<std::size_t>(kind)];
    if (facility_type == "unclassified") place = {15, 4};
    if (facility_type == "living_street") place = {11, 3};
    if (facility_type == "track") place = {16, 5};
    if (kind == path && facility_type != "path" && facility_type != "cycleway") place = {18, 6};
    RoadRank found{place.rank, place.group};
    found.is_link = facility_type.ends_with("_link") || facility_type == "ramp";
    if (facility_type == "ramp") found = {1, 0, true, true};
    if (found.is_link && facility_type != "ramp") ++found.rank;
    found.is_motorway = found.is_motorway || kind == motorway || kind == trunk;
    found.is_minor = is_minor(kind) || kind == RoadClass::ferry;
    return found;
}

}  // namespace allways::tools
