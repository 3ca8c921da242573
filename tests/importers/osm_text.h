// SPDX-License-Identifier: Apache-2.0
// OSM XML as text, for tests that make their own files.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "allways/base/format.h"

namespace allways::test {

using Tag = std::pair<std::string, std::string>;

inline std::string osm_tags(const std::vector<Tag>& tags) {
    std::string text;
    for (const auto& [key, value] : tags) text += format("<tag k='{}' v='{}'/>", key, value);
    return text;
}

inline std::string osm_node(std::int64_t id, double lon, double lat, const std::vector<Tag>& tags = {}) {
    return format("<node id='{}' version='1' lon='{:.7f}' lat='{:.7f}'>{}</node>\n", id, lon, lat, osm_tags(tags));
}

inline std::string osm_way(std::int64_t id, const std::vector<std::int64_t>& nodes, const std::vector<Tag>& tags,
                           int version = 1) {
    std::string refs;
    for (const auto node : nodes) refs += format("<nd ref='{}'/>", node);
    return format("<way id='{}' version='{}'>{}{}</way>\n", id, version, refs, osm_tags(tags));
}

// With one member of role "via", of that type.
inline std::string osm_relation(std::int64_t id, const std::vector<Tag>& tags, std::string_view via) {
    return format("<relation id='{}' version='1'><member type='{}' ref='1' role='via'/>{}</relation>\n", id, via,
                  osm_tags(tags));
}

// A member of a relation: "way 7 from".
struct OsmMember {
    const char* type;
    std::int64_t ref;
    const char* role;
};

inline std::string osm_relation(std::int64_t id, const std::vector<OsmMember>& members, const std::vector<Tag>& tags,
                                int version = 1) {
    std::string text;
    for (const auto& [type, ref, role] : members) {
        text += format("<member type='{}' ref='{}' role='{}'/>", type, ref, role);
    }
    return format("<relation id='{}' version='{}'>{}{}</relation>\n", id, version, text, osm_tags(tags));
}

inline std::string osm_file(std::string_view body) {
    return format("<?xml version='1.0' encoding='UTF-8'?>\n<osm version='0.6' generator='test'>\n{}</osm>\n", body);
}

}  // namespace allways::test
