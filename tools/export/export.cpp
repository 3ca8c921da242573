#include "export/export.h"

#include <algorithm>
#include <filesystem>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "export/atomic_file.h"
#include "export/formats.h"

namespace allways::tools {

namespace {

template <class Content>
struct Kind;
template <>
struct Kind<DistanceTable> {
    static constexpr auto writer = &OutputFormat::write_table;
    static constexpr const char* name = "table";
};
template <>
struct Kind<RoadNetwork> {
    static constexpr auto writer = &OutputFormat::write_network;
    static constexpr const char* name = "network";
};

template <class Content>
std::string known_formats() {
    std::string list;
    for (const OutputFormat& format : output_formats()) {
        if (format.*Kind<Content>::writer == nullptr) continue;
        list += allways::format("{}{} ({})", list.empty() ? "" : ", ", format.name, format.suffixes.front());
    }
    return list;
}

// The format named, or the one with the longest suffix that the path ends with.
template <class Content>
const OutputFormat& find_format(const std::string& path, const ExportOptions& options) {
    const OutputFormat* best = nullptr;
    std::size_t length = 0;
    for (const OutputFormat& format : output_formats()) {
        if (format.*Kind<Content>::writer == nullptr) continue;
        if (!options.format.empty()) {
            if (format.name == options.format) return format;
            continue;
        }
        for (const std::string& suffix : format.suffixes) {
            if (!path.ends_with(suffix) || suffix.size() <= length) continue;
            best = &format;
            length = suffix.size();
        }
    }
    if (best != nullptr) return *best;
    throw InvalidArgument(
        format("no format for a {} {}; known are {}", Kind<Content>::name,
               options.format.empty() ? format("by the name '{}'", path) : format("is called '{}'", options.format),
               known_formats<Content>()));
}

template <class Content>
void refuse_options(const OutputFormat& format, const std::string& path, const ExportOptions& options) {
    const auto refuse = [&](bool given, const char* option) {
        if (given) throw InvalidArgument(allways::format("{} does not apply to format {}", option, format.name));
    };
    const bool text = format.name == "csv" || format.name == "csv-long";
    const bool table = std::is_same_v<Content, DistanceTable>;
    refuse(!options.unit.empty() && !(table && (text || format.name == "npy")), "unit");
    refuse(options.unreachable.has_value() && !(table && (text || format.name == "npy")), "an unreachable value");
    refuse(options.dtype != "natural" && format.name != "npy", "dtype");
    refuse(!options.cost.empty() && format.name != "dimacs", "cost");
    if (path == "-" && !text && format.name != "dimacs" && format.name != "edge-list") {
        throw InvalidArgument(allways::format("format {} cannot go to standard output; give a file name", format.name));
    }
}

template <class Content>
const OutputFormat& checked_format(const std::string& path, const ExportOptions& options) {
    const OutputFormat& format = find_format<Content>(path, options);
    refuse_options<Content>(format, path, options);
    return format;
}

// GMNS writes into a folder that may be there; its files are checked one by one.
void check_file(const OutputFormat& format, const std::string& path, const ExportOptions& options) {
    if (path != "-" && format.name != "gmns") AtomicFile(path, options.overwrite);
}

}  // namespace

const std::vector<OutputFormat>& output_formats() {
    static const std::vector<OutputFormat> formats = {omx_output(),      npy_output(),    csv_output(),
                                                      csv_long_output(), dimacs_output(), gmns_output(),
                                                      edge_list_output()};
    return formats;
}

const TableProvenance& recorded_provenance(const DistanceTable& table, const ExportOptions& options) {
    return options.provenance.empty() ? table.provenance() : options.provenance;
}

void write_table(const DistanceTable& table, const std::string& path, const ExportOptions& options) {
    checked_format<DistanceTable>(path, options).write_table(table, path, options);
}

void write_network(const RoadNetwork& network, const std::string& path, const ExportOptions& options) {
    checked_format<RoadNetwork>(path, options).write_network(network, path, options);
}

void check_table_output(const std::string& path, const ExportOptions& options) {
    check_file(checked_format<DistanceTable>(path, options), path, options);
}

void check_network_output(const std::string& path, const ExportOptions& options) {
    check_file(checked_format<RoadNetwork>(path, options), path, options);
}

}  // namespace allways::tools
