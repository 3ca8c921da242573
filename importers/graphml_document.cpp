// XML → GraphmlDocument.
#include "graphml_document.h"

#include <algorithm>
#include <array>
#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>

#include <expat.h>

#include "allways/base/decimal.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "fields.h"
#include "input_file.h"

namespace allways {

namespace {

constexpr char namespace_separator = '|';

// What data belong to, by the words of a key's "for".
constexpr std::array<std::string_view, 3> domains{"graph", "node", "edge"};
enum Domain : std::size_t { of_graph, of_node, of_edge, domain_count };

enum class Type { whole, real, boolean, text };
constexpr std::array<std::pair<std::string_view, Type>, 6> types{{{"int", Type::whole},
                                                                  {"long", Type::whole},
                                                                  {"float", Type::real},
                                                                  {"double", Type::real},
                                                                  {"boolean", Type::boolean},
                                                                  {"string", Type::text}}};

struct Key {
    std::string name;
    Type type = Type::text;
    std::array<std::optional<std::size_t>, domain_count> field;  // in which it is kept, where it is for that domain
    std::string default_value;
};

// Fields of one domain, and the values of the element that is being read.
struct FieldValues {
    struct Value {
        std::string text;
        bool given = false;
    };
    std::vector<GraphmlField> fields;
    std::vector<std::string> defaults;
    std::vector<Value> current;

    std::size_t field_of(const Key& key) {
        auto found = std::ranges::find(fields, key.name, &GraphmlField::name);
        if (found == fields.end()) {
            fields.push_back({key.name, key.type == Type::boolean, {}});
            defaults.emplace_back();
            current.emplace_back();
            return fields.size() - 1;
        }
        found->is_boolean = found->is_boolean && key.type == Type::boolean;
        return static_cast<std::size_t>(found - fields.begin());
    }
    void finish_element() {
        for (std::size_t i = 0; i < fields.size(); ++i) {
            fields[i].values.add(current[i].given ? current[i].text : defaults[i]);
            current[i] = {};
        }
    }
};

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
                static_cast<Parser*>(self)->guarded([&](Parser& parser) { parser.start(name, Attributes(attributes)); });
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
        if (!graph_seen_) fail("a <graph> was expected, and there is none");
        return finish();
    }

private:
    // Exceptions do not pass through expat.
    template <class Step>
    void guarded(Step&& step) {
        if (thrown_) return;
        try {
            step(*this);
        } catch (...) {
            thrown_ = std::current_exception();
            XML_StopParser(xml(), XML_FALSE);
        }
    }

    void start(std::string_view name, const Attributes& attributes) {
        if (text_depth_ > 0) {  // inside <data> or <default>
            ++text_depth_;
            text_has_elements_ = true;
            return;
        }
        if (const std::size_t end = name.find(namespace_separator); end != name.npos) name.remove_prefix(end + 1);
        if (open_.empty() && name != "graphml") fail(format("the root <graphml> was expected, found <{}>", name));
        open_.emplace_back(name);
        if (name == "key") return start_key(attributes);
        if (name == "graph") return start_graph(attributes);
        if (name == "node") return start_node(attributes);
        if (name == "edge") return start_edge(attributes);
        if (name == "data") data_key_ = required(attributes, "data", "key");
        if (name == "data" || name == "default" || name == "desc") return start_text();
        if (name == "hyperedge") fail("hyperedges are not read: an arc has two ends");
        if (name == "port") fail("ports are not read: an arc ends at a node");
        if (name != "graphml") fail(format("<{}> is not known in GraphML", name));
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
        if (name == "node") values_[of_node].finish_element();
        if (name == "edge") values_[of_edge].finish_element();
    }

    void start_text() {
        text_depth_ = 1;
        text_has_elements_ = false;
        text_.clear();
    }

    void start_key(const Attributes& attributes) {
        if (graph_seen_) fail("a <key> was expected before the <graph>");
        const std::string id(required(attributes, "key", "id"));
        Key key;
        key.name = attributes.find("attr.name").value_or(id);
        const auto type = attributes.find("attr.type").value_or("string");
        const auto known = std::ranges::find(types, type, [](const auto& entry) { return entry.first; });
        if (known == types.end()) {
            fail(format("attr.type int, long, float, double, boolean or string was expected, found '{}'", type));
        }
        key.type = known->second;
        const auto domain = attributes.find("for").value_or("all");
        for (std::size_t i = 0; i < domain_count; ++i) {
            if (domain == domains[i] || domain == "all") key.field[i] = values_[i].field_of(key);
        }
        last_key_ = id;
        if (!keys_.emplace(id, std::move(key)).second) fail(format("the key '{}' is there twice", id));
    }

    void take_default() {
        if (open_.empty() || open_.back() != "key") fail("a <default> outside a <key>");
        Key& key = keys_.at(last_key_);
        check_value(key, text_);
        for (std::size_t i = 0; i < domain_count; ++i) {
            if (key.field[i]) values_[i].defaults[*key.field[i]] = text_;
        }
    }

