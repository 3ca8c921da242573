// SPDX-License-Identifier: Apache-2.0
// Messages as a single line that is safe on any terminal, whatever a file has put into them.
#pragma once

#include <string>
#include <string_view>

namespace allways::command {

// The message with control characters escaped ("\n", "\x1b"), invalid UTF-8 replaced, and quotes and words cut to 80
// characters; names of existing files stay whole.
std::string message_line(std::string_view message);

}  // namespace allways::command
