// SPDX-License-Identifier: Apache-2.0
// Finds the format that reads a file, by its name and first bytes. A new format is one line in formats().
#include "formats.h"

#include <algorithm>
#include <filesystem>
#include <functional>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/importers/read.h"
#include "base/text.h"
#include "text/input_file.h"
#include "text/parquet.h"

namespace allways::importers {

namespace {

constexpr std::string_view matrix_market_array = "%%matrixmarket matrix array";
constexpr std::size_t sample_size = std::size_t{1} << 16;

FileSample take_sample(const std::string& path) {
    FileSample sample;
    sample.path = path;
    const std::filesystem::path location(path);
    std::error_code error;
    sample.folder = std::filesystem::is_directory(location, error);
    sample.name = lower_case((location.has_filename() ? location : location.parent_path()).filename().string());
    if (sample.name.ends_with(".gz")) sample.name.resize(sample.name.size() - 3);
    if (!sample.folder) {
        sample.text.resize(sample_size);
        sample.text.resize(InputFile(path).read(sample.text.data(), sample_size));
        if (sample.text.starts_with("\xEF\xBB\xBF")) sample.text.erase(0, 3);
    }
    return sample;
}

std::string known_formats() {
    std::vector<std::string> names;
    for (const auto& format : formats()) names.push_back(format.info.name);
    return joined(names);
}

// Returns a guess at the kind of an unknown file, for the error message; empty if there is no guess.
std::string hint(const FileSample& sample) {
    if (sample.folder) return " A folder is read as GMNS if it contains link.csv and node.csv.";
    if (sample.text.size() > 262 && sample.text.compare(257, 5, "ustar") == 0) {
        return " It is a tar archive: unpack it and name the file inside.";
    }
    if (sample.text.empty()) return " It is empty.";
    if (sample.text.find("p aux sp co ") != sample.text.npos) {
        return " It contains coordinates for DIMACS: name X.gr; X.co beside it is read, too.";
    }
    for (const std::string_view part : {".shx", ".dbf", ".prj", ".cpg", ".sbn", ".sbx", ".qix"}) {
        if (sample.name.ends_with(part)) return " It is a part of a Shapefile: name the .shp beside it.";
    }
    return "";
}

// Returns a description of the file, for messages, if it is of a kind that Allways writes only for other programs;
// otherwise empty.
std::string_view written_for_others(const FileSample& sample) {
    if (lower_case(std::string_view(sample.text).substr(0, matrix_market_array.size())) == matrix_market_array)
        return "this is a Matrix Market array";
    if (sample.text.starts_with("{\n\"allways\": {\"ids\":")) return "this is VROOM's input";
    const std::string_view first_key = std::string_view(sample.text).substr(0, sample.text.find('[', 2));
    if (first_key.starts_with("{\n\"") && first_key.ends_with("_matrix\": ")) return "this is OR-Tools' input";
    if (sample.name.ends_with(".desire.gpkg") || sample.name.ends_with(".desire.geojson")) {
        return "these are desire lines, which are not roads";
    }
    return "";
}

// Refuses a table of which an interrupted run, or shards, have written only some rows: the other rows are 0.
void refuse_unfinished(const std::string& path) {
    constexpr std::string_view suffix = ".partial";
    if (!lower_case(path).ends_with(suffix)) return;
    const std::string table = path.substr(0, path.size() - suffix.size());
    std::error_code error;
    const bool is_recorded = std::filesystem::exists(path + ".job", error);
    const bool has_table_name = lower_case(table).ends_with(".omx") || lower_case(table).ends_with(".npy");
    if (!std::filesystem::is_regular_file(path, error) || (!is_recorded && !has_table_name)) return;
    throw InputError(path, 0,
                     format("an unfinished table: a run ended before all rows were written. Repeat the command that "
                            "began it, with `resume`, to finish {}; for shards, finish each and then run 'allways "
                            "join {}'",
                            table, table));
}

bool names_edge_list_fields(const ReadOptions& options) {
    return options.undirected || options.directed || options.from_field || options.to_field || options.id_field ||
           !options.cost_field.empty() || !options.reverse_cost_field.empty();
}

bool holds_a_table(FormatInfo::Holds holds) {
    return holds == FormatInfo::Holds::matrix || holds == FormatInfo::Holds::table;
}

[[noreturn]] void refuse_ambiguous(const std::string& path) {
    throw InputError(
        path, 0,
        "a small square of numbers can be a matrix or a list of arcs, whose fields have no usual names; set "
        "`read.format` to matrix-csv or edge-list");
}

// The rows of read_options() that name this format, or networks if it holds one.
std::vector<std::string> options_of(const FormatInfo& format) {
    std::vector<std::string> names;
    for (const ReadOptionRow& row : read_options()) {
        std::vector<std::string_view> takers;
        split_blanks(row.formats, takers);
        const bool is_network = format.holds == FormatInfo::Holds::network;
        if (std::ranges::any_of(
                takers, [&](auto taker) { return taker == format.name || (is_network && taker == all_networks); }))
            names.push_back(row.name);
    }
    return names;
}

std::vector<Format> with_options(std::vector<Format> formats) {
    for (Format& format : formats) format.info.options = options_of(format.info);
    return formats;
}

}  // namespace

const std::vector<Format>& formats() {
    // If several formats that share a suffix fit, the first wins: a square of numbers is a matrix before it is a list
    // of arcs. The vector format comes last because it accepts everything else.
    static const std::vector<Format> all = with_options({
        tntp_trips_format(),   tntp_format(),       dimacs_format(),    gmns_format(),   osm_format(),
        overture_format(),     gpkg_format(),       graphml_format(),   metis_format(),  matrix_market_format(),
        tsplib_format(),       npy_format(),        factor_format(),    omx_format(),    csv_long_format(),
        sqlite_table_format(), matrix_csv_format(), edge_list_format(), vector_format(),
    });
    return all;
}

const Format& find_format(const std::string& path, const ReadOptions& options,
                          std::optional<FormatInfo::Holds> wanted) {
    refuse_unfinished(path);
    if (!options.format.empty()) {
        const auto named = std::ranges::find(formats(), options.format, [](const Format& f) { return f.info.name; });
        if (named != formats().end()) return *named;
        if (names_parquet(path, options.format)) throw InvalidArgument(how_to_read_parquet);
        throw InvalidArgument(format("unknown input format '{}'; expected one of {}", options.format, known_formats()));
    }

    if (names_parquet(path, {})) throw InputError(path, 0, how_to_read_parquet);
    for (const auto& format : formats()) {
        if (format.claims_name != nullptr && format.claims_name(path)) return format;
    }
    FileSample sample = take_sample(path);
    sample.table_wanted = wanted && holds_a_table(*wanted);
    if (const std::string_view what = written_for_others(sample); !what.empty()) {
        throw InputError(path, 0,
                         format("{}; Allways writes such files but does not read them. Name the table that it was made "
                                "from{}",
                                what, what.ends_with("array") ? format(", or {}", how_to_read_arrays) : ""));
    }
    std::vector<const Format*> candidates;
    for (const auto& format : formats()) {
        const auto matches = [&](const std::string& suffix) { return sample.name.ends_with(suffix); };
        if (std::ranges::any_of(format.info.suffixes, matches)) candidates.push_back(&format);
    }
    // Lists of numbers have no signature, and files of formats with a signature may use the same suffixes.
    const bool by_suffix = candidates.size() == 1 && (candidates[0]->fits == nullptr || sample.text.empty());
    if (by_suffix && !sample.folder) return *candidates[0];
    // A CSV file of lines is a list of arcs where the options name its ends.
    const bool is_list =
        (options.directed || options.from_field || options.to_field) &&
        std::ranges::any_of(candidates, [](const Format* format) { return format->info.name == "edge-list"; });
    for (const auto& format : formats()) {
        if (is_list && &format == &formats().back()) continue;
        if (format.recognises != nullptr && format.recognises(sample)) return format;
    }
    if (!candidates.empty() && !sample.folder && !sample.text.empty()) {
        const auto holds_wanted = [&](const Format* format) {
            if (!wanted) return true;
            return sample.table_wanted ? holds_a_table(format->info.holds) : format->info.holds == *wanted;
        };
        if (std::ranges::any_of(candidates, holds_wanted)) std::erase_if(candidates, std::not_fn(holds_wanted));
        for (const Format* candidate : candidates) {
            if (candidate->fits == nullptr || !candidate->fits(sample)) continue;
            const bool networks_too = std::ranges::any_of(
                candidates, [](const Format* other) { return other->info.holds == FormatInfo::Holds::network; });
            const bool ambiguous = networks_too && candidate->ambiguous != nullptr && candidate->ambiguous(sample);
            if (!ambiguous) return *candidate;
            if (!names_edge_list_fields(options)) refuse_ambiguous(path);
        }
        return *candidates.back();
    }
    throw InputError(path, 0,
                     format("no known format fits this file by its suffix or content.{} Set the format with "
                            "`read.format`; `input_formats()` lists the names",
                            hint(sample)));
}

}  // namespace allways::importers
