// SPDX-License-Identifier: Apache-2.0
#include "papers/floyd_forms.h"

#include "allways/base/stopwatch.h"
#include "papers/device_table.h"
#include "papers/pace.h"

namespace allways::papers {

double floyd_by_cells(const Run& run) {
    constexpr std::size_t group = 16;
    constexpr cl_uint launches_between_ticks = 32;
    const auto n = static_cast<cl_uint>(run.graph.n);
    cl::Kernel kernel = run.device.make_kernel("floyd_cells.cl", "floyd_cells", {group, group});
    const cl::CommandQueue queue = run.device.make_queue();
    DeviceTable<float> table(run.device, run.graph, rounded_up(n, group));
    Pace pace({queue}, run.tick);
    const auto launch = [&](cl_uint k) {
        kernel.setArg(1, k);
        queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(table.side(), table.side()),
                                   cl::NDRange(group, group));
    };
    kernel.setArg(0, table.side());
    kernel.setArg(2, table.buffer());
    launch(0);  // not timed: some drivers compile at the first launch
    table.upload(queue);

    const Stopwatch clock;
    for (cl_uint k = 0; k < n; ++k) {
        launch(k);
        if (k % launches_between_ticks == 0) pace.reach(queue);
    }
    queue.finish();
    const double seconds = clock.seconds();
    table.download(queue);
    table.take(run.distances);
    return seconds;
}

}  // namespace allways::papers
