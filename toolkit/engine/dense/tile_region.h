// SPDX-License-Identifier: Apache-2.0
// A rectangle of tiles on a device, on which steps run one by one: the part of a matrix that a rank has, with room for
// rows and columns of other ranks.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/dense/schedule.h"

namespace allways::engine {

struct TileRegionSize {
    std::uint32_t rows = 0;  // of tiles
    std::uint32_t columns = 0;
    std::size_t tile = 1;
};

// Tiles without holes. In host memory: row by row, each tile contiguous.
struct TileBlock {
    TileSpan rows;
    TileSpan columns;
    std::uint64_t tiles() const { return std::uint64_t{rows.size()} * columns.size(); }
};

// Host memory from which a region reads and to which it writes fast: pinned, for a device.
class TransferMemory {
public:
    virtual ~TransferMemory() = default;
    virtual char* data() = 0;
};

// Calls take effect in their order, except steps that run concurrently (run_beside).
class TileRegion {
public:
    virtual ~TileRegion() = default;

    // closure, panels and min_plus of a matrix. Ignores what the step comes after.
    virtual void run(const Step& step) = 0;
    // The same, concurrently with the calls that follow, until join(). Such steps run one after another.
    virtual void run_beside(const Step& step) = 0;
    // Makes all calls that follow wait for the concurrent steps.
    virtual void join() = 0;
    // Copies a block, with its hops, to the place of the same size that begins at (row, column).
    virtual void copy(const TileBlock& block, std::uint32_t row, std::uint32_t column) = 0;
    // Transfer a block and, unless `hops` is null, its hop array; complete when they return.
    virtual void read(const TileBlock& block, void* cells, std::uint32_t* hops) = 0;
    virtual void write(const TileBlock& block, const void* cells, const std::uint32_t* hops) = 0;

    // For the transfers of this region, which it must not outlive.
    virtual std::unique_ptr<TransferMemory> make_transfer_memory(std::size_t bytes) = 0;
};

}  // namespace allways::engine
