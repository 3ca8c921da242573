// SPDX-License-Identifier: Apache-2.0
#include "service/http/http_session.h"

#include <algorithm>
#include <chrono>
#include <limits>

#include <boost/asio/dispatch.hpp>
#include <boost/asio/strand.hpp>
#include <boost/beast/http/error.hpp>

#include "export/json.h"
#include "service/http/listening_place.h"
#include "service/http/negotiation.h"

namespace allways::tools {

// ---- bytes of a connection → one request

namespace {

namespace beast = boost::beast;
namespace http = boost::beast::http;

void assign(std::string& to, beast::string_view text) {
    to.assign(text.data(), text.size());
}

}  // namespace

HttpRequestParser::HttpRequestParser(std::size_t header_bytes, std::size_t body_bytes) {
    constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max();
    header_limit(static_cast<std::uint32_t>(std::min(header_bytes, most)));
    body_limit(body_bytes);
}

void HttpRequestParser::on_request_impl(http::verb, Text method, Text target, int version, Error&) {
    assign(method_, method);
    assign(target_, target);
    version_ = version;
    header_limit(most_field_bytes);  // the fields have their own limit
}

void HttpRequestParser::count_field(Text name, Text value, Error& error) {
    field_bytes_ += name.size() + value.size();
    if (field_bytes_ > most_field_bytes) error = http::error::header_limit;
}

void HttpRequestParser::on_field_impl(Field field, Text name, Text value, Error& error) {
    count_field(name, value, error);
    const auto keep_first = [&](std::string& kept) {
        if (kept.empty()) assign(kept, value);
    };
    if (field == Field::accept_encoding) keep_first(accept_encoding_);
    if (field == Field::accept_language) keep_first(accept_language_);
    if (field == Field::content_type) keep_first(content_type_);
    if (beast::iequals(name, "X-Forwarded-For")) keep_first(forwarded_for_);
    if (field == Field::expect) expects_continue_ = beast::iequals(value, "100-continue");
}

// The parser has checked the size against the limit before this call.
std::size_t HttpRequestParser::on_body_impl(Text part, Error&) {
    body_.append(part.data(), part.size());
    return part.size();
}

// ---- the connection

namespace {

// The page loads from this server only, and no other page may frame it.
constexpr const char* page_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'";

std::chrono::milliseconds milliseconds(double seconds) {
    return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
}

ServiceAnswer plain(int status, std::string type, std::string body) {
    ServiceAnswer answer;
    answer.status = status;
    answer.content_type = std::move(type);
    answer.body = std::move(body);
    return answer;
}

}  // namespace

// The buffer holds a whole header or all trailers; its limit is what bounds the size of trailers.
HttpSession::HttpSession(Stream::socket_type socket, std::shared_ptr<HttpContext> context)
    : context_(std::move(context)),
      stream_(std::move(socket)),
      buffer_(context_->options.header_bytes + 2 * HttpRequestParser::most_field_bytes) {
    ++context_->metrics.connections;
}

HttpSession::~HttpSession() {
    --context_->metrics.connections;
}

void HttpSession::start() {
    boost::asio::dispatch(stream_.get_executor(), [self = shared_from_this()] { self->read_header(); });
}

void HttpSession::stop() {
    boost::asio::dispatch(stream_.get_executor(), [self = shared_from_this()] {
        if (self->is_idle_) self->close();
    });
}

void HttpSession::close() {
    beast::error_code ignored;
    stream_.socket().shutdown(boost::asio::socket_base::shutdown_both, ignored);
    stream_.close();
}

void HttpSession::read_header() {
    if (context_->is_stopping) return close();
    is_idle_ = true;
    parser_.emplace(context_->options.header_bytes, context_->service->options().limits.body_bytes);
    stream_.expires_after(milliseconds(context_->options.idle_seconds));
    http::async_read_header(
        stream_, buffer_, *parser_,
        [self = shared_from_this()](beast::error_code error, std::size_t) { self->on_header(error); });
}

void HttpSession::on_header(beast::error_code error) {
    is_idle_ = false;
    if (error) return on_error(error);
    if (!parser_->expects_continue()) return read_body();
    auto go_on = std::make_shared<http::response<http::empty_body>>(http::status::continue_, 11);
    stream_.expires_after(milliseconds(context_->options.transfer_seconds));
    http::async_write(stream_, *go_on, [self = shared_from_this(), go_on](beast::error_code failed, std::size_t) {
        failed ? self->close() : self->read_body();
    });
}

void HttpSession::read_body() {
    stream_.expires_after(milliseconds(context_->options.transfer_seconds));
    http::async_read(stream_, buffer_, *parser_,
                     [self = shared_from_this()](beast::error_code error, std::size_t) { self->on_body(error); });
}

void HttpSession::on_body(beast::error_code error) {
    error ? on_error(error) : answer();
}

void HttpSession::on_error(beast::error_code error) {
    if (error == http::error::header_limit || error == http::error::buffer_overflow) {
        if (!parser_->has_request_line()) return refuse(http::status::uri_too_long, "TooBig", "The URL is too long");
        return refuse(http::status::request_header_fields_too_large, "TooBig", "The header fields are too long");
    }
    if (error == http::error::body_limit)
        return refuse(http::status::payload_too_large, "TooBig", "The body is too large");
    const bool is_of_http = error.category() == http::make_error_code(http::error::bad_method).category();
    if (is_of_http && error != http::error::end_of_stream && error != http::error::partial_message)
        return refuse(http::status::bad_request, "InvalidUrl", "The request is not HTTP/1.1");
    close();
}

// Answers with an error and ends the connection, because the rest of the request is not read.
void HttpSession::refuse(http::status status, std::string_view code, std::string_view message) {
    JsonWriter json;
    json.begin_object().key("code").string(code).key("message").string(message).end_object();
    send(plain(static_cast<int>(status), ServiceAnswer().content_type, std::move(json).take()), false);
}

ServiceAnswer HttpSession::answer_of(const ServiceRequest& request) const {
    const bool is_health = request.target == "/health";
    if (!is_health && request.target != "/metrics") return context_->service->answer(request);
    if (auto by_method = answer_by_method(request.method, methods_to_read)) return std::move(*by_method);
    if (!is_health) {
        return plain(200, "text/plain; version=0.0.4; charset=UTF-8",
                     context_->metrics.text() + map_metrics(*context_->service));
    }
    JsonWriter json;
    json.begin_object().key("status").string("ok");
    const std::string date = context_->service->map_date();
    if (!date.empty()) json.key("map_date").string(date);
    json.end_object();
    return plain(200, "application/json; charset=UTF-8", std::move(json).take());
}

void HttpSession::answer() {
    const Stopwatch watch;
    ++context_->metrics.in_flight;
    try {
        send_answer(watch);
    } catch (const std::exception&) {  // for example no memory; the service turns all other exceptions into answers
        response_ = {};
        refuse(http::status::service_unavailable, "TooBig", "The request needs more memory than there is");
    }
    --context_->metrics.in_flight;
}

void HttpSession::send_answer(const Stopwatch& watch) {
    const bool keep_alive = parser_->keep_alive() && !context_->is_stopping;
    const bool is_head = parser_->method() == "HEAD";
    ServiceAnswer answer = answer_of({parser_->method(), parser_->target(), std::move(parser_->body()),
                                      parser_->content_type(), parser_->accept_language()});
    response_ = {};
    bool is_packed = false;
    if (answer.body.size() >= context_->options.gzip_from_bytes && accepts_gzip(parser_->accept_encoding())) {
        if (auto packed = gzip(answer.body)) {
            answer.body = std::move(*packed);
            is_packed = true;
        }
    }
    if (is_packed) response_.set(http::field::content_encoding, "gzip");
    if (is_head) {
        response_.set(http::field::content_length, std::to_string(answer.body.size()));
        answer.body.clear();
    }
    const double seconds = watch.seconds();
    context_->metrics.count_answer(answer.service, answer.status, seconds, answer.body.size());
    if (context_->options.access_log) {
        beast::error_code ignored;
        const auto client = stream_.socket().remote_endpoint(ignored);
        context_->options.access_log({ignored ? "" : client_text(client), parser_->forwarded_for().substr(0, 200),
                                      parser_->method(), parser_->target().substr(0, 200), answer.status,
                                      answer.body.size(), seconds});
    }
    send(std::move(answer), keep_alive);
}

// Both fields are stated always: clients of HTTP/1.0 keep a connection only if the answer says so.
void HttpSession::set_connection_fields(bool keep_alive) {
    response_.set(http::field::connection, keep_alive ? "keep-alive" : "close");
    if (!keep_alive) return;
    const auto seconds = static_cast<std::int64_t>(context_->options.idle_seconds);
    response_.set(http::field::keep_alive, "timeout=" + std::to_string(seconds));
}

// By default, only pages that the user of this machine has open can reach the server, and none may change its costs.
void HttpSession::set_origin_fields(const ServiceAnswer& answer) {
    std::string origin = context_->options.allow_origin;
    if (origin.empty())
        origin = context_->is_loopback && answer.service != "costs" && answer.service != "reload" ? "*" : "none";
    if (origin == "none") return;
    response_.set(http::field::access_control_allow_origin, origin);
    response_.set(http::field::access_control_allow_methods,
                  answer.allow.empty() ? std::string(methods_to_ask) : answer.allow);
    response_.set(http::field::access_control_allow_headers, "Content-Type, X-Requested-With");
}

void HttpSession::send(ServiceAnswer answer, bool keep_alive) {
    response_.version(11);
    response_.result(static_cast<unsigned>(answer.status));
    set_connection_fields(keep_alive);
    if (!answer.content_type.empty()) response_.set(http::field::content_type, answer.content_type);
    response_.set(http::field::vary, "Accept-Encoding, Accept-Language");
    if (answer.service == "page") {
        response_.set("Content-Security-Policy", page_policy);
        response_.set("X-Content-Type-Options", "nosniff");
        response_.set(http::field::cache_control, "no-cache");
    }
    if (!answer.allow.empty()) response_.set(http::field::allow, answer.allow);
    set_origin_fields(answer);
    const double megabytes = static_cast<double>(answer.body.size()) / 1e6;
    response_.body() = std::move(answer.body);
    if (response_.find(http::field::content_length) == response_.end() && answer.status != 204)
        response_.prepare_payload();
    stream_.expires_after(milliseconds(context_->options.transfer_seconds + 10 * megabytes));
    http::async_write(stream_, response_,
                      [self = shared_from_this(), keep_alive](beast::error_code error, std::size_t) {
                          self->response_ = {};
                          error || !keep_alive ? self->close() : self->read_header();
                      });
}

}  // namespace allways::tools
