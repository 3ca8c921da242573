// SPDX-License-Identifier: Apache-2.0
// A kept tuning is the text "SECONDS key=value,key=value".
#include "device/kept_tuning.h"

#include <map>
#include <mutex>
#include <sstream>

#include "allways/base/api.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "device/cache_folder.h"
#include "device/embedded_files.h"

namespace allways::device {
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

struct Memory {
    std::mutex mutex;
    std::map<std::string, std::optional<KeptTuning>> by_key;  // and folder
};
Memory& memory() {
    static Memory memory;
    return memory;
}

}  // namespace

std::optional<KeptTuning> kept_tuning(const OpenClDevice& device, const CellKind& kind,
                                      const std::string& cache_directory) {
    const std::string key = key_of(device, kind);
    const std::lock_guard lock(memory().mutex);
    const auto [entry, is_new] = memory().by_key.try_emplace(cache_directory + '\n' + key);
    if (is_new) {
        const CacheFolder::Entry found = folder_of(cache_directory).read(key);
        if (found.found == CacheFolder::Found::content) entry->second = parse(found.content);
    }
    return entry->second;
}

void keep_tuning(const OpenClDevice& device, const CellKind& kind, const KeptTuning& kept,
                 const std::string& cache_directory, const LogCallback& log_to) {
    const std::string key = key_of(device, kind);
    {
        const std::lock_guard lock(memory().mutex);
        memory().by_key[cache_directory + '\n' + key] = kept;
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

}  // namespace allways::device
