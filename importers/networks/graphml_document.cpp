// SPDX-License-Identifier: Apache-2.0
// XML → GraphmlDocument.
#include "networks/graphml_document.h"

#include <expat.h>

#include <algorithm>
#include <array>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "allways/base/decimal.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/text.h"
#include "text/input_file.h"

namespace allways::importers {

namespace {

// ---- the keys, and the graph, node and edge data that they name

// The element that data belong to.
enum class GraphmlDomain : std::size_t { graph, node, edge };

constexpr std::size_t graphml_domain_count = 3;

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
    // Fields of one domain, their defaults, and the values of the current element.
    struct Fields {
        std::vector<GraphmlField> fields;
        std::vector<std::string> defaults;
        std::vector<std::optional<std::string>> current;
        std::size_t field_of(const Key& key);
    };

    static Type type_of(std::string_view word);
    static void check_value(const Key& key, std::string_view text);

    std::map<std::string, Key, std::less<>> keys_;
    std::array<Fields, graphml_domain_count> domains_;
};

constexpr std::array<std::string_view, graphml_domain_count> domain_words{"graph", "node", "edge"};

// Returns GraphmlDomain::node for "node" and so on; nothing for other words.
std::optional<GraphmlDomain> graphml_domain(std::string_view word) {
    const auto found = std::ranges::find(domain_words, word);
    if (found == domain_words.end()) return std::nullopt;
    return static_cast<GraphmlDomain>(found - domain_words.begin());
}

GraphmlKeys::Type GraphmlKeys::type_of(std::string_view word) {
    if (word == "int" || word == "long") return Type::whole;
    if (word == "float" || word == "double") return Type::real;
    if (word == "boolean") return Type::boolean;
    if (word == "string") return Type::text;
    throw InvalidArgument(format("expected attr.type int, long, float, double, boolean or string, found '{}'", word));
}

std::size_t GraphmlKeys::Fields::field_of(const Key& key) {
    const auto found = std::ranges::find(fields, key.name, &GraphmlField::name);
    if (found == fields.end()) {
        fields.push_back({key.name, key.type == Type::boolean, {}});
        defaults.emplace_back();
        current.emplace_back();
        return fields.size() - 1;
    }
    found->is_boolean = found->is_boolean && key.type == Type::boolean;
    return static_cast<std::size_t>(found - fields.begin());
}

void GraphmlKeys::add(const std::string& id, std::string_view name, std::string_view type, std::string_view domain) {
    Key key{std::string(name), type_of(type), {}};
    for (std::size_t i = 0; i < graphml_domain_count; ++i) {
        if (domain == domain_words[i] || domain == "all") key.field[i] = domains_[i].field_of(key);
    }
    if (!keys_.emplace(id, std::move(key)).second) throw InvalidArgument(format("duplicate key '{}'", id));
}

void GraphmlKeys::set_default(const std::string& id, std::string_view text) {
    const Key& key = keys_.at(id);
    check_value(key, text);
    for (std::size_t i = 0; i < graphml_domain_count; ++i) {
        if (key.field[i]) domains_[i].defaults[*key.field[i]] = text;
    }
}

void GraphmlKeys::set_value(GraphmlDomain domain, const std::string& id, std::string_view text) {
    const auto found = keys_.find(id);
    if (found == keys_.end()) throw InvalidArgument(format("no <key> is called '{}'", id));
    const Key& key = found->second;
    const auto index = static_cast<std::size_t>(domain);
    if (!key.field[index]) throw InvalidArgument(format("the key '{}' is not for a {}", id, domain_words[index]));
    check_value(key, text);
    std::optional<std::string>& value = domains_[index].current[*key.field[index]];
    if (value) throw InvalidArgument(format("'{}' has two values here", key.name));
    value = text;
}

void GraphmlKeys::check_value(const Key& key, std::string_view text) {
    if (key.type == Type::text || text.empty()) return;
    if (key.type == Type::boolean) {
        const std::string word = lower_case(text);
        if (word == "true" || word == "false" || word == "1" || word == "0") return;
        throw InvalidArgument(format("'{}' needs true or false, found '{}'", key.name, shortened(text)));
    }
    const bool whole = key.type == Type::whole;
    const auto value = Decimal::parse(text);
    if (whole ? value && value->scale() <= 0 : value || is_unreachable_word(text)) return;
    throw InvalidArgument(
        format("'{}' needs {}, found '{}'", key.name, whole ? "an integer" : "a number", shortened(text)));
}

void GraphmlKeys::finish_element(GraphmlDomain domain) {
    Fields& of_domain = domains_[static_cast<std::size_t>(domain)];
    for (std::size_t i = 0; i < of_domain.fields.size(); ++i) {
        std::optional<std::string>& value = of_domain.current[i];
        of_domain.fields[i].values.add(value ? *value : of_domain.defaults[i]);
        value.reset();
    }
}

std::vector<GraphmlField> GraphmlKeys::take_fields(GraphmlDomain domain) {
    return std::move(domains_[static_cast<std::size_t>(domain)].fields);
}

// ---- the document

constexpr char namespace_separator = '|';

class Attributes {
public:
    explicit Attributes(const char** attributes) : attributes_(attributes) {}
    std::optional<std::string_view> find(std::string_view name) const {
        for (const char** at = attributes_; *at != nullptr; at += 2) {
            if (*at == name) return at[1];
        }
        return std::nullopt;
    }

private:
    const char** attributes_;
};

class Parser {
public:
    Parser(const std::string& path, const ProgressCallback& progress) : file_(path), progress_(progress) {
        XML_SetUserData(xml(), this);
        XML_SetElementHandler(
            xml(),
            [](void* self, const char* name, const char** attributes) {
                static_cast<Parser*>(self)->guarded(
                    [&](Parser& parser) { parser.start(name, Attributes(attributes)); });
            },
            [](void* self, const char*) { static_cast<Parser*>(self)->guarded([](Parser& parser) { parser.end(); }); });
        XML_SetCharacterDataHandler(xml(), [](void* self, const char* text, int size) {
            static_cast<Parser*>(self)->guarded([&](Parser& parser) {
                if (parser.text_depth_ == 1) parser.text_.append(text, static_cast<std::size_t>(size));
            });
        });
    }

