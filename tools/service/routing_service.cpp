// SPDX-License-Identifier: Apache-2.0
// A request on its way: HttpSession parses it; answer() parses its URL and finds its service (service_of); for /table,
// parse_osrm_request reads the options, answer_table snaps its points (find_waypoints), RoadRouter::table sweeps the
// factor (PlaceTables), and JsonWriter writes the numbers.
#include "allways/service/routing_service.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <future>
#include <mutex>
#include <new>
#include <span>
#include <string_view>
#include <utility>

#ifdef __GLIBC__
#include <malloc.h>
#endif
#ifdef __linux__
#include <sys/resource.h>
#endif

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/engine/factorize.h"
#include "allways/network/snap.h"
#include "allways/result/network_factor.h"
#include "base/embedded_file.h"
#include "base/text.h"
#include "export/json.h"
#include "service/answers.h"
#include "service/http/protocol.h"
#include "service/map/map_snapshot.h"

namespace allways {

// The files of page/, and the files of the viewer of `allways draw` that the page also uses.
namespace tools::page {
const std::vector<EmbeddedFile>& embedded_files();
}

namespace {

using namespace tools;

// Lowers the priority of the calling thread and of threads that it starts.
void yield_to_other_threads() {
#ifdef __linux__  // other systems have priorities of processes only
    (void)setpriority(PRIO_PROCESS, 0, 5);
#endif
}

// "/" is page.html, "/page/NAME" any other file. Throws ServiceError for an unknown file.
ServiceAnswer answer_page(const Url& url) {
    const std::string name = url.parts.empty() ? "page.html" : url.parts.size() == 2 ? url.parts[1] : "";
    const auto& files = page::embedded_files();
    const auto file = std::ranges::find(files, name, &EmbeddedFile::name);
    if (file == files.end()) throw ServiceError("InvalidUrl", "The page has no such file", 404);
    const auto type = [&] {
        if (name.ends_with(".js")) return "text/javascript; charset=UTF-8";
        return name.ends_with(".css") ? "text/css; charset=UTF-8" : "text/html; charset=UTF-8";
    };
    return text_answer(std::string(file->text), 200, type());
}

std::string_view reason_of(int status) {
    if (status == 413) return "Payload Too Large";
    return status == 503 ? "Service Unavailable" : "Bad Request";
}

// Formats an error as Valhalla does: its clients check the number.
ServiceAnswer valhalla_error(const ServiceError& error) {
    JsonWriter json;
    json.begin_object().key("error_code").integer(std::stoi(error.code())).key("error").string(error.what());
    json.key("status_code").integer(error.status());
    json.key("status").string(reason_of(error.status())).end_object();
    return text_answer(std::move(json).take(), error.status());
}

// The map without the classes that `costing_options` exclude, and without the request's polygons.
std::shared_ptr<const MapSnapshot> valhalla_map(const std::shared_ptr<const ServiceMaps>& maps,
                                                const RoadRequest& request) {
    std::shared_ptr<const MapSnapshot> map;
    try {
        map = {maps, &maps->excluding(request.exclude)};
    } catch (const ServiceError&) {
        throw ServiceError("107", format("`costing_options.{}`: the service cannot exclude {}; it was started without "
                                         "this combination of `exclude`",
                                         request.costing, joined(request.exclude, " and ")));
    }
    return request.exclude_polygons.empty() ? map : maps->without(request.exclude, request.exclude_polygons);
}

// Gives the memory that loading has freed back to the system: about as much as a map takes.
void return_free_memory() {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

std::string mode_of(const NetworkFactor& factor) {
    switch (travel_mode(factor.provenance)) {
        case TravelMode::cycling: return "cycling";
        case TravelMode::walking: return "walking";
        case TravelMode::driving: break;
    }
    return "driving";
}

}  // namespace

struct RoutingService::State {
    struct Profile {
        std::string name;
        std::shared_ptr<const NetworkFactor> given;  // the factor that updates start from
        // Of `given`, made by the first update; null before.
        std::unique_ptr<const Refactorizer> refactorizer = {};
        std::unique_ptr<const CostUpdater> updater = {};
        std::shared_ptr<const ServiceMaps> maps = {};
    };
    ServiceOptions options;
    std::vector<Profile> profiles;
    std::mutex changing;  // held during a change of costs or of the map
    std::atomic<std::int64_t> loaded_at{0};
    mutable std::mutex mutex;  // guards the pointers to the profiles' maps

