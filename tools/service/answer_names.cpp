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

namespace allways::tools {

// ---- words of names

namespace {

// Two characters for each letter from U+00C0 to U+017F; "-" fills up.
constexpr std::string_view latin_letters =
    "a-a-a-a-a-a-aec-e-e-e-e-i-i-i-i-d-n-o-o-o-o-o- -o-u-u-u-u-y-thss"
    "a-a-a-a-a-a-aec-e-e-e-e-i-i-i-i-d-n-o-o-o-o-o- -o-u-u-u-u-y-thy-"
    "a-a-a-a-a-a-c-c-c-c-c-c-c-c-d-d-d-d-e-e-e-e-e-e-e-e-e-e-g-g-g-g-"
    "g-g-g-g-h-h-h-h-i-i-i-i-i-i-i-i-i-i-ijijj-j-k-k-k-l-l-l-l-l-l-l-"
    "l-l-l-n-n-n-n-n-n-n-n-n-o-o-o-o-o-o-oeoer-r-r-r-r-r-s-s-s-s-s-s-"
    "s-s-t-t-t-t-t-t-u-u-u-u-u-u-u-u-u-u-u-u-w-w-y-y-y-z-z-z-z-z-z-s-";

// The letter with a code from U+0080 to U+07FF, which has two bytes.
std::string folded_letter(std::string_view bytes) {
    unsigned code = (bytes[0] & 0x1fu) << 6 | (bytes[1] & 0x3fu);
    if (code < 0xc0) return " ";                   // signs
    if (code >= 0x300 && code < 0x370) return "";  // accents that follow their letter
    if (code < 0x180) {
        const std::string_view letters = latin_letters.substr(2 * (code - 0xc0), 2);
        return std::string(letters.substr(0, letters.find('-')));
    }
    const bool has_lower_case = (code >= 0x391 && code <= 0x3a9) || (code >= 0x410 && code <= 0x42f);
    if (has_lower_case) code += 0x20;
    if (code >= 0x400 && code <= 0x40f) code += 0x50;
    return {static_cast<char>(0xc0u | code >> 6), static_cast<char>(0x80u | (code & 0x3fu))};
}

std::string folded(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const bool is_letter = (byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9');
        if (byte >= 'A' && byte <= 'Z') {
            result += static_cast<char>(byte - 'A' + 'a');
        } else if (byte < 0x80) {
            result += is_letter ? text[i] : ' ';
        } else if (byte >= 0xc2 && byte <= 0xdf && i + 1 < text.size()) {
            result += folded_letter(text.substr(i++, 2));
        } else if (text.substr(i, 2) == "\xe2\x80" && i + 2 < text.size()) {  // U+2000 … U+203F: quotes and dashes
            result += ' ';
            i += 2;
        } else {
            result += text[i];
        }
    }
    return result;
}

}  // namespace

std::vector<std::string> folded_words(std::string_view text) {
    std::vector<std::string> words;
    const std::string all = folded(text);
    for (std::size_t begin = 0; (begin = all.find_first_not_of(' ', begin)) != all.npos;) {
        const std::size_t end = std::min(all.find(' ', begin), all.size());
        words.push_back(all.substr(begin, end - begin));
        begin = end;
    }
    return words;
}

// ---- streets

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
        const auto begins_a_word = [&](const std::string& prefix) {
            return std::ranges::any_of(words, [&](const std::string& word) { return word.starts_with(prefix); });
        };
        if (!std::ranges::all_of(search, begins_a_word)) continue;
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
    write_box(json.begin_object().key("name").string(name).key("bbox"), street.extent);
    write_location(json.key("location"), street.middle);
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
    return std::move(json.end_array().key("is_complete").boolean(is_complete).end_object()).take();
}

}  // namespace allways::tools
