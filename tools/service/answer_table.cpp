// SPDX-License-Identifier: Apache-2.0
// table of OSRM, sources_to_targets of Valhalla: durations and distances from all sources to all destinations.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "base/threads/parallel.h"
#include "network/snap/segment.h"
#include "service/answers.h"
#include "service/http/service_error.h"
#include "service/osrm/waypoints.h"

namespace allways::tools {

namespace {

// Larger tables are computed by several threads.
constexpr std::size_t cells_of_one_thread = 20'000;

std::vector<std::size_t> all_if_empty(std::vector<std::size_t> indexes, std::size_t count) {
    if (!indexes.empty()) return indexes;
    indexes.resize(count);
    std::iota(indexes.begin(), indexes.end(), std::size_t{0});
    return indexes;
}

std::vector<RoadPlace> places_of(const std::vector<Waypoint>& waypoints, const std::vector<std::size_t>& indexes) {
    std::vector<RoadPlace> places;
    places.reserve(indexes.size());
    for (const std::size_t i : indexes) places.push_back(waypoints[i].place);
    return places;
}

// Estimates pairs without a path from the straight line and the request's fallback speed.
class Fallback {
public:
    Fallback(const OsrmRequest& request, const std::vector<Waypoint>& waypoints)
        : request_(request), waypoints_(waypoints) {}
    double metres(std::size_t source, std::size_t destination) const {
        return network::metres_between(place(source), place(destination));
    }
    double seconds(std::size_t source, std::size_t destination) const {
        return metres(source, destination) / *request_.fallback_speed;
    }

private:
    Coordinate place(std::size_t i) const {
        return request_.fallback_from_input ? waypoints_[i].asked : waypoints_[i].snapped.place;
    }
    const OsrmRequest& request_;
    const std::vector<Waypoint>& waypoints_;
};

// A thread writes at least this many cells at a time.
constexpr std::size_t cells_of_a_text = 100'000;

// Each thread writes some rows to its own text; the texts are joined before the threads continue.
template <class Value>
void write_cells(JsonWriter& json, std::string_view key, std::size_t rows, std::size_t columns, const Value& value,
                 unsigned threads) {
    if (threads == 0) threads = hardware_threads();
    const std::size_t rows_of_a_text = cells_of_a_text / columns + 1;
    json.key(key).begin_array();
    std::vector<JsonWriter> texts(std::min<std::size_t>(threads, rows / rows_of_a_text + 1));
    for (std::size_t begin = 0; begin < rows; begin += texts.size() * rows_of_a_text) {
        const auto write = [&](std::size_t text) {
            const std::size_t first = begin + text * rows_of_a_text;
            texts[text].clear();
            for (std::size_t i = first; i < std::min(first + rows_of_a_text, rows); ++i) {
                texts[text].begin_array();
                texts[text].numbers(columns, 1, [&](std::size_t j) { return value(i, j); });
                texts[text].end_array();
            }
        };
        parallel_for(texts.size(), write, threads);
        for (const JsonWriter& text : texts) json.elements(text);
    }
    json.end_array();
}

}  // namespace

std::string answer_table(const MapSnapshot& map, const OsrmRequest& request, const ServiceOptions& options) {
    const std::vector<Waypoint> waypoints = find_waypoints(map, request, options);
    const auto sources = all_if_empty(request.sources, waypoints.size());
    const auto destinations = all_if_empty(request.destinations, waypoints.size());
    const std::size_t columns = destinations.size();
    const bool wants_distance = request.wants("distance");
    RoadTableOptions wanted{.sums = {}, .threads = options.table_threads, .progress = request.deadline.callback()};
    if (sources.size() * columns <= cells_of_one_thread) wanted.threads = 1;
    const std::vector<RoadPlace> from = places_of(waypoints, sources);
    const std::vector<RoadPlace> to = places_of(waypoints, destinations);
    const RoadTable table = wants_distance ? map.length_table(from, to, wanted) : map.router().table(from, to, wanted);
    const Fallback fallback(request, waypoints);
    const auto is_estimated = [&](std::size_t i, std::size_t j) {
        return request.fallback_speed && std::isinf(table.raw_distances[i * columns + j]);
    };

    JsonWriter json;
    json.reserve(sources.size() * columns * 8 * (wants_distance ? 2 : 1));
    json.begin_object().key("code").string("Ok");
    if (request.wants("duration")) {
        write_cells(
            json, "durations", sources.size(), columns,
            [&](std::size_t i, std::size_t j) {
                const double seconds = is_estimated(i, j) ? fallback.seconds(sources[i], destinations[j])
                                                          : map.seconds(table.raw_distances[i * columns + j]);
                return seconds * request.scale_factor;
            },
            wanted.threads);
    }
    if (wants_distance) {
        write_cells(
            json, "distances", sources.size(), columns,
            [&](std::size_t i, std::size_t j) {
                return is_estimated(i, j) ? fallback.metres(sources[i], destinations[j])
                                          : map.metres(table.sums[0][i * columns + j]);
            },
            wanted.threads);
    }
    if (request.fallback_speed) {
        json.key("fallback_speed_cells").begin_array();
        for (std::size_t i = 0; i < sources.size(); ++i) {
            for (std::size_t j = 0; j < columns; ++j) {
                if (!is_estimated(i, j)) continue;
                json.begin_array().integer(i).integer(j);
                json.end_array();
            }
        }
        json.end_array();
    }
    if (!request.skip_waypoints) {
        for (const auto& [key, indexes] : {std::pair("sources", &sources), std::pair("destinations", &destinations)}) {
            json.key(key).begin_array();
            for (const std::size_t i : *indexes) {
                json.begin_object();
                write_waypoint(json, map, request, waypoints[i]);
                json.end_object();
            }
            json.end_array();
        }
    }
    json.end_object();
    return std::move(json).take();
}

// ---- sources_to_targets: Valhalla's table of times and distances

namespace {

std::vector<RoadPlace> places_of(std::span<const Waypoint> waypoints) {
    std::vector<RoadPlace> places;
    for (const Waypoint& waypoint : waypoints) places.push_back(waypoint.place);
    return places;
}

void write_places(JsonWriter& json, std::string_view key, std::span<const Waypoint> waypoints) {
    json.key(key).begin_array();
    for (const Waypoint& one : waypoints) {
        json.begin_object().key("lon").number(one.asked.x, 6).key("lat").number(one.asked.y, 6);
        json.key("distance").number(one.snapped.distance, 3).end_object();
    }
    json.end_array();
}

// Writes whole seconds, as Valhalla does.
void write_time(JsonWriter& json, double seconds) {
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

    JsonWriter json;
    json.begin_object().key("sources_to_targets");
    if (request.verbose) {
        json.begin_array();
        for (std::size_t cell = 0; cell < table.raw_distances.size(); ++cell) {
            if (cell % columns == 0) json.begin_array();
            write_time(json.begin_object().key("time"), seconds(cell));
            json.key("distance").number(distance(cell), 3);
            json.key("from_index").integer(cell / columns);
            json.key("to_index").integer(cell % columns).end_object();
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
