// SPDX-License-Identifier: Apache-2.0
// A request on its way: HttpSession parses it; answer() parses its URL and finds its kind (State::kind_of); for /table,
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
#include "service/http/negotiation.h"
#include "service/http/service_error.h"
#include "service/http/url.h"
#include "service/map/map_snapshot.h"

namespace allways {

// The files of page/, and the files of the viewer of `allways draw` that the page also uses.
namespace tools::page {
const std::vector<EmbeddedFile>& embedded_files();
}

namespace {

using namespace tools;

// Makes factors with a profile's live costs from the factor that the profile was given.
class LiveCosts {
public:
    // O(m log m + points).
    explicit LiveCosts(const std::shared_ptr<const NetworkFactor>& factor)
        : updater_(extract_network(*factor), factor->scale.name), refactorizer_(factor) {}

    std::pair<std::shared_ptr<const NetworkFactor>, CostUpdateReport> update(const CostUpdates& updates,
                                                                             const LogCallback& log) const {
        UpdatedCosts costs = updater_.apply(updates);
        return {std::make_shared<const NetworkFactor>(refactorizer_.with_costs(std::move(costs.cost), log)),
                std::move(costs.report)};
    }

private:
    CostUpdater updater_;
    Refactorizer refactorizer_;
};

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
    ServiceAnswer answer;
    answer.content_type = type();
    answer.body = file->text;
    return answer;
}

ServiceAnswer error_answer(int status, std::string_view code, std::string_view message) {
    JsonWriter json;
    json.begin_object().key("code").string(code).key("message").string(message).end_object();
    ServiceAnswer answer;
    answer.status = status;
    answer.body = std::move(json).take();
    return answer;
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
    ServiceAnswer answer;
    answer.status = error.status();
    answer.body = std::move(json).take();
    return answer;
}

// The map without the classes that `costing_options` exclude, and without the request's polygons.
std::shared_ptr<const MapSnapshot> valhalla_map(const std::shared_ptr<const ServiceMaps>& maps,
                                                const ValhallaRequest& request) {
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
        std::unique_ptr<const LiveCosts> live;       // of `given`, made by the first update
        std::shared_ptr<const ServiceMaps> maps;
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
            made.push_back({std::move(profile.name), std::move(profile.factor), nullptr, std::move(maps)});
        }
        if (!profiles.empty() && !std::ranges::equal(made, profiles, {}, &Profile::name, &Profile::name)) {
            throw InvalidArgument("a new map needs the same profiles");
        }
        const std::lock_guard lock(mutex);
        for (std::size_t i = 0; i < profiles.size(); ++i) {  // their names stay, which requests read without the lock
            std::swap(profiles[i].given, made[i].given);
            std::swap(profiles[i].live, made[i].live);
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

    // ---- kinds of requests

    struct Request {
        const RoutingService& service;
        const ServiceRequest& asked;
        const Url& url;
        const State& state() const { return *service.state_; }
        const ServiceOptions& options() const { return service.state_->options; }
    };
    // Chosen by the first part of a URL's path and the number of all parts.
    struct Kind {
        std::string_view name;
        std::size_t fewest_parts;
        std::size_t most_parts;
        std::string_view methods;
        ServiceAnswer (*answer)(const Request& request);
    };
    static const Kind& kind_of(const Url& url);

    template <auto body_of>
    static ServiceAnswer osrm(const Request& request) {
        const OsrmRequest parsed = parse_osrm_request(request.url, request.asked, request.options().limits);
        const auto maps = request.state().maps_of(request.url);
        ServiceAnswer answer;
        answer.body = body_of(maps->excluding(parsed.exclude), parsed, request.options());
        return answer;
    }
    template <auto body_of>
    static ServiceAnswer valhalla(const Request& request) {
        const ServiceOptions& options = request.options();
        try {
            const auto maps = request.state().maps_of("");
            const std::string_view costing = valhalla_costing(maps->whole().router().factor().provenance, options.mode);
            const ValhallaRequest parsed =
                parse_valhalla_request(request.url.parts[0], request.asked, options.limits, costing);
            ServiceAnswer answer;
            answer.body = body_of(*valhalla_map(maps, parsed), parsed, options);
            return answer;
        } catch (const ServiceError& error) {
            return valhalla_error(error);
        } catch (const Cancelled&) {
            return valhalla_error({"499", "The request takes too long", 503});
        }
    }
    static ServiceAnswer network(const Request& request) {
        const auto maps = request.state().maps_of("");
        const bool names = request.url.parts.size() == 2 && request.url.parts[1] == "names";
        ServiceAnswer answer;
        answer.body = names ? answer_names(maps->whole(), request.url)
                            : answer_network(maps->whole(), request.url, request.options(), request.state().names());
        return answer;
    }
    static ServiceAnswer tile(const Request& request) {
        ServiceAnswer answer;
        answer.body = answer_tile(request.state().maps_of(request.url)->whole(), request.url, request.options());
        answer.content_type = "application/x-protobuf";  // as OSRM has it
        return answer;
    }
    static ServiceAnswer costs(const Request& request) {
        ServiceAnswer answer;
        answer.body =
            answer_costs(request.service, request.asked, request.url.parts.size() == 2 ? request.url.parts[1] : "");
        return answer;
    }
    static ServiceAnswer reload(const Request& request) {
        ServiceAnswer answer;
        answer.body = answer_reload(request.service, request.asked);
        return answer;
    }
    static ServiceAnswer page(const Request& request) { return answer_page(request.url); }
};

const RoutingService::State::Kind& RoutingService::State::kind_of(const Url& url) {
    constexpr std::size_t any = SIZE_MAX;
    static constexpr Kind kinds[] = {
        {"route", 1, 1, methods_to_ask, valhalla<answer_valhalla_route>},
        {"isochrone", 1, 1, methods_to_ask, valhalla<answer_isochrone>},
        {"sources_to_targets", 1, 1, methods_to_ask, valhalla<answer_matrix>},
        {"route", 2, any, methods_to_ask, osrm<answer_route>},
        {"table", 1, any, methods_to_ask, osrm<answer_table>},
        {"nearest", 1, any, methods_to_ask, osrm<answer_nearest>},
        {"trip", 1, any, methods_to_ask, osrm<answer_trip>},
        {"match", 1, any, methods_to_ask, osrm<answer_match>},
        {"tile", 4, 4, methods_to_read, tile},
        {"network", 1, any, methods_to_read, network},
        {"costs", 1, 2, methods_to_change, costs},
        {"reload", 1, 1, methods_to_change, reload},
        {"page", 0, any, methods_to_read, page},  // also the path /
    };
    // parse_osrm_request says what is wrong with the URL.
    static constexpr Kind unknown{"", 0, any, methods_to_ask, osrm<answer_route>};
    const std::string_view name = url.parts.empty() ? "page" : std::string_view(url.parts[0]);
    for (const Kind& kind : kinds) {
        if (kind.name == name && kind.fewest_parts <= url.parts.size() && url.parts.size() <= kind.most_parts)
            return kind;
    }
    return unknown;
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
    changed.live.reset();
}

CostUpdateReport RoutingService::update(const CostUpdates& updates, const std::string& profile) const {
    const std::lock_guard lock(state_->changing);
    State::Profile& changed = state_->profile(profile);
    const auto change = [&] {
        yield_to_other_threads();  // so that threads answering requests go first
        if (!changed.live) changed.live = std::make_unique<const LiveCosts>(changed.given);
        auto [factor, report] = changed.live->update(updates, state_->options.log);
        state_->set(changed, std::move(factor));
        return std::move(report);
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
        const State::Kind& kind = State::kind_of(url);
        answer.service = kind.name;
        auto by_method = answer_by_method(asked.method, kind.methods);
        ServiceAnswer made = by_method ? std::move(*by_method) : kind.answer({*this, asked, url});
        made.service = kind.name;
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