    void start_graph(const Attributes& attributes) {
        if (std::ranges::find(open_, "graph") != open_.end() - 1) fail("a graph inside a graph is not read");
        if (graph_seen_) fail("a second <graph>: a file with one was expected");
        const auto directed = required(attributes, "graph", "edgedefault");
        if (directed != "directed" && directed != "undirected") {
            fail(format("edgedefault directed or undirected was expected, found '{}'", directed));
        }
        document_.directed = directed == "directed";
        graph_seen_ = true;
    }

    void start_node(const Attributes& attributes) {
        if (open_.size() != 3) fail("a <node> was expected right inside the <graph>");
        const NodeIndex mention = mention_of(required(attributes, "node", "id"));
        if (declared_[mention] != no_node) fail(format("the node '{}' is there twice", *attributes.find("id")));
        declared_[mention] = static_cast<NodeIndex>(document_.node_ids.size());
        document_.node_ids.emplace_back(*attributes.find("id"));
    }

    void start_edge(const Attributes& attributes) {
        if (open_.size() != 3) fail("an <edge> was expected right inside the <graph>");
        if (attributes.find("sourceport") || attributes.find("targetport")) {
            fail("ports are not read: an arc ends at a node");
        }
        auto& edges = document_.edges;
        edges.source.push_back(mention_of(required(attributes, "edge", "source")));
        edges.target.push_back(mention_of(required(attributes, "edge", "target")));
        edges.ids.add(attributes.find("id").value_or(""));
        edges.lines.push_back(line());
        const auto directed = attributes.find("directed");
        if (directed && *directed != "true" && *directed != "false") {
            fail(format("directed=\"true\" or \"false\" was expected, found '{}'", *directed));
        }
        edges.directed.push_back((directed ? *directed == "true" : document_.directed) ? 1 : 0);
    }

    // Nodes may be named before they are declared.
    NodeIndex mention_of(std::string_view id) {
        const auto [entry, is_new] = mentions_.try_emplace(std::string(id), static_cast<NodeIndex>(declared_.size()));
        if (is_new) {
            if (declared_.size() + 1 >= no_node) fail("a network has at most 2^32 - 2 nodes");
            declared_.push_back(no_node);
        }
        return entry->second;
    }

    void take_data() {
        const auto domain = std::ranges::find(domains, open_.back());
        if (domain == domains.end()) return;  // of the file as a whole
        const auto found = keys_.find(data_key_);
        if (found == keys_.end()) fail(format("no <key> is called '{}'", data_key_));
        const auto index = static_cast<std::size_t>(domain - domains.begin());
        const auto field = found->second.field[index];
        if (!field) fail(format("the key '{}' is not for a {}", data_key_, *domain));
        check_value(found->second, text_);
        auto& value = values_[index].current[*field];
        if (value.given) fail(format("'{}' has two values here", found->second.name));
        value = {std::string(trimmed(text_)), true};
    }

    void check_value(const Key& key, std::string_view text) const {
        text = trimmed(text);
        if (key.type == Type::text || text.empty()) return;
        if (key.type == Type::boolean) {
            const std::string word = lower_case(text);
            if (word == "true" || word == "false" || word == "1" || word == "0") return;
            fail(format("'{}' needs true or false, found '{}'", key.name, shortened(text)));
        }
        const auto value = Decimal::parse(text);
        if (key.type == Type::real && is_unreachable_word(text)) return;
        if (!value || (key.type == Type::whole && value->scale() > 0)) {
            fail(format("'{}' needs a {}, found '{}'", key.name, key.type == Type::whole ? "whole number" : "number",
                        shortened(text)));
        }
    }

    GraphmlDocument finish() {
        auto& edges = document_.edges;
        for (std::size_t edge = 0; edge < edges.source.size(); ++edge) {
            for (NodeIndex* end : {&edges.source[edge], &edges.target[edge]}) {
                const NodeIndex node = declared_[*end];
                if (node == no_node) {
                    const auto id = std::ranges::find(mentions_, *end, [](const auto& entry) { return entry.second; })->first;
                    throw InputError(file_.path(), edges.lines[edge], format("the edge's node '{}' is not declared", id));
                }
                *end = node;
            }
        }
        values_[of_graph].finish_element();
        for (const auto& field : values_[of_graph].fields) {
            if (!field.values[0].empty()) document_.graph_data.emplace_back(field.name, field.values[0]);
        }
        document_.node_fields = std::move(values_[of_node].fields);
        edges.fields = std::move(values_[of_edge].fields);
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
    std::array<FieldValues, domain_count> values_;
    std::map<std::string, Key, std::less<>> keys_;
    std::string last_key_;
    std::unordered_map<std::string, NodeIndex> mentions_;
    std::vector<NodeIndex> declared_;  // by mention: the node, or no_node
    std::vector<std::string> open_;    // names of the open elements
    bool graph_seen_ = false;
    std::size_t text_depth_ = 0;  // 1 inside <data>, <default> and <desc>, more inside elements in there
    bool text_has_elements_ = false;
    std::string text_;
    std::string data_key_;
};

}  // namespace

GraphmlDocument read_graphml_document(const std::string& path, const ProgressCallback& progress) {
    return Parser(path, progress).parse();
}

}  // namespace allways
