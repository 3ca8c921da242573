// SPDX-License-Identifier: Apache-2.0
// Overture Maps, theme transportation → RoadNetwork, by the rules of a profile of OpenStreetMap. Features are parsed
// and judged on all threads, a block of the file at a time; pieces of segments then become ways, from which the network
// is built as that of an OpenStreetMap file.
#include <algorithm>
#include <exception>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "attributes/import_report.h"
#include "base/counted.h"
#include "base/text.h"
#include "base/threads/parallel.h"
#include "libraries/reference_system.h"
#include "libraries/vector_layer.h"
#include "osm/osm.h"
#include "overture/segments.h"
#include "text/file_format.h"
#include "text/input_file.h"

namespace allways::importers {

namespace overture {

namespace {

// ---- a file → the texts of its features, a block at a time: whatever the source, each feature is a text of GeoJSON

struct FeatureText {
    std::string_view text;
    std::uint64_t line = 0;  // of the file, where the feature begins; 0 if the source has no lines
};

// Each source of features has
//   bool next(std::vector<FeatureText>& block)   which replaces the block by the next features, valid until the next
//                                                call, and returns false after the last
//   done() and total()                           the bytes or features read, and all of them: for progress

// ---- GeoJSON → the texts of its features. A scanner counts braces outside strings and leaves the rest to the parser
// of each feature, so that memory holds one block of the file and features can be parsed on all threads.
//
//     { "type": "FeatureCollection", "features": [ {…}, {…} ] }     features at depth 2
//     [ {…}, {…} ]                                                  at depth 1
//     {…} {…}                                                       at depth 0, whatever separates them

constexpr std::size_t block_bytes = std::size_t{8} << 20;
constexpr std::string_view list_key = "\"features\"";

// A FeatureCollection, a list of features, or one feature after another (GeoJSONSeq), plain or gzip. next() throws
// InputError, with the line, for a file that ends inside a feature, that contains something else between features, or
// that states another reference system than WGS 84.
class GeojsonTexts {
public:
    explicit GeojsonTexts(const std::string& path) : file_(path) {}

    bool next(std::vector<FeatureText>& block) {
        block.clear();
        drop_taken();
        while (block.empty() && !at_end_) {
            at_end_ = !refill();
            scan(block);
            if (at_end_) finish();
        }
        return !block.empty();
    }
    std::uint64_t done() const { return file_.position_on_disk(); }
    std::uint64_t total() const { return file_.bytes_on_disk(); }

private:
    static constexpr std::size_t none = std::string::npos;

    bool refill() {
        const std::size_t before = data_.size();
        data_.resize(before + block_bytes);
        data_.resize(before + file_.read(data_.data() + before, block_bytes));
        if (before == 0 && is_first_ && data_.starts_with("\xEF\xBB\xBF")) at_ = taken_ = 3;
        is_first_ = false;
        return data_.size() == before + block_bytes;
    }

    // Drops what has been handed out, but not a feature that has only begun.
    void drop_taken() {
        const std::size_t keep = begin_ == none ? at_ : begin_;
        lines_before_ += count_lines(taken_, keep);
        data_.erase(0, keep);
        at_ -= keep;
        taken_ = 0;
        if (begin_ != none) begin_ = 0;
    }

    std::uint64_t count_lines(std::size_t from, std::size_t to) const {
        return static_cast<std::uint64_t>(std::count(data_.begin() + static_cast<std::ptrdiff_t>(from),
                                                     data_.begin() + static_cast<std::ptrdiff_t>(to), '\n'));
    }

    // The line of a position that is not before the last one asked for.
    std::uint64_t line_at(std::size_t position) {
        lines_before_ += count_lines(taken_, position);
        taken_ = position;
        return lines_before_ + 1;
    }

    void scan(std::vector<FeatureText>& block) {
        for (; at_ < data_.size(); ++at_) {
            if (in_text_) {
                skip_text();
                if (at_ == data_.size()) return;
                continue;
            }
            switch (data_[at_]) {
                case '"':
                    in_text_ = true;
                    if (begin_ == none) fail(at_, "expected a feature, found a text");
                    break;
                case '{':
                    if (begin_ == none) begin_ = at_;
                    ++depth_;
                    break;
                case '[': open_list(); break;
                case ']':
                case '}': close(block); break;
                default:
                    if (begin_ == none) check_between(data_[at_]);
            }
        }
    }

