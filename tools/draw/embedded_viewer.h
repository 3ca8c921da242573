// SPDX-License-Identifier: Apache-2.0
// The files of viewer/, embedded at build time: everything of an HTML page except its data.
#pragma once

#include <vector>

#include "base/embedded_file.h"

namespace allways::tools::viewer {

const std::vector<EmbeddedFile>& embedded_files();

}  // namespace allways::tools::viewer
