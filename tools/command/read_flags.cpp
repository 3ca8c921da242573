#include "command/read_flags.h"

#include <algorithm>
#include <array>

namespace allways::command {

namespace {

constexpr std::array<ReadFlag, 25> of_networks{{{"profile", "--profile"},
                                                {"undirected", "--undirected"},
                                                {"directed", "--directed"},
                                                {"node_file", "--nodes"},
                                                {"no_through", "--no-through"},
                                                {"bbox", "--bbox"},
                                                {"from_field", "--from-field"},
                                                {"to_field", "--to-field"},
                                                {"id_field", "--id-field"},
                                                {"cost_field", "--cost-field"},
                                                {"reverse_cost_field", "--rcost-field"},
                                                {"oneway_field", "--oneway-field"},
                                                {"oneway_values", "--oneway-values"},
                                                {"speed_field", "--speed-field"},
                                                {"speed_unit", "--speed-unit"},
                                                {"length_unit", "--length-unit"},
                                                {"class_field", "--class-field"},
                                                {"class_speeds", "--class-speeds"},
                                                {"default_speed_kmh", "--default-speed"},
                                                {"join", "--join"},
                                                {"mode", "--mode"},
                                                {"layer", "--layer"},
                                                {"where", "--where"},
                                                {"tolerance_m", "--tolerance"},
                                                {"lenient", "--lenient"}}};
constexpr std::array<ReadFlag, 3> of_points{{{"layer", "--points-layer"}, {"id_field", "--points-id"}, {"crs", "--points-crs"}}};

std::string_view find_flag(std::span<const ReadFlag> flags, std::string_view option) {
    const auto found = std::ranges::find(flags, option, &ReadFlag::option);
    return found == flags.end() ? std::string_view{} : found->flag;
}

bool is_in_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '/';
}

// Where a list of the file's own names begins.
std::size_t begin_of_names(std::string_view message) {
    std::size_t begin = message.size();
    for (const std::string_view mark : {"; it has:", "; they have:", "; the fields are:", "; there are:"}) {
        begin = std::min(begin, message.find(mark));
    }
    return begin;
}

// Whether a sentence begins at `begin` whose first word ends at `end`, and says something of that word.
bool opens_sentence(std::string_view message, std::size_t begin, std::size_t end) {
    if (begin != 0 && !message.substr(0, begin).ends_with(". ")) return false;
    const std::string_view rest = message.substr(end);
    return std::ranges::any_of(std::array<std::string_view, 4>{": ", " needs ", " is for ", " names "},
                               [&](std::string_view next) { return rest.starts_with(next); });
}

}  // namespace

std::span<const ReadFlag> read_flags() {
    return of_networks;
}

std::span<const ReadFlag> point_flags() {
    return of_points;
}

std::string_view flag_of(std::string_view option) {
    return find_flag(of_networks, option);
}

std::string with_flags(std::string_view message, std::span<const ReadFlag> flags) {
    const std::size_t names = begin_of_names(message);
    std::string text;
    for (std::size_t at = 0; at < names;) {
        const char c = message[at];
        if (is_in_word(c)) {
            std::size_t end = at;
            while (end < names && is_in_word(message[end])) ++end;
            const std::string_view word = message.substr(at, end - at);
            const std::string_view flag = find_flag(flags, word);
            const bool is_option = !flag.empty() && (word.find('_') != word.npos || opens_sentence(message, at, end));
            text += is_option ? flag : word;
            at = end;
            if (at < names && message[at] == '\'') text += message[at++];  // "line's" quotes nothing
            continue;
        }
        const std::size_t end = c == '\'' || c == '"' ? std::min(message.find(c, at + 1), names - 1) + 1 : at + 1;
        text += message.substr(at, end - at);
        at = end;
    }
    return text.append(message.substr(names));
}

}  // namespace allways::command
