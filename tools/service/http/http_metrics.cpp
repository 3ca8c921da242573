// SPDX-License-Identifier: Apache-2.0
#include "service/http/http_metrics.h"

#include <algorithm>

#include "allways/base/format.h"

namespace allways::tools {

void HttpMetrics::count_answer(std::string_view service, int status, double seconds, std::uint64_t bytes) {
    const auto found = std::ranges::find(services_, service);
    OfService& of = of_services_[static_cast<std::size_t>(found - services_.begin())];
    ++of.by_status[static_cast<std::size_t>(std::clamp(status / 100, 0, 5))];
    ++of.by_seconds[static_cast<std::size_t>(std::ranges::lower_bound(buckets, seconds) - buckets.begin())];
    of.microseconds += static_cast<std::uint64_t>(seconds * 1e6);
    of.bytes += bytes;
}

std::string HttpMetrics::text() const {
    std::string text;
    const auto name_of = [&](std::size_t i) { return i < services_.size() ? services_[i] : "other"; };
    const auto describe = [&](std::string_view name, std::string_view kind, std::string_view help) {
        text += format("# HELP {} {}\n# TYPE {} {}\n", name, help, name, kind);
    };
    describe("allways_requests_total", "counter", "Requests answered, by service and class of status.");
    for (std::size_t i = 0; i < of_services_.size(); ++i) {
        for (std::size_t status = 1; status <= 5; ++status) {
            const std::uint64_t count = of_services_[i].by_status[status];
            if (count == 0) continue;
            text += format("allways_requests_total{{service=\"{}\",status=\"{}xx\"}} {}\n", name_of(i), status, count);
        }
    }
    describe("allways_request_seconds", "histogram", "Time from the whole request to the whole answer.");
    for (std::size_t i = 0; i < of_services_.size(); ++i) {
        const OfService& of = of_services_[i];
        std::uint64_t count = 0;
        for (std::size_t bucket = 0; bucket <= buckets.size(); ++bucket) {
            count += of.by_seconds[bucket];
            const std::string most = bucket < buckets.size() ? format("{}", buckets[bucket]) : "+Inf";
            text += format("allways_request_seconds_bucket{{service=\"{}\",le=\"{}\"}} {}\n", name_of(i), most, count);
        }
        text += format("allways_request_seconds_sum{{service=\"{}\"}} {:.6f}\n", name_of(i),
                       static_cast<double>(of.microseconds) / 1e6);
        text += format("allways_request_seconds_count{{service=\"{}\"}} {}\n", name_of(i), count);
    }
    describe("allways_response_bytes_total", "counter", "Bytes of bodies sent, compressed where they were.");
    for (std::size_t i = 0; i < of_services_.size(); ++i) {
        text += format("allways_response_bytes_total{{service=\"{}\"}} {}\n", name_of(i),
                       std::uint64_t{of_services_[i].bytes});
    }
    describe("allways_connections", "gauge", "Open connections.");
    text += format("allways_connections {}\n", std::int64_t{connections});
    describe("allways_connections_refused_total", "counter", "Connections closed because there were too many.");
    text += format("allways_connections_refused_total {}\n", std::uint64_t{refused_});
    describe("allways_connections_failed_total", "counter", "Connections that ended by an error inside the server.");
    text += format("allways_connections_failed_total {}\n", std::uint64_t{failed_});
    describe("allways_requests_in_flight", "gauge", "Requests that are being answered.");
    text += format("allways_requests_in_flight {}\n", std::int64_t{in_flight});
    return text;
}

std::string map_metrics(const RoutingService& service) {
    std::string text = format(
        "# HELP allways_map_loaded_seconds Time at which the map was loaded, since 1970.\n"
        "# TYPE allways_map_loaded_seconds gauge\nallways_map_loaded_seconds {}\n",
        service.loaded_at());
    std::string date = service.map_date();
    std::erase_if(date, [](char c) { return c == '"' || c == '\\' || c < ' '; });
    text += format(
        "# HELP allways_map_info The date of the map's data, as its source states it.\n"
        "# TYPE allways_map_info gauge\nallways_map_info{{date=\"{}\"}} 1\n",
        date);
    return text;
}

}  // namespace allways::tools