    // Moves to the quotation mark that ends the text, or to the end of the data.
    void skip_text() {
        for (; at_ < data_.size(); ++at_) {
            if (is_escaped_) {
                is_escaped_ = false;
            } else if (data_[at_] == '\\') {
                is_escaped_ = true;
            } else if (data_[at_] == '"') {
                in_text_ = false;
                return;
            }
        }
    }

    void open_list() {
        if (begin_ == none) {
            if (after_list_ || in_list_) fail(at_, "expected a feature, found a list");
            in_list_ = true;
            return;
        }
        const std::string_view head = std::string_view(data_).substr(begin_, at_ - begin_);
        if (depth_ == 1 && !in_list_ && !after_list_ && ends_with_key(head)) {
            check_system(head);
            in_collection_ = in_list_ = true;
            begin_ = none;
            depth_ = 0;
            return;
        }
        ++depth_;
    }

    static bool ends_with_key(std::string_view head) {
        const auto trim = [&] {
            while (!head.empty() &&
                   (head.back() == ' ' || head.back() == '\n' || head.back() == '\r' || head.back() == '\t'))
                head.remove_suffix(1);
        };
        trim();
        if (!head.ends_with(':')) return false;
        head.remove_suffix(1);
        trim();
        return head.ends_with(list_key);
    }

    // RFC 7946 knows WGS 84 only; older files name a system before the features.
    void check_system(std::string_view head) {
        const auto crs = head.find("\"crs\"");
        if (crs == head.npos) return;
        const std::string_view stated = head.substr(crs);
        if (stated.find("CRS84") != stated.npos || stated.find("4326") != stated.npos) return;
        fail(begin_, "expected coordinates in WGS 84, but `crs` states another reference system");
    }

    void close(std::vector<FeatureText>& block) {
        if (begin_ == none) {
            if (data_[at_] != ']' || !in_list_) fail(at_, format("expected a feature, found '{}'", data_[at_]));
            in_list_ = false;
            after_list_ = true;
            if (in_collection_) begin_tail();
            return;
        }
        if (--depth_ > 0) return;
        const std::string_view text = std::string_view(data_).substr(begin_, at_ + 1 - begin_);
        if (in_tail_) {
            check_system(text);
            in_tail_ = false;
        } else if (after_list_) {
            fail(begin_, "expected the end of the file after the list of features");
        } else {
            block.push_back({text, line_at(begin_)});
        }
        begin_ = none;
    }

    // Members of the collection that follow its features are passed over up to the brace that closes it.
    void begin_tail() {
        in_tail_ = true;
        begin_ = at_;
        depth_ = 1;
    }

    void check_between(char c) {
        constexpr std::string_view separators = " \t\r\n,\x1e";
        if (separators.find(c) == separators.npos) fail(at_, "expected a GeoJSON feature");
    }

    void finish() {
        if (in_list_ && begin_ == none) fail(at_, "the file ends inside the list of features");
        if (in_tail_) fail(begin_, "the file ends before the collection of features does");
        if (begin_ != none) fail(begin_, "the file ends inside a feature that begins here");
    }

    [[noreturn]] void fail(std::size_t position, std::string_view message) {
        throw InputError(file_.path(), line_at(std::min(position, data_.size())), message);
    }

