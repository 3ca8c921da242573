// SPDX-License-Identifier: Apache-2.0
// The server: connections, which read requests and write their answers one after the other, and what accepts them.
// Compiled alone: Beast is slow to compile.
#include "allways/service/http_server.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include <boost/asio/dispatch.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/core/error.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/error.hpp>

#include "allways/base/stopwatch.h"
#include "base/threads/parallel.h"
#include "export/json.h"
#include "service/http/http_metrics.h"
#include "service/http/listening_address.h"
#include "service/http/protocol.h"

namespace allways {

using namespace tools;

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using beast::error_code;

// ---- bytes of a connection → one request

// Only the fields that answers depend on are kept. Beast's own parser stores all fields, and throws an exception for a
// field of 64 KiB. This one only returns errors: header_limit if the names and values of all fields, trailers included,
// are too long together.
class HttpRequestParser : public http::basic_parser<true> {
public:
    static constexpr std::size_t most_field_bytes = 64 * 1024;

    // `header_bytes`: limit of the request line. `body_bytes`: limit of the body.
    HttpRequestParser(std::size_t header_bytes, std::size_t body_bytes) {
        constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max();
        header_limit(static_cast<std::uint32_t>(std::min(header_bytes, most)));
        body_limit(body_bytes);
    }

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
    using Text = beast::string_view;
    using Field = http::field;

    void on_request_impl(http::verb, Text method, Text target, int version, error_code&) override {
        assign(method_, method);
        assign(target_, target);
        version_ = version;
        header_limit(most_field_bytes);  // the fields have their own limit
    }
    void on_response_impl(int, Text, int, error_code&) override {}
    void on_field_impl(Field field, Text name, Text value, error_code& error) override {
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
    // Since Boost 1.86 trailers arrive here instead.
    void on_trailer_field_impl(Field, Text name, Text value, error_code& error) { count_field(name, value, error); }
    void on_header_impl(error_code&) override {}
    void on_body_init_impl(const boost::optional<std::uint64_t>&, error_code&) override {}
    // The parser has checked the size against the limit before this call.
    std::size_t on_body_impl(Text part, error_code&) override {
        body_.append(part.data(), part.size());
        return part.size();
    }
    void on_chunk_header_impl(std::uint64_t, Text, error_code&) override {}
    std::size_t on_chunk_body_impl(std::uint64_t, Text part, error_code& error) override {
        return on_body_impl(part, error);
    }
    void on_finish_impl(error_code&) override {}

    void count_field(Text name, Text value, error_code& error) {
        field_bytes_ += name.size() + value.size();
        if (field_bytes_ > most_field_bytes) error = http::error::header_limit;
    }
    static void assign(std::string& to, Text text) { to.assign(text.data(), text.size()); }

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

// ---- a connection

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
    using Stream = beast::basic_stream<asio::generic::stream_protocol>;

    HttpSession(Stream::socket_type socket, std::shared_ptr<HttpContext> context);
    ~HttpSession();
    HttpSession(const HttpSession&) = delete;
    HttpSession& operator=(const HttpSession&) = delete;

    void start();
    // Closes the connection at once, or after the answer if a request is being answered. Any thread may call it.
    void stop();

private:
    using Response = http::response<http::string_body>;

    void read_header();
    void on_header(error_code error);
    void read_body();
    void on_body(error_code error);
    // Answers a request that the parser refused, or closes the connection if nobody would read the answer.
    void on_error(error_code error);
    void refuse(http::status status, std::string_view code, std::string_view message);
    void answer();
    void send_answer(const Stopwatch& watch);
    ServiceAnswer answer_of(const ServiceRequest& request) const;
    void send(ServiceAnswer answer, bool keep_alive);
    void set_connection_fields(bool keep_alive);
    void set_origin_fields(const ServiceAnswer& answer);
    void close();

    std::shared_ptr<HttpContext> context_;
    Stream stream_;
    beast::flat_buffer buffer_;
    std::optional<HttpRequestParser> parser_;
    Response response_;
    bool is_idle_ = true;
};

// The page loads from this server only, and no other page may frame it.
constexpr const char* page_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'";

std::chrono::milliseconds milliseconds(double seconds) {
    return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
}

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
    asio::dispatch(stream_.get_executor(), [self = shared_from_this()] { self->read_header(); });
}

void HttpSession::stop() {
    asio::dispatch(stream_.get_executor(), [self = shared_from_this()] {
        if (self->is_idle_) self->close();
    });
}

void HttpSession::close() {
    error_code ignored;
    stream_.socket().shutdown(asio::socket_base::shutdown_both, ignored);
    stream_.close();
}

void HttpSession::read_header() {
    if (context_->is_stopping) return close();
    is_idle_ = true;
    parser_.emplace(context_->options.header_bytes, context_->service->options().limits.body_bytes);
    stream_.expires_after(milliseconds(context_->options.idle_seconds));
    http::async_read_header(stream_, buffer_, *parser_,
                            [self = shared_from_this()](error_code error, std::size_t) { self->on_header(error); });
}

void HttpSession::on_header(error_code error) {
    is_idle_ = false;
    if (error) return on_error(error);
    if (!parser_->expects_continue()) return read_body();
    auto go_on = std::make_shared<http::response<http::empty_body>>(http::status::continue_, 11);
    stream_.expires_after(milliseconds(context_->options.transfer_seconds));
    http::async_write(stream_, *go_on, [self = shared_from_this(), go_on](error_code failed, std::size_t) {
        failed ? self->close() : self->read_body();
    });
}

void HttpSession::read_body() {
    stream_.expires_after(milliseconds(context_->options.transfer_seconds));
    http::async_read(stream_, buffer_, *parser_,
                     [self = shared_from_this()](error_code error, std::size_t) { self->on_body(error); });
}

void HttpSession::on_body(error_code error) {
    error ? on_error(error) : answer();
}

void HttpSession::on_error(error_code error) {
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
    send(error_answer(static_cast<int>(status), code, message), false);
}

ServiceAnswer HttpSession::answer_of(const ServiceRequest& request) const {
    const bool is_health = request.target == "/health";
    if (!is_health && request.target != "/metrics") return context_->service->answer(request);
    if (auto by_method = answer_by_method(request.method, methods_to_read)) return std::move(*by_method);
    if (!is_health) {
        return text_answer(context_->metrics.text() + map_metrics(*context_->service), 200,
                           "text/plain; version=0.0.4; charset=UTF-8");
    }
    JsonWriter json;
    json.begin_object().key("status").string("ok");
    const std::string date = context_->service->map_date();
    if (!date.empty()) json.key("map_date").string(date);
    return text_answer(std::move(json.end_object()).take());
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
        error_code ignored;
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
    http::async_write(stream_, response_, [self = shared_from_this(), keep_alive](error_code error, std::size_t) {
        self->response_ = {};
        error || !keep_alive ? self->close() : self->read_header();
    });
}

// ---- the server

}  // namespace

