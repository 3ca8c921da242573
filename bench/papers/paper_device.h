// SPDX-License-Identifier: Apache-2.0
// The OpenCL device that the papers' own kernels run on. Requests that it cannot meet throw NotRun. Failed OpenCL calls
// leave a method as cl::Error; the runner adds the device's name.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "allways/base/progress.h"
#include "device/opencl.h"
#include "device/program_cache.h"
#include "papers/experiment.h"

namespace allways::papers {

struct WorkGroup {
    std::size_t width = 1;  // work-items of the first dimension
    std::size_t height = 1;
};

class PaperDevice {
public:
    // text: "auto", "cpu", "gpu" or "I:J". cache_directory: keeps built programs; empty: none are kept. Throws
    // InvalidArgument for other texts, DeviceError if there is no such device, or none at all for "auto".
    explicit PaperDevice(const std::string& text, const std::string& cache_directory = {}, LogCallback log = {});

    const DeviceInfo& info() const { return device_.info; }
    const cl::Context& context() const { return context_; }
    double build_seconds() const { return build_seconds_; }  // of all programs so far

    // A new queue: in order, or with CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE; throws NotRun if the device lacks that.
    cl::CommandQueue make_queue(cl_command_queue_properties properties = 0) const;

    // A new kernel of kernels/<file> for work-groups of `group`; the program is built once per file and options. Throws
    // NotRun if the device or the kernel does not support such groups (sizes are the paper's and never changed to fit)
    // or the local memory, InvalidArgument for a file that is not embedded, DeviceError with the build log.
    cl::Kernel make_kernel(const std::string& file, const std::string& name, WorkGroup group,
                           const std::string& options = {});

    // Device memory for reading and writing. Throws NotRun above the device's limit for one allocation.
    cl::Buffer make_buffer(std::size_t bytes) const;

private:
    void require(WorkGroup group, std::size_t most_work_items) const;

    device::OpenClDevice device_;
    device::ProgramCache cache_;
    cl::Context context_;
    std::map<std::string, cl::Program> programs_;  // by file and options
    double build_seconds_ = 0;
};

}  // namespace allways::papers
