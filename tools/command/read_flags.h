// The library's messages name the fields of its options, for those who fill them in programs; the command's users know flags.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "allways/base/error.h"

namespace allways::command {

struct ReadFlag {
    std::string_view option;  // "speed_field"
    std::string_view flag;    // "--speed-field"
};

// Of ReadOptions, and of PointOptions.
std::span<const ReadFlag> read_flags();
std::span<const ReadFlag> point_flags();

std::string_view flag_of(std::string_view option);  // of ReadOptions; empty where there is none

// The message with flags for options. What stands in quotes and what a list of fields has ("…; it has: layer, mode") stays, and
// so do options of one plain word but where a sentence begins with them: "layer: …", "mode names …".
std::string with_flags(std::string_view message, std::span<const ReadFlag> flags);

// Calls read(); an InvalidArgument names flags.
template <class Read>
auto naming_flags(std::span<const ReadFlag> flags, const Read& read) {
    try {
        return read();
    } catch (const InvalidArgument& error) {
        throw InvalidArgument(with_flags(error.what(), flags));
    }
}

}  // namespace allways::command
