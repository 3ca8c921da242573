// SPDX-License-Identifier: Apache-2.0
// Content of a GraphML file: nodes, edges and their data as text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "allways/base/ids.h"
#include "allways/base/progress.h"

namespace allways::importers {

// Texts in one block of memory.
class TextList {
public:
    void add(std::string_view text) {
        characters_ += text;
        ends_.push_back(characters_.size());
    }
    std::size_t size() const { return ends_.size(); }
    std::string_view operator[](std::size_t i) const {
        const std::size_t first = i == 0 ? 0 : ends_[i - 1];
        return std::string_view(characters_).substr(first, ends_[i] - first);
    }

private:
    std::string characters_;
    std::vector<std::size_t> ends_;
};

// The data with one name: a text for each node or edge, empty if there is none. Keys with the same name are one field.
struct GraphmlField {
    std::string name;
    bool is_boolean = false;  // attr.type of every key is boolean
    TextList values;
};

struct GraphmlDocument {
    struct Edges {
        std::vector<NodeIndex> source;
        std::vector<NodeIndex> target;
        std::vector<std::uint8_t> directed;
        std::vector<std::uint64_t> lines;
        TextList ids;  // empty for an edge without an id
        std::vector<GraphmlField> fields;
    };
    bool directed = true;  // edgedefault
    std::vector<std::pair<std::string, std::string>> graph_data;
    std::vector<std::string> node_ids;
    std::vector<GraphmlField> node_fields;
    Edges edges;
    std::uint64_t data_with_elements = 0;  // omitted data: drawings that other programs store there
};

// Throws InputError, naming the line, for a file that is not GraphML, for nested graphs, hyperedges and ports, and for
// values that do not match their key's type.
GraphmlDocument read_graphml_document(const std::string& path, const ProgressCallback& progress);

}  // namespace allways::importers
