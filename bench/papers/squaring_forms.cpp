// SPDX-License-Identifier: Apache-2.0
#include "papers/squaring_forms.h"

#include <utility>

#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "papers/baselines.h"
#include "papers/device_table.h"
#include "papers/float_cells.h"
#include "papers/paper_device.h"

namespace allways::papers {

double square_by_cells(const Run& run, std::size_t group) {
    const std::size_t n = run.graph.n;
    const std::size_t bytes = n * n * sizeof(float);
    std::vector<float> cells = float_cells(run.graph, n);
    cl::Kernel kernel =
        run.device.make_kernel("squaring_cells.cl", "squaring_cells", {group}, format("-DGROUP={}", group));
    cl::CommandQueue queue = run.device.make_queue();

    const Stopwatch clock;
    cl::Buffer from = run.device.make_buffer(bytes);
    cl::Buffer to = run.device.make_buffer(bytes);
    queue.enqueueWriteBuffer(from, CL_TRUE, 0, bytes, cells.data());
    for (unsigned round = 0; round < squarings(n); ++round) {
        kernel.setArg(0, static_cast<cl_uint>(n));
        kernel.setArg(1, from);
        kernel.setArg(2, to);
        queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(rounded_up(n * n, group)), cl::NDRange(group));
        queue.finish();
        run.tick();
        std::swap(from, to);
    }
    queue.enqueueReadBuffer(from, CL_TRUE, 0, bytes, cells.data());
    const double seconds = clock.seconds();
    take_float_cells(cells, n, n, run.distances);
    return seconds;
}

double square_by_blocks(const Run& run, const LocalSquaring& form) {
    const std::size_t n = run.graph.n;
    const std::size_t side = rounded_up(n, form.block);
    const std::size_t bytes = side * side * sizeof(float);
    std::vector<float> cells = float_cells(run.graph, side);
    cl::Kernel kernel = run.device.make_kernel("squaring_local.cl", "squaring_local", {form.block, form.block},
                                               format("-DBLOCK={} -DSTORE_EVERY_BLOCK={} -DCOMPARE={}", form.block,
                                                      form.store_every_block ? 1 : 0, form.compare ? 1 : 0));
    cl::CommandQueue queue = run.device.make_queue();

    const Stopwatch clock;
    cl::Buffer a = run.device.make_buffer(bytes);
    cl::Buffer b = form.copy_back ? run.device.make_buffer(bytes) : a;
    cl::Buffer c = run.device.make_buffer(bytes);
    queue.enqueueWriteBuffer(a, CL_TRUE, 0, bytes, cells.data());
    if (form.copy_back) queue.enqueueWriteBuffer(b, CL_TRUE, 0, bytes, cells.data());
    for (unsigned round = 0; round < squarings(n); ++round) {
        kernel.setArg(0, static_cast<cl_uint>(side));
        kernel.setArg(1, a);
        kernel.setArg(2, b);
        kernel.setArg(3, c);
        queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(side, side), cl::NDRange(form.block, form.block));
        if (form.copy_back) {
            queue.enqueueCopyBuffer(c, a, 0, 0, bytes);
            queue.enqueueCopyBuffer(c, b, 0, 0, bytes);
        } else {
            std::swap(a, c);
            b = a;
        }
        queue.finish();
        run.tick();
    }
    queue.enqueueReadBuffer(a, CL_TRUE, 0, bytes, cells.data());
    const double seconds = clock.seconds();
    take_float_cells(cells, side, n, run.distances);
    return seconds;
}

}  // namespace allways::papers
