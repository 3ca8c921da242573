// SPDX-License-Identifier: Apache-2.0
#include "device/tuning.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <sstream>
#include <vector>

#define BOOST_BIND_GLOBAL_PLACEHOLDERS  // Boost 1.74's own JSON parser still uses them, and warns at every build
#include <boost/property_tree/json_parser.hpp>
#include <boost/property_tree/ptree.hpp>

#include "allways/base/api.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/text.h"
#include "device/program_cache.h"

namespace allways::device {

// ---- entries, as files state them

namespace {

using boost::property_tree::ptree;

constexpr std::array conditions = {"kind", "vendor", "name", "compute_capability", "float_lanes"};
constexpr std::array sections = {"values",  "float32",         "float64",         "uint16",
                                 "carried", "float32_carried", "float64_carried", "small_carried"};
constexpr std::array positive = {"tile", "item", "depth", "vector", "vectors", "rows", "span", "group"};

template <class List>
bool is_one_of(const List& list, const std::string& text) {
    return std::find(list.begin(), list.end(), text) != list.end();
}

class EntryReader {
public:
    EntryReader(const std::string& name, const std::string& file) {
        entry_.name = name;
        entry_.file = file;
    }

    TuningEntry read(const std::string& text) {
        ptree tree;
        std::istringstream stream(text);
        try {
            boost::property_tree::read_json(stream, tree);
        } catch (const boost::property_tree::json_parser_error& error) {
            throw InputError(entry_.file, error.line(), format("expected a tuning entry in JSON: {}", error.message()));
        }
        for (const auto& [key, value] : tree) read_member(key, value);
        require(!entry_.match.empty(),
                "\"match\" with at least one of kind, vendor, name, compute_capability and float_lanes");
        require(has_form_, "\"form\"");
        require(entry_.sections.count("values") != 0, "\"values\"");
        for (const char* needed : needed_values()) {
            require(entry_.sections["values"].count(needed) != 0, format("\"{}\" in \"values\"", needed));
        }
        return std::move(entry_);
    }

private:
    void require(bool holds, const std::string& expected, const std::string& found = "") const {
        if (holds) return;
        throw InputError(
            entry_.file, 0,
            format("tuning entry: expected {}{}", expected, found.empty() ? "" : format(", found {}", found)));
    }

    std::vector<const char*> needed_values() const {
        if (entry_.form == KernelForm::gpu) return {"tile", "item", "depth", "min_form", "group"};
        return {"tile", "vector", "vectors", "rows", "min_form", "group"};
    }

    void read_member(const std::string& key, const ptree& value) {
        if (key == "about") return;
        if (key == "match") {
            read_match(value);
        } else if (key == "form") {
            require(value.data() == "gpu" || value.data() == "cpu", "the form gpu or cpu",
                    format("'{}'", value.data()));
            entry_.form = value.data() == "gpu" ? KernelForm::gpu : KernelForm::cpu;
            has_form_ = true;
        } else if (key == "build_options") {
            entry_.build_options = value.data();
        } else {
            require(
                is_one_of(sections, key),
                "only about, match, form, build_options and the sections values, float32, float64, uint16, carried, "
                "float32_carried, float64_carried and small_carried",
                format("\"{}\"", key));
            read_section(key, value);
        }
    }

    void read_match(const ptree& tree) {
        for (const auto& [condition, wanted] : tree) {
            require(is_one_of(conditions, condition),
                    "conditions kind, vendor, name, compute_capability and float_lanes in \"match\"",
                    format("\"{}\"", condition));
            require(!wanted.data().empty(), format("a text for \"{}\" in \"match\"", condition), "none");
            entry_.match[condition] = wanted.data();
        }
    }

    void read_section(const std::string& section, const ptree& tree) {
        TuningValues& values = entry_.sections[section];
        for (const auto& [key, text] : tree) {
            const auto value = text.get_value_optional<int>();
            const bool is_form = key == "min_form";
            const int least = is_one_of(positive, key) ? 1 : 0;
            require(value && *value >= least && (!is_form || *value <= 2),
                    format("{} for \"{}\" in \"{}\"", is_form ? "0, 1 or 2" : format("an integer from {}", least), key,
                           section),
                    format("'{}'", text.data()));
            values[key] = *value;
        }
    }

