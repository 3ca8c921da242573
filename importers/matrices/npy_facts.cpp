// SPDX-License-Identifier: Apache-2.0
#include "matrices/npy_facts.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "attributes/node_coordinates.h"
#include "base/fixed_point.h"
#include "text/input_file.h"

namespace allways::importers {

namespace {

using Json = nlohmann::json;

// Returns nothing if the file does not have Allways' layout: then it is another program's.
std::optional<Json> facts_in(const std::string& path) {
    constexpr std::size_t most = std::size_t{1} << 20;
    std::string text(most, '\0');
    text.resize(InputFile(path).read(text.data(), text.size()));
    Json json = Json::parse(text, nullptr, false);
    if (!json.is_object()) return std::nullopt;
    for (const char* key : {"cost", "unit", "dtype"}) {
        if (!json.contains(key) || !json[key].is_string()) return std::nullopt;
    }
    const bool counts = json.contains("nodes") || (json.contains("origins") && json.contains("destinations"));
    if (!counts || !json.contains("digits") || !json["digits"].is_number_integer() || !json.contains("unreachable")) {
        return std::nullopt;
    }
    return json;
}

void check(const Json& facts, const std::string& beside, const std::string& path, const NpyArray& array) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 3> types{
        {{"int32", "i4"}, {"float32", "f4"}, {"float64", "f8"}}};
    const std::string type = facts["dtype"];
    const bool same_type = std::ranges::any_of(
        types, [&](const auto& known) { return known.first == type && known.second == array.type; });
    const bool one_list = facts.contains("nodes");
    const Json& rows = facts[one_list ? "nodes" : "origins"];
    const Json& columns = facts[one_list ? "nodes" : "destinations"];
    if (same_type && rows == array.rows && columns == array.columns) return;
    throw InputError(
        beside, 0,
        format("it describes an array of {} × {} {}, but {} has {} × {} of type {}; rename it if it belongs to "
               "another file",
               rows.dump(), columns.dump(), type, path, array.rows, array.columns, array.type));
}

}  // namespace

NpyFacts npy_facts_beside(const std::string& path, const NpyArray& array, const LogCallback& log_to) {
    std::string name = std::filesystem::path(path).filename().string();
    if (name.ends_with(".npy")) name.resize(name.size() - 4);
    const std::string beside = sibling_of(path, {name + ".json"});
    const auto facts = beside.empty() ? std::nullopt : facts_in(beside);
    if (!facts) return {};
    check(*facts, beside, path, array);
    const auto digits = (*facts)["digits"].get<std::int64_t>();
    if (digits < 0 || digits > 18)
        throw InputError(beside, 0, format("expected digits from 0 to 18, found {}", digits));
    NpyFacts found;
    found.scale = {(*facts)["cost"], (*facts)["unit"], static_cast<int>(digits)};
    if (facts->contains("decimals")) {
        const Json& decimals = (*facts)["decimals"];
        if (!decimals.is_number_integer() || decimals < 0 || decimals > most_cost_digits)
            throw InputError(beside, 0,
                             format("expected decimals from 0 to {}, found {}", most_cost_digits, decimals.dump()));
        found.decimals = decimals.get<int>();
    }
    const Json& unreachable = (*facts)["unreachable"];
    if (unreachable.is_number()) found.unreachable = unreachable.get<double>();
    if (unreachable == "-inf") found.unreachable = -std::numeric_limits<double>::infinity();
    log(log_to, LogLevel::info, format("the unit and the value for unreachable are read from {}", beside));
    return found;
}

}  // namespace allways::importers
