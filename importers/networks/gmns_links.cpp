// SPDX-License-Identifier: Apache-2.0
// Records of link.csv → the arcs of a network; allowed_uses and a mode → open or closed.
// Source: zephyr-data-specs/GMNS, tables link, lane, use_definition and use_group.
#include "networks/gmns_links.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/network/arc_shapes.h"
#include "base/counted.h"
#include "base/text.h"
#include "libraries/line_geometry.h"
#include "libraries/row_filter.h"

namespace allways::importers {

namespace {

// ---- links

// Returns the points of a line; an empty vector for an empty line.
std::vector<Coordinate> parse_line(const GmnsTable& table, std::size_t field) {
    auto line = parse_line_geometry(table[field]);
    if (!line) {
        table.fail(
            format("{} needs {}; found '{}'", table.names()[field], line_geometry_words, shortened(table[field])));
    }
    return std::move(line->points);
}

// Returns true if dir_flag states that the shape runs backward; nothing if it states no direction.
std::optional<bool> stated_backward(const GmnsTable& links, std::optional<std::size_t> field) {
    if (!field || is_missing_word(links[*field]) || links[*field] == "0") return std::nullopt;
    if (links[*field] == "1") return false;
    if (links[*field] == "-1") return true;
    links.fail(format("dir_flag needs 1, -1, 0 or nothing, found '{}'", links[*field]));
}

bool is_directed(const GmnsTable& table, std::optional<std::size_t> field) {
    if (!field) return true;
    const std::string text = lower_case(table[*field]);
    if (is_missing_word(text) || text == "1" || text == "true" || text == "t" || text == "yes" || text == "y")
        return true;
    if (text == "0" || text == "false" || text == "f" || text == "no" || text == "n") return false;
    table.fail(format("directed needs TRUE, FALSE, 1, 0 or nothing, found '{}'", table[*field]));
}

// Returns true for fields that are used elsewhere. A header may end in a comma.
bool is_no_column(const std::string& field) {
    constexpr std::array<std::string_view, 7> known{"link_id",  "from_node_id", "to_node_id", "directed",
                                                    "geometry", "geometry_id",  "dir_flag"};
    return field.empty() || std::ranges::find(known, field) != known.end();
}

// Returns true for names and ids, which are not costs even if they are numbers.
bool is_text_field(const std::string& field) {
    return field == "name" || field.ends_with("_id");
}

// Shapes of links: WKT in the link itself, or in geometry.csv under the link's geometry_id.
class Geometries {
public:
    // Reads geometry.csv if there is one. Throws InputError for text that is not WKT of a line.
    explicit Geometries(const std::string& path);

    void find_fields(const GmnsTable& links);
    struct Shape {
        ArcShapes::ShapeIndex index = ArcShapes::no_shape;
        bool backward = false;  // the shape runs against the link
    };
    // Returns the shape of the table's current link, which runs between these points, if it is known. dir_flag states
    // the shape's direction (1 or -1); otherwise the shape's ends decide.
    Shape shape_of(const GmnsTable& links, std::optional<Coordinate> from, std::optional<Coordinate> to);
    void add_arc(Shape shape, bool reversed) { shapes_.add_arc(shape.index, shape.backward != reversed); }

    // Returns the shapes, empty if no link has one. Logs how many links name a missing shape.
    ArcShapes take(const LogCallback& log_to) &&;

private:
    struct Stored {
        std::vector<Coordinate> points;
        ArcShapes::ShapeIndex index = ArcShapes::no_shape;  // assigned at the first use
    };
    ArcShapes::ShapeIndex find_shape(const GmnsTable& links);
    ArcShapes::ShapeIndex stored_shape(std::string_view id);

