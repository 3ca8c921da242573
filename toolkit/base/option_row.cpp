// SPDX-License-Identifier: Apache-2.0
#include "allways/base/option_row.h"

#include <algorithm>

namespace allways {

std::vector<std::string> words_in(std::string_view value) {
    std::vector<std::string> words;
    if (value.find('|') == value.npos) return words;
    for (std::size_t start = 0; start <= value.size();) {
        const std::size_t end = std::min(value.find('|', start), value.size());
        words.emplace_back(value.substr(start, end - start));
        start = end + 1;
    }
    return words;
}

}  // namespace allways
