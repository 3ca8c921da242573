// SPDX-License-Identifier: Apache-2.0
#include "allways/base/error.h"

#include "allways/base/format.h"

namespace allways {

namespace {
std::string located(const std::string& file, std::uint64_t line, std::string_view message) {
    if (file.empty()) return std::string(message);
    return line == 0 ? format("{}: {}", file, message) : format("{}:{}: {}", file, line, message);
}
}  // namespace

InputError::InputError(std::string file, std::uint64_t line, std::string_view message)
    : Error(located(file, line, message)), file_(std::move(file)), line_(line) {}

CapacityError::CapacityError(std::string_view message, std::uint64_t needed, std::uint64_t available)
    : Error(std::string(message)), needed_(needed), available_(available) {}

DeviceError::DeviceError(std::string_view message, int code) : Error(std::string(message)), code_(code) {}

NegativeCycleError::NegativeCycleError(std::string_view message, std::vector<std::uint32_t> cycle)
    : Error(std::string(message)), cycle_(std::move(cycle)) {}

}  // namespace allways