    std::unordered_map<std::string, Stored> stored_;                // by geometry_id
    std::optional<std::size_t> geometry_, geometry_id_, dir_flag_;  // fields of link.csv
    ArcShapes shapes_;
    std::uint64_t absent_ = 0;
};

Geometries::Geometries(const std::string& path) {
    if (!is_gmns_file(path)) return;
    GmnsTable table(path, {});
    const std::size_t id = table.require("geometry_id");
    const std::size_t geometry = table.require("geometry");
    while (table.next()) {
        if (is_missing_word(table[geometry])) continue;
        const auto [entry, is_new] = stored_.try_emplace(std::string(table[id]));
        if (!is_new) table.fail(format("duplicate geometry_id {}", table[id]));
        entry->second.points = parse_line(table, geometry);
    }
}

void Geometries::find_fields(const GmnsTable& links) {
    geometry_ = links.find("geometry");
    geometry_id_ = links.find("geometry_id");
    dir_flag_ = links.find("dir_flag");
}

Geometries::Shape Geometries::shape_of(const GmnsTable& links, std::optional<Coordinate> from,
                                       std::optional<Coordinate> to) {
    const auto stated = stated_backward(links, dir_flag_);
    Shape shape{find_shape(links), stated.value_or(false)};
    if (shape.index != ArcShapes::no_shape && !stated && from && to) {
        shape.backward = runs_backward(shapes_.shape_points(shape.index), *from, *to);
    }
    return shape;
}

ArcShapes::ShapeIndex Geometries::find_shape(const GmnsTable& links) {
    if (geometry_ && !is_missing_word(links[*geometry_])) {
        const auto points = parse_line(links, *geometry_);
        return points.empty() ? ArcShapes::no_shape : shapes_.add_shape(points);
    }
    if (geometry_id_ && !is_missing_word(links[*geometry_id_])) return stored_shape(links[*geometry_id_]);
    return ArcShapes::no_shape;
}

ArcShapes::ShapeIndex Geometries::stored_shape(std::string_view id) {
    const auto found = stored_.find(std::string(id));
    if (found == stored_.end()) {
        ++absent_;
        return ArcShapes::no_shape;
    }
    Stored& stored = found->second;
    if (stored.index == ArcShapes::no_shape && !stored.points.empty()) {
        stored.index = shapes_.add_shape(stored.points);
        stored.points = {};
    }
    return stored.index;
}

ArcShapes Geometries::take(const LogCallback& log_to) && {
    if (absent_ > 0) {
        log(log_to, LogLevel::loss,
            format("{} a geometry_id that is not in geometry.csv", counted(absent_, "link has", "links have")));
    }
    if (shapes_.shape_count() == 0) return {};
    return std::move(shapes_);
}

class Links {
public:
    Links(const std::string& path, const GmnsNodes& nodes, Geometries geometries, GmnsUses& uses,
          const ReadOptions& options, RoadNetwork& network)
        : network_(network),
          nodes_(nodes),
          geometries_(std::move(geometries)),
          uses_(uses),
          options_(options),
          table_(path, options),
          from_(field("from_field", options.from_field, "from_node_id")),
          to_(field("to_field", options.to_field, "to_node_id")),
          directed_(table_.find("directed")) {
        if (!options.id_field) id_ = table_.find("link_id");
        if (options.id_field && *options.id_field != "") id_ = table_.named("id_field", *options.id_field);
        if (!options.cost_field.empty()) cost_ = table_.named("cost_field", options.cost_field);
        filter_ = filter_of(path, options.where);
    }

    void read(const std::string& path) {
        using enum FieldColumn::Texts;
        for (const auto& name : table_.names()) fields_.emplace_back(is_text_field(name) ? only : kept);
        geometries_.find_fields(table_);
        uses_.find_field(table_);
        while (table_.next()) {
            if (!filter_.keeps([&](std::size_t field) { return table_[field]; })) {
                ++filtered_;
                continue;
            }
            const NodeIndex tail = node(from_);
            const NodeIndex head = node(to_);
            std::string id = id_ ? std::string(table_[*id_]) : std::to_string(table_.line_number() - 1);
            if (!uses_.is_open(table_, id)) continue;
            shapes_.push_back(geometries_.shape_of(table_, nodes_.points[tail], nodes_.points[head]));
            add_fields();
            arcs_.add_row(tail, head);
            arcs_.add_arcs(static_cast<std::uint32_t>(ids_.size()), true, !is_directed(table_, directed_));
            ids_.push_back(std::move(id));
        }
        if (ids_.empty() && filtered_ > 0)
            throw InputError(path, 0, format("no link of {} passes the filter \"{}\"", filtered_, options_.where));
        uses_.finish(path, options_.log);
        finish();
    }

private:
    static RowFilter filter_of(const std::string& path, const std::string& where) {
        if (where.empty()) return {};
        GmnsTable header(path, {});
        CsvReader records(path);
        std::vector<std::string_view> names;
        records.next(names);
        return RowFilter(where, typed_fields(records, header.names()));
    }

