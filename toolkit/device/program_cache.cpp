// SPDX-License-Identifier: Apache-2.0
// The key is the full text of everything the binary depends on.
#include "device/program_cache.h"

#include <algorithm>
#include <memory>
#include <new>
#include <optional>

#include "allways/base/format.h"

namespace allways::device {
namespace {

std::string key_of(const OpenClDevice& device, const std::string& source, const std::string& options) {
    const DeviceInfo& info = device.info;
    return format("{}\n{}\n{}\n{}\n{}\n{:016x}\n{}\n", info.platform, info.name, info.driver, info.version, options,
                  hash_of(source), source.size());
}

// Where memory runs out inside of the build, PoCL leaves the program locked: releasing it would wait forever, so it is
// given up.
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
    const CacheFolder::Entry entry = folder_.read(key);
    if (entry.found == CacheFolder::Found::content) {
        if (auto program = load_binary(context, device.handle, entry.content, options)) return *program;
    }
    if (entry.found != CacheFolder::Found::nothing) {
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

}  // namespace allways::device
