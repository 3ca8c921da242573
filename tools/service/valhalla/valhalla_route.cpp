// SPDX-License-Identifier: Apache-2.0
#include "service/valhalla/valhalla_route.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <string_view>

#include "base/text.h"
#include "routes/road_classes.h"
#include "service/osrm/leg_guidance.h"
#include "service/osrm/route_object.h"

namespace allways::tools {

// ---- types of maneuvers

namespace {

ValhallaManeuver by_side(std::string_view modifier, ValhallaManeuver to_left, ValhallaManeuver to_right,
                         ValhallaManeuver otherwise) {
    if (modifier.ends_with("left")) return to_left;
    return modifier.ends_with("right") ? to_right : otherwise;
}

ValhallaManeuver turn_type(std::string_view modifier, bool left_hand) {
    using enum ValhallaManeuver;
    if (modifier.starts_with("slight")) return by_side(modifier, slight_left, slight_right, go_on);
    if (modifier.starts_with("sharp")) return by_side(modifier, sharp_left, sharp_right, go_on);
    if (modifier == "uturn") return left_hand ? uturn_right : uturn_left;
    return by_side(modifier, left, right, go_on);
}

}  // namespace

ValhallaManeuver valhalla_maneuver(const Instruction& one, bool on_ferry, bool left_hand) {
    using enum ValhallaManeuver;
    const std::string_view modifier = modifier_text(one);
    switch (one.maneuver) {
        case Maneuver::depart: return on_ferry ? ferry_enter : start;
        case Maneuver::arrive: return by_side(modifier, destination_left, destination_right, destination);
        case Maneuver::notification: return on_ferry ? ferry_enter : ferry_exit;
        case Maneuver::roundabout:
        case Maneuver::rotary: return roundabout_enter;
        case Maneuver::exit_roundabout:
        case Maneuver::exit_rotary: return roundabout_exit;
        case Maneuver::on_ramp: return by_side(modifier, ramp_left, ramp_right, ramp_straight);
        case Maneuver::off_ramp: return by_side(modifier, exit_left, exit_right, ramp_straight);
        case Maneuver::fork: return by_side(modifier, stay_left, stay_right, stay_straight);
        case Maneuver::merge: return by_side(modifier, merge_left, merge_right, merge);
        case Maneuver::new_name:
            if (modifier == "straight" || modifier.empty() || modifier.starts_with("slight")) return becomes;
            break;
        case Maneuver::turn:
        case Maneuver::keep_road:
        case Maneuver::end_of_road:
        case Maneuver::roundabout_turn: break;
    }
    return turn_type(modifier, left_hand);
}

// ---- routes

namespace {

// Sums over roads for the summaries of maneuvers, legs and routes.
struct RoadTotals {
    BoundingBox box = {};
    double seconds = 0;
    double metres = 0;
    bool has_toll = false;
    bool has_highway = false;
    bool has_ferry = false;

    void add(const MapSnapshot& map, const RouteLeg& leg, std::size_t first, std::size_t count) {
        const RoadFacts& facts = map.facts();
        seconds += leg.seconds(map, first, count);
        metres += leg.metres(map, first, count);
        for (std::size_t at = first; at < first + count; ++at) {
            const PathLeg& arc = leg.path.legs[at];
            has_toll = has_toll || facts.is_toll(arc);
            has_highway = has_highway || road_class(facts.kind(arc)) == RoadClass::motorway;
            has_ferry = has_ferry || facts.is_ferry(arc);
        }
    }
};

class ValhallaRouteWriter {
public:
    ValhallaRouteWriter(JsonWriter& json, const MapSnapshot& map, const RoadRequest& request,
                        const ServiceOptions& options)
        : json_(json),
          map_(map),
          request_(request),
          options_(options),
          language_(Language::find(request.language.value_or(""))) {}

