// GMNS folder → RoadNetwork.
// link.csv (from_node_id, to_node_id, directed, length, free_speed …) with node.csv (x_coord, y_coord, node_type) and
// config.csv (units, CRS; as an extension, the unit of a link field `time`). Ids are texts. A link with an empty
// `directed` is directed, as the specification has it. Shapes are WKT in link.csv or geometry.csv; dir_flag tells which way
// they run and never turns a link.
// Source: zephyr-data-specs/GMNS.
#include "gmns.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <unordered_map>

#include "allways/base/counted.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/network/no_through.h"
#include "fields.h"
#include "gmns_geometry.h"
#include "gmns_table.h"
#include "gmns_units.h"
#include "import_report.h"
#include "no_through.h"
#include "node_coordinates.h"

namespace allways {

namespace {

using NodeMap = std::unordered_map<std::string, NodeIndex>;

struct Nodes {
    NodeMap index;
    std::vector<std::string> ids;
    std::vector<std::optional<Coordinate>> points;
    std::vector<std::uint8_t> no_through;
};

Nodes read_nodes(const std::string& path) {
    GmnsTable table(path, {});
    const std::size_t id = table.require("node_id");
    const auto x = table.find("x_coord");
    const auto y = table.find("y_coord");
    const auto type = table.find("node_type");
    Nodes nodes;
    while (table.next()) {
        if (table[id].empty()) table.fail("a node without node_id");
        const auto [entry, is_new] =
            nodes.index.try_emplace(std::string(table[id]), static_cast<NodeIndex>(nodes.ids.size()));
        if (!is_new) table.fail(format("node_id {} is there twice", table[id]));
        nodes.ids.push_back(entry->first);
        nodes.no_through.push_back(no_through_of(type ? lower_case(table[*type]) : ""));
        nodes.points.emplace_back();
        if (!x || !y || is_missing_word(table[*x]) || is_missing_word(table[*y])) continue;
        const auto easting = parse_real(table[*x]);
        const auto northing = parse_real(table[*y]);
        if (!easting || !northing) {
            table.fail(format("x_coord and y_coord need numbers, found '{}' and '{}'", table[*x], table[*y]));
        }
        nodes.points.back() = Coordinate{*easting, *northing};
    }
    return nodes;
}

void add_nodes(RoadNetwork& network, const Nodes& nodes, const std::string& path, const LogCallback& log_to) {
    network.node_ids = IdTable::from_texts(nodes.ids);
    NodeCoordinates coordinates(nodes.ids.size());
    for (std::size_t node = 0; node < nodes.ids.size(); ++node) {
        if (nodes.points[node]) coordinates.set(static_cast<NodeIndex>(node), *nodes.points[node]);
    }
    network.coordinates = std::move(coordinates).take(path, false, log_to);
    network.no_through = nodes.no_through;
    const std::size_t count = count_no_through(network);
    if (count == 0) return network.no_through.clear();
    log(log_to, LogLevel::info, format("{} of type centroid or barrier {} no-through", counted(count, "node"), by_count(count, "is", "are")));
}

bool is_directed(const GmnsTable& table, std::optional<std::size_t> field) {
    if (!field) return true;
    const std::string text = lower_case(table[*field]);
    if (is_missing_word(text) || text == "1" || text == "true" || text == "t" || text == "yes" || text == "y") return true;
    if (text == "0" || text == "false" || text == "f" || text == "no" || text == "n") return false;
    table.fail(format("directed needs TRUE, FALSE, 1, 0 or nothing, found '{}'", table[*field]));
}

// Fields that are taken up elsewhere. A header may end in a comma.
bool is_no_column(const std::string& field) {
    constexpr std::array<std::string_view, 7> known{"link_id",  "from_node_id", "to_node_id", "directed",
                                                    "geometry", "geometry_id",  "dir_flag"};
    return field.empty() || std::ranges::find(known, field) != known.end();
}

// Names, and what names things by numbers, which are no costs.
bool is_text_field(const std::string& field) {
    return field == "name" || field.ends_with("_id");
}

// A field that may turn out to be a column of numbers: with the first text that is none it becomes one of texts.
class Field {
public:
    explicit Field(bool is_text) : is_text_(is_text) {}