    std::size_t field(std::string_view option, const std::optional<std::string>& named, std::string_view usual) const {
        return named.value_or("").empty() ? table_.require(usual) : table_.named(option, *named);
    }

    NodeIndex node(std::size_t field) const {
        const auto found = nodes_.index.find(std::string(table_[field]));
        if (found == nodes_.index.end()) {
            table_.fail(format("{} {} is not in node.csv", table_.names()[field], shortened(table_[field])));
        }
        return found->second;
    }

    void add_fields() {
        for (std::size_t i = 0; i < fields_.size(); ++i) {
            if (i == from_ || i == to_ || i == id_ || is_no_column(table_.names()[i])) continue;
            const bool is_number = fields_[i].add(table_[i]);
            const bool measures = table_.names()[i] == "length" || table_.names()[i] == "free_speed" || i == cost_;
            if (!is_number && measures) {
                table_.fail(format("{} needs a number, found '{}'", table_.names()[i], shortened(table_[i])));
            }
        }
        if (cost_ && !costs_.add(table_[*cost_])) {
            table_.fail(
                format("the cost needs a number, found '{}'{}", shortened(table_[*cost_]), comma_hint(table_[*cost_])));
        }
    }

    // Omits fields without any value.
    void finish() {
        arcs_.hand_over(network_);
        network_.arc_ids = IdTable::from_texts(std::move(ids_)).selection(arcs_.rows());
        const bool own_cost = cost_ && table_.names()[*cost_] != "cost";
        if (own_cost) {
            network_.columns.push_back({"cost", "", arcs_.of_arcs(std::move(costs_).take()), std::nullopt});
        }
        for (std::size_t i = 0; i < fields_.size(); ++i) {
            const std::string& name = table_.names()[i];
            if (fields_[i].is_empty()) continue;
            if (own_cost && name == "cost") continue;  // the named cost field gets the name "cost"
            if (fields_[i].is_numeric()) {
                const std::string unit = fields_[i].unit();
                network_.columns.push_back({name, unit, arcs_.of_arcs(std::move(fields_[i]).take()), std::nullopt});
            } else {
                network_.texts.push_back(arcs_.of_arcs(std::move(fields_[i]).take_texts()));
                network_.texts.back().rename(name);
            }
        }
        for (const RowArc& arc : arcs_.arcs()) geometries_.add_arc(shapes_[arc.row], arc.against);
        network_.shapes = std::move(geometries_).take(options_.log);
    }

    RoadNetwork& network_;
    const GmnsNodes& nodes_;
    Geometries geometries_;
    GmnsUses& uses_;
    const ReadOptions& options_;
    GmnsTable table_;
    RowFilter filter_;
    std::size_t from_, to_;
    std::optional<std::size_t> id_, directed_, cost_;
    std::uint64_t filtered_ = 0;

