// SPDX-License-Identifier: Apache-2.0
// What HTTP itself asks of an answer: the methods that a resource takes, and compression.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "allways/service/routing_service.h"

namespace allways::tools {

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
