// SPDX-License-Identifier: Apache-2.0
#include "service/osrm/route_object.h"

#include <algorithm>
#include <cmath>

#include "routes/phrases.h"
#include "routes/road_classes.h"
#include "service/osrm/leg_guidance.h"
#include "service/osrm/polyline.h"

namespace allways::tools {

void write_geometry(JsonWriter& json, const std::vector<Coordinate>& line, Geometries geometries) {
    if (geometries != Geometries::geojson) {
        json.string(encode_polyline(line, geometries == Geometries::polyline6 ? 6 : 5));
        return;
    }
    json.begin_object().key("coordinates").list(line, [&](Coordinate point) { write_location(json, point); });
    json.key("type").string("LineString").end_object();
}

// ---- steps

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
    StepWriter(JsonWriter& json, const MapSnapshot& map, const RouteLeg& leg, const RoadRequest& request,
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
            begin_step(0, 0, leg_.line(map_));
            write_maneuver(type, nullptr, leg_.from, 0, 0);
            json_.key("intersections").begin_array();
            write_intersection(leg_.from, {{0}, {true}, {}, 0});
            json_.end_array();
            write_road(nullptr);
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
        begin_step(leg_.seconds(map_, first, count), leg_.metres(map_, first, count), line);
        const double before = departs ? 0 : arrives ? arrival_bearing() : one.bearing_before.value_or(0);
        const double after = arrives ? 0 : one.bearing_after.value_or(0);
        write_maneuver(type_text(one.maneuver), &one, line.front(), before, after);
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
        write_road(&legs_[one.road_leg]);
        write_text("rotary_name", one.rotary);
        const RoadFacts& facts = map_.facts();
        write_text("destinations", arrives ? facts.destinations(legs_[one.road_leg]) : one.destinations);
        write_text("exits", spaced_list(arrives ? facts.exits(legs_[one.road_leg]) : one.exits));
        json_.end_object();
    }

    void begin_step(double seconds, double metres, const std::vector<Coordinate>& line) {
        json_.begin_object().key("duration").number(seconds, 3).key("weight").number(seconds, 3);
        write_geometry(json_.key("distance").number(metres, 3).key("geometry"), line, request_.geometries);
    }

    // `one`: null for a leg that stays where it is.
    void write_maneuver(const char* type, const Instruction* one, Coordinate at, double before, double after) {
        write_location(json_.key("maneuver").begin_object().key("type").string(type).key("location"), at);
        json_.key("bearing_before").integer(whole_bearing(before));
        json_.key("bearing_after").integer(whole_bearing(after));
        if (one != nullptr) {
            write_text("modifier", modifier_text(*one));
            if (request_.language) write_text("instruction", one->text);
            if (one->exit > 0) json_.key("exit").integer(one->exit);
        }
        json_.end_object();
    }

    void write_road(const PathLeg* leg) {
        const RoadFacts& facts = map_.facts();
        json_.key("name").string(leg != nullptr ? facts.name(*leg) : std::string_view());
        if (leg != nullptr) write_text("ref", spaced_list(facts.ref(*leg)));
        json_.key("mode").string(leg != nullptr && facts.is_ferry(*leg) ? "ferry" : options_.mode);
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
        write_location(json_.begin_object().key("location"), at);
        json_.key("bearings").list(one.bearings);
        json_.key("entry").list(one.entry, [&](bool entry) { json_.boolean(entry); });
        if (one.in) json_.key("in").integer(*one.in);
        if (one.out) json_.key("out").integer(*one.out);
        if (!one.lanes.empty()) {
            json_.key("lanes").list(one.lanes, [&](const TurnLane& lane) {
                json_.begin_object().key("valid").boolean(lane.valid);
                json_.key("indications").list(lane.indications).end_object();
            });
        }
        if (!one.classes.empty()) json_.key("classes").list(one.classes);
        json_.end_object();
    }

    JsonWriter& json_;
    const MapSnapshot& map_;
    const RouteLeg& leg_;
    const std::vector<PathLeg>& legs_;
    const RoadRequest& request_;
    const ServiceOptions& options_;
    const Language& language_;
    std::vector<Junction> crossings_;           // at the end of each arc
    std::vector<std::vector<TurnLane>> lanes_;  // before each arc
};

// ---- annotations, legs and routes

// The names of the two roads with the largest share of the leg.
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

