// SPDX-License-Identifier: Apache-2.0
#include "allways/base/api.h"

namespace allways {

std::string_view version() {
    return ALLWAYS_VERSION;
}

}  // namespace allways
