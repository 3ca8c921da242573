// SPDX-License-Identifier: Apache-2.0
#include "engine/dense/opencl/row_exchange.h"

namespace allways::engine {

RowExchange::RowExchange(std::size_t devices, const cl::Context& context, const cl::CommandQueue& queue,
                         std::size_t bytes)
    : devices_(devices) {
    if (devices < 2) return;
    for (Slot& slot : slots_) slot.memory = device::take_staging(context, queue, bytes);
}

RowExchange::~RowExchange() {
    for (Slot& slot : slots_) {
        if (slot.memory) device::give_staging(std::move(slot.memory));
    }
}

template <class Ready>
void RowExchange::wait(std::unique_lock<std::mutex>& lock, const Ready& ready) {
    changed_.wait(lock, [&] { return failure_ || ready(); });
    if (failure_) std::rethrow_exception(failure_);
}

// Sharings have an order that all devices follow, so at most one device gives at a time.
RowExchange::Slot& RowExchange::begin_giving() {
    std::unique_lock lock(mutex_);
    Slot& slot = slots_[given_ % slots_.size()];
    wait(lock, [&] { return slot.takers == 0; });
    return slot;
}

void RowExchange::end_giving(Slot& slot) {
    const std::lock_guard lock(mutex_);
    slot.sharing = ++given_;
    slot.takers = devices_ - 1;
    changed_.notify_all();
}

RowExchange::Slot& RowExchange::begin_taking(std::size_t sharing) {
    std::unique_lock lock(mutex_);
    Slot& slot = slots_[sharing % slots_.size()];
    wait(lock, [&] { return slot.sharing == sharing + 1; });
    return slot;
}

void RowExchange::end_taking(Slot& slot) {
    const std::lock_guard lock(mutex_);
    --slot.takers;
    changed_.notify_all();
}

void RowExchange::fail(std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::move(failure);
    changed_.notify_all();
}

}  // namespace allways::engine
