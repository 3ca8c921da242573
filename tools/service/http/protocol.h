// SPDX-License-Identifier: Apache-2.0
// What HTTP brings with a request and takes with an answer: the parts and options of its URL, with OSRM's errors for
// malformed ones, methods, compression, errors, and the time at which a request must end.
#pragma once

#include <charconv>
#include <chrono>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/progress.h"
#include "allways/service/routing_service.h"

namespace allways::tools {

// ---- how a request ends

class Deadline {
public:
    // No deadline.
    Deadline() = default;
    explicit Deadline(double seconds)
        : at_(Clock::now() + std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000))) {}

    // Throws Cancelled after the deadline. Long computations call it from time to time.
    void require() const {
        if (is_over()) throw Cancelled();
    }
    // A progress callback that cancels a library function after the deadline.
    ProgressCallback callback() const {
        return [*this](const Progress&) { return !is_over(); };
    }

private:
    using Clock = std::chrono::steady_clock;
    bool is_over() const { return at_ && Clock::now() >= *at_; }
    std::optional<Clock::time_point> at_;
};

// An error with OSRM's code, or one of Valhalla's numbers.
class ServiceError : public std::runtime_error {
public:
    ServiceError(std::string code, const std::string& message, int status = 400)
        : std::runtime_error(message), code_(std::move(code)), status_(status) {}
    const std::string& code() const { return code_; }
    int status() const { return status_; }

private:
    std::string code_;
    int status_;
};

ServiceAnswer text_answer(std::string body, int status = 200, std::string type = ServiceAnswer().content_type);
// OSRM's form of an error.
ServiceAnswer error_answer(int status, std::string_view code, std::string_view message);

// ---- its URL

struct Url {
    // The decoded texts between slashes: {"route", "v1", "driving", "7.41,43.73;7.42,43.74"}.
    std::vector<std::string> parts;
    struct Option {
        std::string name;
        std::string value;     // decoded
        std::size_t position;  // the name's position in the target
        std::size_t value_position;
    };
    std::vector<Option> options;
    std::size_t last_part_position = 0;
};

// Throws ServiceError InvalidUrl for a target that does not begin with a slash or that has malformed percent encodings.
Url parse_url(std::string_view target);

[[noreturn]] void fail_query(std::size_t position);  // malformed close to this position of the target
[[noreturn]] void fail_options(const std::string& message);

// Nothing for a text that is no number, or not finite.
template <class Number>
std::optional<Number> number_in(std::string_view text) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return {};
    if constexpr (std::is_floating_point_v<Number>) {
        if (!std::isfinite(value)) return {};
    }
    return value;
}

// ---- methods and compression

// The values of the field Allow. A resource that takes GET takes HEAD, whose answer the transport sends without a body.
inline constexpr std::string_view methods_to_read = "GET, HEAD, OPTIONS";
inline constexpr std::string_view methods_to_ask = "GET, HEAD, POST, OPTIONS";
inline constexpr std::string_view methods_to_change = "POST, OPTIONS";

// The answer to OPTIONS (204) and to a method that is not among `allowed` (405); nothing for one that the resource
// answers itself.
std::optional<ServiceAnswer> answer_by_method(std::string_view method, std::string_view allowed);

// Returns true if the value of an Accept-Encoding field accepts gzip.
bool accepts_gzip(std::string_view accept_encoding);

// The compressed text; nothing if memory runs out.
std::optional<std::string> gzip(std::string_view text);

}  // namespace allways::tools
