// SPDX-License-Identifier: Apache-2.0
#include "matrices/tsplib_notes.h"

#include "base/text.h"

namespace allways::importers {

TsplibNotes tsplib_notes(std::string_view comment, bool own) {
    TsplibNotes notes;
    constexpr std::string_view unreachable = " pairs are unreachable, written as ";
    if (const std::size_t found = comment.find(unreachable); found != comment.npos) {
        const std::string_view rest = comment.substr(found + unreachable.size());
        notes.unreachable = parse_whole(trimmed(rest.substr(0, rest.find(';'))));
    }
    if (!own) return notes;
    std::string_view meaning = trimmed(comment.substr(0, comment.find(';')));
    constexpr std::string_view steps = ", in steps of 10^-";
    if (const std::size_t found = meaning.find(steps); found != meaning.npos) {
        const auto digits = parse_whole(meaning.substr(found + steps.size()));
        if (digits && *digits >= 0 && *digits <= 18) notes.scale.digits = static_cast<int>(*digits);
        meaning = meaning.substr(0, found);
    }
    const std::size_t in = meaning.rfind(" in ");
    if (!meaning.empty()) notes.scale.name = meaning.substr(0, in);
    if (in != meaning.npos) notes.scale.unit = meaning.substr(in + 4);
    return notes;
}

}  // namespace allways::importers
