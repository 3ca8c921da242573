// SPDX-License-Identifier: Apache-2.0
// Overture Maps, theme transportation → RoadNetwork, by the rules of a profile of OpenStreetMap. Features are parsed
// and judged on all threads, a block of the file at a time; pieces of segments then become ways, from which the network
// is built as that of an OpenStreetMap file.
#include <algorithm>
#include <exception>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "attributes/import_report.h"
#include "base/counted.h"
#include "base/text.h"
#include "base/threads/parallel.h"
#include "libraries/reference_system.h"
#include "libraries/vector_layer.h"
#include "osm/osm.h"
#include "overture/feature_texts.h"
#include "overture/segments.h"
#include "text/file_format.h"
#include "text/input_file.h"

namespace allways::importers {

namespace overture {

namespace {

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

    void read(FeatureTexts& texts) {
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
    reader.read(*(by_layer ? open_layer(path, options) : open_geojson(path)));
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
    Format format;
    format.info = {"overture",
                   "segments and connectors of Overture Maps: GeoJSON and layers, by a profile",
                   {".geojson", ".json", ".geojsonl", ".geojsonseq", ".ndjson"},
                   FormatInfo::Holds::network};
    format.chooses_system = true;
    format.recognises = overture::recognise_overture;
    format.read_network = overture::read_overture;
    return format;
}

}  // namespace allways::importers
