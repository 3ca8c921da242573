// SPDX-License-Identifier: Apache-2.0
// The number of threads that Allways uses, for several processes on one machine.
#pragma once

#include "allways/base/api.h"

namespace allways {

// Limits every later job of this process to `most` threads (0, the default: as many as the process has processor
// cores). Results do not depend on the number. Jobs on OpenCL processors use the threads of their platform.
ALLWAYS_API void limit_threads(unsigned most);

}  // namespace allways