// Accepts connections and keeps a list of the open ones.
class HttpServer::Listener : public std::enable_shared_from_this<HttpServer::Listener> {
public:
    explicit Listener(const HttpServerOptions& options)
        : acceptor_(asio::make_strand(io_)),
          address_(options, acceptor_),
          context_(std::make_shared<HttpContext>(options, address_.is_loopback())),
          pause_(acceptor_.get_executor()) {}

    std::uint16_t port() const { return port_of(acceptor_.local_endpoint()); }

    void listen(const RoutingService& service) {
        context_->service = &service;
        acceptor_.listen(asio::socket_base::max_listen_connections);
        accept();
    }

    void run() {
        const unsigned most = context_->options.threads;
        const unsigned answering = most > 0 ? most : std::max(1u, std::thread::hardware_concurrency());
        // One thread more, because a POST of new costs occupies one while it waits for them.
        const unsigned count = answering + (context_->service->options().allow_updates ? 1 : 0);
        std::vector<std::thread> threads;
        while (threads.size() + 1 < count && start_thread(threads, [this] { run_thread(); })) {
        }
        run_thread();
        for (std::thread& thread : threads) thread.join();
    }

    void stop() {
        context_->is_stopping = true;
        asio::post(acceptor_.get_executor(), [self = shared_from_this()] {
            self->address_.remove();
            error_code ignored;
            self->acceptor_.close(ignored);
            for (const auto& session : self->open_sessions()) session->stop();
        });
    }

private:
    // An exception ends only its own session, never the server.
    void run_thread() {
        while (true) {
            try {
                io_.run();
                return;
            } catch (const std::exception&) {
                context_->metrics.count_failed();
            }
        }
    }

    void accept() {
        acceptor_.async_accept(asio::make_strand(io_),
                               [self = shared_from_this()](error_code error, StreamProtocol::socket socket) {
                                   if (self->context_->is_stopping || error == asio::error::operation_aborted) return;
                                   if (error) return self->accept_later();
                                   try {
                                       self->begin(std::move(socket));
                                   } catch (const std::bad_alloc&) {
                                       return self->accept_later();
                                   }
                                   self->accept();
                               });
    }

    // Retries later after a failed accept: file descriptors, for example, may be free again once connections are
    // closed.
    void accept_later() {
        pause_.expires_after(std::chrono::milliseconds(100));
        pause_.async_wait([self = shared_from_this()](error_code) {
            if (!self->context_->is_stopping) self->accept();
        });
    }

    void begin(StreamProtocol::socket socket) {
        if (static_cast<std::size_t>(context_->metrics.connections) >= context_->options.connections) {
            context_->metrics.count_refused();
            return;  // closes the connection
        }
        error_code ignored;
        socket.set_option(asio::ip::tcp::no_delay(true), ignored);  // Unix sockets have no delay
        const auto session = std::make_shared<HttpSession>(std::move(socket), context_);
        std::erase_if(sessions_, [](const auto& known) { return known.expired(); });
        sessions_.push_back(session);
        session->start();
    }

    std::vector<std::shared_ptr<HttpSession>> open_sessions() const {
        std::vector<std::shared_ptr<HttpSession>> open;
        for (const auto& known : sessions_) {
            if (auto session = known.lock()) open.push_back(std::move(session));
        }
        return open;
    }

    asio::io_context io_;
    Acceptor acceptor_;
    ListeningAddress address_;
    std::shared_ptr<HttpContext> context_;
    asio::steady_timer pause_;
    std::vector<std::weak_ptr<HttpSession>> sessions_;  // only used in the acceptor's strand
};

HttpServer::HttpServer(const HttpServerOptions& options) : listener_(std::make_shared<Listener>(options)) {}
HttpServer::~HttpServer() = default;

std::uint16_t HttpServer::port() const {
    return listener_->port();
}
void HttpServer::listen(const RoutingService& service) {
    listener_->listen(service);
}
void HttpServer::run() {
    listener_->run();
}
void HttpServer::stop() {
    listener_->stop();
}

}  // namespace allways
