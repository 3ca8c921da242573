// SPDX-License-Identifier: Apache-2.0
// Damage to the bytes of a file.
#pragma once

#include <string>

#include "random.h"

namespace fuzz {

// One to four changes: bytes, blocks, the end, numbers in text and in binary, lines and words.
std::string mutated(std::string bytes, Random& random);

}  // namespace fuzz
