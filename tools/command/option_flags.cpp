// SPDX-License-Identifier: Apache-2.0
#include "command/option_flags.h"

#include <algorithm>
#include <cctype>

#include "allways/areas/isochrones.h"
#include "allways/base/format.h"
#include "allways/engine/bench.h"
#include "allways/engine/solve_options.h"
#include "allways/engine/tune.h"
#include "allways/export/export_options.h"
#include "allways/importers/point_options.h"
#include "allways/importers/read_options.h"
#include "allways/network/simplify.h"
#include "allways/points/hour_options.h"
#include "allways/points/snap_options.h"
#include "allways/query/verification.h"

namespace allways::command {

namespace {

// "-F" of "-F,--input-format"; of a switch also the long one, "-O (--overwrite)".
std::string shown_flag(const std::string& names, bool is_switch) {
    const std::size_t comma = names.find(',');
    if (comma == names.npos) return names;
    const std::string first = names.substr(0, comma);
    return is_switch ? format("{} ({})", first, names.substr(comma + 1)) : first;
}

// By the names in messages: a field, a setting of one, or a function; prefixed by its struct if two share a name.
Flags all_flags() {
    Flags flags{
        // TableRequest
        {"drop_unsnapped", "--drop-unsnapped"},
        {"destinations = origins", "'allways table --points'"},
        // BenchOptions
        {"type", "--type"},
        // RouteOutput and other outputs
        {"path", "-o"},
        {"picked", "--pairs"},
        {"resume", "--resume"},
        {"shard", "--shard"},
        {"steps", "--steps"},
        // AccessRequest
        {"weights", "--weights"},
        {"nearest", "--nearest"},
        {"classes", "--class"},
        // maps: isochrone_map, PictureOptions
        {"from", "--from"},
        {"cutoffs", "--cutoff"},
        {"width × height", "--size"},
        {"legend = false", "--no-legend"},
        {"theme", "--theme"},
        // Commands
        {"input_formats()", "'allways formats'"},
        {"output_formats()", "'allways formats'"},
        {"list_devices()", "'allways devices'"},
        {"find_order()", "'allways import --order'"},
    };
    add_rows(flags, export_options());
    add_rows(flags, solve_options());
    add_rows(flags, snap_options());
    add_rows(flags, hour_options());
    add_rows(flags, point_options(), "points.");
    add_rows(flags, read_options());
    add_rows(flags, read_options(), "read.");
    add_rows(flags, bench_options());
    add_rows(flags, tune_options());
    add_rows(flags, verify_options());
    add_rows(flags, simplify_options());
    add_rows(flags, isochrone_request_options());
    add_rows(flags, isochrone_output_options());
    add_service_rows(flags);
    return flags;
}

bool is_letter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

// "speed_field", "points.layer"
bool is_name(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) { return is_letter(c) || c == '_' || c == '.'; });
}

// Returns the end of the quotation that begins at `open`, or `open` + 1 if none does, as at an apostrophe.
std::size_t end_of_quotation(std::string_view text, std::size_t open) {
    if (open > 0 && is_letter(text[open - 1])) return open + 1;
    for (std::size_t end = text.find(text[open], open + 1); end != text.npos; end = text.find(text[open], end + 1)) {
        if (end + 1 == text.size() || !is_letter(text[end + 1])) return end + 1;
    }
    return open + 1;
}

}  // namespace

std::string flag_names(const OptionText& row, bool is_on_by_default) {
    if (!row.flag.empty()) return row.flag;
    std::string name = row.name;
    std::ranges::replace(name, '_', '-');
    return (is_on_by_default ? "--no-" : "--") + name;
}

void add_flag_of(Flags& flags, const std::string& name, const OptionText& row, bool is_on_by_default) {
    if (row.flag == no_flag) return;
    flags.try_emplace(name + (is_on_by_default ? " = false" : ""),
                      shown_flag(flag_names(row, is_on_by_default), row.value.empty()));
}

std::string_view flag_of(std::string_view name) {
    static const Flags flags = all_flags();
    const auto found = flags.find(name);
    return found == flags.end() ? std::string_view{} : found->second;
}

std::string with_flags(std::string_view message) {
    std::string text;
    for (std::size_t at = 0; at < message.size();) {
        const char c = message[at];
        std::size_t end = at + 1;
        if (c == '\'' || c == '"') end = end_of_quotation(message, at);
        if (const std::size_t close = c == '`' ? message.find('`', end) : message.npos; close != message.npos) {
            const std::string_view name = message.substr(end, close - end);
            const std::string_view flag = flag_of(name);
            if (!flag.empty() || is_name(name)) {
                text += flag.empty() ? name : flag;
                at = close + 1;
                continue;
            }
        }
        text += message.substr(at, end - at);
        at = end;
    }
    return text;
}

}  // namespace allways::command