    std::shared_ptr<const ServiceMaps> maps_of(const Profile& profile) const {
        const std::lock_guard lock(mutex);
        return profile.maps;
    }
    // Empty if there is one profile only.
    std::vector<std::string> names() const {
        std::vector<std::string> all;
        for (const Profile& profile : profiles) all.push_back(profile.name);
        return all.size() > 1 ? all : std::vector<std::string>{};
    }
    // The maps of the profile; for an unknown name those of the first profile.
    std::shared_ptr<const ServiceMaps> maps_of(std::string_view name) const {
        const auto found = std::ranges::find(profiles, name, &Profile::name);
        return maps_of(found == profiles.end() ? profiles.front() : *found);
    }
    // The profile of a URL such as /table/v1/PROFILE/…
    std::shared_ptr<const ServiceMaps> maps_of(const Url& url) const { return maps_of(std::string_view(url.parts[2])); }
    Profile& profile(const std::string& name) {
        const auto found = name.empty() ? profiles.begin() : std::ranges::find(profiles, name, &Profile::name);
        if (found == profiles.end()) throw InvalidArgument(format("the service has no profile '{}'", name));
        return *found;
    }
    void take(std::vector<ServiceProfile> loaded) {
        if (loaded.empty()) throw InvalidArgument("the service needs costs");
        std::vector<Profile> made;
        for (ServiceProfile& profile : loaded) {
            if (std::ranges::find(made, profile.name, &Profile::name) != made.end()) {
                throw InvalidArgument(format("two profiles are called '{}'", profile.name));
            }
            const MapSnapshot* first = made.empty() ? nullptr : &made.front().maps->whole();
            auto maps = std::make_shared<const ServiceMaps>(profile.factor, options, first);
            made.push_back(
                {.name = std::move(profile.name), .given = std::move(profile.factor), .maps = std::move(maps)});
        }
        if (!profiles.empty() && !std::ranges::equal(made, profiles, {}, &Profile::name, &Profile::name)) {
            throw InvalidArgument("a new map needs the same profiles");
        }
        const std::lock_guard lock(mutex);
        for (std::size_t i = 0; i < profiles.size(); ++i) {  // their names stay, which requests read without the lock
            std::swap(profiles[i].given, made[i].given);
            std::swap(profiles[i].refactorizer, made[i].refactorizer);
            std::swap(profiles[i].updater, made[i].updater);
            std::swap(profiles[i].maps, made[i].maps);
        }
        if (profiles.empty()) profiles = std::move(made);
        loaded_at =
            std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch())
                .count();
    }
    void set(Profile& profile, std::shared_ptr<const NetworkFactor> factor) {
        const auto before = maps_of(profile);
        auto maps = std::make_shared<const ServiceMaps>(std::move(factor), options, &before->whole());
        const std::lock_guard lock(mutex);
        profile.maps.swap(maps);
    }

    // ---- the services' answers

