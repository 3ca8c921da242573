// SPDX-License-Identifier: Apache-2.0
// The keys of a GraphML file, and the graph, node and edge data that they name.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "networks/graphml_document.h"

namespace allways::importers {

// The element that data belong to.
enum class GraphmlDomain : std::size_t { graph, node, edge };
inline constexpr std::size_t graphml_domain_count = 3;
// Returns GraphmlDomain::node for "node" and so on; nothing for other words.
std::optional<GraphmlDomain> graphml_domain(std::string_view word);

// Throws InvalidArgument for errors in the file; the caller knows the line.
class GraphmlKeys {
public:
    void add(const std::string& id, std::string_view name, std::string_view type, std::string_view domain);
    void set_default(const std::string& id, std::string_view text);
    // Sets a value of the current element. The text must match the key's type.
    void set_value(GraphmlDomain domain, const std::string& id, std::string_view text);
    // Gives each field a value: the one that was set, otherwise the default, otherwise an empty one.
    void finish_element(GraphmlDomain domain);
    std::vector<GraphmlField> take_fields(GraphmlDomain domain);

private:
    enum class Type { whole, real, boolean, text };
    struct Key {
        std::string name;
        Type type = Type::text;
        std::array<std::optional<std::size_t>, graphml_domain_count> field;  // its field index in that domain
    };
    struct Value {
        std::string text;
        bool given = false;
    };
    // Fields of one domain, their defaults, and the values of the current element.
    struct Fields {
        std::vector<GraphmlField> fields;
        std::vector<std::string> defaults;
        std::vector<Value> current;
        std::size_t field_of(const Key& key);
    };

    static Type type_of(std::string_view word);
    static void check_value(const Key& key, std::string_view text);

    std::map<std::string, Key, std::less<>> keys_;
    std::array<Fields, graphml_domain_count> domains_;
};

}  // namespace allways::importers