    void add(std::string_view value) {
        const auto number = is_text_ ? std::nullopt : Decimal::parse(value);
        if (!is_text_ && !number && !is_missing_word(value)) become_text();
        has_value_ = has_value_ || number || (is_text_ && !value.empty());
        if (is_text_) return texts_.add(value);
        if (!number && !value.empty()) words_.emplace_back(numbers_.size(), value);
        numbers_.push_back(number.value_or(Decimal::missing()));
    }
    bool is_text() const { return is_text_; }

    // Fields without any value are left out.
    void hand_over(const std::string& name, RoadNetwork& network) && {
        if (!has_value_) return;
        if (is_text_) {
            texts_.rename(name);
            network.texts.push_back(std::move(texts_));
        } else {
            network.columns.push_back({name, "", std::move(numbers_), std::nullopt});
        }
    }

private:
    // "none" is no number, and of parking it is a text.
    void become_text() {
        auto word = words_.begin();
        for (std::size_t arc = 0; arc < numbers_.size(); ++arc) {
            const bool is_word = word != words_.end() && word->first == arc;
            texts_.add(is_word ? (word++)->second : numbers_[arc].to_string());
        }
        numbers_ = {};
        words_ = {};
        is_text_ = true;
    }

    bool is_text_;
    bool has_value_ = false;
    std::vector<Decimal> numbers_;
    std::vector<std::pair<std::size_t, std::string>> words_;  // for "no value", by arc
    TextColumn texts_;
};

class Links {
public:
    Links(RoadNetwork& network, const Nodes& nodes, GmnsGeometries geometries)
        : network_(network), nodes_(nodes), geometries_(std::move(geometries)) {}

    void read(const std::string& path, const ReadOptions& options) {
        GmnsTable table(path, options.progress);
        const auto id = table.find("link_id");
        const std::size_t from = table.require("from_node_id");
        const std::size_t to = table.require("to_node_id");
        const auto directed = table.find("directed");
        for (const auto& name : table.names()) fields_.emplace_back(is_text_field(name));
        geometries_.find_fields(table);
        while (table.next()) {
            const NodeIndex tail = node(table, from);
            const NodeIndex head = node(table, to);
            const GmnsGeometries::Shape shape = geometries_.shape_of(table, nodes_.points[tail], nodes_.points[head]);
            add_arc(table, id, tail, head, false);
            geometries_.add_arc(shape, false);
            if (is_directed(table, directed)) continue;
            add_arc(table, id, head, tail, true);
            geometries_.add_arc(shape, true);
        }
        finish(table.names());
        network_.shapes = std::move(geometries_).take(options.log);
    }

private:
    NodeIndex node(const GmnsTable& table, std::size_t field) const {
        const auto found = nodes_.index.find(std::string(table[field]));
        if (found == nodes_.index.end()) {
            table.fail(format("{} {} is not in node.csv", table.names()[field], table[field]));
        }
        return found->second;
    }

    void add_arc(const GmnsTable& table, std::optional<std::size_t> id, NodeIndex tail, NodeIndex head, bool reversed) {
        network_.tail.push_back(tail);
        network_.head.push_back(head);
        ids_.push_back(id ? std::string(table[*id]) : std::to_string(table.line_number() - 1));
        reversed_.push_back(reversed);
        for (std::size_t i = 0; i < fields_.size(); ++i) {
            if (is_no_column(table.names()[i])) continue;
            fields_[i].add(table[i]);
            if (fields_[i].is_text() && (table.names()[i] == "length" || table.names()[i] == "free_speed")) {
                table.fail(format("{} needs a number, found '{}'", table.names()[i], table[i]));
            }
        }
    }

