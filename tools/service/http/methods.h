// SPDX-License-Identifier: Apache-2.0
// The methods that a resource takes, and the answers to others.
#pragma once

#include <optional>
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

}  // namespace allways::tools
