// SPDX-License-Identifier: Apache-2.0
// A tile region in host memory. Its steps run one after another, also those that a device would run concurrently.
#pragma once

#include <memory>

#include "engine/dense/tile_region.h"
#include "engine/prepare/cell_format.h"

namespace allways::engine {

std::unique_ptr<TileRegion> make_host_tile_region(const TileRegionSize& size, const CellFormat& format,
                                                  unsigned threads);

}  // namespace allways::engine
