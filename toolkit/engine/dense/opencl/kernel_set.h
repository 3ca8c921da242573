// SPDX-License-Identifier: Apache-2.0
// The kernels of one cell format and tile on one device, with their launch shapes.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>

#include "device/opencl.h"
#include "device/program_cache.h"
#include "device/tuning.h"
#include "engine/dense/executor.h"

namespace allways::engine {

struct KernelSet {
    device::KernelForm form = device::KernelForm::cpu;
    // The kernel of closure, panels, min_plus, relax or compare. Built at first use, since small problems need one, and
    // few schedules need the last two.
    cl::Kernel& kernel(Operation operation);
    const cl::Program& rows();
    // Work-items for one tile of C, and their work-group; relax and compare take one for four cells.
    std::size_t panel_row_items = 1;
    std::size_t panel_column_items = 1;
    std::size_t min_plus_items = 1;
    std::size_t closure_items = 1;
    std::size_t local_items = 1;
    // The most tiles of depth that one launch of min_plus may cover.
    std::uint32_t most_inner = ~std::uint32_t{0};

    std::function<cl::Program(const std::string& file)> build;

private:
    std::map<Operation, cl::Kernel> kernels_;
    cl::Program rows_;
};

// The part of a format that selects tuned values.
device::CellKind kind_of(const CellFormat& format);

// Throws InvalidArgument naming the tuning entry, the constraint and its figures if tile and values do not fit each
// other or the device.
void check_constraints(const device::Tuning& tuning, const DeviceInfo& device, const CellFormat& format,
                       std::size_t tile);

// Checks the constraints. `cache` must outlive the result, whose kernels throw DeviceError with the build log.
KernelSet build_kernels(const cl::Context& context, const device::OpenClDevice& device, device::ProgramCache& cache,
                        const device::Tuning& tuning, const CellFormat& format, std::size_t tile);

}  // namespace allways::engine
