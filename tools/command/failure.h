// SPDX-License-Identifier: Apache-2.0
// Errors of the operating system, and the line that reports a failed run.
#pragma once

#include <exception>
#include <string>

namespace allways::command {

bool is_out_of_memory(const std::exception& error);
bool is_out_of_threads(const std::exception& error);

std::string message_of(const std::exception& error);

}  // namespace allways::command
