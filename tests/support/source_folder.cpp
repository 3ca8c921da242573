// SPDX-License-Identifier: Apache-2.0
#include "support/source_folder.h"

namespace allways::testing {

std::string source_folder() {
    return ALLWAYS_SOURCE_DIR;
}

}  // namespace allways::testing
