// SPDX-License-Identifier: Apache-2.0
// names: the streets whose names match a search, for the page.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <tuple>
#include <unordered_map>

#include "export/json.h"
#include "service/answers.h"
#include "service/folded_words.h"
#include "service/http/service_error.h"
#include "service/map/road_map.h"

namespace allways::tools {

namespace {

constexpr std::size_t most_streets = 20;

// The roads of one name or number.
struct NamedRoads {
    std::string_view name;
    bool begins_with_search;
    std::vector<ArcIndex> roads;  // the most important first
    std::size_t first;            // position of the first one among all roads
};

// Roads of one name that lie close together.
struct Street {
    BoundingBox extent;
    double length = 0;    // in degrees
    Coordinate middle;    // on its longest road
    double longest = -1;  // none yet
};

void find_names(const MapSnapshot& map, const TextColumn& column, const std::vector<std::string>& search,
                std::vector<NamedRoads>& found) {
    constexpr std::size_t none = ~std::size_t{0};
    std::vector<std::size_t> place(column.distinct_count(), none);
    for (std::uint32_t i = 1; i < place.size(); ++i) {
        const std::vector<std::string> words = folded_words(column.distinct(i));
        if (!have_prefixes(words, search)) continue;
        place[i] = found.size();
        found.push_back({column.distinct(i), words.front().starts_with(search.front()), {}, 0});
    }
    const auto& roads = map.roads().roads();
    for (std::size_t i = 0; i < roads.size(); ++i) {
        const std::size_t at = place[column.indexes()[roads[i]]];
        if (at == none) continue;
        if (found[at].roads.empty()) found[at].first = i;
        found[at].roads.push_back(roads[i]);
    }
}

void add_road(Street& street, const std::vector<Coordinate>& line) {
    double length = 0;
    for (std::size_t i = 1; i < line.size(); ++i)
        length += std::hypot(line[i].x - line[i - 1].x, line[i].y - line[i - 1].y);
    street.extent.add(line);
    street.length += length;
    if (length <= street.longest) return;
    street.longest = length;
    const Coordinate a = line[(line.size() - 1) / 2];
    const Coordinate b = line[line.size() / 2];
    street.middle = {(a.x + b.x) / 2, (a.y + b.y) / 2};
}

// The longest first. Roads are of one street if ends of both lie in the same square of about 500 m, or in neighbouring
// ones.
std::vector<Street> streets_of(const MapSnapshot& map, const std::vector<ArcIndex>& roads) {
    constexpr double side = 0.005;  // degrees
    std::vector<std::size_t> parent(roads.size());
    std::iota(parent.begin(), parent.end(), std::size_t{0});
    const auto root = [&](std::size_t road) {
        while (parent[road] != road) road = parent[road] = parent[parent[road]];
        return road;
    };
    std::unordered_map<std::int64_t, std::size_t> in_square;  // a road with an end in it
    std::vector<std::vector<Coordinate>> lines;
    for (std::size_t i = 0; i < roads.size(); ++i) {
        lines.push_back(map.line(roads[i]));
        for (const Coordinate& end : {lines[i].front(), lines[i].back()}) {
            const auto square = [&](int dx, int dy) {
                return (std::llround(end.x / side) + dx) * (std::int64_t{1} << 32) + std::llround(end.y / side) + dy;
            };
            for (int near = 0; near < 9; ++near) {
                const auto other = in_square.find(square(near % 3 - 1, near / 3 - 1));
                if (other != in_square.end()) parent[root(other->second)] = root(i);
            }
            in_square.emplace(square(0, 0), i);
        }
    }
    std::unordered_map<std::size_t, Street> by_root;
    for (std::size_t i = 0; i < roads.size(); ++i) add_road(by_root[root(i)], lines[i]);
    std::vector<Street> streets;
    for (const auto& entry : by_root) streets.push_back(entry.second);
    std::ranges::sort(streets, [](const Street& a, const Street& b) {
        return std::pair(-a.length, a.extent.low.x) < std::pair(-b.length, b.extent.low.x);
    });
    return streets;
}

std::vector<std::string> search_of(const Url& url) {
    if (url.options.size() != 1 || url.options[0].name != "search")
        throw ServiceError("InvalidOptions", "Expected the option `search`");
    std::vector<std::string> words = folded_words(url.options[0].value);
    if (words.empty()) throw ServiceError("InvalidValue", "`search` needs a letter or a digit");
    return words;
}

void write_street(JsonWriter& json, std::string_view name, const Street& street) {
    json.begin_object().key("name").string(name).key("bbox").begin_array();
    const auto& [low, high] = street.extent;
    for (const double bound : {low.x, low.y, high.x, high.y}) json.number(bound, 6);
    json.end_array().key("location").begin_array().number(street.middle.x, 6).number(street.middle.y, 6).end_array();
    json.end_object();
}

}  // namespace

std::string answer_names(const MapSnapshot& map, const Url& url) {
    const std::vector<std::string> search = search_of(url);
    std::vector<NamedRoads> found;
    for (const char* name : {"name", "ref"}) {
        if (const TextColumn* column = map.arcs().text(name)) find_names(map, *column, search, found);
    }
    std::erase_if(found, [](const NamedRoads& named) { return named.roads.empty(); });
    std::ranges::sort(found, [](const NamedRoads& a, const NamedRoads& b) {
        return std::tuple(!a.begins_with_search, a.first, a.name) < std::tuple(!b.begins_with_search, b.first, b.name);
    });
    JsonWriter json;
    json.begin_object().key("code").string("Ok").key("streets").begin_array();
    std::size_t written = 0;
    bool is_complete = true;
    for (const NamedRoads& named : found) {
        if (written == most_streets) is_complete = false;
        if (!is_complete) break;
        for (const Street& street : streets_of(map, named.roads)) {
            is_complete = written < most_streets;
            if (!is_complete) break;
            write_street(json, named.name, street);
            ++written;
        }
    }
    json.end_array().key("is_complete").boolean(is_complete).end_object();
    return std::move(json).take();
}

}  // namespace allways::tools
