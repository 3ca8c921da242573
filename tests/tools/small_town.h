// SPDX-License-Identifier: Apache-2.0
// A town with names, shapes, a roundabout and a ferry, as paths see it.
//
//   11 ◀── 1 ═High Street═ 2 ═High Street═ 3          10 ═Lake Ferry═ 9 ═Quay Road═ 7
//                                          ║ Mill Lane, bent          5 → 6 → 7 → 5: a roundabout
//                                          4 ═══Mill Lane═══ 5        6 ═(unnamed)═ 8
//
// 11 is a way in only. Streets are 100 m and 10 s long; of the ferry the length is not known.
#pragma once

#include "allways/base/decimal.h"
#include "allways/network/road_network.h"
#include "libraries/reference_system.h"

namespace allways::test {

class TownBuilder {
public:
    explicit TownBuilder(const std::string& crs) {
        network_.provenance.crs = crs;
        network_.provenance.notes = {{"attribution", "© the town's \"surveyors\""}};
        network_.node_ids = IdTable::consecutive(11);
        const std::vector<Coordinate> places = {{7, 43},         {7.001, 43},       {7.002, 43},     {7.002, 43.001},
                                                {7.002, 43.002}, {7.0025, 43.0025}, {7.002, 43.003}, {7.0035, 43.0025},
                                                {7.002, 43.004}, {7.002, 43.01},    {6.999, 43}};
        for (const Coordinate place : places) network_.coordinates.push_back(here(place));
        network_.columns = {{"length", "m", {}, std::nullopt}, {"time", "s", {}, std::nullopt}};
        network_.texts = {TextColumn("name"), TextColumn("facility_type"), TextColumn("junction")};
    }

    Coordinate here(Coordinate lon_lat) const {
        const std::string& crs = network_.provenance.crs;
        return crs.empty() || crs == "EPSG:4326" ? lon_lat : importers::ReferenceSystem(crs).from_lon_lat(lon_lat);
    }

    void street(NodeIndex from, NodeIndex to, const char* name, const char* type, bool both_ways,
                std::vector<Coordinate> shape = {}, const char* junction = "") {
        auto index = ArcShapes::no_shape;
        for (Coordinate& point : shape) point = here(point);
        if (!shape.empty()) index = network_.shapes.add_shape(shape);
        ids_.push_back(ids_.empty() ? 100 : ids_.back() + 1);
        add(from, to, name, type, junction, index, false);
        if (!both_ways) return;
        ids_.push_back(ids_.back());
        add(to, from, name, type, junction, index, true);
    }

    RoadNetwork finish() {
        network_.arc_ids = IdTable(ids_);
        return std::move(network_);
    }

private:
    void add(NodeIndex from, NodeIndex to, const char* name, const char* type, const char* junction,
             ArcShapes::ShapeIndex shape, bool back) {
        const bool ferry = std::string_view(type) == "ferry";
        network_.tail.push_back(from - 1);
        network_.head.push_back(to - 1);
        network_.reversed.push_back(back ? 1 : 0);
        network_.columns[0].values.push_back(ferry ? Decimal::missing() : Decimal(1001, 1));
        network_.columns[1].values.push_back(ferry ? Decimal(600, 0) : Decimal(105, 1));
        network_.texts[0].add(name);
        network_.texts[1].add(type);
        network_.texts[2].add(junction);
        network_.shapes.add_arc(shape, back);
    }

    RoadNetwork network_;
    std::vector<std::int64_t> ids_;
};

inline RoadNetwork small_town(const std::string& crs = "EPSG:4326") {
    TownBuilder town(crs);
    town.street(1, 2, "High Street", "primary", true);
    town.street(2, 3, "High Street", "primary", true);
    // Drawn from 4 to 3.
    town.street(4, 3, "Mill Lane", "residential", true, {{7.002, 43.001}, {7.0021, 43.0005}, {7.002, 43}});
    town.street(4, 5, "Mill Lane", "residential", true);
    town.street(5, 6, "", "primary", false, {{7.002, 43.002}, {7.0024, 43.0021}, {7.0025, 43.0025}}, "roundabout");
    town.street(6, 7, "", "primary", false, {}, "roundabout");
    town.street(7, 5, "", "primary", false, {}, "roundabout");
    town.street(6, 8, "", "living_street", true);
    town.street(7, 9, "Quay Road", "primary", true);
    town.street(9, 10, "Lake Ferry", "ferry", true);
    town.street(1, 11, "Cut", "service", false);
    return town.finish();
}

}  // namespace allways::test
