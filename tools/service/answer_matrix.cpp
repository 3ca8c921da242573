// SPDX-License-Identifier: Apache-2.0
// sources_to_targets: Valhalla's table of times and distances.
#include <cmath>
#include <span>

#include "service/answers.h"
#include "service/http/service_error.h"
#include "service/osrm/waypoints.h"

namespace allways::tools {

namespace {

std::vector<RoadPlace> places_of(std::span<const Waypoint> waypoints) {
    std::vector<RoadPlace> places;
    for (const Waypoint& waypoint : waypoints) places.push_back(waypoint.place);
    return places;
}

void write_places(AnswerWriter& json, std::string_view key, std::span<const Waypoint> waypoints) {
    json.key(key).begin_array();
    for (const Waypoint& one : waypoints) {
        json.begin_object().key("lon").number(one.asked.x, 6).key("lat").number(one.asked.y, 6);
        json.key("distance").number(one.snapped.distance, 3).end_object();
    }
    json.end_array();
}

// Writes whole seconds, as Valhalla does.
void write_time(AnswerWriter& json, double seconds) {
    json.number(seconds, 0);
}

}  // namespace

std::vector<Waypoint> valhalla_waypoints(const MapSnapshot& map, const std::vector<Coordinate>& places,
                                         const Deadline& deadline, const ServiceOptions& options) {
    OsrmRequest request;
    request.coordinates = places;
    request.deadline = deadline;
    try {
        return find_waypoints(map, request, options);
    } catch (const ServiceError&) {
        throw ServiceError("171", "No suitable edges near location");
    }
}

std::string answer_matrix(const MapSnapshot& map, const ValhallaRequest& request, const ServiceOptions& options) {
    std::vector<Coordinate> asked = request.sources;
    asked.insert(asked.end(), request.targets.begin(), request.targets.end());
    const std::vector<Waypoint> waypoints = valhalla_waypoints(map, asked, request.deadline, options);
    const auto sources = std::span(waypoints).first(request.sources.size());
    const auto targets = std::span(waypoints).subspan(sources.size());
    const std::vector<RoadPlace> origins = places_of(sources);
    const std::vector<RoadPlace> destinations = places_of(targets);
    const RoadTable table = map.length_table(
        origins, destinations, {.sums = {}, .threads = options.table_threads, .progress = request.deadline.callback()});
    const std::size_t columns = destinations.size();
    const auto seconds = [&](std::size_t cell) { return map.seconds(table.raw_distances[cell]); };
    const auto distance = [&](std::size_t cell) { return map.metres(table.sums[0][cell]) / request.metres_per_unit; };

    AnswerWriter json;
    json.begin_object().key("sources_to_targets");
    if (request.verbose) {
        json.begin_array();
        for (std::size_t cell = 0; cell < table.raw_distances.size(); ++cell) {
            if (cell % columns == 0) json.begin_array();
            write_time(json.begin_object().key("time"), seconds(cell));
            json.key("distance").number(distance(cell), 3);
            json.key("from_index").integer(static_cast<std::int64_t>(cell / columns));
            json.key("to_index").integer(static_cast<std::int64_t>(cell % columns)).end_object();
            if ((cell + 1) % columns == 0) json.end_array();
        }
        json.end_array();
    } else {
        const auto rows = [&](std::string_view key, const auto& write) {
            json.key(key).begin_array();
            for (std::size_t i = 0; i < origins.size(); ++i) {
                json.begin_array();
                for (std::size_t j = 0; j < columns; ++j) write(i * columns + j);
                json.end_array();
            }
            json.end_array();
        };
        json.begin_object();
        rows("durations", [&](std::size_t cell) { write_time(json, seconds(cell)); });
        rows("distances", [&](std::size_t cell) { json.number(distance(cell), 3); });
        json.end_object();
    }
    write_places(json, "sources", sources);
    write_places(json, "targets", targets);
    json.key("units").string(request.metres_per_unit == 1000 ? "kilometers" : "miles");
    if (request.id) json.key("id").string(*request.id);
    json.end_object();
    return std::move(json).take();
}

}  // namespace allways::tools
