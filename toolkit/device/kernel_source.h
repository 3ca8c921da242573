// Kernel files as the compiler gets them: in goes a file name of kernels/, out comes its text with every
// `#include "file"` of another kernel file put in place, each once.
#pragma once

#include <string>
#include <string_view>

namespace allways::device {

// Throws InvalidArgument for a file that is not embedded.
std::string kernel_source(std::string_view file);

}  // namespace allways::device
