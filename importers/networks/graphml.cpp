// SPDX-License-Identifier: Apache-2.0
// GraphML → RoadNetwork. Edges become arcs, undirected ones an arc in each direction under one id. Edge data become
// columns if every value is a number, otherwise texts. Files of OSMnx, recognised by the edges' osmid, use metres,
// seconds and km/h, and store numbers and lists as text, and lines as WKT.
#include <expat.h>

#include <algorithm>
#include <array>
#include <cstdint>
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
#include "allways/base/progress.h"
#include "allways/network/road_network.h"
#include "attributes/arc_table.h"
#include "attributes/node_attributes.h"
#include "attributes/travel_time.h"
#include "base/counted.h"
#include "base/text.h"
#include "libraries/line_geometry.h"
#include "libraries/reference_system.h"
#include "libraries/row_filter.h"
#include "text/csv_reader.h"
#include "text/file_format.h"
#include "text/input_file.h"

namespace allways::importers {

namespace {

// ---- the document

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
    bool directed = true;  // edgedefault
    std::vector<std::pair<std::string, std::string>> graph_data;
    std::vector<std::string> node_ids;
    std::vector<GraphmlField> node_fields;
    std::uint64_t data_with_elements = 0;  // omitted data: drawings that other programs store there

    // One per edge, but for the fields.
    std::vector<NodeIndex> ends;  // two: source and target
    std::vector<std::uint8_t> edge_directed;
    std::vector<std::uint64_t> edge_lines;
    TextList edge_ids;  // empty for an edge without an id
    std::vector<GraphmlField> edge_fields;

    std::size_t edge_count() const { return edge_lines.size(); }
};

// The element that data belong to.
enum class GraphmlDomain : std::size_t { graph, node, edge };
constexpr std::array<std::string_view, 3> domain_words{"graph", "node", "edge"};

// The keys, and the graph, node and edge data that they name. Throws InvalidArgument for errors in the file; the caller
// knows the line.
class GraphmlKeys {
public:
    void add(const std::string& id, std::string_view name, std::string_view type, std::string_view domain) {
        constexpr std::array<std::string_view, 6> types{"int", "long", "float", "double", "boolean", "string"};
        if (std::ranges::find(types, type) == types.end()) {
            throw InvalidArgument(
                format("expected attr.type int, long, float, double, boolean or string, found '{}'", type));
        }
        Key key{std::string(name), std::string(type), {}};
        for (std::size_t i = 0; i < domain_words.size(); ++i) {
            if (domain == domain_words[i] || domain == "all") key.field[i] = field_of(domains_[i], key);
        }
        if (!keys_.emplace(id, std::move(key)).second) throw InvalidArgument(format("duplicate key '{}'", id));
    }

    void set_default(const std::string& id, std::string_view text) {
        const Key& key = keys_.at(id);
        check_value(key, text);
        for (std::size_t i = 0; i < domain_words.size(); ++i) {
            if (key.field[i]) domains_[i].defaults[*key.field[i]] = text;
        }
    }

