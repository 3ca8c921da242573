// SPDX-License-Identifier: Apache-2.0
// The kernels and tuning tables, embedded at build time from kernels/.
#pragma once

#include <vector>

#include "base/embedded_file.h"

namespace allways::device {

const std::vector<EmbeddedFile>& embedded_files();

}  // namespace allways::device
