// SPDX-License-Identifier: Apache-2.0
#include "command/suggestion.h"

#include <algorithm>
#include <utility>

#include "allways/base/format.h"

namespace allways::command {

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before_last;
    std::vector<std::size_t> last(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::vector<std::size_t> row(b.size() + 1, i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = std::min(row[j], before_last[j - 2] + 1);
            }
        }
        before_last = std::exchange(last, std::move(row));
    }
    return last[b.size()];
}

std::string suggestion(std::string_view word, const std::vector<std::string>& known) {
    std::vector<std::string> longer;
    std::copy_if(known.begin(), known.end(), std::back_inserter(longer),
                 [&](const std::string& each) { return each.starts_with(word); });
    if (!word.empty() && longer.size() == 1) return longer.front();
    std::string nearest;
    std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
    for (const std::string& each : known) {
        const std::size_t distance = edit_distance(word, each);
        if (distance >= least) continue;
        least = distance;
        nearest = each;
    }
    return nearest;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known) {
    const std::string meant = suggestion(word, known);
    return meant.empty() ? "" : format("; did you mean '{}'?", meant);
}

}  // namespace allways::command
