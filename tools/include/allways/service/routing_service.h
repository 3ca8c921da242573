// SPDX-License-Identifier: Apache-2.0
// Answers of a routing service, without a transport: a network in memory, requests in, JSON out. The requests are those
// of OSRM's HTTP API, version 1 (docs/service.md says what is the same and what differs).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/progress.h"
#include "allways/cost/cost_updates.h"
#include "allways/result/network_factor.h"

namespace allways {

struct ServiceLimits {
    std::size_t route_coordinates = 500;
    std::size_t table_coordinates = 10000;      // origins, and destinations
    std::uint64_t table_cells = 25'000'000;     // origins × destinations
    std::uint64_t table_sum_cells = 4'000'000;  // of tables with distances, which need more memory
    std::size_t nearest_results = 100;
    std::size_t network_points = 300'000;  // of the roads that the page draws at once
    std::size_t body_bytes = 16 << 20;     // of a request
    double radius_m = 0;                   // points farther from any road are refused; 0: no limit
    double seconds = 30;                   // a request whose answer takes longer to find ends with an error
};

struct ServiceOptions {
    ServiceLimits limits = {};
    bool left_hand_driving = false;  // for `approaches=curb` and `driving_side`
    std::string mode = {};           // of steps; empty: as the imported profile travels. Ferries have their own
    bool allow_updates = false;      // POST /costs
    // Combinations of classes of roads (text "facility_type", with and without "_link") that a request may leave out
    // with `exclude`. Each takes the memory of another factor, and its time.
    std::vector<std::vector<std::string>> excludable = {};
    unsigned table_threads = 0;  // that one large table may use; 0: as many as the machine has
    LogCallback log = {};
};

struct ServiceRequest {
    std::string method = "GET";  // or POST, with a body
    std::string target;          // "/table/v1/driving/7.41,43.73;7.42,43.74?annotations=duration"
    std::string body = {};       // JSON, or CSV for /costs
    std::string content_type = {};
};

struct ServiceAnswer {
    int status = 200;  // of HTTP
    std::string content_type = "application/json; charset=UTF-8";
    std::string body;
    std::string service = {};  // "route", for logs and metrics; empty if it is unknown
};

// The costs that a profile in a URL names.
struct ServiceProfile {
    std::string name;
    std::shared_ptr<const NetworkFactor> factor;
};

// One profile for each of `costs`, columns of times, all in the order of the factor; without any, its own cost alone.
// They share the factor's columns where it has been through share_attributes(). Throws as factorize().
ALLWAYS_API std::vector<ServiceProfile> service_profiles(std::shared_ptr<const NetworkFactor> factor,
                                                         const std::vector<std::string>& costs,
                                                         const LogCallback& log = {});

// Safe to use from several threads at once. Answers are those of one set of costs, from the begin of a request to its
// end, whenever the costs are replaced.
class ALLWAYS_API RoutingService {
public:
    // The factor's cost must be a time, its arcs need a column "length" in a known unit, and its coordinates must
    // be degrees (EPSG:4326): throws InvalidArgument otherwise, for negative costs, and for a class in `excludable`
    // that neither a road nor OpenStreetMap has. O(m log m + fill).
    explicit RoutingService(std::shared_ptr<const NetworkFactor> factor, const ServiceOptions& options = {});
    // Several costs of the same roads, which share the index of places; requests for any other profile get the first.
    // Throws also without any, and for names that repeat.
    explicit RoutingService(std::vector<ServiceProfile> profiles, const ServiceOptions& options = {});
    ~RoutingService();
    RoutingService(RoutingService&&) noexcept;
    RoutingService& operator=(RoutingService&&) noexcept;

    // Whatever the request holds, it gets an answer: an error has a status of 400 or more and OSRM's `code` and
    // `message`. Throws nothing but what memory that runs out does.
    ServiceAnswer answer(const ServiceRequest& request) const;

    // Replace the costs of a profile, or of the first one; requests that have begun finish on the old ones. They throw
    // as the constructor, and InvalidArgument for an unknown profile, and then the costs stay.
    //
    // By those of another factor of the same roads.
    void replace(std::shared_ptr<const NetworkFactor> factor, const std::string& profile = {});
    // By those of the factor that the profile was given last, where rows do not say otherwise (CostUpdater): updates do
    // not build on one another. One runs at a time. Throws as CostUpdater and factorize, too.
    CostUpdateReport update(const CostUpdates& updates, const std::string& profile = {}) const;

    const ServiceOptions& options() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace allways
