// A rectangle of tiles on a device, on which steps run one by one: the part of a matrix that a rank has, with room for
// guests from other ranks.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/dense/schedule.h"

namespace allways::engine {

struct BoardSize {
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

// Memory of the host between which and a board transfers are fast: pinned, for a device.
class TransferMemory {
public:
    virtual ~TransferMemory() = default;
    virtual char* data() = 0;
};

// What the calls do happens in their order, but for the steps that run beside.
class Board {
public:
    virtual ~Board() = default;

    // closure, panels and min_plus of a matrix. Ignores what the step comes after.
    virtual void run(const Step& step) = 0;
    // The same beside what the next calls do, until join(); after the steps that began to run so before.
    virtual void run_beside(const Step& step) = 0;
    // Lets all that follows come after the steps that run beside.
    virtual void join() = 0;
    // Copies a block, with its hops, to the place of the same size that begins at (row, column).
    virtual void copy(const TileBlock& block, std::uint32_t row, std::uint32_t column) = 0;
    // Transfer a block and, unless `hops` is null, its hop array; complete when they return.
    virtual void read(const TileBlock& block, void* cells, std::uint32_t* hops) = 0;
    virtual void write(const TileBlock& block, const void* cells, const std::uint32_t* hops) = 0;

    // For the transfers of this board, which it must not outlive.
    virtual std::unique_ptr<TransferMemory> make_transfer_memory(std::size_t bytes) = 0;
};

}  // namespace allways::engine
