// SPDX-License-Identifier: Apache-2.0
// The files of page/, and the files of the viewer of `allways draw` that the page also uses, embedded at build time.
#pragma once

#include <vector>

#include "base/embedded_file.h"

namespace allways::tools::page {

const std::vector<EmbeddedFile>& embedded_files();

}  // namespace allways::tools::page
