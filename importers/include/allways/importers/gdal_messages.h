// What GDAL and PROJ say, for programs that want to see it.
#pragma once

#include <string_view>

namespace allways {

// Hands GDAL's and PROJ's own messages to `take`; readers keep those that matter in their errors. For the start of a
// program: GDAL has one such place for all threads.
void pass_on_gdal_messages(void (*take)(std::string_view message));

}  // namespace allways
