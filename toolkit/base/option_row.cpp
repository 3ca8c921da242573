// SPDX-License-Identifier: Apache-2.0
#include "allways/base/option_row.h"

#include <algorithm>

#include "base/text.h"

namespace allways {

std::vector<std::string> words_in(std::string_view value) {
    if (value.find('|') == value.npos) return {};
    const auto words = split(value, '|');
    return {words.begin(), words.end()};
}

}  // namespace allways