    // Sets a value of the current element. The text must match the key's type.
    void set_value(GraphmlDomain domain, const std::string& id, std::string_view text) {
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

    // Gives each field a value: the one that was set, otherwise the default, otherwise an empty one.
    void finish_element(GraphmlDomain domain) {
        Fields& of_domain = domains_[static_cast<std::size_t>(domain)];
        for (std::size_t i = 0; i < of_domain.fields.size(); ++i) {
            std::optional<std::string>& value = of_domain.current[i];
            of_domain.fields[i].values.add(value ? *value : of_domain.defaults[i]);
            value.reset();
        }
    }

    std::vector<GraphmlField> take_fields(GraphmlDomain domain) {
        return std::move(domains_[static_cast<std::size_t>(domain)].fields);
    }

private:
    struct Key {
        std::string name;
        std::string type;
        std::array<std::optional<std::size_t>, domain_words.size()> field;  // its field index in that domain
    };
    // Fields of one domain, their defaults, and the values of the current element.
    struct Fields {
        std::vector<GraphmlField> fields;
        std::vector<std::string> defaults;
        std::vector<std::optional<std::string>> current;
    };

    static std::size_t field_of(Fields& domain, const Key& key) {
        const auto found = std::ranges::find(domain.fields, key.name, &GraphmlField::name);
        if (found == domain.fields.end()) {
            domain.fields.push_back({key.name, key.type == "boolean", {}});
            domain.defaults.emplace_back();
            domain.current.emplace_back();
            return domain.fields.size() - 1;
        }
        found->is_boolean = found->is_boolean && key.type == "boolean";
        return static_cast<std::size_t>(found - domain.fields.begin());
    }

    static void check_value(const Key& key, std::string_view text) {
        if (key.type == "string" || text.empty()) return;
        if (key.type == "boolean") {
            const std::string word = lower_case(text);
            if (word == "true" || word == "false" || word == "1" || word == "0") return;
            throw InvalidArgument(format("'{}' needs true or false, found '{}'", key.name, shortened(text)));
        }
        const bool whole = key.type == "int" || key.type == "long";
        const auto value = Decimal::parse(text);
        if (whole ? value && value->scale() <= 0 : value || is_unreachable_word(text)) return;
        throw InvalidArgument(
            format("'{}' needs {}, found '{}'", key.name, whole ? "an integer" : "a number", shortened(text)));
    }

    std::map<std::string, Key, std::less<>> keys_;
    std::array<Fields, domain_words.size()> domains_;
};

constexpr char namespace_separator = '|';

using Attributes = const char**;

std::optional<std::string_view> find_attribute(Attributes attributes, std::string_view name) {
    for (; *attributes != nullptr; attributes += 2) {
        if (*attributes == name) return attributes[1];
    }
    return std::nullopt;
}

// Throws InputError, naming the line, for a file that is not GraphML, for nested graphs, hyperedges and ports, and for
// values that do not match their key's type.
class GraphmlParser {
public:
    GraphmlParser(const std::string& path, const ProgressCallback& progress) : file_(path), progress_(progress) {
        XML_SetUserData(xml(), this);
        XML_SetElementHandler(
            xml(),
            [](void* self, const char* name, const char** attributes) {
                static_cast<GraphmlParser*>(self)->guarded(
                    [&](GraphmlParser& parser) { parser.start(name, attributes); });
            },
            [](void* self, const char*) {
                static_cast<GraphmlParser*>(self)->guarded([](GraphmlParser& parser) { parser.end(); });
            });
        XML_SetCharacterDataHandler(xml(), [](void* self, const char* text, int size) {
            static_cast<GraphmlParser*>(self)->guarded([&](GraphmlParser& parser) {
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

    void start(std::string_view name, Attributes attributes) {
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

    void start_key(Attributes attributes) {
        if (graph_seen_) fail("expected a <key> before the <graph>");
        const std::string id(required(attributes, "key", "id"));
        last_key_ = id;
        keys_.add(id, find_attribute(attributes, "attr.name").value_or(id),
                  trimmed(find_attribute(attributes, "attr.type").value_or("string")),
                  trimmed(find_attribute(attributes, "for").value_or("all")));
    }

    void take_default() {
        if (open_.empty() || open_.back() != "key") fail("a <default> outside a <key>");
        keys_.set_default(last_key_, trimmed(text_));
    }

    void start_graph(Attributes attributes) {
        if (std::ranges::find(open_, "graph") != open_.end() - 1) fail("a graph inside a graph is not read");
        if (graph_seen_) fail("a second <graph>: expected a file with one");
        const auto directed = required(attributes, "graph", "edgedefault");
        if (directed != "directed" && directed != "undirected") {
            fail(format("expected edgedefault directed or undirected, found '{}'", directed));
        }
        document_.directed = directed == "directed";
        graph_seen_ = true;
    }

    void start_node(Attributes attributes) {
        if (open_.size() != 3) fail("expected a <node> right inside the <graph>");
        const NodeIndex mention = mention_of(required(attributes, "node", "id"));
        if (declared_[mention] != no_node) fail(format("duplicate node '{}'", *find_attribute(attributes, "id")));
        declared_[mention] = static_cast<NodeIndex>(document_.node_ids.size());
        document_.node_ids.emplace_back(*find_attribute(attributes, "id"));
    }

    void start_edge(Attributes attributes) {
        if (open_.size() != 3) fail("expected an <edge> right inside the <graph>");
        if (find_attribute(attributes, "sourceport") || find_attribute(attributes, "targetport")) {
            fail("ports are not read: an arc ends at a node");
        }
        document_.ends.push_back(mention_of(required(attributes, "edge", "source")));
        document_.ends.push_back(mention_of(required(attributes, "edge", "target")));
        document_.edge_ids.add(find_attribute(attributes, "id").value_or(""));
        document_.edge_lines.push_back(line());
        const auto directed = find_attribute(attributes, "directed");
        const bool is_true = directed && (*directed == "true" || *directed == "1");
        if (directed && !is_true && *directed != "false" && *directed != "0") {
            fail(format("expected directed=\"true\" or \"false\", found '{}'", *directed));
        }
        document_.edge_directed.push_back((directed ? is_true : document_.directed) ? 1 : 0);
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
        const auto domain = std::ranges::find(domain_words, open_.back());
        if (domain == domain_words.end()) return;
        keys_.set_value(static_cast<GraphmlDomain>(domain - domain_words.begin()), data_key_, trimmed(text_));
    }

    GraphmlDocument finish() {
        for (std::size_t end = 0; end < document_.ends.size(); ++end) {
            const NodeIndex node = declared_[document_.ends[end]];
            if (node == no_node) {
                const auto id = std::ranges::find(mentions_, document_.ends[end], [](const auto& entry) {
                                    return entry.second;
                                })->first;
                throw InputError(file_.path(), document_.edge_lines[end / 2],
                                 format("the edge's node '{}' is not declared", id));
            }
            document_.ends[end] = node;
        }
        keys_.finish_element(GraphmlDomain::graph);
        for (const auto& field : keys_.take_fields(GraphmlDomain::graph)) {
            if (!field.values[0].empty()) document_.graph_data.emplace_back(field.name, field.values[0]);
        }
        document_.node_fields = keys_.take_fields(GraphmlDomain::node);
        document_.edge_fields = keys_.take_fields(GraphmlDomain::edge);
        return std::move(document_);
    }

    std::string_view required(Attributes attributes, std::string_view element, std::string_view name) const {
        const auto value = find_attribute(attributes, name);
        if (!value) fail(format("<{}> needs the attribute {}", element, name));
        return *value;
    }
    std::uint64_t line() const { return XML_GetCurrentLineNumber(xml()); }
    [[noreturn]] void fail(std::string_view message) const { throw InputError(file_.path(), line(), message); }
    XML_Parser xml() const { return xml_.get(); }

    std::unique_ptr<std::remove_pointer_t<XML_Parser>, decltype(&XML_ParserFree)> xml_{
        XML_ParserCreateNS(nullptr, namespace_separator), &XML_ParserFree};
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

// ---- the network

// The name of the field of an edge's line, if it contains lines ("LINESTRING (…)"), and that of the field with the
// arcs' ids, which is not a column.
constexpr std::string_view geometry_field_name = "geometry";
constexpr std::string_view arc_id_name = "arc_id";

const GraphmlField* find_field(const std::vector<GraphmlField>& fields, std::string_view name) {
    const auto found = std::ranges::find(fields, name, &GraphmlField::name);
    return found == fields.end() ? nullptr : &*found;
}

FieldNames names_of(const std::vector<GraphmlField>& fields) {
    std::vector<std::string> names;
    for (const auto& field : fields) names.push_back(field.name);
    return FieldNames(std::move(names), "the edges have no data", "they have");
}

bool holds_lines(const GraphmlField& field) {
    for (std::size_t edge = 0; edge < field.values.size(); ++edge) {
        const std::string start = lower_case(trimmed(field.values[edge]).substr(0, 15));
        if (start.starts_with("linestring") || start.starts_with("multilinestring")) return true;
    }
    return false;
}

// Returns the items, without quotes, of a list as Python prints it: "[435660168, 56180220]", "['A', \"B's\"]"; nothing
// if the text is not such a list.
std::optional<std::vector<std::string>> parse_python_list(std::string_view text) {
    text = trimmed(text);
    if (text.size() < 2 || text.front() != '[' || text.back() != ']') return std::nullopt;
    std::string_view rest = trimmed(text.substr(1, text.size() - 2));
    std::vector<std::string> items;
    while (!rest.empty()) {
        std::string& item = items.emplace_back();
        if (rest.front() == '\'' || rest.front() == '"') {
            auto quoted = take_quoted(rest);
            if (!quoted) return std::nullopt;
            item = std::move(*quoted);
            rest = trimmed(rest);
        } else {
            const std::size_t end = std::min(rest.find(','), rest.size());
            item = trimmed(rest.substr(0, end));
            rest.remove_prefix(end);
        }
        if (rest.empty()) break;
        if (rest.front() != ',') return std::nullopt;
        rest = trimmed(rest.substr(1));
    }
    return items;
}

// The names and units that OSMnx's fields get here.
struct Meaning {
    std::string_view field;
    std::string_view name;
    std::string_view unit;
    int resolution_digits = 0;
};
constexpr std::array<Meaning, 3> osmnx_columns{
    {{"length", "length", "m", 1}, {"travel_time", "time", "s", 3}, {"speed_kph", "free_speed", "km/h", 1}}};
constexpr std::array<Meaning, 5> osmnx_texts{{{"osmid", "osm_way_id", ""},
                                              {"highway", "facility_type", ""},
                                              {"name", "name", ""},
                                              {"ref", "ref", ""},
                                              {"junction", "junction", ""}}};

template <std::size_t count>
const Meaning* find_meaning(const std::array<Meaning, count>& known, std::string_view field) {
    const auto found = std::ranges::find(known, field, &Meaning::field);
    return found == known.end() ? nullptr : &*found;
}

// OSMnx writes "epsg:4326", PROJ text or WKT; its first versions wrote the dictionary {'init': 'epsg:4326'}.
std::string reference_system_text(std::string stated, const LogCallback& log_to) {
    constexpr std::string_view init = "'init': '";
    if (const auto at = stated.find(init); stated.starts_with('{') && at != stated.npos) {
        stated = stated.substr(at + init.size());
        stated.resize(std::min(stated.find('\''), stated.size()));
    }
    try {
        return ReferenceSystem(stated).text();
    } catch (const InvalidArgument& error) {
        log(log_to, LogLevel::loss, format("ignored the graph's crs: {}", error.what()));
        return "";
    }
}

// Reads Booleans as Python and XML write them.
bool is_true(std::string_view value) {
    const std::string word = lower_case(trimmed(value));
    return word == "true" || word == "1" || word == "yes";
}

class GraphmlNetwork {
public:
    GraphmlNetwork(const std::string& path, GraphmlDocument document, const ReadOptions& options)
        : path_(path), document_(std::move(document)), options_(options), names_(names_of(document_.edge_fields)) {}

    RoadNetwork build() && {
        network_.node_ids = IdTable::from_texts(std::move(document_.node_ids));
        add_coordinates();
        add_listed_nodes(network_, "", options_);
        add_no_through();
        add_arcs();
        add_shapes();
        is_osmnx_ = find_field(document_.edge_fields, "osmid") != nullptr;
        add_columns();
        state_units(network_, options_);
        add_notes();
        return std::move(network_);
    }

private:
    void add_coordinates() {
        constexpr std::array<std::string_view, 3> longitudes{"lon", "longitude", "lng"};
        constexpr std::array<std::string_view, 2> latitudes{"lat", "latitude"};
        const FieldNames names = names_of(document_.node_fields);
        auto x = names.usual("x");
        auto y = names.usual("y");
        const bool degrees = !x || !y;
        if (degrees) {
            x = names.usual(longitudes);
            y = names.usual(latitudes);
        }
        if (!x || !y) return;
        NodeCoordinates points(network_.node_count());
        for (std::size_t node = 0; node < network_.node_count(); ++node) {
            const auto x_value = parse_real(trimmed(document_.node_fields[*x].values[node]));
            const auto y_value = parse_real(trimmed(document_.node_fields[*y].values[node]));
            if (x_value && y_value) points.set(static_cast<NodeIndex>(node), {*x_value, *y_value});
        }
        network_.coordinates = std::move(points).take(path_, false, options_.log);
        if (network_.coordinates.empty()) return;
        const auto crs = std::ranges::find(document_.graph_data, "crs", [](const auto& entry) { return entry.first; });
        if (degrees) {
            network_.provenance.crs = "EPSG:4326";
        } else if (crs != document_.graph_data.end()) {
            network_.provenance.crs = reference_system_text(crs->second, options_.log);
        }
    }

    // Reads no-through nodes as Allways writes them.
    void add_no_through() {
        const auto* field = find_field(document_.node_fields, "no_through");
        if (field == nullptr || !field->is_boolean) return;
        const auto* barrier = find_field(document_.node_fields, "barrier");
        if (barrier != nullptr && !barrier->is_boolean) barrier = nullptr;
        const auto is_set = [](const GraphmlField* of, std::size_t node) {
            return of != nullptr && (of->values[node] == "true" || of->values[node] == "1");
        };
        network_.no_through.assign(network_.node_count(), NoThrough::passable);
        for (std::size_t node = 0; node < network_.node_count(); ++node) {
            if (is_set(field, node))
                network_.no_through[node] = is_set(barrier, node) ? NoThrough::barrier : NoThrough::centroid;
        }
        if (count_no_through(network_) == 0) network_.no_through.clear();
    }

    // Fields are compared as numbers if all their values are numbers.
    RowFilter filter() const {
        if (options_.where.empty()) return {};
        std::vector<RowFilter::Field> fields;
        for (const auto& field : document_.edge_fields) {
            bool is_number = !field.is_boolean;
            for (std::size_t edge = 0; is_number && edge < field.values.size(); ++edge) {
                is_number = is_missing_word(trimmed(field.values[edge])) || parse_real(trimmed(field.values[edge]));
            }
            fields.push_back({field.name, is_number});
        }
        return RowFilter(options_.where, fields);
    }

    // Returns the field that makes undirected edges one-way streets, if the options name one.
    const GraphmlField* oneway_field() const {
        if (options_.oneway_field.value_or("").empty()) return nullptr;
        if (document_.directed)
            throw InvalidArgument(
                "`oneway_field` applies to undirected graphs; the edges of a directed graph are one-way");
        return &document_.edge_fields[names_.named("oneway_field", *options_.oneway_field)];
    }

    // OSMnx states the direction of an undirected edge in its data `from`.
    bool runs_against(std::size_t edge) const {
        const auto* from = find_field(document_.edge_fields, "from");
        const NodeIndex target = document_.ends[2 * edge + 1];
        return from != nullptr && document_.ends[2 * edge] != target &&
               from->values[edge] == network_.node_ids.text(target);
    }

    void add_arcs() {
        const RowFilter filter = this->filter();
        const GraphmlField* oneway = oneway_field();
        table_.set_ends(document_.ends);
        for (std::uint32_t edge = 0; edge < document_.edge_count(); ++edge) {
            if (!filter.keeps([&](std::size_t field) { return document_.edge_fields[field].values[edge]; })) continue;
            const bool two_way = document_.edge_directed[edge] == 0;
            const bool one_way = oneway != nullptr && two_way && is_true(oneway->values[edge]);
            const bool against = one_way && runs_against(edge);
            table_.add_arcs(edge, !against, against || (two_way && !one_way));
        }
        if (table_.arcs().empty() && filter.has_condition()) {
            throw InputError(
                path_, 0,
                format("none of its {} edges passes the filter \"{}\"", document_.edge_count(), options_.where));
        }
        if (table_.arcs().size() >= no_arc) throw InputError(path_, 0, "a network has at most 2^32 - 2 arcs");
        table_.hand_over(network_);
        network_.arc_ids = edge_ids().selection(table_.rows());
    }

    static bool is_complete(const GraphmlField& field) {
        for (std::size_t i = 0; i < field.values.size(); ++i) {
            if (field.values[i].empty()) return false;
        }
        return true;
    }

    // Returns the ids from the field that the user names, from Allways' own field, or the edges' own ids if they are
    // unique: OSMnx's and NetworkX's only distinguish parallel edges.
    IdTable edge_ids() const {
        const std::string named = options_.id_field.value_or("");
        const auto* field = named.empty() ? find_field(document_.edge_fields, arc_id_name)
                                          : &document_.edge_fields[names_.named("id_field", named)];
        if (named.empty() && field != nullptr && !is_complete(*field)) field = nullptr;
        const TextList& ids = field != nullptr ? field->values : document_.edge_ids;
        std::vector<std::string> texts;
        for (std::size_t edge = 0; edge < ids.size() && !ids[edge].empty(); ++edge) texts.emplace_back(ids[edge]);
        if (texts.size() == ids.size()) {
            IdTable table = IdTable::from_texts(std::move(texts));
            if (field != nullptr || !table.first_repeated()) return table;
            log(options_.log, LogLevel::info, format("{}: ids of edges repeat: edges are numbered from 1", path_));
        } else if (!named.empty()) {
            throw InputError(path_, document_.edge_lines[texts.size()], format("the id field '{}' is empty", named));
        }
        return IdTable::consecutive(ids.size());
    }

    // Reads lines from the field "geometry", which run in either direction between an edge's nodes.
    void add_shapes() {
        const auto* field = find_field(document_.edge_fields, geometry_field_name);
        if (field == nullptr || !holds_lines(*field)) return;
        SharedShapes shapes;
        for (std::size_t arc = 0; arc < network_.arc_count(); ++arc) {
            const std::size_t edge = table_.arcs()[arc].row;
            if (field->values[edge].empty()) {
                shapes.add_straight_arc();
                continue;
            }
            auto line = parse_line_geometry(field->values[edge]);
            if (!line) {
                throw InputError(
                    path_, document_.edge_lines[edge],
                    format("geometry needs {}; found '{}'", line_geometry_words, shortened(field->values[edge])));
            }
            if (line->points.empty()) {
                shapes.add_straight_arc();
                continue;
            }
            if (is_backward(line->points, arc)) std::ranges::reverse(line->points);
            shapes.add_arc(line->points);
        }
        network_.shapes = std::move(shapes).take();
    }

    bool is_backward(const std::vector<Coordinate>& points, std::size_t arc) const {
        if (network_.coordinates.empty()) return table_.arcs()[arc].against;
        const NodeIndex tail = network_.tail[arc];
        const NodeIndex head = network_.head[arc];
        if (tail == head) return table_.arcs()[arc].against;
        return runs_backward(points, network_.coordinates[tail], network_.coordinates[head]);
    }

    // ---- columns

    void add_columns() {
        const auto& fields = document_.edge_fields;
        const bool is_named = !options_.cost_field.empty();
        if (is_named) add_cost(fields[names_.named("cost_field", options_.cost_field)]);
        for (const GraphmlField& field : fields) add_field(field);
        if (is_named || !network_.columns.empty()) return;
        network_.columns.push_back(
            {"cost", "", std::vector<Decimal>(network_.arc_count(), Decimal(1, 0)), std::nullopt});
        guess(options_.log, Guess::cost, format("{}: the edges have no numbers: every arc costs 1", path_));
    }

    void add_cost(const GraphmlField& field) {
        const auto [numbers, edge] = numbers_of(field);
        if (numbers.is_empty())
            throw InputError(path_, 0, format("the cost '{}' has no value at any edge", field.name));
        if (numbers.is_text()) {
            throw InputError(
                path_, document_.edge_lines[edge],
                format("the cost '{}' needs a number, found '{}'", field.name, shortened(field.values[edge])));
        }
        add_column("cost", is_osmnx_ ? find_meaning(osmnx_columns, field.name) : nullptr, numbers);
    }

    void add_field(const GraphmlField& field) {
        if (field.name == geometry_field_name && holds_lines(field)) return;
        if (field.name == arc_id_name) return;
        // OSMnx repeats the ends of undirected edges.
        if (is_osmnx_ && (field.name == "from" || field.name == "to")) return;
        const Meaning* text = is_osmnx_ ? find_meaning(osmnx_texts, field.name) : nullptr;
        if (text != nullptr || field.is_boolean) return add_texts(field, text != nullptr ? text->name : field.name);
        const FieldColumn numbers = numbers_of(field).first;
        if (!numbers.is_numeric()) return add_texts(field, field.name);
        const Meaning* meaning = is_osmnx_ ? find_meaning(osmnx_columns, field.name) : nullptr;
        const bool is_cost = lower_case(field.name) == "cost";
        if (is_cost && network_.column("cost") != nullptr) return;  // the named cost field has this name already
        add_column(meaning != nullptr ? meaning->name
                   : is_cost          ? std::string_view("cost")
                                      : field.name,
                   meaning, numbers);
    }

    void add_column(std::string_view name, const Meaning* meaning, const FieldColumn& numbers) {
        ArcColumn column{free_name(name), numbers.unit(), table_.of_arcs(numbers.values()), std::nullopt};
        if (meaning != nullptr) {
            column.unit = meaning->unit;
            column.resolution_digits = meaning->resolution_digits;
        }
        network_.columns.push_back(std::move(column));
    }

    void add_texts(const GraphmlField& field, std::string_view name) {
        TextColumn texts(free_name(name));
        for (const RowArc& arc : table_.arcs()) {
            const auto value = field.values[arc.row];
            const auto items = is_osmnx_ ? parse_python_list(value) : std::nullopt;
            texts.add(items ? joined(*items, "; ") : std::string(value));
        }
        const bool any =
            std::ranges::any_of(table_.arcs(), [&](const RowArc& arc) { return !field.values[arc.row].empty(); });
        if (any) network_.texts.push_back(std::move(texts));
    }

    std::string free_name(std::string_view name) const {
        std::string free(name);
        while (network_.column(free) != nullptr || network_.text(free) != nullptr) free += "_field";
        return free;
    }

    // Reads an edge's value; the first one of a list, as OSMnx writes lists. Returns false if it is not a number.
    bool add_value(FieldColumn& column, std::string_view text) const {
        const auto items = is_osmnx_ && trimmed(text).starts_with('[') ? parse_python_list(text) : std::nullopt;
        return column.add(items && !items->empty() ? std::string_view(items->front()) : text);
    }

    // Returns the field's numbers up to the first edge whose value is none, and this edge; or the count of all edges.
    std::pair<FieldColumn, std::size_t> numbers_of(const GraphmlField& field) const {
        FieldColumn column;
        std::size_t edge = 0;
        while (edge < field.values.size() && add_value(column, field.values[edge])) ++edge;
        return {std::move(column), edge};
    }

    void add_notes() {
        const auto say = [&](LogLevel level, const std::string& what) {
            log(options_.log, level, path_ + ": " + what);
        };
        if (document_.data_with_elements > 0) {
            say(LogLevel::loss, format("skipped {} data that contain further elements (drawings, as yEd writes them)",
                                       document_.data_with_elements));
        }
        if (!is_osmnx_) return;
        const auto made =
            std::ranges::find(document_.graph_data, "created_with", [](const auto& entry) { return entry.first; });
        if (made != document_.graph_data.end()) network_.provenance.notes.emplace_back(made->first, made->second);
        network_.provenance.notes.emplace_back("attribution", "© OpenStreetMap contributors, ODbL 1.0");
        const auto* oneway = find_field(document_.edge_fields, "oneway");
        if (document_.directed || oneway == nullptr || options_.oneway_field) return;
        std::size_t one_way_edges = 0;
        for (std::size_t edge = 0; edge < oneway->values.size(); ++edge) one_way_edges += is_true(oneway->values[edge]);
        if (one_way_edges > 0) {
            guess(options_.log, Guess::directions,
                  format("{}: the graph is undirected: its {} one-way edges are open both ways", path_,
                         count_text(one_way_edges)));
        }
    }

    const std::string& path_;
    GraphmlDocument document_;
    const ReadOptions& options_;
    RoadNetwork network_;
    FieldNames names_;  // of the edges' data
    ArcTable table_;    // its rows are the edges
    bool is_osmnx_ = false;
};

RoadNetwork read_graphml(const std::string& path, const ReadOptions& options, ImportReport& found) {
    GraphmlDocument document = GraphmlParser(path, options.progress).parse();
    found.nodes = document.node_ids.size();
    return GraphmlNetwork(path, std::move(document), options).build();
}

bool recognise_graphml(const FileSample& sample) {
    const std::string_view text = sample.text;
    return trimmed(text.substr(0, 4096)).starts_with('<') && text.substr(0, 4096).find("<graphml") != text.npos;
}

}  // namespace

Format graphml_format() {
    return {.info = {"graphml", "GraphML, of OSMnx, NetworkX and others", {".graphml"}, FormatInfo::Holds::network},
            .recognises = recognise_graphml,
            .read_network = read_graphml};
}

}  // namespace allways::importers
