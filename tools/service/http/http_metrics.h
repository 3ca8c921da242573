// SPDX-License-Identifier: Apache-2.0
// The counters of a server, in Prometheus' text format.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "allways/service/routing_service.h"

namespace allways::tools {

// Several threads may use it at once.
class HttpMetrics {
public:
    void count_answer(std::string_view service, int status, double seconds, std::uint64_t bytes);
    void count_refused() { ++refused_; }
    void count_failed() { ++failed_; }

    std::atomic<std::int64_t> connections{0};
    std::atomic<std::int64_t> in_flight{0};

    std::string text() const;

private:
    static constexpr std::array<double, 10> buckets{0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10};

    struct OfService {
        std::array<std::atomic<std::uint64_t>, 6> by_status{};  // answers with status 100 … 500, by the first digit
        std::array<std::atomic<std::uint64_t>, buckets.size() + 1> by_seconds{};
        std::atomic<std::uint64_t> microseconds{0};
        std::atomic<std::uint64_t> bytes{0};
    };
    const std::vector<std::string_view> services_ = RoutingService::services();
    std::vector<OfService> of_services_{services_.size() + 1};  // in the order of services_; the last counts all others
    std::atomic<std::uint64_t> refused_{0};
    std::atomic<std::uint64_t> failed_{0};
};

// The metrics of the map: when it was loaded, and the date of its data.
std::string map_metrics(const RoutingService& service);

}  // namespace allways::tools
