// SPDX-License-Identifier: Apache-2.0
// table of OSRM, sources_to_targets of Valhalla: durations and distances from all sources to all destinations.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/threads/parallel.h"
#include "network/snap/segment.h"
#include "service/answers.h"

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

// The costs from all sources to all destinations of a request, with their lengths if it wants distances.
struct Cells {
    std::vector<Waypoint> waypoints;
    std::vector<std::size_t> sources, destinations;  // among the waypoints
    std::size_t columns;
    unsigned threads;
    RoadTable table = {};

    Cells(const MapSnapshot& map, const RoadRequest& request, std::vector<Waypoint> snapped,
          const ServiceOptions& options)
        : waypoints(std::move(snapped)),
          sources(all_if_empty(request.sources, waypoints.size())),
          destinations(all_if_empty(request.destinations, waypoints.size())),
          columns(destinations.size()),
          threads(sources.size() * columns <= cells_of_one_thread ? 1 : options.table_threads) {
        const RoadTableOptions wanted{.sums = {}, .threads = threads, .progress = request.deadline.callback()};
        const auto from = places_of(sources);
        const auto to = places_of(destinations);
        table = request.wants("distance") ? map.length_table(from, to, wanted) : map.router().table(from, to, wanted);
    }

    double raw(std::size_t i, std::size_t j) const { return table.raw_distances[i * columns + j]; }
    double length(std::size_t i, std::size_t j) const { return table.sums[0][i * columns + j]; }

    // Writes value(i, j) for all cells. Each thread writes some rows to its own text; the texts are joined before the
    // threads continue.
    template <class Value>
    void write(JsonWriter& json, std::string_view key, int digits, const Value& value) const {
        constexpr std::size_t cells_of_a_text = 100'000;  // a thread writes at least this many at a time
        const unsigned writers = threads == 0 ? hardware_threads() : threads;
        const std::size_t rows = sources.size();
        const std::size_t rows_of_a_text = cells_of_a_text / columns + 1;
        json.key(key).begin_array();
        std::vector<JsonWriter> texts(std::min<std::size_t>(writers, rows / rows_of_a_text + 1));
        for (std::size_t begin = 0; begin < rows; begin += texts.size() * rows_of_a_text) {
            const auto write_rows = [&](std::size_t text) {
                const std::size_t first = begin + text * rows_of_a_text;
                texts[text].clear();
                for (std::size_t i = first; i < std::min(first + rows_of_a_text, rows); ++i) {
                    texts[text].begin_array();
                    texts[text].numbers(columns, digits, [&](std::size_t j) { return value(i, j); });
                    texts[text].end_array();
                }
            };
            parallel_for(texts.size(), write_rows, writers);
            for (const JsonWriter& text : texts) json.elements(text);
        }
        json.end_array();
    }

private:
    std::vector<RoadPlace> places_of(const std::vector<std::size_t>& indexes) const {
        std::vector<RoadPlace> places;
        places.reserve(indexes.size());
        for (const std::size_t i : indexes) places.push_back(waypoints[i].place);
        return places;
    }
};

}  // namespace

std::string answer_table(const MapSnapshot& map, const RoadRequest& request, const ServiceOptions& options) {
    const Cells cells(map, request, find_waypoints(map, request, options), options);
    // Pairs without a path are estimated from the straight line and the request's fallback speed.
    const auto is_estimated = [&](std::size_t i, std::size_t j) {
        return request.fallback_speed && std::isinf(cells.raw(i, j));
    };
    const auto straight_metres = [&](std::size_t i, std::size_t j) {
        const auto place = [&](std::size_t waypoint) {
            const Waypoint& one = cells.waypoints[waypoint];
            return request.fallback_from_input ? one.asked : one.snapped.place;
        };
        return network::metres_between(place(cells.sources[i]), place(cells.destinations[j]));
    };

    JsonWriter json;
    json.reserve(cells.sources.size() * cells.columns * 8 * (request.wants("distance") ? 2 : 1));
    json.begin_object().key("code").string("Ok");
    if (request.wants("duration")) {
        cells.write(json, "durations", 1, [&](std::size_t i, std::size_t j) {
            const double seconds =
                is_estimated(i, j) ? straight_metres(i, j) / *request.fallback_speed : map.seconds(cells.raw(i, j));
            return seconds * request.scale_factor;
        });
    }
    if (request.wants("distance")) {
        cells.write(json, "distances", 1, [&](std::size_t i, std::size_t j) {
            return is_estimated(i, j) ? straight_metres(i, j) : map.metres(cells.length(i, j));
        });
    }
    if (request.fallback_speed) {
        json.key("fallback_speed_cells").begin_array();
        for (std::size_t i = 0; i < cells.sources.size(); ++i) {
            for (std::size_t j = 0; j < cells.columns; ++j) {
                if (is_estimated(i, j)) json.begin_array().integer(i).integer(j).end_array();
            }
        }
        json.end_array();
    }
    if (!request.skip_waypoints) {
        for (const auto& [key, indexes] :
             {std::pair("sources", &cells.sources), {"destinations", &cells.destinations}}) {
            json.key(key).list(*indexes, [&](std::size_t i) {
                write_waypoint(json.begin_object(), map, request, cells.waypoints[i]);
                json.end_object();
            });
        }
    }
    return std::move(json.end_object()).take();
}

// ---- sources_to_targets: Valhalla's table of times and distances

// Times are whole seconds, as in Valhalla.
std::string answer_matrix(const MapSnapshot& map, const RoadRequest& request, const ServiceOptions& options) {
    const Cells cells(map, request, valhalla_waypoints(map, request, options), options);
    const auto seconds = [&](std::size_t i, std::size_t j) { return map.seconds(cells.raw(i, j)); };
    const auto distance = [&](std::size_t i, std::size_t j) {
        return map.metres(cells.length(i, j)) / request.metres_per_unit;
    };
    JsonWriter json;
    json.begin_object().key("sources_to_targets");
    if (request.verbose) {
        json.begin_array();
        for (std::size_t i = 0; i < cells.sources.size(); ++i) {
            json.begin_array();
            for (std::size_t j = 0; j < cells.columns; ++j) {
                json.begin_object().key("time").number(seconds(i, j), 0).key("distance").number(distance(i, j), 3);
                json.key("from_index").integer(i).key("to_index").integer(j).end_object();
            }
            json.end_array();
        }
        json.end_array();
    } else {
        json.begin_object();
        cells.write(json, "durations", 0, seconds);
        cells.write(json, "distances", 3, distance);
        json.end_object();
    }
    for (const auto& [key, indexes] : {std::pair("sources", &cells.sources), {"targets", &cells.destinations}}) {
        json.key(key).list(*indexes, [&](std::size_t i) {
            const Waypoint& one = cells.waypoints[i];
            json.begin_object().key("lon").number(one.asked.x, 6).key("lat").number(one.asked.y, 6);
            json.key("distance").number(one.snapped.distance, 3).end_object();
        });
    }
    json.key("units").string(request.unit());
    if (request.id) json.key("id").string(*request.id);
    return std::move(json.end_object()).take();
}

}  // namespace allways::tools
