// SPDX-License-Identifier: Apache-2.0
// The papers' kernels, embedded at build time from bench/papers/kernels/.
#pragma once

#include <vector>

#include "base/embedded_file.h"

namespace allways::papers {

const std::vector<EmbeddedFile>& embedded_files();

}  // namespace allways::papers
