// SPDX-License-Identifier: Apache-2.0
#include "service/osrm/route_steps.h"

#include <algorithm>
#include <cmath>

#include "routes/phrases.h"
#include "routes/road_classes.h"
#include "service/osrm/leg_guidance.h"
#include "service/osrm/polyline.h"

namespace allways::tools {

namespace {

std::int64_t whole_bearing(double bearing) {
    return std::lround(bearing) % 360;
}

// The numbers of a road as OSRM lists them: "118; 117".
std::string spaced_list(std::string_view refs) {
    std::string list;
    for (std::size_t at = 0; at < refs.size(); ++at) {
        list += refs[at];
        if (refs[at] == ';' && at + 1 < refs.size() && refs[at + 1] != ' ') list += ' ';
    }
    return list;
}

// The roads at a node by bearing, as the leg passes it.
struct Intersection {
    std::vector<std::int64_t> bearings;
    std::vector<bool> entry;
    std::optional<std::size_t> in;
    std::optional<std::size_t> out;
    std::vector<TurnLane> lanes = {};
    std::vector<std::string_view> classes = {};  // of the road by which the leg leaves
};

class StepWriter {
public:
    StepWriter(JsonWriter& json, const MapSnapshot& map, const RouteLeg& leg, const OsrmRequest& request,
               const ServiceOptions& options)
        : json_(json),
          map_(map),
          leg_(leg),
          legs_(leg.path.legs),
          request_(request),
          options_(options),
          language_(Language::find(request.language.value_or(""))) {}

    void write() {
        if (legs_.empty()) return write_stay();
        const auto instructions = leg_instructions(map_, leg_, language_, true);
        for (const PathLeg& arc : legs_) crossings_.push_back(map_.directions().junctions().at_end_of(arc));
        lanes_ = leg_lanes(map_, leg_, crossings_, instructions);
        for (const Instruction& one : instructions) write_step(one);
    }

private:
    // Writes the steps of a leg whose start and end are the same place.
    void write_stay() {
        for (const char* type : {"depart", "arrive"}) {
            json_.begin_object();
            write_measures(0, 0);
            write_geometry(json_.key("geometry"), leg_.line(map_), request_.geometries);
            json_.key("maneuver").begin_object();
            write_maneuver(type, {}, leg_.from, 0, 0);
            json_.end_object();
            json_.key("intersections").begin_array();
            write_intersection(leg_.from, {{0}, {true}, {}, 0});
            json_.end_array();
            write_road({});
            json_.end_object();
        }
    }

    // The line of some legs; without any, the place where they would be.
    std::vector<Coordinate> line_of(std::size_t first, std::size_t count) const {
        if (count > 0) return leg_.line(map_, first, count);
        const Coordinate place = map_.source().coordinates()[legs_[first].from];
        return {place, place};
    }

    void write_step(const Instruction& one) {
        const std::size_t first = one.first_leg;
        const std::size_t count = one.leg_count;
        const bool departs = one.maneuver == Maneuver::depart;
        const bool arrives = one.maneuver == Maneuver::arrive;
        const auto line = arrives ? std::vector<Coordinate>{leg_.to, leg_.to} : line_of(first, count);
        json_.begin_object();
        write_measures(leg_.seconds(map_, first, count), leg_.metres(map_, first, count));
        write_geometry(json_.key("geometry"), line, request_.geometries);
        json_.key("maneuver").begin_object();
        const double before = departs ? 0 : arrives ? arrival_bearing() : one.bearing_before.value_or(0);
        const double after = arrives ? 0 : one.bearing_after.value_or(0);
        write_maneuver(type_text(one.maneuver), one, line.front(), before, after);
        json_.end_object();
        json_.key("intersections").begin_array();
        if (departs) {
            write_intersection(line.front(), {{whole_bearing(after)}, {true}, {}, 0, {}, classes_of(legs_[0])});
        } else if (arrives) {
            write_intersection(line.front(), {{whole_bearing(before + 180)}, {true}, 0, {}});
        }
        for (std::size_t at = first; at < std::max(first + count, arrives ? 0 : first + 1); ++at) {
            if (at > first && is_passed(at)) continue;
            if (at > 0) write_intersection(map_.source().coordinates()[legs_[at].from], intersection_at(at));
        }
        json_.end_array();
        write_road(legs_[one.road_leg]);
        write_text("rotary_name", one.rotary);
        const RoadFacts& facts = map_.facts();
        write_text("destinations", arrives ? facts.destinations(legs_[one.road_leg]) : one.destinations);
        write_text("exits", spaced_list(arrives ? facts.exits(legs_[one.road_leg]) : one.exits));
        json_.end_object();
    }

    void write_measures(double seconds, double metres) {
        json_.key("duration").number(seconds, 3).key("weight").number(seconds, 3).key("distance").number(metres, 3);
    }

    void write_maneuver(const char* type, const std::optional<Instruction>& one, Coordinate at, double before,
                        double after) {
        json_.key("type").string(type).key("location");
        write_location(json_, at);
        json_.key("bearing_before").integer(whole_bearing(before));
        json_.key("bearing_after").integer(whole_bearing(after));
        if (!one) return;
        const std::string_view modifier = modifier_text(*one);
        if (!modifier.empty()) json_.key("modifier").string(modifier);
        if (request_.language) write_text("instruction", one->text);
        if (one->exit > 0) json_.key("exit").integer(one->exit);
    }

    void write_road(const std::optional<PathLeg>& leg) {
        const RoadFacts& facts = map_.facts();
        json_.key("name").string(leg ? facts.name(*leg) : std::string_view());
        if (leg && !facts.ref(*leg).empty()) json_.key("ref").string(spaced_list(facts.ref(*leg)));
        json_.key("mode").string(leg && facts.is_ferry(*leg) ? "ferry" : options_.mode);
        json_.key("driving_side").string(options_.left_hand_driving ? "left" : "right");
    }

