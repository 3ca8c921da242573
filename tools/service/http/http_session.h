// SPDX-License-Identifier: Apache-2.0
// One connection: reads requests and writes their answers one after the other.
#pragma once

#include <memory>
#include <optional>

#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

#include "allways/base/stopwatch.h"
#include "allways/service/http_server.h"
#include "service/http/http_metrics.h"
#include "service/http/http_request_parser.h"

namespace allways::tools {

// The data that all sessions of a server share.
struct HttpContext {
    HttpContext(HttpServerOptions with, bool loopback) : options(std::move(with)), is_loopback(loopback) {}

    const HttpServerOptions options;
    const bool is_loopback;                   // only programs of this machine reach the server
    const RoutingService* service = nullptr;  // set by listen()
    HttpMetrics metrics;
    std::atomic<bool> is_stopping{false};
};

class HttpSession : public std::enable_shared_from_this<HttpSession> {
public:
    using Stream = boost::beast::basic_stream<boost::asio::generic::stream_protocol>;

    HttpSession(Stream::socket_type socket, std::shared_ptr<HttpContext> context);
    ~HttpSession();
    HttpSession(const HttpSession&) = delete;
    HttpSession& operator=(const HttpSession&) = delete;

    void start();
    // Closes the connection at once, or after the answer if a request is being answered. Any thread may call it.
    void stop();

private:
    using Response = boost::beast::http::response<boost::beast::http::string_body>;

    void read_header();
    void on_header(boost::beast::error_code error);
    void read_body();
    void on_body(boost::beast::error_code error);
    // Answers a request that the parser refused, or closes the connection if nobody would read the answer.
    void on_error(boost::beast::error_code error);
    void refuse(boost::beast::http::status status, std::string_view code, std::string_view message);
    void answer();
    void send_answer(const Stopwatch& watch);
    ServiceAnswer answer_of(const ServiceRequest& request) const;
    void send(ServiceAnswer answer, bool keep_alive);
    void set_connection_fields(bool keep_alive);
    void set_origin_fields(const ServiceAnswer& answer);
    void close();

    std::shared_ptr<HttpContext> context_;
    Stream stream_;
    boost::beast::flat_buffer buffer_;
    std::optional<HttpRequestParser> parser_;
    Response response_;
    bool is_idle_ = true;
};

}  // namespace allways::tools
