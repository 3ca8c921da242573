// SPDX-License-Identifier: Apache-2.0
#include "allways/service/http_server.h"
#include "allways/service/routing_service.h"

namespace allways {

// OptionText::formats of rows that limit what a client may ask for.
static constexpr const char* limits = "limits";

const std::vector<HttpServerOptionRow>& http_server_options() {
    using Http = HttpServerOptions;
    static const std::vector<HttpServerOptionRow> rows{
        {"port", &Http::port, "PORT", "Port to listen on; 0 takes any that is free", "", "-p,--port"},
        {"address", &Http::address, "ADDRESS",
         "IP address to listen on, or localhost; 0.0.0.0 also serves other machines; unix:PATH makes a Unix socket"},
        {"socket_mode", &Http::socket_mode, "MODE", "Permissions of a Unix socket, octal"},
        {"threads", &Http::threads, "THREADS", "Requests answered at once (default: as many as the machine has cores)"},
        {"allow_origin", &Http::allow_origin, "ORIGIN",
         "Let web pages of this origin ask; * for all, none for none (default: on a loopback address all, which may "
         "not change costs, otherwise none)",
         "", "--cors"},
        {"header_bytes", &Http::header_bytes, "SIZE", "URL", limits, "--max-url"},
        {"connections", &Http::connections, "COUNT", "Open connections; more are closed at once", limits,
         "--max-connections"},
        {"idle_seconds", &Http::idle_seconds, "TIME", "Close a connection that sends no request in this time", limits,
         "--idle-timeout"},
        {"transfer_seconds", &Http::transfer_seconds, "TIME",
         "Close a connection that takes longer to send a body or to receive an answer, which gets 10 s more for each "
         "megabyte",
         limits, "--transfer-timeout"},
    };
    return rows;
}

const std::vector<ServiceLimitRow>& service_limits() {
    using Limits = ServiceLimits;
    static const std::vector<ServiceLimitRow> rows{
        {"route_coordinates", &Limits::route_coordinates, "COUNT", "Coordinates of a route", limits, "--max-route"},
        {"trip_coordinates", &Limits::trip_coordinates, "COUNT", "Coordinates of a trip", limits, "--max-trip"},
        {"match_coordinates", &Limits::match_coordinates, "COUNT", "Points of a trace to match", limits, "--max-match"},
        {"table_coordinates", &Limits::table_coordinates, "COUNT", "Sources, and destinations, of a table", limits,
         "--max-table"},
        {"table_cells", &Limits::table_cells, "COUNT", "Pairs of a table of durations", limits, "--max-pairs"},
        {"table_sum_cells", &Limits::table_sum_cells, "COUNT", "Pairs of a table with distances", limits,
         "--max-distance-pairs"},
        {"nearest_results", &Limits::nearest_results, "COUNT", "Results of nearest", limits, "--max-nearest"},
        {"network_points", &Limits::network_points, "COUNT", "Points of roads that the page draws at once", limits,
         "--max-network-points"},
        {"body_bytes", &Limits::body_bytes, "SIZE", "Body of a request", limits, "--max-body"},
        {"radius_m", &Limits::radius_m, "METRES",
         "Metres between a coordinate and its road, if the request states none; 0: no limit (default: 500, 300 for "
         "bicycles, "
         "200 on foot)",
         limits, "--max-radius"},
        {"seconds", &Limits::seconds, "TIME", "Time for finding the answer of a request", limits, "--max-time"},
    };
    return rows;
}

const std::vector<ServiceOptionRow>& service_options() {
    using Service = ServiceOptions;
    static const std::vector<ServiceOptionRow> rows{
        {"excludable", &Service::excludable, "CLASSES",
         "Let requests leave out these classes of roads at once, such as motorway or motorway,ferry; repeatable", "",
         "--exclude"},
        {"exclude_polygons", &Service::exclude_polygons, "",
         "Accept exclude_polygons, which close roads for one request of Valhalla's form; a new set of polygons takes "
         "as long as POST /costs"},
        {"snap_component", &Service::snap_component, "WHICH",
         "Snap coordinates to the largest strong component unless all of a request lie in another one, or always to "
         "any"},
        {"left_hand_driving", &Service::left_hand_driving, "", "Traffic drives on the left", "", "--left-hand"},
        {"mode", &Service::mode, "MODE", "Mode of steps (default: as the imported profile states)", "", no_flag},
        {"allow_updates", &Service::allow_updates, "",
         "Let whoever reaches the port change the costs with POST /costs, and the map with POST /reload"},
        {"table_threads", &Service::table_threads, "THREADS",
         "Threads that one large table may use (default: as many as the machine has cores)"},
    };
    return rows;
}

}  // namespace allways