    void write_text(const char* key, std::string_view text) {
        if (!text.empty()) json_.key(key).string(text);
    }

    double arrival_bearing() const {
        const auto line = leg_.line(map_, legs_.size() - 1, 1);
        return bearing_between(line[line.size() - 2], line.back());
    }

    Intersection intersection_at(std::size_t at) const {
        Junction roads = crossings_[at - 1];
        Intersection found;
        const auto is_out = [&](const JunctionRoad& road) { return road.leg.arc == legs_[at].arc; };
        if (const auto out = std::ranges::find_if(roads, is_out); out != roads.end()) out->enterable = true;
        found.lanes = lanes_[at];
        found.classes = classes_of(legs_[at]);
        std::ranges::sort(roads, {}, [](const JunctionRoad& road) { return whole_bearing(road.bearing); });
        for (std::size_t one = 0; one < roads.size(); ++one) {
            if (roads[one].is_back) found.in = one;
            if (is_out(roads[one])) found.out = one;
            found.bearings.push_back(whole_bearing(roads[one].bearing));
            found.entry.push_back(roads[one].enterable);
        }
        return found;
    }

    // A node where one road goes on as it is, which is no intersection.
    bool is_passed(std::size_t at) const {
        const RoadFacts& facts = map_.facts();
        const PathLeg& before = legs_[at - 1];
        const PathLeg& after = legs_[at];
        return crossings_[at - 1].size() == 2 && after.to != before.from && facts.name(before) == facts.name(after) &&
               facts.ref(before) == facts.ref(after) && facts.kind(before) == facts.kind(after) &&
               classes_of(before) == classes_of(after);
    }

    std::vector<std::string_view> classes_of(const PathLeg& leg) const {
        const RoadFacts& facts = map_.facts();
        const auto& zones = map_.arcs().turns.destination_only;
        std::vector<std::string_view> classes;
        if (facts.is_toll(leg)) classes.push_back("toll");
        if (road_class(facts.kind(leg)) == RoadClass::motorway) classes.push_back("motorway");
        if (facts.is_ferry(leg)) classes.push_back("ferry");
        if (leg.arc < zones.size() && zones[leg.arc] != 0) classes.push_back("restricted");
        if (facts.is_tunnel(leg)) classes.push_back("tunnel");
        return classes;
    }

    void write_intersection(Coordinate at, const Intersection& one) {
        json_.begin_object().key("location");
        write_location(json_, at);
        json_.key("bearings").begin_array();
        for (const std::int64_t bearing : one.bearings) json_.integer(bearing);
        json_.end_array().key("entry").begin_array();
        for (const bool entry : one.entry) json_.boolean(entry);
        json_.end_array();
        if (one.in) json_.key("in").integer(*one.in);
        if (one.out) json_.key("out").integer(*one.out);
        if (!one.lanes.empty()) write_lanes(one.lanes);
        if (!one.classes.empty()) {
            json_.key("classes").begin_array();
            for (const std::string_view name : one.classes) json_.string(name);
            json_.end_array();
        }
        json_.end_object();
    }

    void write_lanes(const std::vector<TurnLane>& lanes) {
        json_.key("lanes").begin_array();
        for (const TurnLane& lane : lanes) {
            json_.begin_object().key("valid").boolean(lane.valid).key("indications").begin_array();
            for (const std::string_view word : lane.indications) json_.string(word);
            json_.end_array().end_object();
        }
        json_.end_array();
    }

    JsonWriter& json_;
    const MapSnapshot& map_;
    const RouteLeg& leg_;
    const std::vector<PathLeg>& legs_;
    const OsrmRequest& request_;
    const ServiceOptions& options_;
    const Language& language_;
    std::vector<Junction> crossings_;           // at the end of each arc
    std::vector<std::vector<TurnLane>> lanes_;  // before each arc
};

}  // namespace

void write_geometry(JsonWriter& json, const std::vector<Coordinate>& line, Geometries geometries) {
    if (geometries != Geometries::geojson) {
        json.string(encode_polyline(line, geometries == Geometries::polyline6 ? 6 : 5));
        return;
    }
    json.begin_object().key("coordinates").begin_array();
    for (const Coordinate& point : line) write_location(json, point);
    json.end_array().key("type").string("LineString").end_object();
}

void write_steps(JsonWriter& json, const MapSnapshot& map, const RouteLeg& leg, const OsrmRequest& request,
                 const ServiceOptions& options) {
    json.begin_array();
    StepWriter(json, map, leg, request, options).write();
    json.end_array();
}

std::string summary_of(const MapSnapshot& map, const RouteLeg& leg) {
    std::vector<std::pair<std::string_view, double>> roads;  // in order of travel
    for (std::size_t at = 0; at < leg.path.legs.size(); ++at) {
        const PathLeg& arc = leg.path.legs[at];
        const std::string_view name = map.facts().name(arc).empty() ? map.facts().ref(arc) : map.facts().name(arc);
        if (name.empty()) continue;
        auto road = std::ranges::find(roads, name, &std::pair<std::string_view, double>::first);
        if (road == roads.end()) road = roads.insert(road, {name, 0});
        road->second += leg.metres(map, at, 1);
    }
    while (roads.size() > 2) {
        roads.erase(std::ranges::min_element(roads, {}, &std::pair<std::string_view, double>::second));
    }
    std::string text;
    for (const auto& [name, metres] : roads) (text += text.empty() ? "" : ", ") += name;
    return text;
}

}  // namespace allways::tools
