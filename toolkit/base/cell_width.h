// SPDX-License-Identifier: Apache-2.0
// The width of a cell of a dense problem.
#pragma once

namespace allways {

// The number of bits of a cell that distances use. Only int32 can use fewer bits than the cost type has.
enum class CellWidth {
    full,    // the cost type's own width
    bits16,  // int32 costs in cells of 16 bits: half the memory, two in one register of a GPU
    bits23,  // int32 cells with a hop array: no distance reaches 2²³ − 1, which leaves bits for a step number
};

}  // namespace allways
