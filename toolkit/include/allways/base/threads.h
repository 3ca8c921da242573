// SPDX-License-Identifier: Apache-2.0
// How many threads Allways takes: for several processes on one machine.
#pragma once

#include "allways/base/api.h"

namespace allways {

// From now on every job of this process takes at most `most` threads (0: as many as the processor has for the process,
// the default). Results do not depend on it. Jobs on OpenCL processors have the threads of their platform.
ALLWAYS_API void limit_threads(unsigned most);

}  // namespace allways
