// SPDX-License-Identifier: Apache-2.0
// A routing service on a port, run by its own threads.
#include <chrono>
#include <future>
#include <memory>

#include "allways/service/http_server.h"
#include "allways/service/routing_service.h"
#include "bindings.h"

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
    nb::class_<HttpServerOptions>(core, "HttpServerOptions")
        .def(nb::init<>())
        .def_rw("address", &HttpServerOptions::address)
        .def_rw("port", &HttpServerOptions::port)
        .def_rw("threads", &HttpServerOptions::threads)
        .def_rw("connections", &HttpServerOptions::connections)
        .def_rw("header_bytes", &HttpServerOptions::header_bytes)
        .def_rw("idle_seconds", &HttpServerOptions::idle_seconds)
        .def_rw("transfer_seconds", &HttpServerOptions::transfer_seconds)
        .def_rw("allow_origin", &HttpServerOptions::allow_origin);
    nb::class_<ServiceOptions>(core, "ServiceOptions")
        .def(nb::init<>())
        .def_rw("left_hand_driving", &ServiceOptions::left_hand_driving)
        .def_rw("mode", &ServiceOptions::mode)
        .def_rw("allow_updates", &ServiceOptions::allow_updates)
        .def_rw("excludable", &ServiceOptions::excludable)
        .def_rw("table_threads", &ServiceOptions::table_threads);
    nb::class_<ServiceLimits>(core, "ServiceLimits")
        .def(nb::init<>())
        .def_rw("route_coordinates", &ServiceLimits::route_coordinates)
        .def_rw("table_coordinates", &ServiceLimits::table_coordinates)
        .def_rw("table_cells", &ServiceLimits::table_cells)
        .def_rw("table_sum_cells", &ServiceLimits::table_sum_cells)
        .def_rw("nearest_results", &ServiceLimits::nearest_results)
        .def_rw("network_points", &ServiceLimits::network_points)
        .def_rw("body_bytes", &ServiceLimits::body_bytes)
        .def_rw("radius_m", &ServiceLimits::radius_m)
        .def_rw("seconds", &ServiceLimits::seconds);
    nb::class_<Server>(core, "Server")
        .def(nb::init<const HeldFactor&, const std::vector<std::string>&, const HttpServerOptions&,
                      const ServiceOptions&, const ServiceLimits&>(),
             nb::call_guard<nb::gil_scoped_release>())
        .def_prop_ro("port", &Server::port)
        .def("wait", &Server::wait, nb::arg("seconds"), nb::call_guard<nb::gil_scoped_release>())
        .def("stop", &Server::stop, nb::call_guard<nb::gil_scoped_release>());
}

}  // namespace allways::python
