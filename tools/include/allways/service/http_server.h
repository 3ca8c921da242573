// SPDX-License-Identifier: Apache-2.0
// Serves a RoutingService over HTTP/1.1, with keep-alive, gzip and limits.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "allways/base/api.h"
#include "allways/base/option_row.h"
#include "allways/service/routing_service.h"

namespace allways {

// One answered request, for the access log.
struct AccessRecord {
    std::string client;         // its address; "unix" at a Unix socket
    std::string forwarded_for;  // the first 200 bytes of the field X-Forwarded-For, which any client can write
    std::string method;
    std::string target;  // its first 200 bytes; empty if the request could not be read
    int status = 0;
    std::uint64_t bytes = 0;  // of the body that was sent
    double seconds = 0;       // from the complete request to the complete answer, without sending it
};

struct HttpServerOptions {
    // Or "localhost"; "0.0.0.0" or "::" serve other machines, too; "unix:/run/allways.sock" is a socket in the file
    // system, which is removed at the end.
    std::string address = "127.0.0.1";
    std::uint16_t port = 5000;           // 0: any free port; a Unix socket has none
    std::string socket_mode = "660";     // who may connect to a Unix socket: permissions of its file, octal
    unsigned threads = 0;                // 0: all hardware threads
    std::size_t header_bytes = 1 << 20;  // the longest request line; the header fields may have 64 KiB more
    std::size_t connections = 1000;      // further connections are closed at once
    double idle_seconds = 30;            // a connection that sends no complete header in this time is closed
    double transfer_seconds = 30;  // limit for receiving a body or sending an answer; answers: + 10 s per megabyte
    std::size_t gzip_from_bytes = 1024;  // smaller answers are not compressed
    // CORS: the origin whose pages may send requests, "*" for all, or "none". Empty: on a loopback address, pages of
    // all origins may ask, but not change costs; on other addresses no other origin may ask.
    std::string allow_origin = {};
    std::function<void(const AccessRecord&)> access_log = {};  // called concurrently by several threads
};

using HttpServerOptionRow = OptionRow<HttpServerOptions, std::string, std::uint16_t, unsigned, std::uint64_t, double>;
// In the order of the command's help.
ALLWAYS_API const std::vector<HttpServerOptionRow>& http_server_options();

// Answers the service's requests, GET /health (JSON, 200) and GET /metrics (Prometheus' text format).
class ALLWAYS_API HttpServer {
public:
    // Reserves the port, so that a busy port shows before the service is prepared, but refuses connections until
    // listen(). Throws InvalidArgument for a malformed address, and InputError if the system refuses address or port.
    explicit HttpServer(const HttpServerOptions& options = {});
    ~HttpServer();
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;

    std::uint16_t port() const;  // 0 for a Unix socket
    // Accepts connections from here on. The service must outlive the server.
    void listen(const RoutingService& service);
    // Answers until stop(). Call once, after listen().
    void run();
    // Accepts no more connections, closes idle ones and finishes the requests in flight. Any thread may call it.
    void stop();

    class Listener;

private:
    std::shared_ptr<Listener> listener_;
};

}  // namespace allways
