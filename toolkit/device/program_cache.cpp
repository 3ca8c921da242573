// SPDX-License-Identifier: Apache-2.0
// An entry is a header (magic, key, length, checksum) and the driver's binary. The key is the full text of everything
// the binary depends on, so entries whose file names collide are never confused.
#include "device/program_cache.h"

#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include "allways/base/format.h"

namespace allways::device {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view magic = "allways program 1\n";

// FNV-1a: protects against damage and chance, not against an attacker who can write the user's cache.
std::uint64_t hash_of(std::string_view text, std::uint64_t hash = 0xcbf29ce484222325u) {
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    return hash;
}

std::string key_of(const OpenClDevice& device, const std::string& source, const std::string& options) {
    const DeviceInfo& info = device.info;
    return format("{}\n{}\n{}\n{}\n{}\n{:016x}\n{}\n", info.platform, info.name, info.driver, info.version, options,
                  hash_of(source), source.size());
}

std::string pack(const std::string& key, std::string_view binary) {
    std::string entry(magic);
    entry += format("{} {} {:016x}\n", key.size(), binary.size(), hash_of(binary, hash_of(key)));
    entry += key;
    entry += binary;
    return entry;
}

// Returns the binary of an entry, or nothing if the entry is incomplete or has another key.
std::optional<std::string> unpack(const std::string& entry, const std::string& key) {
    const std::size_t line_end = entry.find('\n', magic.size());
    if (!entry.starts_with(magic) || line_end == std::string::npos) return std::nullopt;
    std::istringstream header(entry.substr(magic.size(), line_end - magic.size()));
    std::size_t key_size = 0;
    std::size_t binary_size = 0;
    std::uint64_t checksum = 0;
    if (!(header >> key_size >> binary_size >> std::hex >> checksum)) return std::nullopt;
    const std::string_view body = std::string_view(entry).substr(line_end + 1);
    if (key_size != key.size() || body.size() < key_size || body.size() - key_size != binary_size) return std::nullopt;
    if (body.substr(0, key_size) != key || hash_of(body) != checksum) return std::nullopt;
    return std::string(body.substr(key_size));
}

std::optional<std::string> read_file(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) return std::nullopt;
    std::ostringstream text;
    text << file.rdbuf();
    return std::move(text).str();
}

// Writes a temporary file and renames it, so that no reader ever sees an incomplete entry.
bool write_file(const fs::path& path, const std::string& text) {
    static std::atomic<unsigned> counter{0};
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    const fs::path temporary = format("{}.{}.{}", path.string(), getpid(), counter++);
    {
        std::ofstream file(temporary, std::ios::binary);
        file.write(text.data(), static_cast<std::streamsize>(text.size()));
        if (!file.flush()) {
            fs::remove(temporary, error);
            return false;
        }
    }
    fs::rename(temporary, path, error);
    const bool renamed = !error;
    if (!renamed) fs::remove(temporary, error);
    return renamed;
}

std::optional<cl::Program> load_binary(const cl::Context& context, const cl::Device& device, const std::string& binary,
                                       const std::string& options) {
    try {
        const cl::Program::Binaries binaries{{binary.begin(), binary.end()}};
        cl::Program program(context, {device}, binaries);
        program.build(std::vector<cl::Device>{device}, options.c_str());
        return program;
    } catch (const cl::Error&) {
        return std::nullopt;  // the driver no longer accepts its own format: build from source instead
    }
}

cl::Program build_source(const cl::Context& context, const OpenClDevice& device, const std::string& source,
                         const std::string& options) {
    cl::Program program(context, source);
    try {
        program.build(std::vector<cl::Device>{device.handle}, options.c_str());
    } catch (const cl::Error& error) {
        throw DeviceError(format("building a kernel failed on {}: {} ({})\noptions: {}\nbuild log:\n{}",
                                 device.info.name, status_name(error.err()), error.err(), options,
                                 program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device.handle)),
                          error.err());
    }
    return program;
}

// A context of several devices has programs for each; only one of them is built.
std::string binary_of(const cl::Program& program, const cl::Device& device) {
    const auto devices = program.getInfo<CL_PROGRAM_DEVICES>();
    const auto binaries = program.getInfo<CL_PROGRAM_BINARIES>();
    for (std::size_t i = 0; i < std::min(devices.size(), binaries.size()); ++i) {
        if (devices[i]() == device()) return {binaries[i].begin(), binaries[i].end()};
    }
    return {};
}

}  // namespace

ProgramCache::ProgramCache(std::string directory, LogCallback log)
    : directory_(std::move(directory)), log_(std::move(log)) {}

std::string ProgramCache::path_of(const OpenClDevice& device, const std::string& source,
                                  const std::string& options) const {
    return (fs::path(directory_) / format("{:016x}.program", hash_of(key_of(device, source, options)))).string();
}

cl::Program ProgramCache::build(const cl::Context& context, const OpenClDevice& device, const std::string& source,
                                const std::string& options) {
    if (directory_.empty()) return build_source(context, device, source, options);
    const std::string key = key_of(device, source, options);
    const std::string path = path_of(device, source, options);
    if (const auto entry = read_file(path)) {
        if (const auto binary = unpack(*entry, key)) {
            if (auto program = load_binary(context, device.handle, *binary, options)) return *program;
        }
        log(log_, LogLevel::info, format("program cache: {} is damaged or out of date and is rebuilt", path));
    }
    cl::Program program = build_source(context, device, source, options);
    const std::string own = binary_of(program, device.handle);
    if (!own.empty()) {
        if (!write_file(path, pack(key, own))) {
            log(log_, LogLevel::warning,
                format("program cache: cannot write to {}; kernels are built every run", directory_));
            directory_.clear();
        }
    }
    return program;
}

}  // namespace allways::device