    void write(std::span<const RouteLeg> legs) {
        json_.key("trip").begin_object();
        std::size_t at = 0;
        json_.key("locations").list(request_.stops, [&](const RouteStop& stop) {
            json_.begin_object().key("type").string(stop.type);
            json_.key("lat").number(request_.coordinates[at].y, 6).key("lon").number(request_.coordinates[at].x, 6);
            if (!stop.name.empty()) json_.key("name").string(stop.name);
            json_.key("original_index").integer(at++).end_object();
        });
        RoadTotals totals;
        json_.key("legs").list(legs, [&](const RouteLeg& leg) {
            request_.deadline.require();
            take_line(leg);
            totals.add(map_, leg, 0, leg.path.legs.size());
            totals.box.add(line_);
            write_leg(leg);
        });
        write_summary(totals);
        json_.key("status_message").string("Found route between points").key("status").integer(0);
        json_.key("units").string(request_.unit());
        json_.key("language").string(request_.language_tag.empty() ? language_.code() : request_.language_tag);
        json_.end_object();
    }

private:
    // Sets the line of a leg, and where its arcs lie on it.
    void take_line(const RouteLeg& leg) {
        line_.clear();
        begins_.clear();
        for (std::size_t at = 0; at < leg.path.legs.size(); ++at) {
            const auto line = leg.line(map_, at, 1);
            if (line_.empty()) line_.push_back(line.front());
            begins_.push_back(line_.size() - 1);
            std::ranges::copy_if(line, std::back_inserter(line_),
                                 [&](const Coordinate& point) { return point != line_.back(); });
        }
        if (line_.empty()) line_ = leg.line(map_);
        if (line_.size() == 1) line_.push_back(line_.front());
        begins_.push_back(begins_.empty() ? 0 : line_.size() - 1);
    }

    void write_leg(const RouteLeg& leg) {
        json_.begin_object();
        if (request_.steps) write_maneuvers(leg);
        RoadTotals totals;
        totals.add(map_, leg, 0, leg.path.legs.size());
        totals.box.add(line_);
        write_summary(totals);
        if (request_.geometries != Geometries::none) write_geometry(json_.key("shape"), line_, request_.geometries);
        json_.end_object();
    }

    void write_summary(const RoadTotals& totals) {
        // A network has the roads of one hour, so that none of them has another hour's rule.
        json_.key("summary").begin_object().key("has_time_restrictions").boolean(false);
        json_.key("has_toll").boolean(totals.has_toll).key("has_highway").boolean(totals.has_highway);
        json_.key("has_ferry").boolean(totals.has_ferry);
        json_.key("min_lat").number(totals.box.low.y, 6).key("min_lon").number(totals.box.low.x, 6);
        json_.key("max_lat").number(totals.box.high.y, 6).key("max_lon").number(totals.box.high.x, 6);
        write_measures(totals);
        json_.end_object();
    }

    // The cost that is minimised is the time.
    void write_measures(const RoadTotals& totals) {
        json_.key("time").number(totals.seconds, 3);
        json_.key("length").number(totals.metres / request_.metres_per_unit, request_.metres_per_unit == 1000 ? 3 : 4);
        json_.key("cost").number(totals.seconds, 3);
    }

    void write_maneuvers(const RouteLeg& leg) {
        json_.key("maneuvers").begin_array();
        for (const Instruction& one : leg_instructions(map_, leg, language_, request_.roundabout_exits)) {
            write_maneuver(leg, one);
        }
        if (leg.path.legs.empty()) write_stay();
        json_.end_array();
    }

    // A leg whose ends are the same place.
    void write_stay() {
        const std::string place = language_.text("the destination");
        Instruction begin{.maneuver = Maneuver::depart, .text = Language::finished(language_.text("start"))};
        Instruction end{.maneuver = Maneuver::arrive, .text = language_.text("arrive", {{"place", place}})};
        for (const Instruction& one : {begin, end}) {
            write_type(one, false);
            write_measures({});
            write_indexes(0, 0);
        }
    }

