// SPDX-License-Identifier: Apache-2.0
#include "command/exit_code.h"

#include <filesystem>
#include <ios>
#include <new>
#include <stdexcept>
#include <system_error>

#include <CLI/App.hpp>
#include <CLI/Error.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/cluster/cluster.h"

namespace allways::command {

namespace {

constexpr const char* out_of_memory =
    "not enough memory: the system refused an allocation. 'allways solve INPUT --dry-run' shows the memory that a "
    "table needs; --no-next-hops, --cost-type int32 or float32, or fewer nodes reduce it";
constexpr const char* out_of_threads =
    "the system refuses to start a thread; raise the limit on processes (ulimit -u, or a container's limit on pids) or "
    "on memory (ulimit -v)";

bool is_system_error(const std::exception& error, std::errc code) {
    const auto* system = dynamic_cast<const std::system_error*>(&error);
    return system != nullptr && system->code() == code;
}

bool is_out_of_threads(const std::exception& error) {
    return is_system_error(error, std::errc::resource_unavailable_try_again);
}

template <class... Kinds>
bool is_any(const std::exception& error) {
    return ((dynamic_cast<const Kinds*>(&error) != nullptr) || ...);
}

}  // namespace

// A length_error is a size that no container can have.
bool is_out_of_memory(const std::exception& error) {
    return dynamic_cast<const std::bad_alloc*>(&error) != nullptr ||
           dynamic_cast<const std::length_error*>(&error) != nullptr ||
           is_system_error(error, std::errc::not_enough_memory);
}

ExitCode exit_code_of(const std::exception& error) {
    if (is_any<Cancelled>(error)) return ExitCode::interrupted;
    if (is_any<InvalidArgument, CLI::Error>(error)) return ExitCode::usage;
    if (is_any<NegativeCycleError>(error)) return ExitCode::negative_cycle;
    if (is_any<CapacityError, DeviceError, RankError>(error) || is_out_of_memory(error) || is_out_of_threads(error)) {
        return ExitCode::resources;
    }
    if (is_any<InputError, DamagedContent, std::filesystem::filesystem_error, std::ios_base::failure>(error))
        return ExitCode::input;
    return ExitCode::internal;
}

std::string message_of(const std::exception& error) {
    if (is_out_of_memory(error)) return out_of_memory;
    if (is_out_of_threads(error)) return out_of_threads;
    return exit_code_of(error) == ExitCode::internal ? format("internal error: {}", error.what()) : error.what();
}

}  // namespace allways::command
