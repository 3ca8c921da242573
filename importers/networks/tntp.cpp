// SPDX-License-Identifier: Apache-2.0
// TNTP network file → RoadNetwork. `<TAG> value` lines up to <END OF METADATA>, then one link per line: from, to, and
// columns named by a `~` line. Nodes are 1 … NUMBER OF NODES, isolated ones included; nodes below FIRST THRU NODE are
// zone centroids that paths do not pass. Source: github.com/bstabler/TransportationNetworks, README.
#include <algorithm>
#include <filesystem>
#include <map>
#include <numeric>
#include <optional>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/network/road_network.h"
#include "attributes/import_report.h"
#include "attributes/node_attributes.h"
#include "attributes/travel_time.h"
#include "base/counted.h"
#include "base/text.h"
#include "libraries/row_filter.h"
#include "text/file_format.h"
#include "text/input_file.h"
#include "text/line_reader.h"

namespace allways::importers {

namespace {

using Fields = std::vector<std::string_view>;

// Column names of the collection, in the standard order.
const std::vector<std::string> standard_columns{"from", "to",    "capacity", "length", "time",
                                                "b",    "power", "speed",    "toll",   "link_type"};

std::string standard_name(std::string_view text) {
    static const std::map<std::string, std::string, std::less<>> spellings{
        {"init_node", "from"},    {"tail", "from"},
        {"tail_node", "from"},    {"from_node", "from"},
        {"term_node", "to"},      {"head", "to"},
        {"head_node", "to"},      {"to_node", "to"},
        {"fftt", "time"},         {"free_flow_time", "time"},
        {"freeflowtime", "time"}, {"ftime", "time"},
        {"fft", "time"},          {"speed_limit", "speed"},
        {"speedlimit", "speed"},  {"type", "link_type"},
        {"linktype", "link_type"}};
    std::string name = lower_case(trimmed(text));
    std::ranges::replace(name, ' ', '_');
    const auto known = spellings.find(name);
    return known == spellings.end() ? name : known->second;
}

// Returns a row without the `;` at its end.
std::string_view without_terminator(std::string_view line) {
    line = trimmed(line);
    if (line.ends_with(';')) line = trimmed(line.substr(0, line.size() - 1));
    return line;
}

// Column names are separated by tabs because some contain blanks ("free flow time").
std::vector<std::string_view> split_names(std::string_view line) {
    line = trimmed(line);
    if (line.starts_with('~')) line = trimmed(line.substr(1));
    line = without_terminator(line);
    Fields names;
    if (line.find('\t') == std::string_view::npos) {
        split_blanks(line, names);
        return names;
    }
    while (!line.empty()) {
        const std::size_t end = std::min(line.find('\t'), line.size());
        if (const auto name = trimmed(line.substr(0, end)); !name.empty()) names.push_back(name);
        line.remove_prefix(std::min(end + 1, line.size()));
    }
    return names;
}

// Recognises the other kinds of file in the collection by one of their lines.
std::optional<std::string> other_kind(std::string_view line) {
    const std::string text = lower_case(line);
    const auto names = split_names(text);
    const auto has = [&](std::string_view word) { return std::ranges::find(names, word) != names.end(); };
    if (text.starts_with("<total od flow>") || text.starts_with("origin")) return "trips file (demand)";
    if (has("volume") && has("cost")) return "flow file (volumes and costs of an equilibrium)";
    if (has("node") && has("x") && has("y")) return "node file (coordinates)";
    return std::nullopt;
}

void refuse_other_kind(const LineReader& lines, std::string_view line) {
    if (const auto kind = other_kind(line)) {
        lines.fail(format("expected a TNTP network (_net.tntp), but this is a TNTP {}", *kind));
    }
}

struct Metadata {
    std::size_t nodes = 0;
    std::optional<std::uint64_t> links;
    std::optional<std::int64_t> zones;
    std::optional<std::int64_t> first_thru_node;
    std::vector<std::string> original_header;
    std::vector<std::string> unknown_tags;  // as the file spells them
};

std::int64_t tag_number(const LineReader& lines, std::string_view tag, std::string_view text, std::int64_t most) {
    const auto value = parse_whole(text);
    if (!value || *value < 0 || *value > most) {
        lines.fail(format("{} needs an integer from 0 to {} (nodes and links have 32-bit numbers), found '{}'", tag,
                          most, text));
    }
    return *value;
}

Metadata read_metadata(LineReader& lines) {
    Metadata found;
    std::optional<std::int64_t> nodes;
    std::string_view line;
    while (lines.next(line)) {
        line = trimmed(line);
        if (line.empty() || line.starts_with('~')) continue;
        refuse_other_kind(lines, line);
        const std::size_t close = line.find('>');
        if (!line.starts_with('<') || close == std::string_view::npos) {
            lines.fail(format("a TNTP network starts with '<TAG> value' lines up to <END OF METADATA>; found '{}'",
                              line.substr(0, 60)));
        }
        const std::string tag = lower_case(line.substr(0, close + 1));
        const auto value = trimmed(line.substr(close + 1));
        if (tag == "<end of metadata>") {
            if (!nodes) lines.fail("the metadata have no <NUMBER OF NODES>");
            found.nodes = static_cast<std::size_t>(*nodes);
            if (found.first_thru_node > *nodes + 1) {
                lines.fail(format("<FIRST THRU NODE> {} is beyond the {} nodes", *found.first_thru_node, *nodes));
            }
            if (found.zones > *nodes) {
                lines.fail(format("<NUMBER OF ZONES> is {}, but the network has {} nodes", *found.zones, *nodes));
            }
            return found;
        }
        if (tag == "<original header>") {
            for (const auto name : split_names(value)) found.original_header.emplace_back(name);
            // Flow files of the collection also have this tag, after numbers of -1.
            refuse_other_kind(lines, value);
        } else if (value == "-1") {
            continue;
        } else if (tag == "<number of nodes>") {
            nodes = tag_number(lines, "<NUMBER OF NODES>", value, no_node - 1);
        } else if (tag == "<number of links>") {
            found.links = static_cast<std::uint64_t>(tag_number(lines, "<NUMBER OF LINKS>", value, no_arc - 1));
        } else if (tag == "<first thru node>") {
            found.first_thru_node = tag_number(lines, "<FIRST THRU NODE>", value, no_node);
        } else if (tag == "<number of zones>") {
            found.zones = tag_number(lines, "<NUMBER OF ZONES>", value, no_node - 1);
        } else {
            found.unknown_tags.emplace_back(line.substr(0, close + 1));
        }
    }
    lines.fail("the file ends before <END OF METADATA>");
}

// Logs metadata in unusual words and missing metadata: paths through zones would be wrong, but look right.
void report_metadata(const Metadata& metadata, const std::string& path, const ReadOptions& options) {
    if (!metadata.unknown_tags.empty()) {
        log(options.log, LogLevel::loss,
            format("{}: unknown tags have no effect: {}; known are <NUMBER OF ZONES>, <NUMBER OF NODES>, <FIRST THRU "
                   "NODE>, <NUMBER OF LINKS> and <ORIGINAL HEADER>",
                   path, joined(metadata.unknown_tags)));
    }
    if (metadata.first_thru_node.value_or(0) > 0 || metadata.zones.value_or(0) == 0 || !options.no_through.empty())
        return;
    const auto zones = static_cast<std::uint64_t>(*metadata.zones);
    const std::string way_out =
        zones == metadata.nodes ? "" : format("; `no_through` 1-{} keeps paths from passing them", zones);
    log(options.log, LogLevel::warning,
        format("{}: {}, so paths may pass through its {}{}; <FIRST THRU NODE> 1 states that they may", path,
               metadata.first_thru_node ? "<FIRST THRU NODE> is 0" : "it states no <FIRST THRU NODE>",
               counted(zones, "zone"), way_out));
}

// Returns the unit in a heading: "ft" for "Length (ft)".
std::string stated_unit(std::string_view header) {
    const std::size_t open = header.find('(');
    const std::size_t close = header.find(')', open);
    if (open == std::string_view::npos || close == std::string_view::npos) return "";
    return unit_symbol(header.substr(open + 1, close - open - 1));
}

class LinkTable {
public:
    LinkTable(RoadNetwork& network, const Metadata& metadata, const std::string& where)
        : network_(network), metadata_(metadata), where_(where) {
        set_names(standard_columns);
    }