    GraphmlDocument parse() && {
        std::vector<char> buffer(std::size_t{1} << 18);
        for (bool last = false; !last;) {
            const std::size_t got = file_.read(buffer.data(), buffer.size());
            last = got < buffer.size();
            report(progress_, "read", file_.position_on_disk(), file_.bytes_on_disk());
            if (XML_Parse(xml(), buffer.data(), static_cast<int>(got), last ? 1 : 0) == XML_STATUS_OK) continue;
            if (thrown_) std::rethrow_exception(thrown_);
            fail(format("the XML is damaged: {}", XML_ErrorString(XML_GetErrorCode(xml()))));
        }
        if (!graph_seen_) fail("expected a <graph>, but there is none");
        return finish();
    }

private:
    // Exceptions must not pass through expat.
    template <class Step>
    void guarded(Step&& step) {
        if (thrown_) return;
        try {
            step(*this);
        } catch (const InvalidArgument& error) {  // thrown by the keys, which do not know the line number
            thrown_ = std::make_exception_ptr(InputError(file_.path(), line(), error.what()));
        } catch (...) {
            thrown_ = std::current_exception();
        }
        if (thrown_) XML_StopParser(xml(), XML_FALSE);
    }

    void start(std::string_view name, const Attributes& attributes) {
        if (text_depth_ > 0) {  // inside <data> or <default>
            ++text_depth_;
            text_has_elements_ = true;
            return;
        }
        if (const std::size_t end = name.find(namespace_separator); end != name.npos) name.remove_prefix(end + 1);
        if (open_.empty() && name != "graphml") fail(format("expected the root <graphml>, found <{}>", name));
        open_.emplace_back(name);
        if (name == "key") return start_key(attributes);
        if (name == "graph") return start_graph(attributes);
        if (name == "node") return start_node(attributes);
        if (name == "edge") return start_edge(attributes);
        if (name == "data") data_key_ = required(attributes, "data", "key");
        if (name == "data" || name == "default" || name == "desc") return start_text();
        if (name == "hyperedge") fail("hyperedges are not read: an arc has two ends");
        if (name == "port") fail("ports are not read: an arc ends at a node");
        if (name != "graphml") fail(format("unknown GraphML element <{}>", name));
    }

    void end() {
        if (text_depth_ > 1) {
            --text_depth_;
            return;
        }
        const std::string name = std::move(open_.back());
        open_.pop_back();
        if (text_depth_ == 1) {
            text_depth_ = 0;
            if (text_has_elements_) {
                ++document_.data_with_elements;
            } else if (name == "data") {
                take_data();
            } else if (name == "default") {
                take_default();
            }
        }
        if (name == "node") keys_.finish_element(GraphmlDomain::node);
        if (name == "edge") keys_.finish_element(GraphmlDomain::edge);
    }

    void start_text() {
        text_depth_ = 1;
        text_has_elements_ = false;
        text_.clear();
    }

    void start_key(const Attributes& attributes) {
        if (graph_seen_) fail("expected a <key> before the <graph>");
        const std::string id(required(attributes, "key", "id"));
        last_key_ = id;
        keys_.add(id, attributes.find("attr.name").value_or(id),
                  trimmed(attributes.find("attr.type").value_or("string")),
                  trimmed(attributes.find("for").value_or("all")));
    }

    void take_default() {
        if (open_.empty() || open_.back() != "key") fail("a <default> outside a <key>");
        keys_.set_default(last_key_, trimmed(text_));
    }