    ArcTable arcs_;  // its rows are the links that are read
    std::vector<std::string> ids_;
    std::vector<Geometries::Shape> shapes_;
    std::vector<FieldColumn> fields_;
    FieldColumn costs_;  // values of the named cost field
};

// ---- uses

// Names in files and options for the three modes that are always known.
constexpr std::array<std::pair<std::string_view, std::string_view>, 17> synonyms{{
    {"car", "auto"},
    {"cars", "auto"},
    {"sov", "auto"},
    {"drive", "auto"},
    {"driving", "auto"},
    {"passenger", "auto"},
    {"motor_vehicle", "auto"},
    {"vehicle", "auto"},
    {"bicycle", "bike"},
    {"bikes", "bike"},
    {"cycle", "bike"},
    {"cycling", "bike"},
    {"foot", "walk"},
    {"pedestrian", "walk"},
    {"ped", "walk"},
    {"walking", "walk"},
    {"pedestrians", "walk"},
}};
constexpr std::array<std::string_view, 3> everyone{"all", "any", "everyone"};
// Uses of the road that are not modes of travel.
constexpr std::array<std::string_view, 4> no_travel{"shoulder", "parking", "twltl", "none"};

bool is_one_of(std::span<const std::string_view> words, std::string_view word) {
    return std::ranges::find(words, word) != words.end();
}

std::string canonical(std::string_view word) {
    const std::string lower = lower_case(trimmed(word));
    const auto* found = std::ranges::find(synonyms, lower, [](const auto& entry) { return entry.first; });
    return found == synonyms.end() ? lower : std::string(found->second);
}

std::vector<std::string> words_in(std::string_view list) {
    std::vector<std::string> words;
    for (const std::string_view word : items_in(list, ",;|")) words.push_back(lower_case(word));
    return words;
}

std::string mode_of_profile(const std::string& profile) {
    if (profile.empty()) return "";
    if (profile == "car") return "auto";
    if (profile == "bicycle") return "bike";
    if (profile == "foot") return "walk";
    throw InvalidArgument(
        format("`profile`: GMNS networks accept car, bicycle and foot, found '{}'; use `mode` for other uses in the "
               "files",
               profile));
}

std::string shown(const std::set<std::string>& uses) {
    return uses.empty() ? "all" : joined({uses.begin(), uses.end()}, " and ");
}

}  // namespace

GmnsTable::GmnsTable(const std::string& path, const TextOptions& options) : records_(path, ',', options) {
    std::vector<std::string_view> header;
    if (!records_.next(header)) throw InputError(path, 0, "expected a header with GMNS field names; the file is empty");
    std::vector<std::string> names;
    for (const auto name : header) names.push_back(lower_case(name));
    // Completes names that Shapefiles cut to ten characters.
    for (const std::string_view whole :
         {"from_node_id", "parent_link_id", "geometry_id", "facility_type", "bike_facility", "ped_facility",
          "allowed_uses", "jurisdiction", "parent_node_id"}) {
        const auto cut = std::ranges::find(names, whole.substr(0, 10));
        if (cut != names.end() && std::ranges::find(names, whole) == names.end()) *cut = whole;
    }
    names_ = FieldNames(std::move(names), std::filesystem::path(path).filename().string() + " has no field");
}

bool GmnsTable::next() {
    if (!records_.next(fields_)) return false;
    records_.require_all(fields_, names());
    return true;
}

std::size_t GmnsTable::require(std::string_view name) const {
    if (const auto field = find(name)) return *field;
    records_.fail(format("GMNS needs the field '{}'; found: {}", name, joined(names())));
}

bool is_gmns_file(const std::filesystem::path& path) {
    std::error_code error;
    return std::filesystem::is_regular_file(path, error);
}

GmnsUses::GmnsUses(const std::filesystem::path& folder, const ReadOptions& options)
    : said_mode_(options.mode.empty() ? mode_of_profile(options.profile) : options.mode) {
    mode_ = canonical(said_mode_);
    read_definitions((folder / "use_definition.csv").string());
    read_groups((folder / "use_group.csv").string());
    read_lanes((folder / "lane.csv").string());
}

void GmnsUses::read_definitions(const std::string& path) {
    if (!is_gmns_file(path)) return;
    GmnsTable table(path, {});
    const std::size_t use = table.require("use");
    while (table.next()) known_.insert(canonical(table[use]));
}

void GmnsUses::read_groups(const std::string& path) {
    if (!is_gmns_file(path)) return;
    GmnsTable table(path, {});
    const std::size_t group = table.require("use_group");
    const std::size_t uses = table.require("uses");
    while (table.next()) groups_[lower_case(table[group])] = std::string(table[uses]);
    for (const auto& [name, list] : groups_) {
        for (const auto& word : uses_in(list)) known_.insert(word);
    }
}

// A link is open to every use that one of its lanes allows.
void GmnsUses::read_lanes(const std::string& path) {
    if (!is_gmns_file(path)) return;
    GmnsTable table(path, {});
    const auto link = table.find("link_id");
    const auto allowed = table.find("allowed_uses");
    if (!link || !allowed) return;
    std::set<std::string, std::less<>> for_everyone;
    while (table.next()) {
        const Uses uses = uses_in(table[*allowed]);
        if (uses.empty()) {
            for_everyone.emplace(table[*link]);
        } else {
            of_lanes_[std::string(table[*link])].insert(uses.begin(), uses.end());
        }
    }
    std::erase_if(of_lanes_, [&](const auto& entry) { return for_everyone.contains(entry.first); });
}

void GmnsUses::add_use(const std::string& word, Uses& uses, int depth) const {
    const auto group = groups_.find(word);
    if (group == groups_.end() || depth > 8) {  // allows groups of groups, and stops at cycles
        uses.insert(canonical(word));
        return;
    }
    for (const auto& member : words_in(group->second)) add_use(member, uses, depth + 1);
}

GmnsUses::Uses GmnsUses::uses_in(std::string_view list) const {
    Uses uses;
    for (const auto& word : words_in(list)) {
        if (!groups_.contains(word) && is_one_of(everyone, word)) return {};
        add_use(word, uses, 0);
    }
    return uses;
}

void GmnsUses::find_field(const GmnsTable& links) {
    field_ = links.find("allowed_uses");
}

bool GmnsUses::is_open(const GmnsTable& links, std::string_view link_id) {
    Uses uses = field_ ? uses_in(links[*field_]) : Uses{};
    if ((!field_ || words_in(links[*field_]).empty()) && !of_lanes_.empty()) {
        if (const auto lanes = of_lanes_.find(link_id); lanes != of_lanes_.end()) uses = lanes->second;
    }
    const bool open = mode_.empty() || uses.empty() || uses.contains(mode_);
    ++links_of_[std::move(uses)];
    closed_ += !open;
    return open;
}

bool GmnsUses::allow(std::string_view list) const {
    if (mode_.empty()) return true;
    const Uses uses = uses_in(list);
    return uses.empty() || uses.contains(mode_);
}

void GmnsUses::finish(const std::string& path, const LogCallback& log_to) const {
    std::vector<std::string> found;
    Uses travelled{"auto", "bike", "walk"};
    std::uint64_t links = 0;
    for (const auto& [uses, count] : links_of_) {
        found.push_back(format("{} for {}", count, shown(uses)));
        travelled.insert(uses.begin(), uses.end());
        links += count;
    }
    travelled.insert(known_.begin(), known_.end());
    std::erase_if(travelled, [](const std::string& use) { return is_one_of(no_travel, use); });
    const std::string modes = joined({travelled.begin(), travelled.end()});
    if (!mode_.empty() && !travelled.contains(mode_)) {
        throw InvalidArgument(format("`mode`: the network has no use '{}'; it has: {}", said_mode_, modes));
    }
    if (mode_.empty()) {
        if (links_of_.size() < 2) return;
        return guess(log_to, Guess::mode,
                     format("{}: links are open to different uses ({}), and all are read; modes are {}", path,
                            joined(found), modes));
    }
    if (links > 0 && closed_ == links) {
        throw InputError(path, 0, format("no link is open to the mode '{}': {}", said_mode_, joined(found)));
    }
    if (closed_ == 0) return;
    log(log_to, LogLevel::info,
        format("{}: {} of {} links are closed to the mode '{}' and left out ({})", path, closed_, links, said_mode_,
               joined(found)));
}

std::optional<std::int64_t> GmnsUses::own_speed() const {
    if (mode_ == "walk") return 5;
    if (mode_ == "bike") return 16;
    return std::nullopt;
}

void read_gmns_links(const std::filesystem::path& folder, const GmnsNodes& nodes, GmnsUses& uses,
                     const ReadOptions& options, RoadNetwork& network) {
    const std::string path = (folder / "link.csv").string();
    Links(path, nodes, Geometries((folder / "geometry.csv").string()), uses, options, network).read(path);
}

}  // namespace allways::importers