    template <auto body_of>
    static ServiceAnswer osrm(const RoutingService& service, const ServiceRequest& asked, const Url& url) {
        const ServiceOptions& options = service.options();
        const RoadRequest request = parse_osrm_request(url, asked, options.limits);
        const auto maps = service.state_->maps_of(url);
        return text_answer(body_of(maps->excluding(request.exclude), request, options));
    }
    template <auto body_of>
    static ServiceAnswer valhalla(const RoutingService& service, const ServiceRequest& asked, const Url& url) {
        const ServiceOptions& options = service.options();
        try {
            const auto maps = service.state_->maps_of("");
            const std::string_view costing = valhalla_costing(maps->whole().router().factor().provenance, options.mode);
            const RoadRequest request = parse_valhalla_request(url.parts[0], asked, options.limits, costing);
            return text_answer(body_of(*valhalla_map(maps, request), request, options));
        } catch (const ServiceError& error) {
            return valhalla_error(error);
        } catch (const Cancelled&) {
            return valhalla_error({"499", "The request takes too long", 503});
        }
    }
    static ServiceAnswer network(const RoutingService& service, const ServiceRequest&, const Url& url) {
        const auto maps = service.state_->maps_of("");
        const bool names = url.parts.size() == 2 && url.parts[1] == "names";
        return text_answer(names ? answer_names(maps->whole(), url)
                                 : answer_network(maps->whole(), url, service.options(), service.state_->names()));
    }
    static ServiceAnswer tile(const RoutingService& service, const ServiceRequest&, const Url& url) {
        const auto maps = service.state_->maps_of(url);
        return text_answer(answer_tile(maps->whole(), url, service.options()), 200,
                           "application/x-protobuf");  // as OSRM has it
    }
    static ServiceAnswer costs(const RoutingService& service, const ServiceRequest& asked, const Url& url) {
        return text_answer(answer_costs(service, asked, url.parts.size() == 2 ? url.parts[1] : ""));
    }
    static ServiceAnswer reload(const RoutingService& service, const ServiceRequest& asked, const Url&) {
        return text_answer(answer_reload(service, asked));
    }
    static ServiceAnswer page(const RoutingService&, const ServiceRequest&, const Url& url) { return answer_page(url); }