// Calls add(from, to, share) for the arc's pieces between `begin` and `end`, which are shares of its length; at least
// for one piece. `from` and `to`: the nodes at its ends, `share`: of what lies between `begin` and `end`.
template <class Add>
void visit_pieces(const ArcStretches& pieces, double begin, double end, const Add& add) {
    constexpr double nothing = 1e-9;
    const std::size_t count = pieces.nodes.size() - 1;
    if (end - begin <= nothing) {
        std::size_t piece = 0;
        while (piece + 1 < count && pieces.shares[piece + 1] <= begin) ++piece;
        return add(pieces.nodes[piece], pieces.nodes[piece + 1], 1);
    }
    for (std::size_t piece = 0; piece < count; ++piece) {
        const double expanded = std::min(pieces.shares[piece + 1], end) - std::max(pieces.shares[piece], begin);
        if (expanded > nothing) add(pieces.nodes[piece], pieces.nodes[piece + 1], expanded / (end - begin));
    }
}

// Writes the stretches of a leg between neighbouring nodes of OpenStreetMap. An arc's time is distributed over its
// length.
void write_annotation(JsonWriter& json, const MapSnapshot& map, const RouteLeg& leg, const RoadRequest& request) {
    std::vector<std::int64_t> nodes;  // one more than stretches, or empty
    std::vector<double> seconds;
    std::vector<double> metres;
    for (std::size_t at = 0; at < leg.path.legs.size(); ++at) {
        const ArcStretches pieces = stretches_of(map, static_cast<ArcIndex>(leg.path.legs[at].arc));
        const double arc_seconds = leg.seconds(map, at, 1);
        const double arc_metres = leg.metres(map, at, 1);
        visit_pieces(pieces, leg.begin_share(at), leg.end_share(at),
                     [&](std::int64_t from, std::int64_t to, double share) {
                         if (nodes.empty()) nodes.push_back(from);
                         nodes.push_back(to);
                         seconds.push_back(arc_seconds * share);
                         metres.push_back(arc_metres * share);
                     });
    }
    const auto write = [&](std::string_view name, const auto& value, int digits) {
        if (request.wants(name)) json.key(name).begin_array().numbers(seconds.size(), digits, value).end_array();
    };
    json.begin_object();
    write(
        "duration", [&](std::size_t at) { return seconds[at]; }, 3);
    write(
        "weight", [&](std::size_t at) { return seconds[at]; }, 3);
    write(
        "distance", [&](std::size_t at) { return metres[at]; }, 3);
    write(
        "speed", [&](std::size_t at) { return seconds[at] > 0 ? metres[at] / seconds[at] : 0; }, 1);
    write(
        "datasources", [](std::size_t) { return 0.0; }, 0);
    if (request.wants("datasources")) {
        json.key("metadata").begin_object().key("datasource_names").begin_array().string("network").end_array();
        json.end_object();
    }
    if (request.wants("nodes")) json.key("nodes").list(nodes, [&](std::int64_t node) { write_node(json, map, node); });
    json.end_object();
}

void write_leg(JsonWriter& json, const MapSnapshot& map, const RouteLeg& leg, const RoadRequest& request,
               const ServiceOptions& options) {
    const double seconds = map.seconds(leg.path.raw_distance);
    json.begin_object().key("steps").begin_array();
    if (request.steps) StepWriter(json, map, leg, request, options).write();
    json.end_array();
    json.key("summary").string(request.steps ? summary_of(map, leg) : "");
    json.key("weight").number(seconds, 3).key("duration").number(seconds, 3);
    json.key("distance").number(leg.metres(map), 3);
    if (request.overview == Overview::by_legs) {
        write_geometry(json.key("geometry"), leg.line(map), request.geometries);
    }
    if (!request.annotations.empty()) write_annotation(json.key("annotation"), map, leg, request);
    json.end_object();
}

std::vector<Coordinate> line_of(const MapSnapshot& map, std::span<const RouteLeg> legs) {
    std::vector<Coordinate> line;
    for (const RouteLeg& leg : legs) append_line(line, leg.line(map));
    if (line.size() == 1) line.push_back(line.front());
    return line;
}

}  // namespace

void write_route(JsonWriter& json, const MapSnapshot& map, std::span<const RouteLeg> legs, const RoadRequest& request,
                 const ServiceOptions& options) {
    double seconds = 0;
    double metres = 0;
    for (const RouteLeg& leg : legs) {
        seconds += map.seconds(leg.path.raw_distance);
        metres += leg.metres(map);
    }
    json.key("legs").list(legs, [&](const RouteLeg& leg) {
        request.deadline.require();
        write_leg(json, map, leg, request, options);
    });
    json.key("weight_name").string("duration");
    if (request.overview == Overview::full)
        write_geometry(json.key("geometry"), line_of(map, legs), request.geometries);
    if (request.overview == Overview::simplified) {
        write_geometry(json.key("geometry"), simplified_line(line_of(map, legs)), request.geometries);
    }
    json.key("weight").number(seconds, 3).key("duration").number(seconds, 3).key("distance").number(metres, 3);
}

}  // namespace allways::tools
