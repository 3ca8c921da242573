// SPDX-License-Identifier: Apache-2.0
#include "command/exit_code.h"

#include <filesystem>
#include <ios>

#include <CLI/App.hpp>
#include <CLI/Error.hpp>

#include "allways/base/damaged.h"
#include "allways/base/error.h"
#include "allways/cluster/cluster.h"
#include "command/failure.h"

namespace allways::command {

namespace {
template <class... Kinds>
bool is_any(const std::exception& error) {
    return ((dynamic_cast<const Kinds*>(&error) != nullptr) || ...);
}
}  // namespace

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

}  // namespace allways::command
