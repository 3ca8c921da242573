// SPDX-License-Identifier: Apache-2.0
#include "allways/base/threads.h"

#include "base/threads/parallel.h"

namespace allways {

void limit_threads(unsigned most) {
    most_threads = most;
}

}  // namespace allways