    InputFile file_;
    std::string data_;
    std::size_t at_ = 0;        // the next byte to scan
    std::size_t begin_ = none;  // of the feature, or of the collection before its features
    std::size_t taken_ = 0;     // lines are counted up to here
    std::uint64_t lines_before_ = 0;
    int depth_ = 0;  // of braces and brackets since `begin_`
    bool in_text_ = false;
    bool is_escaped_ = false;
    bool in_collection_ = false;
    bool in_list_ = false;
    bool after_list_ = false;
    bool in_tail_ = false;
    bool at_end_ = false;
    bool is_first_ = true;
};

// ---- Features of GDAL → texts of GeoJSON. Nested columns are texts of JSON.

constexpr std::size_t features_of_block = std::size_t{1} << 13;

// Properties that may be read as plain texts, and those that are texts of JSON.
constexpr std::string_view plain_columns[] = {"id", "theme", "type", "subtype", "class", "subclass", "names.primary"};
constexpr std::string_view nested_columns[] = {"names.rules",
                                               "names",
                                               "connectors",
                                               "routes",
                                               "access_restrictions",
                                               "speed_limits",
                                               "prohibited_transitions",
                                               "destinations",
                                               "road_surface",
                                               "road_flags",
                                               "rail_flags",
                                               "subclass_rules",
                                               "width_rules"};

// A layer of whatever GDAL opens (GeoPackage, FlatGeobuf), with nested properties as texts of JSON. Applies `layer` and
// `where`. Throws InputError for a file without a layer of lines, and one in another reference system.
class LayerTexts {
public:
    LayerTexts(const std::string& path, const ReadOptions& options)
        : layer_(path, options.layer, options.where, VectorLayer::Holds::lines, options) {
        require_wgs84();
        const auto& fields = layer_.fields();
        if (std::ranges::find(fields, "connectors", &VectorLayer::Field::name) == fields.end()) refuse_columns();
        const auto add = [&](std::string_view column, bool is_nested) {
            const auto field = std::ranges::find(fields, column, &VectorLayer::Field::name);
            if (field == fields.end()) return;
            columns_.emplace_back(column, is_nested, static_cast<std::size_t>(field - fields.begin()));
        };
        for (const std::string_view column : plain_columns) add(column, false);
        for (const std::string_view column : nested_columns) add(column, true);
    }

    bool next(std::vector<FeatureText>& block) {
        block.clear();
        texts_.clear();
        while (texts_.size() < features_of_block && layer_.next()) {
            texts_.push_back(text_of_feature());
            ++done_;
        }
        for (const std::string& text : texts_) block.push_back({text, 0});
        return !block.empty();
    }
    std::uint64_t done() const { return done_; }
    std::uint64_t total() const { return std::max(done_, layer_.feature_count()); }

private:
    void require_wgs84() const {
        const std::string stated = layer_.reference_system();
        if (stated.empty()) return;
        const ReferenceSystem system(stated);
        if (system.is_geographic() && (system.text() == "EPSG:4326" || system.text() == "OGC:CRS84")) return;
        throw InputError(layer_.path(), 0,
                         format("layer '{}': expected coordinates in WGS 84, found {}", layer_.name(), system.name()));
    }

    [[noreturn]] void refuse_columns() const {
        const std::vector<std::string> names = layer_.field_names();
        throw InputError(layer_.path(), 0,
                         format("layer '{}': expected segments of Overture Maps, with a field connectors; found {}",
                                layer_.name(), names.empty() ? "no fields" : joined(names)));
    }

    static std::string quoted(const std::string& text) {
        return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    }

    std::string text_of_feature() {
        std::string text = R"({"type":"Feature","geometry":)" + geometry() + R"(,"properties":{)";
        std::string names;
        for (const auto& [name, is_nested, field] : columns_) {
            if (layer_.is_null(field)) continue;
            const std::string value = layer_.text(field);
            const bool is_member = name.starts_with("names.");
            std::string& target = is_member ? names : text;
            if (is_member ? !names.empty() : text.back() != '{') target += ',';
            target += format("\"{}\":{}", is_member ? name.substr(6) : name, is_nested ? value : quoted(value));
        }
        if (!names.empty()) text += format("{}\"names\":{{{}}}", text.back() == '{' ? "" : ",", names);
        return text + "}}";
    }

    std::string geometry() const {
        if (const auto point = layer_.point()) {
            return format(R"({{"type":"Point","coordinates":[{},{}]}})", point->x, point->y);
        }
        const auto& lines = layer_.lines();
        if (lines.size() != 1) return format(R"({{"type":{}}})", quoted(layer_.geometry_name()));
        std::string text = R"({"type":"LineString","coordinates":[)";
        for (const Coordinate point : lines.front()) {
            text += format("{}[{},{}]", text.back() == '[' ? "" : ",", point.x, point.y);
        }
        return text + "]}";
    }

    VectorLayer layer_;
    std::vector<std::tuple<std::string_view, bool, std::size_t>> columns_;  // name, is nested, and field
    std::vector<std::string> texts_;
    std::uint64_t done_ = 0;
};

// ---- features → network

constexpr std::size_t features_of_part = 256;

// The features of a part of a block, judged; or the error of the first one that is damaged.
struct JudgedFeatures {
    std::vector<Segment> segments;
    std::vector<Feature> connectors;
    std::vector<std::uint64_t> lines;  // of the segments
    std::uint64_t others = 0;
    std::exception_ptr failure;
};

class OvertureReader {
public:
    OvertureReader(const std::string& path, const ReadOptions& options, ImportReport& report)
        : path_(without_password(path)),
          options_(options),
          report_(report),
          profile_(osm::choose_profile(options)),
          segments_(profile_) {}