    // Reads a `~` line: the column names if it has both end nodes, otherwise a comment.
    void read_comment(std::string_view line) {
        std::vector<std::string> names;
        for (const auto name : split_names(line)) names.push_back(standard_name(name));
        if (rows_ > 0 || std::ranges::count(names, "from") != 1 || std::ranges::count(names, "to") != 1) {
            return;
        }
        set_names(std::move(names));
    }

    void read_row(const LineReader& lines, std::string_view line) {
        split_blanks(without_terminator(line), fields_);
        if (rows_ == 0 && fields_.size() == standard_columns.size() && lacks_standard_names()) {
            left_out_ = standard_columns.size() - names_.size();
            set_names(standard_columns);
        }
        if (fields_.size() != names_.size()) {
            if (rows_ == 0) refuse_other_kind(lines, line);
            lines.fail(format("a link has {} fields ({}), found {}", names_.size(), joined(names_), fields_.size()));
        }
        if (rows_++ == 0) filter_ = numeric_filter();
        if (!filter_.keeps([&](std::size_t field) { return fields_[field]; })) return;
        for (std::size_t i = 0; i < fields_.size(); ++i) {
            if (i == from_) {
                network_.tail.push_back(node(lines, fields_[i]));
            } else if (i == to_) {
                network_.head.push_back(node(lines, fields_[i]));
            } else {
                const auto value = Decimal::parse(fields_[i]);
                if (!value) lines.fail(format("{} needs a number, found '{}'", names_[i], fields_[i]));
                columns_[i].values.push_back(*value);
            }
        }
    }