    void write_maneuver(const RouteLeg& leg, const Instruction& one) {
        const auto& arcs = leg.path.legs;
        const bool arrives = one.maneuver == Maneuver::arrive;
        const PathLeg& road = arcs[one.road_leg];
        write_type(one, !arrives && map_.facts().is_ferry(arcs[one.first_leg]));
        if (!arrives) write_names(road);
        if (one.bearing_before && one.first_leg > 0) write_bearing("bearing_before", *one.bearing_before);
        if (one.bearing_after && !arrives) write_bearing("bearing_after", *one.bearing_after);
        RoadTotals totals;
        totals.add(map_, leg, one.first_leg, one.leg_count);
        write_measures(totals);
        write_flag("toll", totals.has_toll);
        write_flag("highway", totals.has_highway);
        write_flag("ferry", totals.has_ferry);
        if (one.exit > 0 && (one.maneuver == Maneuver::roundabout || one.maneuver == Maneuver::rotary)) {
            json_.key("roundabout_exit_count").integer(one.exit);
        }
        if (!arrives) write_sign(one);
        write_indexes(begins_[one.first_leg], begins_[one.first_leg + one.leg_count]);
    }

    // Begins the object of a maneuver.
    void write_type(const Instruction& one, bool on_ferry) {
        const ValhallaManeuver type = valhalla_maneuver(one, on_ferry, options_.left_hand_driving);
        json_.begin_object().key("type").integer(static_cast<std::int64_t>(type));
        json_.key("instruction").string(request_.instructions ? one.text : "");
    }

    // Ends the object of a maneuver.
    void write_indexes(std::size_t begin, std::size_t end) {
        const std::string_view costing = request_.costing;
        const bool walks = costing == "pedestrian";
        const bool cycles = costing == "bicycle";
        json_.key("begin_shape_index").integer(begin);
        json_.key("end_shape_index").integer(end);
        json_.key("travel_mode").string(walks || cycles ? costing : "drive");
        const bool is_car = costing == "auto" || costing == "taxi";
        json_.key("travel_type").string(walks ? "foot" : cycles ? "hybrid" : is_car ? "car" : costing);
        json_.end_object();
    }

    // The name of the road, and its numbers.
    void write_names(const PathLeg& road) {
        std::vector<std::string_view> names;
        if (!map_.facts().name(road).empty()) names.push_back(map_.facts().name(road));
        for (const std::string_view ref : parts_of_list(map_.facts().ref(road), ";")) names.push_back(ref);
        if (!names.empty()) json_.key("street_names").list(names);
    }

    void write_sign(const Instruction& one) {
        if (one.destinations.empty() && one.exits.empty()) return;
        const std::size_t colon = one.destinations.find(": ");
        const bool has_roads = colon != std::string::npos;
        const std::string_view all = one.destinations;
        json_.key("sign").begin_object();
        write_elements("exit_number_elements", one.exits, ";");
        if (has_roads) write_elements("exit_branch_elements", all.substr(0, colon), ", ");
        write_elements("exit_toward_elements", has_roads ? all.substr(colon + 2) : all, ", ");
        json_.end_object();
    }

    void write_elements(const char* key, std::string_view list, std::string_view separator) {
        if (list.empty()) return;
        json_.key(key).list(parts_of_list(list, separator),
                            [&](std::string_view text) { json_.begin_object().key("text").string(text).end_object(); });
    }

    static std::vector<std::string_view> parts_of_list(std::string_view list, std::string_view separator) {
        std::vector<std::string_view> parts;
        while (!list.empty()) {
            const std::size_t end = std::min(list.find(separator), list.size());
            const std::string_view part = trimmed(list.substr(0, end));
            if (!part.empty()) parts.push_back(part);
            list.remove_prefix(std::min(end + separator.size(), list.size()));
        }
        return parts;
    }

    void write_bearing(const char* key, double bearing) {
        json_.key(key).integer(static_cast<std::int64_t>(bearing + 0.5) % 360);
    }

    void write_flag(const char* key, bool value) {
        if (value) json_.key(key).boolean(true);
    }

    JsonWriter& json_;
    const MapSnapshot& map_;
    const RoadRequest& request_;
    const ServiceOptions& options_;
    const Language& language_;
    // State of the leg that is being written:
    std::vector<Coordinate> line_;     // two points or more
    std::vector<std::size_t> begins_;  // for each arc and the end, an index into line_
};

}  // namespace

void write_valhalla_route(JsonWriter& json, const MapSnapshot& map, const RoadRequest& request,
                          std::span<const RouteLeg> legs, const ServiceOptions& options) {
    ValhallaRouteWriter(json, map, request, options).write(legs);
}

}  // namespace allways::tools
