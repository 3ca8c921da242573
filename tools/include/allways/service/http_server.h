// SPDX-License-Identifier: Apache-2.0
// A RoutingService on a port: HTTP/1.1 with keep-alive, gzip and limits.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "allways/base/api.h"
#include "allways/service/routing_service.h"

namespace allways {

// One request as it was answered.
struct AccessRecord {
    std::string client;  // its address
    std::string method;
    std::string target;  // its first 200 bytes; empty where the request could not be read
    int status = 0;
    std::uint64_t bytes = 0;  // of the body that was sent
    double seconds = 0;       // from the whole request to the whole answer, without sending it
};

struct HttpServerOptions {
    std::string address = "127.0.0.1";   // "0.0.0.0" or "::" serve other machines, too
    std::uint16_t port = 5000;           // 0: any that is free
    unsigned threads = 0;                // 0: as many as the machine has
    std::size_t header_bytes = 1 << 20;  // the longest URL; the fields after it may have 64 KiB
    std::size_t connections = 1000;      // more are closed at once
    double idle_seconds = 30;            // a connection that sends no whole header in this time is closed
    double transfer_seconds = 30;  // a body or an answer takes longer: closed; answers get 10 s more for each megabyte
    std::size_t gzip_from_bytes = 1024;  // smaller answers are not worth compressing
    std::string allow_origin = {};       // "*" or an origin: pages from there may ask (CORS); empty: none
    std::function<void(const AccessRecord&)> access_log = {};  // called by several threads at once
};

// Beside OSRM's API it answers GET /health (JSON, 200) and GET /metrics (Prometheus' text format).
class ALLWAYS_API HttpServer {
public:
    // Takes the port, so that a service need not be prepared in vain, but refuses connections until listen().
    // Throws InvalidArgument for an address that is none, and InputError if the system does not grant it.
    explicit HttpServer(const HttpServerOptions& options = {});
    ~HttpServer();
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;

    std::uint16_t port() const;
    // Accepts connections from here on. The service must outlive this.
    void listen(const RoutingService& service);
    // Answers until stop(). Call once, after listen().
    void run();
    // Safe from any thread: accepts nothing more, closes idle connections, finishes the requests in flight.
    void stop();

    class Listener;

private:
    std::shared_ptr<Listener> listener_;
};

}  // namespace allways