    std::uint64_t rows() const { return rows_; }

    // Logs what contradicts the metadata or the header; no option states it, but a corrected file does.
    void tell(const std::string& path, const LogCallback& callback) const {
        if (left_out_ > 0) {
            log(callback, LogLevel::guess,
                format("{}: its header leaves out {} of the {} fields of a link, which are read as {}; a header with "
                       "all names states it",
                       path, left_out_, standard_columns.size(), joined(standard_columns)));
        }
        if (further_ids_.empty()) return;
        log(callback, LogLevel::guess,
            format("{}: links name {} beyond the {} of <NUMBER OF NODES>, the first is {}; they are nodes all the "
                   "same; a corrected <NUMBER OF NODES> states it",
                   path, counted(further_ids_.size(), "node"), count_text(metadata_.nodes), further_ids_.front()));
    }

    IdTable node_ids() const {
        if (further_ids_.empty()) return IdTable::consecutive(metadata_.nodes);
        std::vector<std::int64_t> ids(metadata_.nodes);
        std::iota(ids.begin(), ids.end(), std::int64_t{1});
        ids.insert(ids.end(), further_ids_.begin(), further_ids_.end());
        return IdTable(std::move(ids));
    }

    void finish() {
        const auto& header = metadata_.original_header;
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            if (i == from_ || i == to_) continue;
            // The original header has the columns in order; with another count it cannot be assigned to them.
            if (header.size() == names_.size()) columns_[i].unit = stated_unit(header[i]);
            network_.columns.push_back(std::move(columns_[i]));
        }
    }

private:
    RowFilter numeric_filter() const {
        std::vector<RowFilter::Field> fields;
        for (const auto& name : names_) fields.push_back({name, true});
        return RowFilter(where_, fields);
    }

    void set_names(std::vector<std::string> names) {
        names_ = std::move(names);
        from_ = static_cast<std::size_t>(std::ranges::find(names_, "from") - names_.begin());
        to_ = static_cast<std::size_t>(std::ranges::find(names_, "to") - names_.begin());
        columns_.assign(names_.size(), {});
        for (std::size_t i = 0; i < names_.size(); ++i) {
            columns_[i].name = names_[i];
            // The declared count is only claimed until the rows are read.
            columns_[i].values.reserve(std::min<std::uint64_t>(metadata_.links.value_or(0), 1u << 16));
        }
    }

    // Returns true if the header has some of the standard names, in their order.
    bool lacks_standard_names() const {
        auto at = standard_columns.begin();
        for (const std::string& name : names_) {
            at = std::find(at, standard_columns.end(), name);
            if (at == standard_columns.end()) return false;
            ++at;
        }
        return names_.size() < standard_columns.size();
    }

    NodeIndex node(const LineReader& lines, std::string_view text) {
        const auto id = parse_whole(text);
        if (!id || *id < 1) lines.fail(format("expected a node from 1, found '{}'", text));
        if (*id <= static_cast<std::int64_t>(metadata_.nodes)) return static_cast<NodeIndex>(*id - 1);
        const auto next = static_cast<NodeIndex>(metadata_.nodes + further_ids_.size());
        const auto [entry, is_new] = further_nodes_.try_emplace(*id, next);
        if (is_new) further_ids_.push_back(*id);
        return entry->second;
    }

