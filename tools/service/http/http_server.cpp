// SPDX-License-Identifier: Apache-2.0
#include "allways/service/http_server.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>

#include "base/threads/parallel.h"
#include "service/http/http_session.h"
#include "service/http/listening_place.h"

namespace allways {

namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using tools::HttpContext;
using tools::HttpSession;
using tools::StreamProtocol;

}  // namespace

// Accepts connections and keeps a list of the open ones.
class HttpServer::Listener : public std::enable_shared_from_this<HttpServer::Listener> {
public:
    explicit Listener(const HttpServerOptions& options)
        : acceptor_(asio::make_strand(io_)),
          place_(options, acceptor_),
          context_(std::make_shared<HttpContext>(options, place_.is_loopback())),
          pause_(acceptor_.get_executor()) {}

    std::uint16_t port() const { return tools::port_of(acceptor_.local_endpoint()); }

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
            self->place_.remove();
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
    tools::Acceptor acceptor_;
    tools::ListeningPlace place_;
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
