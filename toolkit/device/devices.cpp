// SPDX-License-Identifier: Apache-2.0
// Finds the OpenCL devices, or explains why there are none; their contexts, launches, and pinned memory.
#include "allways/device/devices.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <latch>
#include <map>
#include <mutex>
#include <vector>

#include <unistd.h>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/threads/parallel.h"
#include "device/opencl.h"
#include "device/tuning.h"

namespace allways {

// ---- the choice

namespace {

constexpr std::string_view separators = ",+";

bool is_number(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

bool is_device_id(std::string_view text) {
    const std::size_t colon = text.find(':');
    return colon != text.npos && is_number(text.substr(0, colon)) && is_number(text.substr(colon + 1));
}

bool is_part(std::string_view text) {
    return text == "cpu" || text == "gpu" || text == "cpu:all" || text == "gpu:all" || is_device_id(text);
}

}  // namespace

std::vector<std::string> DeviceChoice::parts() const {
    std::vector<std::string> parts;
    std::size_t begin = 0;
    while (true) {
        const std::size_t end = text_.find_first_of(separators, begin);
        parts.push_back(text_.substr(begin, end - begin));
        if (end == text_.npos) return parts;
        begin = end + 1;
    }
}

DeviceChoice::DeviceChoice(std::string_view text) : text_(text) {
    if (is_auto() || is_reference() || std::ranges::all_of(parts(), is_part)) return;
    throw InvalidArgument(
        format("no device '{}'; expected auto, cpu, gpu, reference, or platform:device as in 0:0; or several: gpu:all, "
               "or some joined as in 0:0,0:1 or cpu+gpu",
               text));
}

}  // namespace allways

// ---- the list

namespace allways::device {
namespace {

constexpr int platform_not_found = -1001;  // CL_PLATFORM_NOT_FOUND_KHR, from the ICD loader

DeviceInfo::Kind kind_of(cl_device_type type) {
    if (type & CL_DEVICE_TYPE_GPU) return DeviceInfo::Kind::gpu;
    if (type & CL_DEVICE_TYPE_CPU) return DeviceInfo::Kind::cpu;
    if (type & CL_DEVICE_TYPE_ACCELERATOR) return DeviceInfo::Kind::accelerator;
    return DeviceInfo::Kind::other;
}

// OpenCL headers before 2024 return a plain cl_platform_id.
cl::Platform platform_of(const cl::Device& device) {
    return cl::Platform(device.getInfo<CL_DEVICE_PLATFORM>());
}

// The generation of an NVIDIA GPU, by the extension cl_nv_device_attribute_query.
std::string compute_capability_of(const cl::Device& device) {
    constexpr cl_device_info major = 0x4000;  // CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV
    constexpr cl_device_info minor = 0x4001;
    if (device.getInfo<CL_DEVICE_EXTENSIONS>().find("cl_nv_device_attribute_query") == std::string::npos) return "";
    const auto part = [&](cl_device_info which) {
        cl_uint value = 0;
        device.getInfo(which, &value);
        return value;
    };
    return format("{}.{}", part(major), part(minor));
}

OpenClDevice describe(const cl::Platform& platform, const cl::Device& handle, std::string id) {
    OpenClDevice device;
    device.handle = handle;
    device.info.id = std::move(id);
    device.info.name = handle.getInfo<CL_DEVICE_NAME>();
    device.info.platform = platform.getInfo<CL_PLATFORM_NAME>();
    device.info.vendor = handle.getInfo<CL_DEVICE_VENDOR>();
    device.info.driver = handle.getInfo<CL_DRIVER_VERSION>();
    device.info.version = handle.getInfo<CL_DEVICE_VERSION>();
    device.info.kind = kind_of(handle.getInfo<CL_DEVICE_TYPE>());
    device.info.compute_units = handle.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
    device.info.memory_bytes = handle.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>();
    device.info.max_allocation_bytes = handle.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>();
    device.info.local_memory_bytes = handle.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
    device.info.max_work_group = handle.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>();
    device.info.has_float64 = handle.getInfo<CL_DEVICE_DOUBLE_FP_CONFIG>() != 0;
    device.compute_capability = compute_capability_of(handle);
    device.float_lanes = handle.getInfo<CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT>();
    device.shares_host_memory =
        device.info.kind == DeviceInfo::Kind::cpu && handle.getInfo<CL_DEVICE_HOST_UNIFIED_MEMORY>() != 0;
    return device;
}

std::size_t count_icd_files(const std::filesystem::path& folder) {
    std::error_code error;
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        if (entry.path().extension() == ".icd") ++count;
    }
    return count;
}

std::string explain_no_platform(int code) {
    const char* folder = "/etc/OpenCL/vendors";
    const std::size_t icd_files = count_icd_files(folder);
    std::string text = format("No OpenCL platform was found (status {}). ", code);
    if (icd_files == 0) {
        return text +
               format(
                   "{} holds no .icd file, so no driver is registered. Install one: pocl-opencl-icd for CPUs, the "
                   "GPU vendor's OpenCL driver for GPUs (NVIDIA's comes with its libnvidia-opencl, AMD's with "
                   "rocm-opencl, "
                   "Intel's with intel-opencl-icd).",
                   folder);
    }
    return text + format(
                      "{} names {} driver(s), but none could be loaded. Check that the library each .icd file names "
                      "exists and loads (ldd), and that OCL_ICD_VENDORS does not point elsewhere.",
                      folder, icd_files);
}

// Drivers start one thread per core, and PoCL terminates the process if the system refuses one.
bool are_threads_granted() {
    std::latch end(1);
    std::vector<std::thread> threads;
    while (threads.size() < hardware_threads() && start_thread(threads, [&end] { end.wait(); })) {
    }
    end.count_down();
    for (std::thread& thread : threads) thread.join();
    return threads.size() == hardware_threads();
}

bool loses_count_of_kernels(const cl::Device& device) {
    static std::mutex mutex;
    static std::map<cl_device_id, bool> known;
    const std::lock_guard lock(mutex);
    const auto [entry, is_new] = known.try_emplace(device(), false);
    if (is_new) {
        const cl::Platform platform = platform_of(device);
        const bool is_pocl = platform.getInfo<CL_PLATFORM_NAME>().starts_with("Portable Computing Language");
        const int version = std::atoi(device.getInfo<CL_DRIVER_VERSION>().c_str());
        entry->second = is_pocl && version >= 4 && version < 6;
    }
    return entry->second;
}

// Returns true in a process forked from one that had used OpenCL: its drivers' threads and locks do not survive a fork,
// and the first call would wait for ever.
bool is_fork_of_user() {
    static std::atomic<pid_t> user = 0;
    pid_t none = 0;
    user.compare_exchange_strong(none, getpid());
    return user != getpid();
}

}  // namespace

OpenClDevices find_opencl_devices() {
    OpenClDevices found;
    if (is_fork_of_user()) {
        found.explanation =
            "OpenCL is disabled: this process was forked from one that had used OpenCL, whose drivers do not survive a "
            "fork. Start processes anew (in Python by multiprocessing's start method spawn), or use OpenCL only in "
            "them.";
        return found;
    }
    if (!are_threads_granted()) {
        found.explanation = format(
            "OpenCL is disabled: its drivers start {} or more threads, which the system refuses (ulimit -u, or a "
            "container's limit on pids).",
            hardware_threads());
        return found;
    }
    std::vector<cl::Platform> platforms;
    try {
        cl::Platform::get(&platforms);
    } catch (const cl::Error& error) {
        found.explanation = explain_no_platform(error.err());
        return found;
    }
    if (platforms.empty()) found.explanation = explain_no_platform(platform_not_found);
    std::string failures;
    for (std::size_t p = 0; p < platforms.size(); ++p) {
        try {
            std::vector<cl::Device> handles;
            platforms[p].getDevices(CL_DEVICE_TYPE_ALL, &handles);
            for (std::size_t d = 0; d < handles.size(); ++d) {
                found.devices.push_back(describe(platforms[p], handles[d], format("{}:{}", p, d)));
            }
        } catch (const cl::Error& error) {
            failures +=
                format(" Platform {}: {} gave {} ({}).", p, error.what(), status_name(error.err()), error.err());
        }
    }
    if (found.devices.empty() && found.explanation.empty()) {
        found.explanation = format(
            "{} OpenCL platform(s) found, but none has a device.{} A container needs the GPU passed "
            "through; pocl-opencl-icd gives a CPU device, and needs a folder to write to: HOME, or POCL_CACHE_DIR.",
            platforms.size(), failures);
    }
    return found;
}

std::string names_text(const std::vector<std::string>& names) {
    std::string text;
    for (auto begin = names.begin(); begin != names.end();) {
        const auto end = std::find_if(begin, names.end(), [&](const std::string& name) { return name != *begin; });
        if (!text.empty()) text += " + ";
        if (end - begin > 1) text += format("{} x ", end - begin);
        text += *begin;
        begin = end;
    }
    return text;
}

void enqueue_kernel(const cl::CommandQueue& queue, const cl::Kernel& kernel, const cl::NDRange& global,
                    const cl::NDRange& local, const std::vector<cl::Event>* waits, cl::Event* done) {
    if (!loses_count_of_kernels(queue.getInfo<CL_QUEUE_DEVICE>())) {
        queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, local, waits, done);
        return;
    }
    static std::mutex one_at_a_time;  // on all devices: they share the count
    if (waits != nullptr && !waits->empty()) cl::Event::waitForEvents(*waits);
    const std::lock_guard lock(one_at_a_time);
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, local, waits, done);
    queue.finish();
}

