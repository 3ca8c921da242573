// SPDX-License-Identifier: Apache-2.0
#include "device/program_cache.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <memory>
#include <new>
#include <optional>
#include <sstream>
#include <vector>

#include <unistd.h>

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways::device {
namespace {

namespace fs = std::filesystem;

// An entry is a header (magic, sizes, checksum), its key and its content.
constexpr std::string_view magic = "allways cache 1\n";

std::string pack(const std::string& key, std::string_view content) {
    std::string entry(magic);
    entry += format("{} {} {:016x}\n", key.size(), content.size(), hash_of(content, hash_of(key)));
    entry += key;
    entry += content;
    return entry;
}

std::optional<std::string> unpack(const std::string& entry, const std::string& key) {
    const std::size_t line_end = entry.find('\n', magic.size());
    if (!entry.starts_with(magic) || line_end == std::string::npos) return std::nullopt;
    std::istringstream header(entry.substr(magic.size(), line_end - magic.size()));
    std::size_t key_size = 0;
    std::size_t content_size = 0;
    std::uint64_t checksum = 0;
    if (!(header >> key_size >> content_size >> std::hex >> checksum)) return std::nullopt;
    const std::string_view body = std::string_view(entry).substr(line_end + 1);
    if (key_size != key.size() || body.size() < key_size || body.size() - key_size != content_size) return std::nullopt;
    if (body.substr(0, key_size) != key || hash_of(body) != checksum) return std::nullopt;
    return std::string(body.substr(key_size));
}

}  // namespace

std::uint64_t hash_of(std::string_view text, std::uint64_t hash) {
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    return hash;
}

std::string CacheFolder::path_of(const std::string& key) const {
    return (fs::path(path_) / format("{:016x}{}", hash_of(key), suffix_)).string();
}

std::optional<std::string> CacheFolder::read(const std::string& key) const {
    if (!keeps()) return std::nullopt;
    std::ifstream file(path_of(key), std::ios::binary);
    if (!file) return std::nullopt;
    std::ostringstream text;
    text << file.rdbuf();
    return unpack(std::move(text).str(), key).value_or("");
}

bool CacheFolder::write(const std::string& key, std::string_view content) const {
    static std::atomic<unsigned> counter{0};
    const fs::path path = path_of(key);
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    const fs::path temporary = format("{}.{}.{}", path.string(), getpid(), counter++);
    {
        std::ofstream file(temporary, std::ios::binary);
        const std::string entry = pack(key, content);
        file.write(entry.data(), static_cast<std::streamsize>(entry.size()));
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

// ---- programs

namespace {

// The key is the full text of everything the binary depends on.
std::string key_of(const OpenClDevice& device, const std::string& source, const std::string& options) {
    const DeviceInfo& info = device.info;
    return format("{}\n{}\n{}\n{}\n{}\n{:016x}\n{}\n", info.platform, info.name, info.driver, info.version, options,
                  hash_of(source), source.size());
}

// Builds a program. If memory runs out inside, PoCL leaves the program locked, and releasing it would wait forever, so
// it is given up.
void build_for(std::unique_ptr<cl::Program>& program, const cl::Device& device, const std::string& options) {
    try {
        program->build(std::vector<cl::Device>{device}, options.c_str());
    } catch (const std::bad_alloc&) {
        (void)program.release();
        throw;
    }
}

std::optional<cl::Program> load_binary(const cl::Context& context, const cl::Device& device, const std::string& binary,
                                       const std::string& options) {
    try {
        const cl::Program::Binaries binaries{{binary.begin(), binary.end()}};
        auto program = std::make_unique<cl::Program>(context, std::vector<cl::Device>{device}, binaries);
        build_for(program, device, options);
        return *program;
    } catch (const cl::Error&) {
        return std::nullopt;  // the driver no longer accepts its own format: build from source instead
    }
}

cl::Program build_source(const cl::Context& context, const OpenClDevice& device, const std::string& source,
                         const std::string& options) {
    auto program = std::make_unique<cl::Program>(context, source);
    try {
        build_for(program, device.handle, options);
    } catch (const cl::Error& error) {
        throw DeviceError(format("building a kernel failed on {}: {} ({})\noptions: {}\nbuild log:\n{}",
                                 device.info.name, status_name(error.err()), error.err(), options,
                                 program->getBuildInfo<CL_PROGRAM_BUILD_LOG>(device.handle)),
                          error.err());
    }
    return *program;
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
    : folder_(std::move(directory), ".program"), log_(std::move(log)) {}

std::string ProgramCache::path_of(const OpenClDevice& device, const std::string& source,
                                  const std::string& options) const {
    return folder_.path_of(key_of(device, source, options));
}

cl::Program ProgramCache::build(const cl::Context& context, const OpenClDevice& device, const std::string& source,
                                const std::string& options) {
    if (!folder_.keeps()) return build_source(context, device, source, options);
    const std::string key = key_of(device, source, options);
    const std::optional<std::string> entry = folder_.read(key);
    if (entry && !entry->empty()) {
        if (auto program = load_binary(context, device.handle, *entry, options)) return *program;
    }
    if (entry) {
        log(log_, LogLevel::info,
            format("program cache: {} is damaged or out of date and is rebuilt", folder_.path_of(key)));
    }
    cl::Program program = build_source(context, device, source, options);
    const std::string own = binary_of(program, device.handle);
    if (!own.empty() && !folder_.write(key, own)) {
        log(log_, LogLevel::warning,
            format("program cache: cannot write to {}; kernels are built every run", folder_.path()));
        folder_ = CacheFolder({}, {});
    }
    return program;
}

namespace {

std::string_view embedded_text(std::string_view file) {
    for (const EmbeddedFile& embedded : embedded_files()) {
        if (embedded.name == file) return embedded.text;
    }
    throw InvalidArgument(format("kernel file {} is not part of this build", file));
}

void append(std::string& source, std::string_view file, std::vector<std::string_view>& seen) {
    if (std::find(seen.begin(), seen.end(), file) != seen.end()) return;
    seen.push_back(file);
    constexpr std::string_view include = "#include \"";
    std::string_view text = embedded_text(file);
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1);
        const std::string_view line = text.substr(0, end + 1);
        text.remove_prefix(end + 1);
        if (line.starts_with(include)) {
            const std::string_view rest = line.substr(include.size());
            append(source, rest.substr(0, rest.find('"')), seen);
        } else {
            source += line;
        }
    }
}

}  // namespace

std::string kernel_source(std::string_view file) {
    std::string source;
    std::vector<std::string_view> seen;
    append(source, file, seen);
    return source;
}

}  // namespace allways::device