    // A service is chosen by the first part of a URL's path and the number of all parts.
    struct Service {
        std::string_view name;
        std::size_t fewest_parts, most_parts;
        std::string_view methods;
        ServiceAnswer (*answer)(const RoutingService& service, const ServiceRequest& asked, const Url& url);
    };
    static std::span<const Service> all_services();
    static const Service& service_of(const Url& url) {
        const std::string_view name = url.parts.empty() ? "page" : std::string_view(url.parts[0]);
        const std::size_t parts = url.parts.size();
        return *std::ranges::find_if(all_services(), [&](const Service& one) {
            return one.name.empty() || (one.name == name && one.fewest_parts <= parts && parts <= one.most_parts);
        });
    }
};

std::span<const RoutingService::State::Service> RoutingService::State::all_services() {
    constexpr std::size_t any = SIZE_MAX;
    static constexpr Service services[] = {
        {"nearest", 1, any, methods_to_ask, osrm<answer_nearest>},
        {"route", 1, 1, methods_to_ask, valhalla<answer_valhalla_route>},
        {"route", 2, any, methods_to_ask, osrm<answer_route>},
        {"table", 1, any, methods_to_ask, osrm<answer_table>},
        {"trip", 1, any, methods_to_ask, osrm<answer_trip>},
        {"match", 1, any, methods_to_ask, osrm<answer_match>},
        {"tile", 4, 4, methods_to_read, tile},
        {"sources_to_targets", 1, 1, methods_to_ask, valhalla<answer_matrix>},
        {"isochrone", 1, 1, methods_to_ask, valhalla<answer_isochrone>},
        {"network", 1, any, methods_to_read, network},
        {"page", 0, any, methods_to_read, page},  // also the path /
        {"costs", 1, 2, methods_to_change, costs},
        {"reload", 1, 1, methods_to_change, reload},
        {"", 0, any, methods_to_ask, osrm<answer_route>},  // any other: parse_osrm_request says what is wrong
    };
    return services;
}

std::vector<std::string_view> RoutingService::services() {
    std::vector<std::string_view> names;
    for (const State::Service& one : State::all_services()) {
        if (!one.name.empty() && std::ranges::find(names, one.name) == names.end()) names.push_back(one.name);
    }
    return names;
}

RoutingService::RoutingService(std::shared_ptr<const NetworkFactor> factor, const ServiceOptions& options)
    : RoutingService({{"", std::move(factor)}}, options) {}

RoutingService::RoutingService(std::vector<ServiceProfile> profiles, const ServiceOptions& options)
    : state_(std::make_unique<State>()) {
    if (profiles.empty()) throw InvalidArgument("the service needs costs");
    state_->options = options;
    if (options.mode.empty()) state_->options.mode = mode_of(*profiles.front().factor);
    state_->take(std::move(profiles));
    return_free_memory();
}
RoutingService::~RoutingService() = default;
RoutingService::RoutingService(RoutingService&&) noexcept = default;
RoutingService& RoutingService::operator=(RoutingService&&) noexcept = default;

void RoutingService::replace(std::shared_ptr<const NetworkFactor> factor, const std::string& profile) {
    const std::lock_guard lock(state_->changing);
    State::Profile& changed = state_->profile(profile);
    state_->set(changed, factor);
    changed.given = std::move(factor);
    changed.updater.reset();
    changed.refactorizer.reset();
}

CostUpdateReport RoutingService::update(const CostUpdates& updates, const std::string& profile) const {
    const std::lock_guard lock(state_->changing);
    State::Profile& changed = state_->profile(profile);
    const auto change = [&] {
        yield_to_other_threads();  // so that threads answering requests go first
        if (!changed.updater) {    // both take O(m log m + points)
            changed.refactorizer = std::make_unique<const Refactorizer>(changed.given);
            changed.updater =
                std::make_unique<const CostUpdater>(extract_network(*changed.given), changed.given->scale.name);
        }
        UpdatedCosts costs = changed.updater->apply(updates);
        NetworkFactor factor = changed.refactorizer->with_costs(std::move(costs.cost), state_->options.log);
        state_->set(changed, std::make_shared<const NetworkFactor>(std::move(factor)));
        return std::move(costs.report);
    };
    return std::async(std::launch::async, change).get();
}

void RoutingService::reload() const {
    if (!state_->options.load) throw InvalidArgument("the service was started without `load`");
    const std::lock_guard lock(state_->changing);
    const auto load = [&] {
        yield_to_other_threads();
        state_->take(state_->options.load());
        return_free_memory();
    };
    std::async(std::launch::async, load).get();
}

std::string RoutingService::map_date() const {
    const auto maps = state_->maps_of("");
    const TableProvenance& notes = maps->whole().router().factor().provenance;
    const auto found = std::ranges::find(notes, "osm_timestamp", &TableProvenance::value_type::first);
    return found == notes.end() ? "" : found->second;
}

std::int64_t RoutingService::loaded_at() const {
    return state_->loaded_at;
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
        if (asked.method == "OPTIONS" && asked.target == "*") return *answer_by_method(asked.method, methods_to_ask);
        const Url url = parse_url(asked.target);
        const State::Service& service = State::service_of(url);
        answer.service = service.name;
        auto by_method = answer_by_method(asked.method, service.methods);
        ServiceAnswer made = by_method ? std::move(*by_method) : service.answer(*this, asked, url);
        made.service = service.name;
        return made;
    } catch (const ServiceError& error) {
        fail(error.status(), error.code(), error.what());
    } catch (const Cancelled&) {
        fail(503, "TooBig", "The request takes too long");
    } catch (const CapacityError&) {
        fail(503, "TooBig", "The request needs more memory than there is");
    } catch (const std::bad_alloc&) {
        fail(503, "TooBig", "The request needs more memory than there is");
    } catch (const std::exception&) {  // the message is not sent: it could name files
        fail(500, "InternalError", "The request failed inside the service");
    }
    return answer;
}

std::vector<ServiceProfile> service_profiles(std::shared_ptr<const NetworkFactor> factor,
                                             const std::vector<std::string>& costs, const LogCallback& log) {
    if (costs.empty()) return {{"", std::move(factor)}};
    const Refactorizer refactorizer(factor);
    std::vector<ServiceProfile> profiles;
    for (const std::string& cost : costs) {
        const bool is_first = cost == factor->scale.name;
        profiles.push_back(
            {cost, is_first ? factor : std::make_shared<const NetworkFactor>(refactorizer.with_cost_field(cost, log))});
    }
    return profiles;
}

}  // namespace allways
