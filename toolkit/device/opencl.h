// SPDX-License-Identifier: Apache-2.0
// OpenCL's C++ bindings with this project's settings, and the conversion of their errors to ours. Private: no public
// header includes it.
#pragma once

#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_TARGET_OPENCL_VERSION 120
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#include <CL/opencl.hpp>
#pragma GCC diagnostic pop

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "allways/base/error.h"
#include "allways/device/devices.h"

namespace allways::device {

// The name of a status: "CL_OUT_OF_RESOURCES", …; "unknown status" for a code that OpenCL 1.2 does not name.
std::string_view status_name(int code);

// Makes the error for a failed call: its name, the device, the status.
DeviceError device_error(const cl::Error& error, std::string_view device_name);

// Runs `work`; a failed OpenCL call in it becomes a DeviceError.
template <class Work>
decltype(auto) checked(std::string_view device_name, Work&& work) {
    try {
        return std::forward<Work>(work)();
    } catch (const cl::Error& error) {
        throw device_error(error, device_name);
    }
}

struct OpenClDevice {
    cl::Device handle;
    DeviceInfo info;
    unsigned float_lanes = 1;        // native vector width
    std::string compute_capability;  // of NVIDIA's GPUs, "9.0"; empty for others
    bool shares_host_memory = false;
};

// Names with counts: "2 x A + B" for A, A, B.
std::string names_text(const std::vector<std::string>& names);

struct OpenClDevices {
    std::vector<OpenClDevice> devices;
    std::string explanation;  // the reason if there are none
};

// Returns every device of every platform. Does not throw for a missing platform or driver.
OpenClDevices find_opencl_devices();

// Returns the only context of a device in this process: opening one takes a GPU's driver a fifth of a second, and
// memory counts as pinned only in its own context. Never closed. Throws cl::Error.
cl::Context context_of(const OpenClDevice& device);
// Gives the devices of each platform one context for all, unless they are open already: memory that is pinned for one
// device is then pinned for all. Throws cl::Error.
void open_together(const std::vector<OpenClDevice>& devices);

// Sets the arguments of a kernel one after the other.
class KernelArguments {
public:
    explicit KernelArguments(cl::Kernel& kernel) : kernel_(kernel) {}
    template <class... Values>
    KernelArguments& add(const Values&... values) {
        (kernel_.setArg(count_++, values), ...);
        return *this;
    }
    template <class... Values>
    KernelArguments& add_if(bool wanted, const Values&... values) {
        return wanted ? add(values...) : *this;
    }
    cl_uint count() const { return count_; }

private:
    cl::Kernel& kernel_;
    cl_uint count_ = 0;
};

// Enqueues `kernel` over the work-items of `global`, in work-groups of `local` or, without it, of the device's choice.
// On PoCL 4 and 5, whose CPU driver sometimes aborts if a kernel runs in ranges of several sizes at once (fixed in
// PoCL's commit 9184812d6), also waits for its end, and runs no other kernel at the same time on any device. Throws
// cl::Error.
void enqueue_kernel(const cl::CommandQueue& queue, const cl::Kernel& kernel, const cl::NDRange& global,
                    const cl::NDRange& local = cl::NullRange, const std::vector<cl::Event>* waits = nullptr,
                    cl::Event* done = nullptr);

// Pinned host memory through which rows pass on their way to and from a device.
class Staging {
public:
    Staging(const cl::Context& context, const cl::CommandQueue& queue, std::size_t bytes);
    ~Staging();
    Staging(const Staging&) = delete;
    Staging& operator=(const Staging&) = delete;
    char* data() const { return static_cast<char*>(data_); }
    std::size_t bytes() const { return bytes_; }
    cl_context context() const { return context_; }

private:
    cl_context context_;
    cl::CommandQueue queue_;
    cl::Buffer buffer_;
    void* data_;
    std::size_t bytes_;
};

// The largest number of bytes kept for the next solve, and held by one solve.
inline constexpr std::size_t most_staging_bytes = std::size_t{128} << 20;

// Returns memory of at least `bytes`, preferably memory that earlier solves of this process gave back: pinning memory
// takes as long as sending it.
std::unique_ptr<Staging> take_staging(const cl::Context& context, const cl::CommandQueue& queue, std::size_t bytes);

// Keeps the memory for the next solve while the total kept stays small, else frees it.
void give_staging(std::unique_ptr<Staging> staging);

}  // namespace allways::device
