// SPDX-License-Identifier: Apache-2.0
// road_peers.py, embedded at build time, so that the command needs no extra file.
#pragma once

#include <vector>

#include "base/embedded_file.h"

namespace allways::peers {

const std::vector<EmbeddedFile>& embedded_files();

}  // namespace allways::peers
