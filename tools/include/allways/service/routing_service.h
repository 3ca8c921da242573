// SPDX-License-Identifier: Apache-2.0
// A routing service without a transport: it keeps a network in memory and answers requests with JSON. The requests are
// those of OSRM's HTTP API, version 1, some of Valhalla's, live costs and the page; docs/service.md states them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/option_row.h"
#include "allways/base/progress.h"
#include "allways/cost/cost_updates.h"
#include "allways/network/snap.h"
#include "allways/result/network_factor.h"

namespace allways {

struct ServiceLimits {
    std::size_t route_coordinates = 500;
    std::size_t trip_coordinates = 100;
    std::size_t match_coordinates = 500;        // points of a trace
    std::size_t table_coordinates = 10000;      // limit for origins, and for destinations
    std::uint64_t table_cells = 25'000'000;     // origins × destinations
    std::uint64_t table_sum_cells = 4'000'000;  // the same for tables with distances, which need more memory
    std::size_t nearest_results = 100;
    std::size_t network_points = 300'000;  // points of the roads that the page draws at once
    std::size_t body_bytes = 16 << 20;     // of a request's body
    // Points farther from any road are refused, unless the request states another radius; 0: no limit; nothing:
    // usual_snap_radius_m().
    std::optional<double> radius_m = {};
    double seconds = 30;  // a request that takes longer to compute ends with an error
};

// A profile name in URLs, and the costs that it stands for.
struct ServiceProfile {
    std::string name;
    std::shared_ptr<const NetworkFactor> factor;
};

struct ServiceOptions {
    ServiceLimits limits = {};
    SnapOptions::Component snap_component = SnapOptions::Component::largest;
    bool left_hand_driving = false;  // for `approaches=curb` and `driving_side`
    std::string mode = {};           // `mode` of steps; empty: the mode of the imported profile. Ferries have their own
    bool allow_updates = false;      // accept POST /costs and POST /reload
    // Combinations of road classes (text "facility_type", with and without "_link") that a request may leave out with
    // `exclude`. Each takes the memory and the factorization time of another factor.
    std::vector<std::vector<std::string>> excludable = {};
    // Accept `exclude_polygons`, which close roads for single requests. One set of polygons takes the memory of another
    // factor and the time of new costs.
    bool exclude_polygons = false;
    // Reads the map anew, with the same names of profiles, for reload() and POST /reload; empty: both are refused.
    std::function<std::vector<ServiceProfile>()> load = {};
    unsigned table_threads = 0;  // threads that one large table may use; 0: all hardware threads
    LogCallback log = {};
};

// The options of both, in the order of the command's help.
using ServiceLimitRow = OptionRow<ServiceLimits, std::uint64_t, double, std::optional<double>>;
using ServiceOptionRow = OptionRow<ServiceOptions, std::string, bool, std::vector<std::vector<std::string>>, unsigned,
                                   SnapOptions::Component>;
ALLWAYS_API const std::vector<ServiceLimitRow>& service_limits();
ALLWAYS_API const std::vector<ServiceOptionRow>& service_options();

struct ServiceRequest {
    std::string method = "GET";  // or HEAD, with the same answer; POST, with a body; OPTIONS
    std::string target;          // "/table/v1/driving/7.41,43.73;7.42,43.74?annotations=duration"
    std::string body = {};       // JSON, or CSV for /costs
    std::string content_type = {};
    std::string accept_language = {};  // of the instructions of steps, unless the option `language` names one
};

struct ServiceAnswer {
    int status = 200;  // HTTP status
    std::string content_type = "application/json; charset=UTF-8";
    std::string body;
    std::string service = {};  // one of RoutingService::services(), for metrics and headers; empty if it is unknown
    std::string allow = {};    // with status 204 and 405: the methods that the resource takes, "GET, HEAD, OPTIONS"
};

// Returns one profile for each of `costs`, which are columns of times; each is factorized in the factor's elimination
// order. If `costs` is empty, the only profile has the factor's own cost. Profiles share the factor's columns if
// share_attributes() was called for it. Throws as factorize().
ALLWAYS_API std::vector<ServiceProfile> service_profiles(std::shared_ptr<const NetworkFactor> factor,
                                                         const std::vector<std::string>& costs,
                                                         const LogCallback& log = {});

// Several threads may use it at once. Each request is answered with one set of costs from its beginning to its end,
// even if the costs are replaced meanwhile.
class ALLWAYS_API RoutingService {
public:
    // The factor's cost must be a time, its arcs need a column "length" in a known unit, and its coordinates must
    // be degrees (EPSG:4326): throws InvalidArgument otherwise, for negative costs, and for a class in `excludable`
    // that neither the roads nor OpenStreetMap have. O(m log m + fill).
    explicit RoutingService(std::shared_ptr<const NetworkFactor> factor, const ServiceOptions& options = {});
    // Several costs of the same roads, which share the spatial index; requests for an unknown profile use the first
    // one. Throws also for an empty list and for repeated names.
    explicit RoutingService(std::vector<ServiceProfile> profiles, const ServiceOptions& options = {});
    ~RoutingService();
    RoutingService(RoutingService&&) noexcept;
    RoutingService& operator=(RoutingService&&) noexcept;

    // Answers any request: errors have a status of 400 or more and OSRM's `code` and `message`, or Valhalla's fields
    // for its requests. Throws only if memory runs out.
    ServiceAnswer answer(const ServiceRequest& request) const;

    // replace() and update() change the costs of a profile (empty: the first one); requests that have begun finish with
    // the old costs. They throw as the constructor, and InvalidArgument for an unknown profile; after an exception the
    // costs are unchanged.
    // Takes the costs of another factor of the same roads.
    void replace(std::shared_ptr<const NetworkFactor> factor, const std::string& profile = {});
    // Takes the costs of the rows, and for all other arcs those of the factor that the profile was given last
    // (CostUpdater): an update does not build on earlier updates. One update runs at a time. Throws as CostUpdater and
    // factorize, too.
    CostUpdateReport update(const CostUpdates& updates, const std::string& profile = {}) const;

    // Replaces the map by a new one (ServiceOptions::load), live costs included. Requests that have begun finish with
    // the old map, and after an exception it stays. Throws InvalidArgument without `load` or if the profiles differ,
    // and as `load` and the constructor.
    void reload() const;

    // The date of the map's data as its source states it, such as "2018-08-30T20:43:01Z"; empty if it does not. And
    // when the map was loaded, in seconds since 1970.
    std::string map_date() const;
    std::int64_t loaded_at() const;

    const ServiceOptions& options() const;

    // "nearest", "route" and the names of all other services, each once.
    static std::vector<std::string_view> services();

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace allways
