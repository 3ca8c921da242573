// SPDX-License-Identifier: Apache-2.0
// Limits how far the host runs ahead of the device, so that a run of thousands of launches can be ended and leaves no
// pending work that would slow the next run.
#pragma once

#include <vector>

#include "device/opencl.h"
#include "papers/baselines.h"

namespace allways::papers {

class Pace {
public:
    // `queues`: all queues that the run uses.
    Pace(std::vector<cl::CommandQueue> queues, const Tick& tick) : queues_(std::move(queues)), tick_(tick) {}
    // Waits for all queues, also after an exception.
    ~Pace() {
        for (const cl::CommandQueue& queue : queues_) clFinish(queue());
    }
    Pace(const Pace&) = delete;
    Pace& operator=(const Pace&) = delete;

    // `stretch` is the last event of a stretch of launches. Waits for the previous stretch, so that the device always
    // has work, and ticks.
    void reach(const cl::Event& stretch) {
        if (last_()) last_.wait();
        last_ = stretch;
        tick_();
    }
    // The same; the stretch is everything enqueued so far on an in-order queue.
    void reach(const cl::CommandQueue& queue) {
        cl::Event marker;
        queue.enqueueMarkerWithWaitList(nullptr, &marker);
        reach(marker);
    }

private:
    std::vector<cl::CommandQueue> queues_;
    const Tick& tick_;
    cl::Event last_;
};

}  // namespace allways::papers