    RoadNetwork& network_;
    const Metadata& metadata_;
    const std::string& where_;
    RowFilter filter_;
    std::uint64_t rows_ = 0;
    std::vector<std::string> names_;
    std::vector<ArcColumn> columns_;
    std::size_t from_ = 0;
    std::size_t to_ = 1;
    std::size_t left_out_ = 0;               // names that the header lacks
    std::vector<std::int64_t> further_ids_;  // beyond the stated number of nodes
    std::map<std::int64_t, NodeIndex> further_nodes_;
    Fields fields_;
};

// Returns X_node.tntp for X_net.tntp.
std::string node_file_of(const std::string& path) {
    const std::string name = std::filesystem::path(path).filename().string();
    const std::size_t net = lower_case(name).rfind("_net.");
    if (net == std::string::npos) return "";
    const std::string stem = name.substr(0, net);
    return sibling_of(path, {stem + "_node.tntp", stem + "_nodes.tntp", stem + "_Node.tntp"});
}

// Reads rows "node x y", with or without a header line and `;`.
NodeCoordinates read_nodes(const std::string& path, const IdTable& ids) {
    NodeCoordinates points(ids.size());
    LineReader lines(path);
    Fields fields;
    std::string_view line;
    bool any = false;
    while (lines.next(line)) {
        const auto row = without_terminator(line);
        if (row.empty() || row.starts_with('~') || row.starts_with('<')) continue;
        split_blanks(row, fields);
        const bool header = !any && !parse_whole(fields[0]);
        any = true;
        if (header) continue;
        const auto id = parse_whole(fields[0]);
        const auto x = fields.size() > 2 ? parse_real(fields[1]) : std::nullopt;
        const auto y = fields.size() > 2 ? parse_real(fields[2]) : std::nullopt;
        if (!id || !x || !y) lines.fail(format("expected a row 'node x y', found '{}'", row.substr(0, 60)));
        const auto node = ids.find(fields[0]);
        if (!node) lines.fail(format("node {} is not among the network's {}", *id, counted(ids.size(), "node")));
        points.set(*node, {*x, *y});
    }
    return points;
}

RoadNetwork read_tntp(const std::string& path, const ReadOptions& options, ImportReport& found) {
    LineReader lines(path, options);
    const Metadata metadata = read_metadata(lines);
    found.nodes = metadata.nodes;
    report_metadata(metadata, path, options);

    RoadNetwork network;
    LinkTable links(network, metadata, options.where);
    std::string_view line;
    while (lines.next(line)) {
        line = trimmed(line);
        if (line.empty()) continue;
        if (line.starts_with('~')) {
            links.read_comment(line);
        } else {
            links.read_row(lines, line);
        }
    }
    if (metadata.links && *metadata.links != links.rows()) {
        lines.fail(format("<NUMBER OF LINKS> is {}, but the file has {} links", *metadata.links, links.rows()));
    }
    if (!options.where.empty() && network.arc_count() == 0) {
        throw InputError(path, 0, format("no link of {} passes the filter \"{}\"", links.rows(), options.where));
    }
    links.finish();
    require_nodes_fit(lines.file(), metadata.nodes, lines.file().bytes_read());
    links.tell(path, options.log);
    network.node_ids = links.node_ids();
    network.arc_ids = IdTable::consecutive(network.arc_count());
    if (const std::int64_t first = metadata.first_thru_node.value_or(1); first > 1) {
        network.no_through.assign(network.node_count(), 0);
        std::fill_n(network.no_through.begin(), first - 1, NoThrough::centroid);
    } else if (metadata.zones.value_or(0) > 0) {
        network.provenance.notes.emplace_back("zones", format("1-{}", *metadata.zones));
    }
    add_coordinates(network, node_file_of(path), read_nodes, options);
    state_units(network, options);
    return network;
}

bool recognise_tntp(const FileSample& sample) {
    for (const auto line : sample.lines(20)) {
        const std::string text = lower_case(line.substr(0, 40));
        if (text.starts_with("<number of nodes>") || text.starts_with("<number of zones>")) return true;
    }
    return false;
}

}  // namespace

Format tntp_format() {
    return {.info = {"tntp",
                     "TransportationNetworks network, with X_node.tntp beside X_net.tntp",
                     {".tntp"},
                     FormatInfo::Holds::network},
            .recognises = recognise_tntp,
            .read_network = read_tntp};
}

}  // namespace allways::importers
