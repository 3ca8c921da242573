// SPDX-License-Identifier: Apache-2.0
#include "engine/dense/opencl/launcher.h"

#include <algorithm>
#include <array>

#include "device/staging.h"
#include "engine/dense/executor.h"
#include "engine/dense/opencl/device_matrix.h"

namespace allways::engine {

namespace {

// The part of a span of the share inside a buffer, counted from the buffer's first row.
TileSpan clip(const TileSpan& span, const RowBuffer& buffer) {
    const auto inside = [&](std::uint32_t place) { return std::clamp(place, buffer.begin, buffer.end) - buffer.begin; };
    return {inside(span.begin), inside(span.end), inside(span.hole_begin), inside(span.hole_end)};
}

cl_uint4 kernel_span(const TileSpan& span) {
    return {{span.begin, span.hole_begin, span.hole_size(), 0}};
}

// The argument order of every kernel: buffers of cells, buffers of hops if there is a hop array, numbers.
class TileArguments {
public:
    TileArguments(cl::Kernel& kernel, bool has_hop_array) : kernel_(kernel), has_hop_array_(has_hop_array) {}
    template <class... Buffers>
    TileArguments& cells(const Buffers&... buffers) {
        (kernel_.setArg(index_++, buffers), ...);
        return *this;
    }
    template <class... Buffers>
    TileArguments& hops(const Buffers&... buffers) {
        if (has_hop_array_) (kernel_.setArg(index_++, buffers), ...);
        return *this;
    }
    template <class... Numbers>
    void numbers(const Numbers&... numbers) {
        (kernel_.setArg(index_++, numbers), ...);
    }

private:
    cl::Kernel& kernel_;
    bool has_hop_array_;
    cl_uint index_ = 0;
};

}  // namespace

Launcher::Launcher(const Queues& queues, KernelSet& kernels, const Rows& rows, const TileLayout& layout,
                   const CellFormat& format)
    : queues_(queues),
      kernels_(kernels),
      matrix_(rows.matrix),
      snapshot_(rows.snapshot),
      remote_rows_(rows.remote_rows),
      changed_(queues[0].getInfo<CL_QUEUE_CONTEXT>(), CL_MEM_READ_WRITE, sizeof(cl_int)),
      tile_(layout.tile),
      tiles_(static_cast<cl_uint>(layout.tiles())),
      has_hop_array_(format.hops == HopMode::array) {}

cl::Event Launcher::launch(const Step& step) {
    ahead_ = step.ahead;
    wait_list_.clear();
    last_ = cl::Event();
    for (const std::uint32_t earlier : step.after) {
        const Done& done = done_[earlier];
        if (done.ahead != step.ahead && done.event() != nullptr) wait_list_.push_back(done.event);
    }
    switch (step.operation) {
        case Operation::closure: closure(step.inner[0]); break;
        case Operation::panels: panels(step); break;
        case Operation::min_plus: min_plus(step); break;
        case Operation::relax: relax(step); break;
        case Operation::copy: copy(step); break;
        case Operation::compare: compare(step); break;
        case Operation::share: break;
    }
    queue().flush();
    done_.push_back({last_, step.ahead});
    if (last_() != nullptr) last_of_queue_[step.ahead ? 1 : 0] = last_;
    return last_;
}

void Launcher::wait_for(const Step& step) const {
    for (const std::uint32_t earlier : step.after) {
        if (done_[earlier].event() != nullptr) done_[earlier].event.wait();
    }
}

Launcher::RowsAt Launcher::rows_at(Source source, std::uint32_t tile_row, std::uint32_t most) const {
    const DeviceMatrix& matrix = at(source);
    const RowShare& share = matrix.share();
    if (!share.has(tile_row)) {
        const RemoteRows::Group& group = remote_rows_->of(tile_row);
        const cl::Buffer& unread_hops = matrix.buffers().front().hops;
        return {group.cells, unread_hops, tile_row - group.rows.begin, std::min(most, group.rows.end - tile_row),
                false};
    }
    const RowBuffer& buffer = matrix.buffer_of(tile_row);
    const std::uint32_t place = share.before(tile_row);
    std::uint32_t count = 1;
    while (count < most && place + count < buffer.end && share[place + count] == tile_row + count) ++count;
    return {buffer.cells, buffer.hops, place - buffer.begin, count, true};
}

bool Launcher::unchanged() {
    cl_int changed = 0;
    queue().enqueueReadBuffer(changed_, CL_TRUE, 0, sizeof changed, &changed);
    return changed == 0;
}

template <class Work>
void Launcher::for_each_buffer(const TileSpan& rows, const Work& work) const {
    const TileSpan own = matrix_.share().own(rows);
    for (std::size_t b = 0; b < matrix_.buffers().size(); ++b) {
        const TileSpan part = clip(own, matrix_.buffers()[b]);
        if (!part.empty()) work(b, part);
    }
}

void Launcher::enqueue_groups(const cl::Kernel& kernel, std::size_t columns, std::size_t rows, std::size_t group) {
    device::enqueue_kernel(queue(), kernel, cl::NDRange(columns, rows), cl::NDRange(group, 1), waits(), &last_);
}

// One work-item per four neighbouring cells; the device chooses the work-group.
void Launcher::enqueue_cells(const cl::Kernel& kernel, const TileSpan& rows, const TileSpan& columns) {
    device::enqueue_kernel(queue(), kernel, cl::NDRange(columns.size() * tile_ / 4, rows.size() * tile_), cl::NullRange,
                           waits(), &last_);
}

void Launcher::closure(cl_uint pivot) {
    if (!matrix_.share().has(pivot)) return;
    const RowsAt at = rows_at(Source::matrix, pivot, 1);
    TileArguments(kernels_.closure(), has_hop_array_).cells(at.cells).hops(at.hops).numbers(tiles_, at.row, pivot);
    enqueue_groups(kernels_.closure(), kernels_.closure_items, 1, kernels_.closure_items);
}

// One launch for each stretch of pivots in a buffer and each buffer of the column; the first also covers the row, alone
// if there is no column.
void Launcher::panels(const Step& step) {
    const RowShare& share = matrix_.share();
    if (share.own(step.rows).empty() && !share.has(step.inner[0])) return;
    for (cl_uint pivot = step.inner.begin; pivot < step.inner.end;) {
        const RowsAt a = rows_at(Source::matrix, pivot, step.inner.end - pivot);
        cl_uint columns = a.own ? step.columns.size() : 0;
        const auto launch = [&](const cl::Buffer& cells, const cl::Buffer& hops, const TileSpan& rows) {
            TileArguments(kernels_.panels(), has_hop_array_)
                .cells(a.cells, cells)
                .hops(a.hops, hops)
                .numbers(tiles_, kernel_span(step.columns), columns, kernel_span(rows), a.row, pivot);
            enqueue_groups(kernels_.panels(),
                           columns * kernels_.panel_row_items + rows.size() * kernels_.panel_column_items, a.count,
                           kernels_.local_items);
            columns = 0;
        };
        for_each_buffer(step.rows, [&](std::size_t b, const TileSpan& rows) {
            launch(matrix_.buffers()[b].cells, matrix_.buffers()[b].hops, rows);
        });
        if (columns > 0) launch(a.cells, a.hops, {});
        pivot += a.count;
    }
}

// One launch for each buffer of C and each stretch of rows of B in a buffer, several if a launch may not be that deep.
void Launcher::min_plus(const Step& step) {
    for_each_buffer(step.rows, [&](std::size_t at_c, const TileSpan& rows) {
        const RowBuffer& c = matrix_.buffers()[at_c];
        const RowBuffer& a = at(step.left).buffers()[at_c];
        for (cl_uint k = step.inner.begin; k < step.inner.end;) {
            const RowsAt b = rows_at(step.right, k, std::min(step.inner.end - k, kernels_.most_inner));
            TileArguments(kernels_.min_plus(), has_hop_array_)
                .cells(c.cells, a.cells, b.cells)
                .hops(c.hops, a.hops)
                .numbers(tiles_, kernel_span(rows), kernel_span(step.columns), k, b.row, b.count);
            enqueue_groups(kernels_.min_plus(), step.columns.size() * kernels_.min_plus_items, rows.size(),
                           kernels_.local_items);
            k += b.count;
        }
    });
}

// One launch for each position k and each buffer of C.
void Launcher::relax(const Step& step) {
    for (cl_uint pivot = step.inner.begin; pivot < step.inner.end; ++pivot) {
        const RowsAt via = rows_at(Source::matrix, pivot, 1);
        for (cl_uint k = 0; k < tile_; ++k) {
            for_each_buffer(step.rows, [&](std::size_t b, const TileSpan& rows) {
                const RowBuffer& c = matrix_.buffers()[b];
                TileArguments(kernels_.relax(), has_hop_array_)
                    .cells(c.cells, via.cells)
                    .hops(c.hops)
                    .numbers(tiles_, kernel_span(rows), kernel_span(step.columns), via.row, pivot, k);
                enqueue_cells(kernels_.relax(), rows, step.columns);
            });
        }
    }
}

// Tiles of a tile row are contiguous, so a block is a rectangle of bytes. Copied blocks have no holes.
void Launcher::copy(const Step& step) {
    const auto copy_block = [&](const cl::Buffer& from, const cl::Buffer& to, const TileSpan& rows,
                                std::size_t cell_bytes) {
        const std::size_t tile_bytes = tile_ * tile_ * cell_bytes;
        const std::array<cl::size_type, 3> origin{step.columns.begin * tile_bytes, rows.begin, 0};
        const std::array<cl::size_type, 3> region{step.columns.size() * tile_bytes, rows.size(), 1};
        const std::size_t pitch = tiles_ * tile_bytes;
        queue().enqueueCopyBufferRect(from, to, origin, origin, region, pitch, 0, pitch, 0, waits(), &last_);
    };
    for_each_buffer(step.rows, [&](std::size_t b, const TileSpan& rows) {
        const RowBuffer& from = matrix_.buffers()[b];
        const RowBuffer& to = snapshot_->buffers()[b];
        copy_block(from.cells, to.cells, rows, matrix_.cell_bytes());
        if (has_hop_array_) copy_block(from.hops, to.hops, rows, sizeof(cl_uint));
    });
}

void Launcher::compare(const Step& step) {
    queue().enqueueFillBuffer(changed_, cl_int{0}, 0, sizeof(cl_int), waits());
    for_each_buffer(step.rows, [&](std::size_t b, const TileSpan& rows) {
        TileArguments(kernels_.compare(), false)
            .cells(matrix_.buffers()[b].cells, snapshot_->buffers()[b].cells, changed_)
            .numbers(tiles_, kernel_span(rows), kernel_span(step.columns));
        enqueue_cells(kernels_.compare(), rows, step.columns);
    });
}

namespace {

// ---- A tile region in the memory of an OpenCL device

class DeviceTileRegion final : public TileRegion {
public:
    DeviceTileRegion(const device::OpenClDevice& device, const Queues& queues, KernelSet& kernels,
                     const TileRegionSize& size, const CellFormat& format, std::uint64_t max_buffer_bytes);
    ~DeviceTileRegion() override;  // waits for the device