    void start_graph(const Attributes& attributes) {
        if (std::ranges::find(open_, "graph") != open_.end() - 1) fail("a graph inside a graph is not read");
        if (graph_seen_) fail("a second <graph>: expected a file with one");
        const auto directed = required(attributes, "graph", "edgedefault");
        if (directed != "directed" && directed != "undirected") {
            fail(format("expected edgedefault directed or undirected, found '{}'", directed));
        }
        document_.directed = directed == "directed";
        graph_seen_ = true;
    }

    void start_node(const Attributes& attributes) {
        if (open_.size() != 3) fail("expected a <node> right inside the <graph>");
        const NodeIndex mention = mention_of(required(attributes, "node", "id"));
        if (declared_[mention] != no_node) fail(format("duplicate node '{}'", *attributes.find("id")));
        declared_[mention] = static_cast<NodeIndex>(document_.node_ids.size());
        document_.node_ids.emplace_back(*attributes.find("id"));
    }

    void start_edge(const Attributes& attributes) {
        if (open_.size() != 3) fail("expected an <edge> right inside the <graph>");
        if (attributes.find("sourceport") || attributes.find("targetport")) {
            fail("ports are not read: an arc ends at a node");
        }
        auto& edges = document_.edges;
        edges.source.push_back(mention_of(required(attributes, "edge", "source")));
        edges.target.push_back(mention_of(required(attributes, "edge", "target")));
        edges.ids.add(attributes.find("id").value_or(""));
        edges.lines.push_back(line());
        const auto directed = attributes.find("directed");
        const bool is_true = directed && (*directed == "true" || *directed == "1");
        if (directed && !is_true && *directed != "false" && *directed != "0") {
            fail(format("expected directed=\"true\" or \"false\", found '{}'", *directed));
        }
        edges.directed.push_back((directed ? is_true : document_.directed) ? 1 : 0);
    }

    // Edges may name nodes before these are declared.
    NodeIndex mention_of(std::string_view id) {
        const auto [entry, is_new] = mentions_.try_emplace(std::string(id), static_cast<NodeIndex>(declared_.size()));
        if (is_new) {
            if (declared_.size() + 1 >= no_node) fail("a network has at most 2^32 - 2 nodes");
            declared_.push_back(no_node);
        }
        return entry->second;
    }

    void take_data() {
        if (const auto domain = graphml_domain(open_.back())) keys_.set_value(*domain, data_key_, trimmed(text_));
    }

    GraphmlDocument finish() {
        auto& edges = document_.edges;
        for (std::size_t edge = 0; edge < edges.source.size(); ++edge) {
            for (NodeIndex* end : {&edges.source[edge], &edges.target[edge]}) {
                const NodeIndex node = declared_[*end];
                if (node == no_node) {
                    const auto id =
                        std::ranges::find(mentions_, *end, [](const auto& entry) { return entry.second; })->first;
                    throw InputError(file_.path(), edges.lines[edge],
                                     format("the edge's node '{}' is not declared", id));
                }
                *end = node;
            }
        }
        keys_.finish_element(GraphmlDomain::graph);
        for (const auto& field : keys_.take_fields(GraphmlDomain::graph)) {
            if (!field.values[0].empty()) document_.graph_data.emplace_back(field.name, field.values[0]);
        }
        document_.node_fields = keys_.take_fields(GraphmlDomain::node);
        edges.fields = keys_.take_fields(GraphmlDomain::edge);
        return std::move(document_);
    }

    std::string_view required(const Attributes& attributes, std::string_view element, std::string_view name) const {
        const auto value = attributes.find(name);
        if (!value) fail(format("<{}> needs the attribute {}", element, name));
        return *value;
    }
    std::uint64_t line() const { return XML_GetCurrentLineNumber(xml()); }
    [[noreturn]] void fail(std::string_view message) const { throw InputError(file_.path(), line(), message); }
    XML_Parser xml() const { return xml_.get(); }

    struct Free {
        void operator()(XML_Parser parser) const { XML_ParserFree(parser); }
    };
    std::unique_ptr<std::remove_pointer_t<XML_Parser>, Free> xml_{XML_ParserCreateNS(nullptr, namespace_separator)};
    InputFile file_;
    const ProgressCallback& progress_;
    std::exception_ptr thrown_;

    GraphmlDocument document_;
    GraphmlKeys keys_;
    std::string last_key_;
    std::unordered_map<std::string, NodeIndex> mentions_;
    std::vector<NodeIndex> declared_;  // by order of mention: the declared node, or no_node
    std::vector<std::string> open_;    // names of the open elements
    bool graph_seen_ = false;
    std::size_t text_depth_ = 0;  // 1 inside <data>, <default> and <desc>, more inside elements nested in these
    bool text_has_elements_ = false;
    std::string text_;
    std::string data_key_;
};

}  // namespace

GraphmlDocument read_graphml_document(const std::string& path, const ProgressCallback& progress) {
    return Parser(path, progress).parse();
}

}  // namespace allways::importers
