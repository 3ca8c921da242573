// SPDX-License-Identifier: Apache-2.0
#include "engine/dense/host_tile_region.h"

#include "engine/dense/tile_matrix.h"

namespace allways::engine {
namespace {

class PageableMemory final : public TransferMemory {
public:
    explicit PageableMemory(std::size_t bytes) : bytes_(std::make_unique_for_overwrite<char[]>(bytes)) {}
    char* data() override { return bytes_.get(); }

private:
    std::unique_ptr<char[]> bytes_;
};

template <class T>
class HostTileRegion final : public TileRegion {
public:
    HostTileRegion(const TileRegionSize& size, const CellFormat& format, unsigned threads)
        : cells_(size.tile * size.tile),
          matrix_({size.columns * size.tile, 0, size.tile}, size.rows, format, false, threads) {}

    void run(const Step& step) override { matrix_.run(step); }
    void run_beside(const Step& step) override { matrix_.run(step); }
    void join() override {}

    void copy(const TileBlock& block, std::uint32_t row, std::uint32_t column) override {
        for_each(block, [&](const Tile& from, std::uint64_t, std::uint32_t i, std::uint32_t j) {
            const Tile to = matrix_.tiles().at(row + i, column + j);
            std::copy_n(from.cells, cells_, to.cells);
            if (from.hops) std::copy_n(from.hops, cells_, to.hops);
        });
    }
    void read(const TileBlock& block, void* cells, std::uint32_t* hops) override {
        for_each(block, [&](const Tile& from, std::uint64_t at, std::uint32_t, std::uint32_t) {
            std::copy_n(from.cells, cells_, static_cast<T*>(cells) + at);
            if (hops) std::copy_n(from.hops, cells_, hops + at);
        });
    }
    void write(const TileBlock& block, const void* cells, const std::uint32_t* hops) override {
        for_each(block, [&](const Tile& to, std::uint64_t at, std::uint32_t, std::uint32_t) {
            std::copy_n(static_cast<const T*>(cells) + at, cells_, to.cells);
            if (hops) std::copy_n(hops + at, cells_, to.hops);
        });
    }
    std::unique_ptr<TransferMemory> make_transfer_memory(std::size_t bytes) override {
        return std::make_unique<PageableMemory>(bytes);
    }

private:
    using Tile = typename Tiles<T>::Tile;

    // Calls work(tile, position of its first cell in host memory, row and column in the block).
    template <class Work>
    void for_each(const TileBlock& block, const Work& work) {
        for (std::uint32_t i = 0; i < block.rows.size(); ++i) {
            for (std::uint32_t j = 0; j < block.columns.size(); ++j) {
                const std::uint64_t at = (std::uint64_t{i} * block.columns.size() + j) * cells_;
                work(matrix_.tiles().at(block.rows.begin + i, block.columns.begin + j), at, i, j);
            }
        }
    }

    std::size_t cells_;  // of a tile
    TileMatrix<T> matrix_;
};

}  // namespace

std::unique_ptr<TileRegion> make_host_tile_region(const TileRegionSize& size, const CellFormat& format,
                                                  unsigned threads) {
    return with_cell_type(format, [&]<class T>() -> std::unique_ptr<TileRegion> {
        return std::make_unique<HostTileRegion<T>>(size, format, threads);
    });
}

}  // namespace allways::engine