    void run(const Step& step) override;
    void run_beside(const Step& step) override;
    void join() override;
    void copy(const TileBlock& block, std::uint32_t row, std::uint32_t column) override;
    void read(const TileBlock& block, void* cells, std::uint32_t* hops) override;
    void write(const TileBlock& block, const void* cells, const std::uint32_t* hops) override;
    std::unique_ptr<TransferMemory> make_transfer_memory(std::size_t bytes) override;

private:
    // A block's rows in a buffer: those before it in the block, the first one in the buffer, their number.
    struct Piece {
        const RowBuffer& buffer;
        std::uint32_t before;
        std::uint32_t row;
        std::uint32_t count;
    };
    Piece piece_at(const TileSpan& rows, std::uint32_t row) const;
    template <class Move>
    void for_each_piece(const TileBlock& block, const Move& move);
    template <class Call>
    void checked(const Call& call) const;
    const cl::CommandQueue& ahead() const { return queues_[1]; }
    std::size_t pitch(std::size_t cell) const { return size_.columns * tile_cells_ * cell; }

    std::string name_;
    cl::Context context_;
    Queues queues_;
    TileRegionSize size_;
    std::size_t tile_cells_;
    DeviceMatrix matrix_;
    Launcher launcher_;
    cl::Event last_ahead_;
    cl::Event last_beside_;
};

using Corner = std::array<cl::size_type, 3>;

TileLayout layout_of_rows(const TileRegionSize& size) {
    return {.pivot_count = size.columns * size.tile, .border_count = 0, .tile = size.tile};
}

// Pinned, from what earlier solves returned where that suffices.
class PinnedMemory final : public TransferMemory {
public:
    explicit PinnedMemory(std::unique_ptr<device::Staging> memory) : memory_(std::move(memory)) {}
    ~PinnedMemory() override { device::give_staging(std::move(memory_)); }
    char* data() override { return memory_->data(); }

private:
    std::unique_ptr<device::Staging> memory_;
};

void wait_there(const cl::CommandQueue& queue, const cl::Event& event) {
    if (event() == nullptr) return;
    const std::vector<cl::Event> events{event};
    queue.enqueueBarrierWithWaitList(&events);
}

DeviceTileRegion::DeviceTileRegion(const device::OpenClDevice& device, const Queues& queues, KernelSet& kernels,
                                   const TileRegionSize& size, const CellFormat& format, std::uint64_t max_buffer_bytes)
    : name_(device.info.name),
      context_(queues[0].getInfo<CL_QUEUE_CONTEXT>()),
      queues_(queues),
      size_(size),
      tile_cells_(size.tile * size.tile),
      matrix_(context_, device, layout_of_rows(size), RowShare::all(size.rows), format, max_buffer_bytes),
      launcher_(queues_, kernels, {matrix_}, layout_of_rows(size), format) {}

DeviceTileRegion::~DeviceTileRegion() {
    for (const cl::CommandQueue& queue : queues_) clFinish(queue());
}

template <class Call>
void DeviceTileRegion::checked(const Call& call) const {
    device::checked(name_, call);
}

void DeviceTileRegion::run(const Step& step) {
    checked([&] {
        Step here = step;
        here.ahead = true;
        here.after = {};
        const cl::Event event = launcher_.launch(here);
        if (event() != nullptr) last_ahead_ = event;
    });
}

void DeviceTileRegion::run_beside(const Step& step) {
    checked([&] {
        wait_there(queues_[0], last_ahead_);
        Step here = step;
        here.ahead = false;
        here.after = {};
        const cl::Event event = launcher_.launch(here);
        if (event() != nullptr) last_beside_ = event;
    });
}

void DeviceTileRegion::join() {
    checked([&] { wait_there(ahead(), last_beside_); });
}

DeviceTileRegion::Piece DeviceTileRegion::piece_at(const TileSpan& rows, std::uint32_t row) const {
    const RowBuffer& buffer = matrix_.buffer_of(row);
    const std::uint32_t in_buffer = matrix_.row_in_buffer(row);
    return {buffer, row - rows.begin, in_buffer, std::min(rows.end - row, buffer.end - buffer.begin - in_buffer)};
}

template <class Move>
void DeviceTileRegion::for_each_piece(const TileBlock& block, const Move& move) {
    checked([&] {
        for (std::uint32_t row = block.rows.begin; row < block.rows.end;) {
            const Piece piece = piece_at(block.rows, row);
            move(piece);
            row += piece.count;
        }
    });
}

void DeviceTileRegion::copy(const TileBlock& block, std::uint32_t row, std::uint32_t column) {
    for_each_piece(block, [&](const Piece& source) {
        const TileSpan target_rows{row, row + block.rows.size()};
        for (std::uint32_t done = 0; done < source.count;) {
            const Piece target = piece_at(target_rows, row + source.before + done);
            const std::uint32_t count = std::min(source.count - done, target.count);
            const auto copy_cells = [&](const cl::Buffer& from, const cl::Buffer& to, std::size_t cell) {
                const std::size_t tile = tile_cells_ * cell;
                const Corner at{block.columns.begin * tile, source.row + done, 0};
                const Corner there{column * tile, target.row, 0};
                const Corner size{block.columns.size() * tile, count, 1};
                ahead().enqueueCopyBufferRect(from, to, at, there, size, pitch(cell), 0, pitch(cell), 0, nullptr,
                                              &last_ahead_);
            };
            copy_cells(source.buffer.cells, target.buffer.cells, matrix_.cell_bytes());
            if (matrix_.row_hop_bytes() > 0) {
                copy_cells(source.buffer.hops, target.buffer.hops, sizeof(std::uint32_t));
            }
            done += count;
        }
    });
}

void DeviceTileRegion::read(const TileBlock& block, void* cells, std::uint32_t* hops) {
    const auto part = [&](const Piece& piece, const cl::Buffer& from, std::size_t cell, void* into) {
        const std::size_t tile = tile_cells_ * cell;
        const std::size_t row = block.columns.size() * tile;
        ahead().enqueueReadBufferRect(from, CL_TRUE, Corner{block.columns.begin * tile, piece.row, 0}, Corner{0, 0, 0},
                                      Corner{row, piece.count, 1}, pitch(cell), 0, row, 0,
                                      static_cast<char*>(into) + piece.before * row);
    };
    for_each_piece(block, [&](const Piece& piece) {
        part(piece, piece.buffer.cells, matrix_.cell_bytes(), cells);
        if (hops) part(piece, piece.buffer.hops, sizeof(std::uint32_t), hops);
    });
}

void DeviceTileRegion::write(const TileBlock& block, const void* cells, const std::uint32_t* hops) {
    const auto part = [&](const Piece& piece, const cl::Buffer& to, std::size_t cell, const void* from) {
        const std::size_t tile = tile_cells_ * cell;
        const std::size_t row = block.columns.size() * tile;
        ahead().enqueueWriteBufferRect(to, CL_TRUE, Corner{block.columns.begin * tile, piece.row, 0}, Corner{0, 0, 0},
                                       Corner{row, piece.count, 1}, pitch(cell), 0, row, 0,
                                       static_cast<const char*>(from) + piece.before * row);
    };
    for_each_piece(block, [&](const Piece& piece) {
        part(piece, piece.buffer.cells, matrix_.cell_bytes(), cells);
        if (hops) part(piece, piece.buffer.hops, sizeof(std::uint32_t), hops);
    });
}

std::unique_ptr<TransferMemory> DeviceTileRegion::make_transfer_memory(std::size_t bytes) {
    std::unique_ptr<TransferMemory> memory;
    checked([&] {
        memory =
            std::make_unique<PinnedMemory>(device::take_staging(context_, ahead(), std::max<std::size_t>(bytes, 1)));
    });
    return memory;
}

}  // namespace

std::unique_ptr<TileRegion> make_device_tile_region(const device::OpenClDevice& device, const Queues& queues,
                                                    KernelSet& kernels, const TileRegionSize& size,
                                                    const CellFormat& format, std::uint64_t max_buffer_bytes) {
    return std::make_unique<DeviceTileRegion>(device, queues, kernels, size, format, max_buffer_bytes);
}

}  // namespace allways::engine
