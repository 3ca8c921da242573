// SPDX-License-Identifier: Apache-2.0
// An error in a request, with OSRM's code and message.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace allways::tools {

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

}  // namespace allways::tools