namespace {

std::mutex contexts_mutex;
// This object is never destroyed: when the process ends, a driver may be unloaded first.
std::map<cl_device_id, cl::Context>& contexts() {
    static auto& contexts = *new std::map<cl_device_id, cl::Context>;
    return contexts;
}

}  // namespace

cl::Context context_of(const OpenClDevice& device) {
    const std::lock_guard lock(contexts_mutex);
    cl::Context& context = contexts()[device.handle()];
    if (context() == nullptr) context = cl::Context(device.handle);
    return context;
}

void open_together(const std::vector<OpenClDevice>& devices) {
    const std::lock_guard lock(contexts_mutex);
    std::map<cl_platform_id, std::vector<cl::Device>> closed;
    for (const OpenClDevice& device : devices) {
        if (contexts()[device.handle()]() != nullptr) continue;
        closed[platform_of(device.handle)()].push_back(device.handle);
    }
    for (const auto& [platform, handles] : closed) {
        const cl::Context context(handles);
        for (const cl::Device& handle : handles) contexts()[handle()] = context;
    }
}

namespace {

struct Kept {
    std::mutex mutex;
    std::vector<std::unique_ptr<Staging>> free;
    std::size_t bytes = 0;
};

// This object is never destroyed: when the process ends, a driver may be unloaded first.
Kept& kept() {
    static auto& kept = *new Kept;
    return kept;
}

}  // namespace

