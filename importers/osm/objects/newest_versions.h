// SPDX-License-Identifier: Apache-2.0
// Selects among several versions of objects in an OSM file.
#pragma once

#include <algorithm>
#include <vector>

namespace allways::importers::osm {

// Sorts by `id`; for each id keeps the newest `version`, or of equal ones the first in the file. Returns the others.
// O(n log n), and O(n) if the ids ascend already.
template <class Object>
std::vector<Object> take_out_older(std::vector<Object>& objects) {
    const auto is_not_less = [](const Object& a, const Object& b) { return a.id >= b.id; };
    if (std::ranges::adjacent_find(objects, is_not_less) == objects.end()) return {};
    std::ranges::stable_sort(
        objects, [](const Object& a, const Object& b) { return a.id != b.id ? a.id < b.id : a.version > b.version; });
    std::vector<Object> others;
    auto end = objects.begin();  // end of the kept objects
    for (Object& object : objects) {
        if (end != objects.begin() && (end - 1)->id == object.id) {
            others.push_back(object);
        } else {
            *end++ = object;
        }
    }
    objects.erase(end, objects.end());
    return others;
}

}  // namespace allways::importers::osm