    TuningEntry entry_;
    bool has_form_ = false;
};

std::string read_text(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    if (!stream) throw InputError(path.string(), 0, "this tuning entry cannot be read");
    return text.str();
}

}  // namespace

TuningEntry parse_tuning_entry(const std::string& text, const std::string& name, const std::string& file) {
    return EntryReader(name, file).read(text);
}

const std::vector<TuningEntry>& shipped_tuning_entries() {
    static const std::vector<TuningEntry> all = [] {
        std::vector<TuningEntry> entries;
        for (const EmbeddedFile& file : embedded_files()) {
            if (!file.name.ends_with(".json")) continue;
            entries.push_back(
                parse_tuning_entry(std::string(file.text), std::string(file.name.substr(0, file.name.size() - 5)), ""));
        }
        return entries;
    }();
    return all;
}

std::vector<TuningEntry> read_tuning_entries(const std::string& directory) {
    namespace fs = std::filesystem;
    std::vector<TuningEntry> entries;
    std::error_code error;
    if (directory.empty() || !fs::exists(directory, error)) return entries;
    std::vector<fs::path> files;
    for (const auto& file : fs::directory_iterator(directory, error)) {
        if (file.path().extension() == ".json") files.push_back(file.path());
    }
    if (error)
        throw InputError(directory, 0, format("this folder of tuning entries cannot be read: {}", error.message()));
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) {
        entries.push_back(parse_tuning_entry(read_text(file), file.stem().string(), file.string()));
    }
    return entries;
}

// ---- the entry that fits a device

namespace {

bool holds(const std::string& condition, const std::string& wanted, const OpenClDevice& device) {
    const DeviceInfo& info = device.info;
    if (condition == "kind") return wanted == (info.kind == DeviceInfo::Kind::cpu ? "cpu" : "gpu");
    if (condition == "vendor") return lower_case(info.vendor).find(lower_case(wanted)) != std::string::npos;
    if (condition == "name") return lower_case(info.name).find(lower_case(wanted)) != std::string::npos;
    if (condition == "compute_capability") {
        return wanted == device.compute_capability || device.compute_capability.starts_with(wanted + '.');
    }
    if (condition == "float_lanes") return wanted == std::to_string(device.float_lanes);
    return false;
}

bool matches(const TuningEntry& entry, const OpenClDevice& device) {
    return std::all_of(entry.match.begin(), entry.match.end(),
                       [&](const auto& condition) { return holds(condition.first, condition.second, device); });
}

bool is_default(const TuningEntry& entry) {
    return entry.file.empty() && entry.match.size() == 1 && entry.match.contains("kind");
}

const TuningEntry* best_of(const std::vector<TuningEntry>& entries, const OpenClDevice& device,
                           std::string_view forced) {
    const TuningEntry* best = nullptr;
    for (const TuningEntry& entry : entries) {
        if (forced == default_entry) {
            if (is_default(entry) && matches(entry, device)) return &entry;
        } else if (!forced.empty()) {
            if (entry.name == forced) return &entry;
        } else if (matches(entry, device) && (best == nullptr || entry.match.size() > best->match.size())) {
            best = &entry;
        }
    }
    return best;
}

TuningEntry best_entry(const OpenClDevice& device, std::string_view forced, const std::string& directory) {
    const std::vector<TuningEntry> own = read_tuning_entries(directory);
    const TuningEntry* best = best_of(own, device, forced);
    if (best == nullptr) best = best_of(shipped_tuning_entries(), device, forced);
    if (best == nullptr) {
        throw InvalidArgument(format("the tuning table has no entry {} for {}", forced, device.info.name));
    }
    return *best;
}

// Calls take(key, value, "key=value") for each of "key=value,key=value".
template <class Take>
void for_each_assignment(const std::string& text, const Take& take) {
    std::istringstream assignments{text};
    for (std::string assignment; std::getline(assignments, assignment, ',');) {
        const std::size_t equals = assignment.find('=');
        take(assignment.substr(0, equals), equals == std::string::npos ? "" : assignment.substr(equals + 1),
             assignment);
    }
}

int number_of(const std::string& value, const std::string& assignment) {
    try {
        return std::stoi(value);
    } catch (const std::logic_error&) {
        throw InvalidArgument(format("tuning: expected key=number, found '{}'", assignment));
    }
}

void override_values(Tuning& tuning, const std::string& text) {
    for_each_assignment(text, [&](const std::string& key, const std::string& value, const std::string& assignment) {
        if (key == "build_options") {
            tuning.build_options += " " + value;
        } else {
            tuning.values[key] = number_of(value, assignment);
        }
    });
}

}  // namespace

std::string values_text(const TuningValues& values) {
    std::string text;
    for (const auto& [key, value] : values) text += format("{}{}={}", text.empty() ? "" : ",", key, value);
    return text;
}