Staging::Staging(const cl::Context& context, const cl::CommandQueue& queue, std::size_t bytes)
    : context_(context()),
      queue_(queue),
      buffer_(context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes),
      data_(queue.enqueueMapBuffer(buffer_, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes)),
      bytes_(bytes) {}

Staging::~Staging() {
    // A failure appears at the next use of the device.
    clEnqueueUnmapMemObject(queue_(), buffer_(), data_, 0, nullptr, nullptr);
}

std::unique_ptr<Staging> take_staging(const cl::Context& context, const cl::CommandQueue& queue, std::size_t bytes) {
    Kept& own = kept();
    {
        const std::lock_guard lock(own.mutex);
        const auto found = std::find_if(own.free.begin(), own.free.end(), [&](const auto& staging) {
            return staging->context() == context() && staging->bytes() >= bytes;
        });
        if (found != own.free.end()) {
            std::unique_ptr<Staging> staging = std::move(*found);
            own.free.erase(found);
            own.bytes -= staging->bytes();
            return staging;
        }
    }
    return std::make_unique<Staging>(context, queue, bytes);
}

void give_staging(std::unique_ptr<Staging> staging) {
    Kept& own = kept();
    const std::lock_guard lock(own.mutex);
    if (own.bytes + staging->bytes() > most_staging_bytes) return;
    own.bytes += staging->bytes();
    own.free.push_back(std::move(staging));
}