    template <class Texts>
    void read(Texts&& texts) {
        std::vector<FeatureText> block;
        std::vector<JudgedFeatures> parts;
        while (texts.next(block)) {
            allways::report(options_.progress, "read", texts.done(), texts.total());
            features_.features += block.size();
            parts.clear();
            parts.resize((block.size() + features_of_part - 1) / features_of_part);
            parallel_for(parts.size(), [&](std::size_t part) {
                const std::size_t first = part * features_of_part;
                judge(std::span(block).subspan(first, std::min(features_of_part, block.size() - first)), parts[part]);
            });
            for (JudgedFeatures& part : parts) take(part);
        }
        report_.records = features_.features;
    }

    RoadNetwork finish() {
        if (features_.segments() == 0) refuse_without_segments();
        if (segments_.ways().ways.empty()) refuse_unusable();
        const osm::Nodes nodes = segments_.nodes();
        report_.nodes = nodes.size();
        RoadNetwork network = osm::build_network(segments_.ways(), nodes, {}, profile_.may_turn_round(), counts_);
        if (options_.elevation.empty()) osm::drop_structures(network);
        const SegmentArcs arcs(segments_, network);
        arcs.add_transitions(network, counts_);
        arcs.add_signs(network);
        report_counts();
        add_notes(options_, profile_, "© OpenStreetMap contributors, Overture Maps Foundation, ODbL 1.0", counts_,
                  network);
        const bool with_prices = options_.turns == "full" && profile_.turn_costs() != nullptr;
        if (with_prices) add_prices(profile_, segments_.ways(), nodes, counts_, network, report_);
        rename(arcs, network);
        log_findings();
        return network;
    }

private:
    void judge(std::span<const FeatureText> texts, JudgedFeatures& part) {
        for (const FeatureText& each : texts) {
            std::string id;
            try {
                Feature feature = read_feature(each.text);
                if (feature.kind == Feature::Kind::other) {
                    ++part.others;
                } else if (feature.kind == Feature::Kind::connector) {
                    part.connectors.push_back(std::move(feature));
                } else {
                    id = feature.id;
                    part.segments.push_back(judge_segment(std::move(feature), profile_, wgs84_));
                    part.lines.push_back(each.line);
                }
            } catch (const Fault& fault) {
                part.failure = std::make_exception_ptr(error_of(each.line, id, fault));
                break;
            }
        }
    }

    InputError error_of(std::uint64_t line, const std::string& id, const Fault& fault) const {
        const std::string where = id.empty() ? "" : format("feature '{}': ", shortened(id));
        return {path_, line, where + fault.what()};
    }

    void take(JudgedFeatures& part) {
        for (std::size_t i = 0; i < part.segments.size(); ++i) {
            const std::string id = part.segments[i].id;
            try {
                segments_.add(std::move(part.segments[i]), features_, counts_);
            } catch (const Fault& fault) {
                throw error_of(part.lines[i], id, fault);
            }
        }
        for (const Feature& connector : part.connectors) {
            segments_.add_connector(connector.id, connector.points.front(), features_);
        }
        features_.others += part.others;
        if (part.failure) std::rethrow_exception(part.failure);
    }

    [[noreturn]] void refuse_without_segments() const {
        throw InputError(path_, 0,
                         format("expected segments of Overture Maps, theme transportation; found {} connectors and {} "
                                "other features",
                                features_.connectors, features_.others));
    }

    [[noreturn]] void refuse_unusable() const {
        throw InputError(
            path_, 0,
            format("profile {} cannot use any segment of this file: it has {} of roads, {} of railways and {} "
                   "on water",
                   profile_.name(), features_.roads, features_.rails, features_.waters));
    }

    void report_counts() {
        for (std::uint64_t i = 0; i < features_.others; ++i) {
            note_closed(report_, "feature that is neither a segment nor a connector", 0);
        }
        report_.counts = {{"segments", features_.segments()},    {"road segments", features_.roads},
                          {"rail segments", features_.rails},    {"water segments", features_.waters},
                          {"usable segments", features_.usable}, {"connectors", features_.connectors}};
        add_counts(counts_, report_);
    }

