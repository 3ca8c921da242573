// SPDX-License-Identifier: Apache-2.0
#include "support/kernel_cache.h"

#include <filesystem>

namespace allways::testing {

std::string kernel_cache() {
    std::error_code error;
    std::filesystem::create_directories(ALLWAYS_TEST_KERNELS, error);  // where it cannot be, nothing is kept
    return ALLWAYS_TEST_KERNELS;
}

}  // namespace allways::testing
