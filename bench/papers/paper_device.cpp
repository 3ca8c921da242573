// SPDX-License-Identifier: Apache-2.0
#include "papers/paper_device.h"

#include <algorithm>

#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "engine/dense/opencl/opencl_executor.h"
#include "papers/embedded_kernels.h"

namespace allways::papers {
namespace {

device::OpenClDevice chosen(const std::string& text) {
    if (text == "reference") {
        throw InvalidArgument("the papers' kernels need an OpenCL device; --device takes auto, cpu, gpu or I:J here");
    }
    const auto device = engine::choose_device(text);
    if (!device) throw DeviceError(device::find_opencl_devices().explanation, CL_DEVICE_NOT_FOUND);
    return *device;
}

std::string source_of(const std::string& file) {
    const auto& files = embedded_files();
    const auto found = std::find_if(files.begin(), files.end(), [&](const auto& entry) { return entry.name == file; });
    if (found == files.end()) throw InvalidArgument(format("there is no kernel file {} in bench/papers/kernels", file));
    return std::string(found->text);
}

}  // namespace

PaperDevice::PaperDevice(const std::string& text, const std::string& cache_directory, LogCallback log)
    : device_(chosen(text)), cache_(cache_directory, std::move(log)) {
    device::checked(info().name, [&] { context_ = device::context_of(device_); });
}

cl::CommandQueue PaperDevice::make_queue(cl_command_queue_properties properties) const {
    if ((device_.handle.getInfo<CL_DEVICE_QUEUE_PROPERTIES>() & properties) != properties) {
        throw NotRun("the device has no out-of-order queues");
    }
    return {context_, device_.handle, properties};
}

cl::Kernel PaperDevice::make_kernel(const std::string& file, const std::string& name, WorkGroup group,
                                    const std::string& options) {
    require(group, info().max_work_group);  // before building: a kernel that requires such groups may not even build
    const std::string key = format("{} {}", file, options);
    auto program = programs_.find(key);
    if (program == programs_.end()) {
        const Stopwatch clock;
        program = programs_.emplace(key, cache_.build(context_, device_, source_of(file), options)).first;
        build_seconds_ += clock.seconds();
    }
    cl::Kernel kernel(program->second, name.c_str());
    // A kernel built for a group size accepts it; the driver's limit is for kernels built for any size (NVIDIA: 256).
    const auto built_for = kernel.getWorkGroupInfo<CL_KERNEL_COMPILE_WORK_GROUP_SIZE>(device_.handle);
    if (built_for[0] * built_for[1] != group.width * group.height) {
        require(group, kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(device_.handle));
    }
    const auto local = kernel.getWorkGroupInfo<CL_KERNEL_LOCAL_MEM_SIZE>(device_.handle);
    if (local > info().local_memory_bytes) {
        throw NotRun(
            format("{} bytes of local memory a work-group, the device has {}", local, info().local_memory_bytes));
    }
    return kernel;
}

cl::Buffer PaperDevice::make_buffer(std::size_t bytes) const {
    if (bytes > info().max_allocation_bytes) {
        throw NotRun(format("one buffer of {} bytes, the device gives {} at once", bytes, info().max_allocation_bytes));
    }
    return {context_, CL_MEM_READ_WRITE, bytes};
}

void PaperDevice::require(WorkGroup group, std::size_t most_work_items) const {
    const auto sides = device_.handle.getInfo<CL_DEVICE_MAX_WORK_ITEM_SIZES>();
    if (group.width * group.height <= most_work_items && group.width <= sides[0] && group.height <= sides[1]) return;
    throw NotRun(format("work-groups of {}×{} work-items, the device takes {} for this kernel, at most {}×{}",
                        group.width, group.height, most_work_items, sides[0], sides[1]));
}

}  // namespace allways::papers
