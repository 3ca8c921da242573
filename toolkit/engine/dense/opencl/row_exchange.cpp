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

void RowExchange::meet() {
    monitor_.change([&] { ++met_; });
    monitor_.wait([&] { return met_ == devices_; });
}

// Sharings have an order that all devices follow, so at most one device gives at a time.
RowExchange::Slot& RowExchange::begin_giving() {
    Slot& slot = slots_[monitor_.read([&] { return given_; }) % slots_.size()];
    monitor_.wait([&] { return slot.takers == 0; });
    return slot;
}

void RowExchange::end_giving(Slot& slot) {
    monitor_.change([&] {
        slot.sharing = ++given_;
        slot.takers = devices_ - 1;
    });
}

RowExchange::Slot& RowExchange::begin_taking(std::size_t sharing) {
    Slot& slot = slots_[sharing % slots_.size()];
    monitor_.wait([&] { return slot.sharing == sharing + 1; });
    return slot;
}

void RowExchange::end_taking(Slot& slot) {
    monitor_.change([&] { --slot.takers; });
}

}  // namespace allways::engine