TuningValues parse_tuning_values(const std::string& text) {
    TuningValues values;
    for_each_assignment(text, [&](const std::string& key, const std::string& value, const std::string& assignment) {
        values[key] = number_of(value, assignment);
    });
    return values;
}

int Tuning::value(const std::string& key) const {
    const auto found = values.find(key);
    if (found == values.end()) throw InvalidArgument(format("tuning entry {} lacks the value {}", name, key));
    return found->second;
}

std::size_t Tuning::value_or(const std::string& key, std::size_t otherwise) const {
    return values.contains(key) ? static_cast<std::size_t>(value(key)) : otherwise;
}

Tuning find_tuning(const OpenClDevice& device, const CellKind& kind, std::string_view forced,
                   const std::string& directory) {
    const std::size_t colon = std::min(forced.find(':'), forced.size());
    const TuningEntry entry = best_entry(device, forced.substr(0, colon), directory);
    Tuning tuning;
    tuning.name = entry.file.empty() ? entry.name : entry.file;
    tuning.form = entry.form;
    tuning.is_default = is_default(entry);
    tuning.build_options = entry.build_options;
    const auto add_section = [&](const std::string& section) {
        const auto found = entry.sections.find(section);
        if (found == entry.sections.end()) return;
        for (const auto& [key, value] : found->second) tuning.values[key] = value;
    };
    add_section("values");
    if (kind.type == CostType::float32) add_section("float32");
    if (kind.type == CostType::float64) add_section("float64");
    // Section names are part of users' files: "carried" stands for a hop array, "small" for bits23.
    if (kind.width == CellWidth::bits16) add_section("uint16");
    if (kind.hop_array) add_section("carried");
    if (kind.type == CostType::float32 && kind.hop_array) add_section("float32_carried");
    if (kind.type == CostType::float64 && kind.hop_array) add_section("float64_carried");
    if (kind.width == CellWidth::bits23) add_section("small_carried");
    if (colon < forced.size()) override_values(tuning, std::string(forced.substr(colon + 1)));
    return tuning;
}

// ---- kept tunings, each the text "SECONDS key=value,key=value"

namespace {

std::uint64_t hash_of_kernels() {
    static const std::uint64_t hash = [] {
        std::uint64_t all = hash_of(version());
        for (const EmbeddedFile& file : embedded_files()) all = hash_of(file.text, all);
        return all;
    }();
    return hash;
}

std::string key_of(const OpenClDevice& device, const CellKind& kind) {
    const DeviceInfo& info = device.info;
    return format("{}\n{}\n{}\n{}\n{} units, {} lanes\n{:016x}\n{} {} {}\n", info.platform, info.name, info.driver,
                  info.version, info.compute_units, device.float_lanes, hash_of_kernels(), name(kind.type),
                  kind.hop_array ? "hops" : "", static_cast<int>(kind.width));
}

CacheFolder folder_of(const std::string& cache_directory) {
    return {cache_directory, ".tuning"};
}

std::optional<KeptTuning> parse(const std::string& text) {
    KeptTuning kept;
    std::istringstream stream(text);
    std::string values;
    if (!(stream >> kept.seconds >> values)) return std::nullopt;
    try {
        kept.values = parse_tuning_values(values);
    } catch (const InvalidArgument&) {
        return std::nullopt;
    }
    return kept;
}

std::mutex kept_mutex;
std::map<std::string, std::optional<KeptTuning>> kept_by_key;  // and folder

}  // namespace

std::optional<KeptTuning> kept_tuning(const OpenClDevice& device, const CellKind& kind,
                                      const std::string& cache_directory) {
    const std::string key = key_of(device, kind);
    const std::lock_guard lock(kept_mutex);
    const auto [entry, is_new] = kept_by_key.try_emplace(cache_directory + '\n' + key);
    if (is_new) {
        const std::optional<std::string> found = folder_of(cache_directory).read(key);
        if (found) entry->second = parse(*found);
    }
    return entry->second;
}

void keep_tuning(const OpenClDevice& device, const CellKind& kind, const KeptTuning& kept,
                 const std::string& cache_directory, const LogCallback& log_to) {
    const std::string key = key_of(device, kind);
    {
        const std::lock_guard lock(kept_mutex);
        kept_by_key[cache_directory + '\n' + key] = kept;
    }
    const CacheFolder folder = folder_of(cache_directory);
    if (!folder.keeps() || folder.write(key, format("{:.3f} {}", kept.seconds, values_text(kept.values)))) return;
    log(log_to, LogLevel::warning,
        format("cannot write to {}; {} tunes itself again", cache_directory, device.info.name));
}

