// SPDX-License-Identifier: Apache-2.0
#include "base/counted.h"

namespace allways {

std::string count_text(std::uint64_t count) {
    std::string text = std::to_string(count);
    for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, 1, ',');
    return text;
}

std::string counted(std::uint64_t count, std::string_view one, std::string_view many) {
    std::string text = count_text(count) + " ";
    if (count == 1 || many.empty())
        text += one;
    else
        text += many;
    if (count != 1 && many.empty()) text += 's';
    return text;
}

}  // namespace allways
