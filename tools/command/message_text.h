// Messages as one line of text that any terminal may show, whatever a file has put into them.
#pragma once

#include <string>
#include <string_view>

namespace allways::command {

// The same message with control characters escaped ("\n", "\x1b"), bytes that are no UTF-8 replaced, and with quotes
// and words cut to 80 characters where they are longer; names of files that exist stay whole.
std::string message_line(std::string_view message);

}  // namespace allways::command
