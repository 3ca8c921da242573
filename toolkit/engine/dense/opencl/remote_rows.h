// SPDX-License-Identifier: Apache-2.0
// Rows of tiles that belong to another device, in this device's memory: the last two groups that were shared. Their
// hops are not needed: a path's first step is that of its first part, which lies in the device's own rows.
#pragma once

#include <array>
#include <cstdint>

#include "device/opencl.h"
#include "engine/dense/opencl/device_matrix.h"
#include "engine/dense/schedule.h"

namespace allways::engine {

class RemoteRows {
public:
    struct Group {
        TileSpan rows;  // without a hole
        cl::Buffer cells;
    };

    // Room for groups of up to `most` rows, as the matrix has them.
    RemoteRows(const cl::Context& context, const DeviceMatrix& matrix, std::uint32_t most);

    // Takes the place of the group before the last one.
    Group& next(const TileSpan& rows);
    // The group with that row. It must be one of the two.
    const Group& of(std::uint32_t tile_row) const;

private:
    std::array<Group, 2> groups_;
    std::size_t last_ = 0;
};

}  // namespace allways::engine
