// SPDX-License-Identifier: Apache-2.0
#include "device/staging.h"

#include <algorithm>
#include <mutex>
#include <vector>

namespace allways::device {
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

}  // namespace allways::device
