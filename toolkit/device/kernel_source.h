// SPDX-License-Identifier: Apache-2.0
// Kernel sources as the compiler receives them. Input: the name of a file in kernels/. Output: its text with every
// `#include "file"` of another kernel file expanded, each once.
#pragma once

#include <string>
#include <string_view>

namespace allways::device {

// Throws InvalidArgument for a file that is not embedded.
std::string kernel_source(std::string_view file);

}  // namespace allways::device