    void finish(const std::vector<std::string>& names) {
        network_.arc_ids = IdTable::from_texts(std::move(ids_));
        if (std::ranges::count(reversed_, 1) > 0) network_.reversed = std::move(reversed_);
        for (std::size_t i = 0; i < fields_.size(); ++i) std::move(fields_[i]).hand_over(names[i], network_);
    }

    RoadNetwork& network_;
    const Nodes& nodes_;
    GmnsGeometries geometries_;
    std::vector<std::string> ids_;
    std::vector<std::uint8_t> reversed_;
    std::vector<Field> fields_;
};

ArcColumn* find_column(RoadNetwork& network, std::string_view name) {
    const auto found = std::ranges::find(network.columns, name, &ArcColumn::name);
    return found == network.columns.end() ? nullptr : &*found;
}

// Units as config.csv has them, and the column "time" in seconds from length and free speed where the file has none of
// its own.
void add_units_and_time(RoadNetwork& network, const GmnsConfig& config, const LogCallback& log_to) {
    ArcColumn* length = find_column(network, "length");
    ArcColumn* speed = find_column(network, "free_speed");
    if (length != nullptr) length->unit = decide_length_unit(config, network, length->values, log_to);
    if (speed != nullptr) speed->unit = config.speed;
    if (ArcColumn* time = find_column(network, "time")) {
        time->unit = config.time;
        return;
    }
    if (length == nullptr || speed == nullptr) return;
    auto time = travel_time(*length, *speed);
    if (!time) {
        log(log_to, LogLevel::warning,
            format("no travel times are made: units of length '{}' and speed '{}'", length->unit, speed->unit));
        return;
    }
    const auto without =
        static_cast<std::uint64_t>(std::ranges::count_if(time->values, [](const Decimal& value) { return value.is_missing(); }));
    log(log_to, without == 0 ? LogLevel::info : LogLevel::warning,
        format("time = length / free_speed in seconds; {} of {} {} none for want of a speed", without,
               counted(time->values.size(), "arc"), by_count(without, "has", "have")));
    network.columns.push_back(std::move(*time));
}

std::filesystem::path folder_of(const std::string& path) {
    std::error_code error;
    const std::filesystem::path location(path);
    return std::filesystem::is_directory(location, error) ? location : location.parent_path();
}

RoadNetwork read(const std::string& path, const ReadOptions& options, ImportReport&) {
    const auto folder = folder_of(path);
    const std::string node_file = options.node_file.empty() ? (folder / "node.csv").string() : options.node_file;
    const GmnsConfig config = read_gmns_config((folder / "config.csv").string());
    const Nodes nodes = read_nodes(node_file);

    RoadNetwork network;
    network.provenance.crs = config.crs;
    add_nodes(network, nodes, node_file, options.log);
    GmnsGeometries geometries((folder / "geometry.csv").string());
    Links(network, nodes, std::move(geometries)).read((folder / "link.csv").string(), options);
    add_units_and_time(network, config, options.log);
    return network;
}

bool recognise(const FileSample& sample) {
    if (sample.folder) {
        std::error_code error;
        return std::filesystem::is_regular_file(std::filesystem::path(sample.path) / "link.csv", error);
    }
    const auto first = sample.lines(1);
    if (first.empty()) return false;
    const std::string header = lower_case(first[0]);
    return (sample.name == "link.csv" && header.find("from_node_id") != std::string::npos) ||
           (sample.name == "node.csv" && header.find("node_id") != std::string::npos);
}

}  // namespace

Format gmns_format() {
    Format format;
    format.info = {"gmns",
                   "GMNS network: a folder with link.csv and node.csv, or one of these files",
                   {"link.csv", "node.csv"},
                   FormatInfo::Holds::network};
    format.recognises = recognise;
    format.read_network = read;
    return format;
}

}  // namespace allways
