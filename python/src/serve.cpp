// SPDX-License-Identifier: Apache-2.0
// A routing service on a port, run by its own threads.
#include <chrono>
#include <future>
#include <memory>

#include "allways/points/snapped_points.h"
#include "allways/service/http_server.h"
#include "allways/service/routing_service.h"
#include "bindings.h"
#include "option_rows.h"

namespace allways::python {

namespace {

ServiceOptions with_limits(ServiceOptions options, const ServiceLimits& limits) {
    options.limits = limits;
    return options;
}

class Server {
public:
    Server(const HeldFactor& factor, const std::vector<std::string>& costs, const HttpServerOptions& http,
           const ServiceOptions& options, const ServiceLimits& limits)
        : http_(http),
          port_(http_.port()),
          service_(service_profiles(factor.shared(), costs), with_limits(options, limits)) {
        http_.listen(service_);
        running_ = std::async(std::launch::async, [this] { http_.run(); });
    }
    ~Server() { http_.stop(); }  // then the future's destructor waits

    unsigned port() const { return port_; }
    // Returns true if the server has ended; rethrows the exception that ended it, if any.
    bool wait(double seconds) {
        if (!running_.valid()) return true;
        if (running_.wait_for(std::chrono::duration<double>(seconds)) == std::future_status::timeout) return false;
        running_.get();
        return true;
    }
    void stop() {
        http_.stop();
        if (running_.valid()) running_.get();
    }

private:
    HttpServer http_;
    unsigned port_;
    RoutingService service_;
    std::future<void> running_;
};

}  // namespace

void bind_serve(nb::module_& core) {
    bind_rows(core, "HttpServerOptions", http_server_options(), "How a server listens.");
    bind_rows(core, "ServiceOptions", service_options(), "What a service answers.");
    bind_rows(core, "ServiceLimits", service_limits(), "What a client may ask for.");
    nb::class_<Server>(core, "Server")
        .def(nb::init<const HeldFactor&, const std::vector<std::string>&, const HttpServerOptions&,
                      const ServiceOptions&, const ServiceLimits&>(),
             nb::call_guard<nb::gil_scoped_release>())
        .def_prop_ro("port", &Server::port)
        .def("wait", &Server::wait, nb::arg("seconds"), nb::call_guard<nb::gil_scoped_release>())
        .def("stop", &Server::stop, nb::call_guard<nb::gil_scoped_release>());
}

}  // namespace allways::python
