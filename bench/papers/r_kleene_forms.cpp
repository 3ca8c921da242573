// SPDX-License-Identifier: Apache-2.0
#include "papers/r_kleene_forms.h"

#include "allways/base/stopwatch.h"
#include "papers/device_table.h"
#include "papers/pace.h"

namespace allways::papers {
namespace {

constexpr std::size_t base = 16;
constexpr std::size_t ticking_depth = 256;  // shorter products finish too soon to read a clock

class Recursion {
public:
    Recursion(PaperDevice& device, const cl::CommandQueue& queue, const DeviceTable<float>& table, Pace& pace)
        : queue_(queue),
          pace_(pace),
          side_(table.side()),
          add_product_(device.make_kernel("r_kleene_cells.cl", "add_product", {base, base})),
          close_base_(device.make_kernel("r_kleene_cells.cl", "close_base", {base, base})) {
        add_product_.setArg(0, table.side());
        add_product_.setArg(5, table.buffer());
        close_base_.setArg(0, table.side());
        close_base_.setArg(2, table.buffer());
    }

    // Closes the block of `nodes` nodes whose first cell is a (figure 11), by its quadrants
    //     a b
    //     c d
    void close(cl_ulong a, std::size_t nodes) {
        if (nodes == base) return close_base(a);
        const std::size_t half = nodes / 2;
        const cl_ulong b = a + half;
        const cl_ulong c = a + half * side_;
        const cl_ulong d = c + half;
        close(a, half);
        add_product(b, a, b, half);
        add_product(c, c, a, half);
        add_product(d, c, b, half);
        close(d, half);
        add_product(b, b, d, half);
        add_product(c, d, c, half);
        add_product(a, b, c, half);
    }

    void close_base(cl_ulong a) {
        close_base_.setArg(1, a);
        queue_.enqueueNDRangeKernel(close_base_, cl::NullRange, cl::NDRange(base, base), cl::NDRange(base, base));
    }

    // x ← x ⊕ y⊗z
    void add_product(cl_ulong x, cl_ulong y, cl_ulong z, std::size_t depth) {
        add_product_.setArg(1, static_cast<cl_uint>(depth));
        add_product_.setArg(2, x);
        add_product_.setArg(3, y);
        add_product_.setArg(4, z);
        queue_.enqueueNDRangeKernel(add_product_, cl::NullRange, cl::NDRange(depth, depth), cl::NDRange(base, base));
        if (depth >= ticking_depth) pace_.reach(queue_);
    }

private:
    const cl::CommandQueue& queue_;
    Pace& pace_;
    std::size_t side_;
    cl::Kernel add_product_;
    cl::Kernel close_base_;
};

}  // namespace

double r_kleene_on_device(const Run& run) {
    std::size_t side = base;
    while (side < run.graph.n) side *= 2;
    const cl::CommandQueue queue = run.device.make_queue();
    DeviceTable<float> table(run.device, run.graph, side);
    Pace pace({queue}, run.tick);
    Recursion recursion(run.device, queue, table, pace);
    recursion.close_base(0);  // not timed: some drivers compile at the first launch
    recursion.add_product(0, 0, 0, base);
    table.upload(queue);

    const Stopwatch clock;
    recursion.close(0, side);
    queue.finish();
    const double seconds = clock.seconds();
    table.download(queue);
    table.take(run.distances);
    return seconds;
}

}  // namespace allways::papers
