// SPDX-License-Identifier: Apache-2.0
#include "engine/dense/opencl/remote_rows.h"

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways::engine {

RemoteRows::RemoteRows(const cl::Context& context, const DeviceMatrix& matrix, std::uint32_t most) {
    for (Group& group : groups_) group.cells = cl::Buffer(context, CL_MEM_READ_WRITE, most * matrix.row_bytes());
}

RemoteRows::Group& RemoteRows::next(const TileSpan& rows) {
    last_ = 1 - last_;
    groups_[last_].rows = rows;
    return groups_[last_];
}

const RemoteRows::Group& RemoteRows::of(std::uint32_t tile_row) const {
    for (const Group& group : groups_) {
        if (tile_row >= group.rows.begin && tile_row < group.rows.end) return group;
    }
    throw InvalidArgument(format("this schedule reads tile row {} of another device without sharing it", tile_row));
}

}  // namespace allways::engine
