// A board in host memory. Its steps run in order, those beside too.
#pragma once

#include <memory>

#include "engine/dense/board.h"
#include "engine/prepare/cell_format.h"

namespace allways::engine {

std::unique_ptr<Board> make_host_board(const BoardSize& size, const CellFormat& format, unsigned threads);

}  // namespace allways::engine
