// SPDX-License-Identifier: Apache-2.0
#include "papers/blocked_forms.h"

#include <map>
#include <utility>

#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "papers/device_table.h"
#include "papers/pace.h"

namespace allways::papers {
namespace {

// Enqueues one version's rounds; each launch waits for the events in its plan.
class Rounds {
public:
    Rounds(PaperDevice& device, BlockedVersion version, std::size_t block, const DeviceTable<std::int32_t>& table)
        : device_(device), version_(version), block_(block), table_(table), rounds_(table.side() / block) {
        const BlockedQueues wanted = blocked_queues(version);
        chained_ = wanted.count > 1 || !wanted.in_order;
        for (std::size_t i = 0; i < wanted.count; ++i) {
            queues_.push_back(device.make_queue(wanted.in_order ? 0 : CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE));
        }
    }

    std::size_t count() const { return rounds_; }
    const std::vector<cl::CommandQueue>& queues() const { return queues_; }

    // Enqueues round t, after `start` (the upload) if given. Returns the event of its last launch.
    cl::Event enqueue(std::size_t t, const std::vector<cl::Event>& start) {
        previous_ = std::exchange(current_, {});
        const std::vector<BlockedLaunch> launches = blocked_launches(version_, t, rounds_);
        cl::Event done;
        for (const BlockedLaunch& launch : launches) {
            std::vector<cl::Event> after = start;
            collect(after, launch.after, current_);
            collect(after, launch.after_previous, previous_);
            const bool event_wanted = chained_ || &launch == &launches.back();  // events take time
            cl::Kernel& chosen = kernel(launch.kernel);
            chosen.setArg(1, static_cast<cl_uint>(t));
            if (takes_place(chosen)) {
                chosen.setArg(3, static_cast<cl_uint>(launch.rows.first));
                chosen.setArg(4, static_cast<cl_uint>(launch.columns.first));
            }
            queues_[launch.queue].enqueueNDRangeKernel(
                chosen, cl::NullRange, cl::NDRange(launch.rows.count * block_, launch.columns.count * block_),
                cl::NDRange(block_, block_), &after, event_wanted ? &done : nullptr);
            if (chained_) current_[launch.piece] = done;
        }
        // Another queue can only wait for flushed commands.
        if (queues_.size() > 1) {
            for (const cl::CommandQueue& queue : queues_) queue.flush();
        }
        return done;
    }

    // Events of all launches of the last round; empty on one in-order queue.
    std::vector<cl::Event> last_events() const {
        std::vector<cl::Event> events;
        for (const auto& [piece, event] : current_) events.push_back(event);
        return events;
    }

private:
    using Events = std::map<Piece, cl::Event>;

    static void collect(std::vector<cl::Event>& after, const std::vector<Piece>& wanted, const Events& events) {
        for (const Piece piece : wanted) {
            if (const auto found = events.find(piece); found != events.end()) after.push_back(found->second);
        }
    }

    // Kernels of whole phases know their blocks; the others get the first (row, column) as an argument. A global offset
    // would not do: PoCL 3.1 confuses a kernel's variants with and without one if both are in flight (wrong answers,
    // and a failed assertion in pocl_release_dlhandle_cache).
    static bool takes_place(const cl::Kernel& kernel) { return kernel.getInfo<CL_KERNEL_NUM_ARGS>() == 5; }

    cl::Kernel& kernel(const std::string& name) {
        const auto found = kernels_.find(name);
        if (found != kernels_.end()) return found->second;
        const bool in_global_memory = version_ < BlockedVersion::v2_0;
        cl::Kernel made = device_.make_kernel(
            in_global_memory ? "blocked_global.cl" : "blocked_shared.cl", name, {block_, block_},
            in_global_memory
                ? format("-DBLOCK={}", block_)
                : format("-DBLOCK={} -DCONFLICT_FREE={}", block_, version_ == BlockedVersion::v2_0 ? 0 : 1));
        made.setArg(0, table_.side());
        made.setArg(2, table_.buffer());
        return kernels_.emplace(name, made).first->second;
    }

    PaperDevice& device_;
    BlockedVersion version_;
    std::size_t block_;
    const DeviceTable<std::int32_t>& table_;
    std::size_t rounds_;
    bool chained_;  // launches wait for events
    std::vector<cl::CommandQueue> queues_;
    std::map<std::string, cl::Kernel> kernels_;
    Events current_;
    Events previous_;
};

}  // namespace

double blocked_in_three_phases(const Run& run) {
    constexpr std::size_t block = 16;
    constexpr cl_uint rounds_between_ticks = 16;
    const WorkGroup group{block, block};
    const std::string options = format("-DBLOCK={}", block);
    cl::Kernel phase1 = run.device.make_kernel("blocked_local.cl", "phase1", group, options);
    cl::Kernel phase2 = run.device.make_kernel("blocked_local.cl", "phase2", group, options);
    cl::Kernel phase3 = run.device.make_kernel("blocked_local.cl", "phase3", group, options);
    const cl::CommandQueue queue = run.device.make_queue();
    DeviceTable<float> table(run.device, run.graph, rounded_up(run.graph.n, block));
    Pace pace({queue}, run.tick);
    const std::size_t others = table.side() - block;
    const auto launch = [&](cl::Kernel& phase, cl_uint t, std::size_t width, std::size_t height) {
        if (width == 0) return;
        phase.setArg(0, table.side());
        phase.setArg(1, t);
        phase.setArg(2, table.buffer());
        queue.enqueueNDRangeKernel(phase, cl::NullRange, cl::NDRange(width, height), cl::NDRange(block, block));
    };
    const auto launch_round = [&](cl_uint t) {
        launch(phase1, t, block, block);
        launch(phase2, t, others, 2 * block);
        launch(phase3, t, others, others);
    };
    launch_round(0);  // not timed: some drivers compile at the first launch
    table.upload(queue);

    const Stopwatch clock;
    for (cl_uint t = 0; t < table.side() / block; ++t) {
        launch_round(t);
        if (t % rounds_between_ticks == 0) pace.reach(queue);
    }
    queue.finish();
    const double seconds = clock.seconds();
    table.download(queue);
    table.take(run.distances);
    return seconds;
}

double blocked_by_version(const Run& run, BlockedVersion version, std::size_t block) {
    constexpr std::size_t rounds_between_ticks = 4;
    DeviceTable<std::int32_t> table(run.device, run.graph, rounded_up(run.graph.n, block));
    Rounds rounds(run.device, version, block, table);
    Pace pace(rounds.queues(), run.tick);
    const cl::CommandQueue& queue = rounds.queues().front();
    rounds.enqueue(0, {});  // not timed: some drivers compile at the first launch
    for (const cl::CommandQueue& other : rounds.queues()) other.finish();

    const Stopwatch clock;
    std::vector<cl::Event> uploaded{table.start_upload(queue)};
    for (std::size_t t = 0; t < rounds.count(); ++t) {
        const cl::Event last = rounds.enqueue(t, t == 0 ? uploaded : std::vector<cl::Event>{});
        if (t % rounds_between_ticks == 0) pace.reach(last);
    }
    table.start_download(queue, rounds.last_events());
    queue.finish();
    const double seconds = clock.seconds();
    table.take(run.distances);
    return seconds;
}

}  // namespace allways::papers
