// SPDX-License-Identifier: Apache-2.0
// Shared rows of tiles on their way between devices, through pinned host memory. One thread for each device:
//
//   owner of the rows:  give ─ read ┐
//   the others:                     └ take ─ write ─
#pragma once

#include <array>
#include <exception>
#include <memory>

#include "base/threads/monitor.h"
#include "device/staging.h"

namespace allways::engine {

class RowExchange {
public:
    // `context`, `queue`: of a device to whose transfers the memory is pinned.
    RowExchange(std::size_t devices, const cl::Context& context, const cl::CommandQueue& queue, std::size_t bytes);
    ~RowExchange();
    RowExchange(const RowExchange&) = delete;
    RowExchange& operator=(const RowExchange&) = delete;

    // Every device calls one of these for every sharing, in order. `read` fills the memory, `write` empties it; they
    // return when that is done. Throws what a device failed with.
    template <class Read>
    void give(const Read& read) {
        Slot& slot = begin_giving();
        read(slot.memory->data());
        end_giving(slot);
    }
    template <class Write>
    void take(std::size_t sharing, const Write& write) {
        Slot& slot = begin_taking(sharing);
        write(slot.memory->data());
        end_taking(slot);
    }

    // Returns once every device has called it.
    void meet();

    // Wakes all devices: they end with this failure.
    void fail(std::exception_ptr failure) { monitor_.fail(std::move(failure)); }

private:
    struct Slot {
        std::unique_ptr<device::Staging> memory;
        std::size_t sharing = 0;  // + 1; 0: none
        std::size_t takers = 0;   // that have yet to take it
    };
    Slot& begin_giving();
    void end_giving(Slot& slot);
    Slot& begin_taking(std::size_t sharing);
    void end_taking(Slot& slot);

    std::size_t devices_;
    Monitor monitor_;
    std::array<Slot, 2> slots_;  // one is taken while the next is given
    std::size_t given_ = 0;
    std::size_t met_ = 0;
};

}  // namespace allways::engine
