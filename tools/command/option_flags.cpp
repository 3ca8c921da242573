// SPDX-License-Identifier: Apache-2.0
#include "command/option_flags.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace allways::command {

namespace {

struct OptionFlag {
    std::string_view name;  // a field, a setting of one, or a function; prefixed by its struct if two share a name
    std::string_view flag;
};

constexpr auto option_flags = std::to_array<OptionFlag>({
    // ReadOptions
    {"read.format", "-F"},
    {"node_file", "--nodes"},
    {"from_field", "--from-field"},
    {"to_field", "--to-field"},
    {"cost_field", "--cost-field"},
    {"id_field", "--id-field"},
    {"no_through", "--no-through"},
    {"turns", "--turns"},
    {"bbox", "--bbox"},
    {"undirected", "--undirected"},
    {"directed", "--directed"},
    {"profile", "--profile"},
    {"vehicle", "--vehicle"},
    {"at", "--at"},
    {"lenient", "--lenient"},
    {"mode", "--mode"},
    {"crs", "--crs"},
    {"cost_unit", "--cost-unit"},
    {"length_unit", "--length-unit"},
    {"layer", "--layer"},
    {"where", "--where"},
    {"reverse_cost_field", "--rcost-field"},
    {"oneway_field", "--oneway-field"},
    {"oneway_values", "--oneway-values"},
    {"speed_field", "--speed-field"},
    {"excludable", "--exclude"},
    {"speed_unit", "--speed-unit"},
    {"class_field", "--class-field"},
    {"class_speeds", "--class-speeds"},
    {"default_speed_kmh", "--default-speed"},
    {"join", "--join"},
    {"tolerance_m", "--tolerance"},
    // PointOptions
    {"points.layer", "--points-layer"},
    {"points.id_field", "--points-id"},
    {"points.crs", "--points-crs"},
    {"points.x_field", "--x-field"},
    {"points.y_field", "--y-field"},
    // SnapChoice, TableRequest
    {"onto", "--snap"},
    {"component", "--snap-component"},
    {"radius", "--snap-radius"},
    {"access_speed_kmh", "--access-speed"},
    {"drop_unsnapped", "--drop-unsnapped"},
    {"destinations = origins", "'allways table --points'"},
    // SolveOptions, BenchOptions
    {"cost", "--cost"},
    {"cost_type", "--cost-type"},
    {"schedule", "--schedule"},
    {"device", "--device"},
    {"next_hops = false", "--no-next-hops"},
    {"skims", "--skim"},
    {"memory_limit_bytes", "--memory"},
    {"device_memory_bytes", "--device-memory"},
    {"scratch_directory", "--scratch"},
    {"tile", "--tile"},
    {"n", "--n"},
    {"hops", "--hops"},
    {"type", "--type"},
    // ExportOptions, RouteOutput and other outputs
    {"path", "-o"},
    {"format", "-f"},
    {"overwrite", "-O (--overwrite)"},
    {"unit", "--unit"},
    {"dtype", "--dtype"},
    {"unreachable", "--unreachable"},
    {"cutoff", "--cutoff"},
    {"nearest", "--nearest"},
    {"picked", "--pairs"},
    {"snap_distances", "--snap-distances"},
    {"round", "--round"},
    {"lossy", "--lossy"},
    {"resume", "--resume"},
    {"shard", "--shard"},
    {"steps", "--steps"},
    // IsochroneOutput
    {"what", "--what"},
    {"buffer", "--buffer"},
    {"tolerance", "--outline-tolerance"},
    {"rings", "--rings"},
    {"merge", "--merge"},
    // maps: isochrone_map, PictureOptions
    {"from", "--from"},
    {"cutoffs", "--cutoff"},
    {"width × height", "--size"},
    {"legend = false", "--no-legend"},
    {"theme", "--theme"},
    // HttpServerOptions
    {"address", "--address"},
    // Commands
    {"input_formats()", "'allways formats'"},
    {"find_order()", "'allways import --order'"},
});

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

std::string_view flag_of(std::string_view name) {
    const auto found = std::ranges::find(option_flags, name, &OptionFlag::name);
    return found == option_flags.end() ? std::string_view{} : found->flag;
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
