// SPDX-License-Identifier: Apache-2.0
// One connection: reads requests and writes their answers one after the other. Compiled alone: Beast is slow to
// compile.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/core/error.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/http/basic_parser.hpp>

#include "allways/base/stopwatch.h"
#include "allways/service/http_server.h"
#include "service/http/http_metrics.h"

namespace allways::tools {

// Bytes of a connection → one request. Only the fields that answers depend on are kept.
// Beast's own parser stores all fields, and throws an exception for a field of 64 KiB. This one only returns errors:
// header_limit if the names and values of all fields, trailers included, are too long together.
class HttpRequestParser : public boost::beast::http::basic_parser<true> {
public:
    static constexpr std::size_t most_field_bytes = 64 * 1024;

    // `header_bytes`: limit of the request line. `body_bytes`: limit of the body.
    HttpRequestParser(std::size_t header_bytes, std::size_t body_bytes);

    bool has_request_line() const { return !method_.empty(); }
    const std::string& method() const { return method_; }
    const std::string& target() const { return target_; }
    // The first value of each field; empty if the request lacks it.
    const std::string& accept_encoding() const { return accept_encoding_; }
    const std::string& accept_language() const { return accept_language_; }
    const std::string& content_type() const { return content_type_; }
    const std::string& forwarded_for() const { return forwarded_for_; }
    // HTTP/1.0 knows no interim answers, so that its clients expect none.
    bool expects_continue() const { return expects_continue_ && version_ >= 11; }
    // The body, which may be moved from once the request is complete.
    std::string& body() { return body_; }

private:
    using Error = boost::beast::error_code;
    using Text = boost::beast::string_view;
    using Field = boost::beast::http::field;

    void on_request_impl(boost::beast::http::verb verb, Text method, Text target, int version, Error& error) override;
    void on_response_impl(int, Text, int, Error&) override {}
    void on_field_impl(Field field, Text name, Text value, Error& error) override;
    // Since Boost 1.86 trailers arrive here instead.
    void on_trailer_field_impl(Field, Text name, Text value, Error& error) { count_field(name, value, error); }
    void on_header_impl(Error&) override {}
    void on_body_init_impl(const boost::optional<std::uint64_t>&, Error&) override {}
    std::size_t on_body_impl(Text part, Error& error) override;
    void on_chunk_header_impl(std::uint64_t, Text, Error&) override {}
    std::size_t on_chunk_body_impl(std::uint64_t, Text part, Error& error) override {
        return on_body_impl(part, error);
    }
    void on_finish_impl(Error&) override {}

    void count_field(Text name, Text value, Error& error);

    std::size_t field_bytes_ = 0;
    std::string method_;
    std::string target_;
    std::string accept_encoding_;
    std::string accept_language_;
    std::string content_type_;
    std::string forwarded_for_;
    bool expects_continue_ = false;
    int version_ = 11;  // 10 for HTTP/1.0
    std::string body_;
};

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