bool may_tune_itself(const Tuning& tuning, const OpenClOptions& options) {
    const bool is_named = !options.tuning.empty() && options.tuning != default_entry;
    return tuning.is_default && !is_named && options.rank < 0;
}

Tuning choose_tuning(const OpenClDevice& device, const CellKind& kind, const OpenClOptions& options) {
    Tuning tuning = find_tuning(device, kind, options.tuning, options.tuning_directory);
    if (!may_tune_itself(tuning, options)) return tuning;
    if (const auto kept = kept_tuning(device, kind, options.cache_directory)) tuning.values = kept->values;
    return tuning;
}

// ---- what a device can do that no property states, found out by building a small kernel and checking its results

namespace {

constexpr std::size_t words = 4096;

// Cells below 2^15, whose sums fit 16 bits, all kinds of pairs among them: lesser, equal and greater in either lane.
std::vector<std::uint32_t> words_to_try(std::uint32_t seed) {
    std::vector<std::uint32_t> made(words);
    for (std::uint32_t& word : made) {
        seed = seed * 1664525u + 1013904223u;
        word = seed >> 3 & ((seed & 1) != 0 ? 0x7fff7fffu : 0x00030003u);
    }
    return made;
}

std::uint32_t least_of(std::uint32_t a, std::uint32_t b) {
    return std::min(a >> 16, b >> 16) << 16 | std::min(a & 0xffffu, b & 0xffffu);
}

bool is_right(const cl::Context& context, const OpenClDevice& device, const cl::Program& program) {
    std::vector<std::uint32_t> a = words_to_try(1);
    std::vector<std::uint32_t> b = words_to_try(2);
    const std::size_t bytes = words * sizeof(std::uint32_t);
    const cl::CommandQueue queue(context, device.handle);
    const cl::Buffer left(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes, a.data());
    const cl::Buffer right(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes, b.data());
    const cl::Buffer sums(context, CL_MEM_WRITE_ONLY, bytes);
    const cl::Buffer least(context, CL_MEM_WRITE_ONLY, bytes);
    cl::Kernel kernel(program, "packed");
    kernel.setArg(0, left);
    kernel.setArg(1, right);
    kernel.setArg(2, sums);
    kernel.setArg(3, least);
    enqueue_kernel(queue, kernel, cl::NDRange(words));
    std::vector<std::uint32_t> got_sums(words);
    std::vector<std::uint32_t> got_least(words);
    queue.enqueueReadBuffer(sums, CL_TRUE, 0, bytes, got_sums.data());
    queue.enqueueReadBuffer(least, CL_TRUE, 0, bytes, got_least.data());
    for (std::size_t i = 0; i < words; ++i) {
        if (got_sums[i] != a[i] + b[i] || got_least[i] != least_of(a[i], b[i])) return false;
    }
    return true;
}

bool try_packed_minimum(const OpenClDevice& device, ProgramCache& cache) {
    if (device.compute_capability.empty()) return false;
    return checked(device.info.name, [&] {
        const cl::Context context = context_of(device);
        try {
            const auto program = cache.build(context, device, kernel_source("packed.cl"),
                                             "-cl-std=CL1.2 -D CELL_TYPE=3 -D NV_PACKED_MIN=1");
            return is_right(context, device, program);
        } catch (const DeviceError&) {
            return false;  // its assembler does not know the instructions
        }
    });
}

// Returns true if the device adds and compares two 16-bit cells in a register by NVIDIA's instructions (cell.cl,
// NV_PACKED_MIN) and the results are right. Devices that are not NVIDIA's are not tried: their compilers would fail in
// ways of their own. Found once in a process.
bool has_packed_minimum(const OpenClDevice& device, ProgramCache& cache) {
    static std::mutex mutex;
    static std::map<cl_device_id, bool> known;
    const std::lock_guard lock(mutex);
    const auto found = known.find(device.handle());
    if (found != known.end()) return found->second;
    return known[device.handle()] = try_packed_minimum(device, cache);
}

}  // namespace

void add_capabilities(Tuning& tuning, const CellKind& kind, const OpenClDevice& device, ProgramCache& cache) {
    constexpr const char* key = "nv_packed_min";
    if (kind.width != CellWidth::bits16 || tuning.form != KernelForm::gpu || tuning.values.contains(key)) return;
    tuning.values[key] = has_packed_minimum(device, cache) ? 1 : 0;
}

}  // namespace allways::device
