// SPDX-License-Identifier: Apache-2.0
#include "device/capabilities.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

#include "device/program_cache.h"

namespace allways::device {
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

}  // namespace

bool has_packed_minimum(const OpenClDevice& device, ProgramCache& cache) {
    static std::mutex mutex;
    static std::map<cl_device_id, bool> known;
    const std::lock_guard lock(mutex);
    const auto found = known.find(device.handle());
    if (found != known.end()) return found->second;
    return known[device.handle()] = try_packed_minimum(device, cache);
}

void add_capabilities(Tuning& tuning, const CellKind& kind, const OpenClDevice& device, ProgramCache& cache) {
    constexpr const char* key = "nv_packed_min";
    if (kind.width != CellWidth::bits16 || tuning.form != KernelForm::gpu || tuning.values.contains(key)) return;
    tuning.values[key] = has_packed_minimum(device, cache) ? 1 : 0;
}

}  // namespace allways::device
