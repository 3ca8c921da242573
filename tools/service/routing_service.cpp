#include "allways/service/routing_service.h"

#include <mutex>
#include <new>

#include "allways/base/error.h"
#include "service/answer_writer.h"
#include "service/answers.h"
#include "service/page.h"
#include "service/service_error.h"
#include "service/service_maps.h"
#include "service/url.h"

namespace allways {

namespace {

using namespace tools;

ServiceAnswer error_answer(int status, std::string_view code, std::string_view message) {
    AnswerWriter json;
    json.begin_object().key("code").string(code).key("message").string(message).end_object();
    ServiceAnswer answer;
    answer.status = status;
    answer.body = std::move(json).take();
    return answer;
}

// As Valhalla words them: its clients look at the number.
ServiceAnswer valhalla_error(const ServiceError& error) {
    AnswerWriter json;
    json.begin_object().key("error_code").integer(std::stoi(error.code())).key("error").string(error.what());
    json.key("status_code").integer(error.status()).key("status").string("Bad Request").end_object();
    ServiceAnswer answer;
    answer.status = error.status();
    answer.body = std::move(json).take();
    return answer;
}

ServiceAnswer valhalla_answer(const std::string& service, const MapSnapshot& map, const ServiceRequest& asked,
                              const ServiceOptions& options) {
    ServiceAnswer answer;
    try {
        const ValhallaRequest request = parse_valhalla_request(service, asked, options.limits);
        answer.body =
            service == "isochrone" ? answer_isochrone(map, request, options) : answer_matrix(map, request, options);
    } catch (const ServiceError& error) {
        answer = valhalla_error(error);
    } catch (const Cancelled&) {
        answer = valhalla_error({"499", "The request takes too long", 503});
    }
    answer.service = service;
    return answer;
}

std::string body_of(const MapSnapshot& map, const OsrmRequest& request, const ServiceOptions& options) {
    if (request.service == "nearest") return answer_nearest(map, request, options);
    if (request.service == "table") return answer_table(map, request, options);
    return answer_route(map, request, options);
}

}  // namespace

struct RoutingService::State {
    ServiceOptions options;
    mutable std::mutex mutex;
    std::shared_ptr<const ServiceMaps> maps;

    std::shared_ptr<const ServiceMaps> current() const {
        const std::lock_guard lock(mutex);
        return maps;
    }
};

RoutingService::RoutingService(std::shared_ptr<const NetworkFactor> factor, const ServiceOptions& options)
    : state_(std::make_unique<State>()) {
    state_->options = options;
    state_->maps = std::make_shared<const ServiceMaps>(std::move(factor), options);
}
RoutingService::~RoutingService() = default;
RoutingService::RoutingService(RoutingService&&) noexcept = default;
RoutingService& RoutingService::operator=(RoutingService&&) noexcept = default;

void RoutingService::replace(std::shared_ptr<const NetworkFactor> factor) {
    auto maps = std::make_shared<const ServiceMaps>(std::move(factor), state_->options);
    const std::lock_guard lock(state_->mutex);
    state_->maps.swap(maps);
}

const ServiceOptions& RoutingService::options() const {
    return state_->options;
}

ServiceAnswer RoutingService::answer(const ServiceRequest& asked) const {
    ServiceAnswer answer;
    const auto fail = [&](int status, std::string_view code, std::string_view message) {
        const std::string service = std::move(answer.service);
        answer = error_answer(status, code, message);
        answer.service = service;
    };
    try {
        if (asked.method != "GET" && asked.method != "POST") {
            throw ServiceError("InvalidQuery", "Only GET and POST are supported", 405);
        }
        const Url url = parse_url(asked.target);
        const auto maps = state_->current();
        if (url.parts.size() == 1 && is_valhalla_service(url.parts[0]))
            return valhalla_answer(url.parts[0], maps->whole(), asked, state_->options);
        if (is_page(url)) return answer_page(url);
        if (url.parts[0] == "network") {
            answer.service = "network";
            answer.body = answer_network(maps->whole(), url, state_->options);
            return answer;
        }
        const OsrmRequest request = parse_osrm_request(asked, state_->options.limits);
        answer.service = request.service;
        answer.body = body_of(maps->excluding(request.exclude), request, state_->options);
    } catch (const ServiceError& error) {
        fail(error.status(), error.code(), error.what());
    } catch (const Cancelled&) {
        fail(503, "TooBig", "The request takes too long");
    } catch (const CapacityError&) {
        fail(503, "TooBig", "The request needs more memory than there is");
    } catch (const std::bad_alloc&) {
        fail(503, "TooBig", "The request needs more memory than there is");
    } catch (const std::exception&) {  // its message could name files
        fail(500, "InternalError", "The request failed inside the service");
    }
    return answer;
}

}  // namespace allways