std::string_view status_name(int code) {
    switch (code) {
        case CL_DEVICE_NOT_FOUND: return "CL_DEVICE_NOT_FOUND";
        case CL_DEVICE_NOT_AVAILABLE: return "CL_DEVICE_NOT_AVAILABLE";
        case CL_COMPILER_NOT_AVAILABLE: return "CL_COMPILER_NOT_AVAILABLE";
        case CL_MEM_OBJECT_ALLOCATION_FAILURE: return "CL_MEM_OBJECT_ALLOCATION_FAILURE";
        case CL_OUT_OF_RESOURCES: return "CL_OUT_OF_RESOURCES";
        case CL_OUT_OF_HOST_MEMORY: return "CL_OUT_OF_HOST_MEMORY";
        case CL_BUILD_PROGRAM_FAILURE: return "CL_BUILD_PROGRAM_FAILURE";
        case CL_MAP_FAILURE: return "CL_MAP_FAILURE";
        case CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST: return "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST";
        case CL_INVALID_VALUE: return "CL_INVALID_VALUE";
        case CL_INVALID_MEM_OBJECT: return "CL_INVALID_MEM_OBJECT";
        case CL_INVALID_BINARY: return "CL_INVALID_BINARY";
        case CL_INVALID_BUILD_OPTIONS: return "CL_INVALID_BUILD_OPTIONS";
        case CL_INVALID_KERNEL_NAME: return "CL_INVALID_KERNEL_NAME";
        case CL_INVALID_ARG_INDEX: return "CL_INVALID_ARG_INDEX";
        case CL_INVALID_ARG_SIZE: return "CL_INVALID_ARG_SIZE";
        case CL_INVALID_KERNEL_ARGS: return "CL_INVALID_KERNEL_ARGS";
        case CL_INVALID_WORK_GROUP_SIZE: return "CL_INVALID_WORK_GROUP_SIZE";
        case CL_INVALID_WORK_ITEM_SIZE: return "CL_INVALID_WORK_ITEM_SIZE";
        case CL_INVALID_BUFFER_SIZE: return "CL_INVALID_BUFFER_SIZE";
        case CL_INVALID_GLOBAL_WORK_SIZE: return "CL_INVALID_GLOBAL_WORK_SIZE";
        case platform_not_found: return "CL_PLATFORM_NOT_FOUND_KHR";
        default: return "unknown status";
    }
}

DeviceError device_error(const cl::Error& error, std::string_view device_name) {
    return DeviceError(
        format("{} failed on {}: {} ({})", error.what(), device_name, status_name(error.err()), error.err()),
        error.err());
}

}  // namespace allways::device

namespace allways {

std::string_view name(DeviceInfo::Kind kind) {
    switch (kind) {
        case DeviceInfo::Kind::cpu: return "cpu";
        case DeviceInfo::Kind::gpu: return "gpu";
        case DeviceInfo::Kind::accelerator: return "accelerator";
        case DeviceInfo::Kind::other: break;
    }
    return "other";
}

DeviceList list_devices(const std::string& tuning_directory) {
    device::OpenClDevices found = device::find_opencl_devices();
    DeviceList list;
    for (auto& device : found.devices) {
        device.info.tuning = device::find_tuning(device, {}, {}, tuning_directory).name;
        list.devices.push_back(std::move(device.info));
    }
    list.explanation = std::move(found.explanation);
    return list;
}

}  // namespace allways