    // Replaces the numbers of nodes and ways by the ids of connectors and segments.
    void rename(const SegmentArcs& arcs, RoadNetwork& network) const {
        std::vector<std::string> names;
        names.reserve(network.node_count());
        for (const std::int64_t id : network.node_ids.numbers()) names.push_back(segments_.name_of_node(id));
        network.node_ids = IdTable::from_texts(std::move(names));
        std::erase_if(network.texts, [](const TextColumn& text) { return text.name() == "osm_nodes"; });
        TextColumn ids{"segment_id"};
        for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) ids.add(segments_[arcs.segment_of(arc)].id);
        *std::ranges::find(network.texts, "osm_way_id", &TextColumn::name) = std::move(ids);
    }

    void log_findings() const {
        osm::each_told_turn(counts_, [&](std::string_view name, const osm::NamedCount& found, bool) {
            log(options_.log, LogLevel::info, format("{}: {} (of segments {})", name, found.count, found.text()));
        });
        log_doubts(counts_, options_.log);
        if (features_.apart.count == 0) return;
        log(options_.log, LogLevel::warning,
            format("segments place {} more than a metre apart; the connector's own feature counts, else the "
                   "first segment ({})",
                   counted(features_.apart.count, "connector"), features_.apart.text()));
    }

    std::string path_;
    const ReadOptions& options_;
    ImportReport& report_;
    const osm::Profile profile_;
    Segments segments_;
    FeatureCounts features_;
    osm::Counts counts_;
    const ReferenceSystem wgs84_{"EPSG:4326"};  // lengths in degrees are found on any thread
};

bool is_geojson(const std::string& path) {
    if (is_vector_source(path)) return false;
    InputFile file(path);
    std::string begin(64, '\0');
    begin.resize(file.read(begin.data(), begin.size()));
    const std::size_t first = begin.find_first_not_of(" \t\r\n\x1e\xEF\xBB\xBF");
    return first != begin.npos && (begin[first] == '{' || begin[first] == '[');
}

RoadNetwork read_overture(const std::string& path, const ReadOptions& options, ImportReport& report) {
    OvertureReader reader(path, options, report);
    // GDAL chooses layers and filters features; without that, GeoJSON needs no detour.
    const bool by_layer = !options.layer.empty() || !options.where.empty() || !is_geojson(path);
    if (by_layer)
        reader.read(LayerTexts(path, options));
    else
        reader.read(GeojsonTexts(path));
    return reader.finish();
}

constexpr std::size_t longest_mark = 64;

bool has_mark(std::string_view text) {
    if (text.find("\"connector_id\"") != text.npos) return true;
    for (auto theme = text.find("\"theme\""); theme != text.npos; theme = text.find("\"theme\"", theme + 1)) {
        if (text.substr(theme, 40).find("\"transportation\"") != text.npos) return true;
    }
    return false;
}

// Any number of features without connectors may come first.
bool has_mark_anywhere(const std::string& path) {
    InputFile file(path);
    std::string text;
    while (true) {
        text.erase(0, text.size() - std::min(text.size(), longest_mark));
        const std::size_t kept = text.size();
        text.resize(kept + (std::size_t{1} << 20));
        const std::size_t got = file.read(text.data() + kept, text.size() - kept);
        text.resize(kept + got);
        if (has_mark(text)) return true;
        if (got == 0) return false;
    }
}

bool recognise_overture(const FileSample& sample) {
    const std::string_view text = sample.text;
    const auto first = text.find_first_not_of(" \t\r\n\x1e");
    if (first == text.npos || (text[first] != '{' && text[first] != '[')) return false;
    return has_mark(text) || (text.size() >= longest_mark && has_mark_anywhere(sample.path));
}

}  // namespace

}  // namespace overture

Format overture_format() {
    return {.info = {"overture",
                     "segments and connectors of Overture Maps: GeoJSON and layers, by a profile",
                     {".geojson", ".json", ".geojsonl", ".geojsonseq", ".ndjson"},
                     FormatInfo::Holds::network},
            .recognises = overture::recognise_overture,
            .chooses_system = true,
            .read_network = overture::read_overture};
}

}  // namespace allways::importers
