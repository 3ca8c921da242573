// SPDX-License-Identifier: Apache-2.0
#include "engine/dense/opencl/launcher.h"

#include <algorithm>
#include <array>

#include "device/opencl.h"
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

}  // namespace

Launcher::Launcher(const Queues& queues, KernelSet& kernels, const DeviceMatrix& matrix, const DeviceMatrix* snapshot)
    : queues_(queues),
      kernels_(kernels),
      matrix_(matrix),
      snapshot_(snapshot),
      changed_(queues[0].getInfo<CL_QUEUE_CONTEXT>(), CL_MEM_READ_WRITE, sizeof(cl_int)),
      tile_(matrix.layout().tile),
      tiles_(static_cast<cl_uint>(matrix.layout().tiles())),
      has_hop_array_(matrix.row_hop_bytes() > 0) {}

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

// Arguments of every kernel: buffers of cells, buffers of hops if there is a hop array, numbers.

void Launcher::closure(cl_uint pivot) {
    if (!matrix_.share().has(pivot)) return;
    const DeviceMatrix::RowsAt at = matrix_.rows_at(pivot, 1);
    cl::Kernel& kernel = kernels_.kernel(Operation::closure);
    device::KernelArguments(kernel).add(at.cells).add_if(has_hop_array_, at.hops).add(tiles_, at.row, pivot);
    enqueue_groups(kernel, kernels_.closure_items, 1, kernels_.closure_items);
}

// One launch for each stretch of pivots in a buffer and each buffer of the column; the first also covers the row, alone
// if there is no column.
void Launcher::panels(const Step& step) {
    const TileShare& share = matrix_.share();
    if (share.own(step.rows).empty() && !share.has(step.inner[0])) return;
    cl::Kernel& kernel = kernels_.kernel(Operation::panels);
    for (cl_uint pivot = step.inner.begin; pivot < step.inner.end;) {
        const DeviceMatrix::RowsAt a = matrix_.rows_at(pivot, step.inner.end - pivot);
        cl_uint columns = a.own ? step.columns.size() : 0;
        const auto launch = [&](const cl::Buffer& cells, const cl::Buffer& hops, const TileSpan& rows) {
            device::KernelArguments(kernel)
                .add(a.cells, cells)
                .add_if(has_hop_array_, a.hops, hops)
                .add(tiles_, kernel_span(step.columns), columns, kernel_span(rows), a.row, pivot);
            enqueue_groups(kernel, columns * kernels_.panel_row_items + rows.size() * kernels_.panel_column_items,
                           a.count, kernels_.local_items);
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
    cl::Kernel& kernel = kernels_.kernel(Operation::min_plus);
    for_each_buffer(step.rows, [&](std::size_t at_c, const TileSpan& rows) {
        const RowBuffer& c = matrix_.buffers()[at_c];
        const RowBuffer& a = at(step.left).buffers()[at_c];
        for (cl_uint k = step.inner.begin; k < step.inner.end;) {
            const std::uint32_t most = std::min(step.inner.end - k, kernels_.most_inner);
            const DeviceMatrix::RowsAt b = at(step.right).rows_at(k, most);
            device::KernelArguments(kernel)
                .add(c.cells, a.cells, b.cells)
                .add_if(has_hop_array_, c.hops, a.hops)
                .add(tiles_, kernel_span(rows), kernel_span(step.columns), k, b.row, b.count);
            enqueue_groups(kernel, step.columns.size() * kernels_.min_plus_items, rows.size(), kernels_.local_items);
            k += b.count;
        }
    });
}

// One launch for each position k and each buffer of C.
void Launcher::relax(const Step& step) {
    cl::Kernel& kernel = kernels_.kernel(Operation::relax);
    for (cl_uint pivot = step.inner.begin; pivot < step.inner.end; ++pivot) {
        const DeviceMatrix::RowsAt via = matrix_.rows_at(pivot, 1);
        for (cl_uint k = 0; k < tile_; ++k) {
            for_each_buffer(step.rows, [&](std::size_t b, const TileSpan& rows) {
                const RowBuffer& c = matrix_.buffers()[b];
                device::KernelArguments(kernel)
                    .add(c.cells, via.cells)
                    .add_if(has_hop_array_, c.hops)
                    .add(tiles_, kernel_span(rows), kernel_span(step.columns), via.row, pivot, k);
                enqueue_cells(kernel, rows, step.columns);
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
        cl::Kernel& kernel = kernels_.kernel(Operation::compare);
        device::KernelArguments(kernel)
            .add(matrix_.buffers()[b].cells, snapshot_->buffers()[b].cells, changed_)
            .add(tiles_, kernel_span(rows), kernel_span(step.columns));
        enqueue_cells(kernel, rows, step.columns);
    });
}

namespace {

// ---- A tile region in the memory of an OpenCL device

using Corner = std::array<cl::size_type, 3>;

void wait_there(const cl::CommandQueue& queue, const cl::Event& event) {
    if (event() == nullptr) return;
    const std::vector<cl::Event> events{event};
    queue.enqueueBarrierWithWaitList(&events);
}

class DeviceTileRegion final : public TileRegion {
public:
    DeviceTileRegion(const device::OpenClDevice& device, const Queues& queues, KernelSet& kernels,
                     const TileLayout& layout, std::uint32_t rows, const CellFormat& format,
                     std::uint64_t max_buffer_bytes)
        : name_(device.info.name),
          context_(queues[0].getInfo<CL_QUEUE_CONTEXT>()),
          queues_(queues),
          tile_cells_(layout.tile_cells()),
          matrix_(context_, device, layout, TileShare::all(rows), format, max_buffer_bytes),
          launcher_(queues_, kernels, matrix_) {}
    // Waits for the device.
    ~DeviceTileRegion() override {
        for (const cl::CommandQueue& queue : queues_) clFinish(queue());
    }

    void run(const Step& step) override {
        checked([&] {
            if (!step.ahead) wait_there(queues_[0], last_ahead_);
            const cl::Event event = launcher_.launch(step);
            if (event() != nullptr) (step.ahead ? last_ahead_ : last_beside_) = event;
        });
    }

    void join() override {
        checked([&] { wait_there(ahead(), last_beside_); });
    }

    void copy(const TileBlock& block, std::uint32_t row, std::uint32_t column) override {
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

    void read(const TileBlock& block, void* cells, std::uint32_t* hops) override {
        const auto part = [&](const Piece& piece, const cl::Buffer& from, std::size_t cell, void* into) {
            const std::size_t tile = tile_cells_ * cell;
            const std::size_t row = block.columns.size() * tile;
            ahead().enqueueReadBufferRect(from, CL_TRUE, Corner{block.columns.begin * tile, piece.row, 0},
                                          Corner{0, 0, 0}, Corner{row, piece.count, 1}, pitch(cell), 0, row, 0,
                                          static_cast<char*>(into) + piece.before * row);
        };
        for_each_piece(block, [&](const Piece& piece) {
            part(piece, piece.buffer.cells, matrix_.cell_bytes(), cells);
            if (hops) part(piece, piece.buffer.hops, sizeof(std::uint32_t), hops);
        });
    }

    void write(const TileBlock& block, const void* cells, const std::uint32_t* hops) override {
        const auto part = [&](const Piece& piece, const cl::Buffer& to, std::size_t cell, const void* from) {
            const std::size_t tile = tile_cells_ * cell;
            const std::size_t row = block.columns.size() * tile;
            ahead().enqueueWriteBufferRect(to, CL_TRUE, Corner{block.columns.begin * tile, piece.row, 0},
                                           Corner{0, 0, 0}, Corner{row, piece.count, 1}, pitch(cell), 0, row, 0,
                                           static_cast<const char*>(from) + piece.before * row);
        };
        for_each_piece(block, [&](const Piece& piece) {
            part(piece, piece.buffer.cells, matrix_.cell_bytes(), cells);
            if (hops) part(piece, piece.buffer.hops, sizeof(std::uint32_t), hops);
        });
    }

    // Pinned, from what earlier solves returned where that suffices.
    TransferMemory make_transfer_memory(std::size_t bytes) override {
        std::unique_ptr<device::Staging> memory;
        checked([&] { memory = device::take_staging(context_, ahead(), std::max<std::size_t>(bytes, 1)); });
        char* data = memory->data();
        return {data,
                [memory = memory.release()](char*) { device::give_staging(std::unique_ptr<device::Staging>(memory)); }};
    }

private:
    // A block's rows in a buffer: those before it in the block, the first one in the buffer, their number.
    struct Piece {
        const RowBuffer& buffer;
        std::uint32_t before;
        std::uint32_t row;
        std::uint32_t count;
    };
    Piece piece_at(const TileSpan& rows, std::uint32_t row) const {
        const RowBuffer& buffer = matrix_.buffer_of(row);
        const std::uint32_t in_buffer = matrix_.row_in_buffer(row);
        return {buffer, row - rows.begin, in_buffer, std::min(rows.end - row, buffer.end - buffer.begin - in_buffer)};
    }

    template <class Move>
    void for_each_piece(const TileBlock& block, const Move& move) {
        checked([&] {
            for (std::uint32_t row = block.rows.begin; row < block.rows.end;) {
                const Piece piece = piece_at(block.rows, row);
                move(piece);
                row += piece.count;
            }
        });
    }

    template <class Call>
    void checked(const Call& call) const {
        device::checked(name_, call);
    }

    const cl::CommandQueue& ahead() const { return queues_[1]; }
    std::size_t pitch(std::size_t cell) const { return matrix_.layout().row_cells() * cell; }

    std::string name_;
    cl::Context context_;
    Queues queues_;
    std::size_t tile_cells_;
    DeviceMatrix matrix_;
    Launcher launcher_;
    cl::Event last_ahead_;
    cl::Event last_beside_;
};

}  // namespace

std::unique_ptr<TileRegion> make_device_tile_region(const device::OpenClDevice& device, const Queues& queues,
                                                    KernelSet& kernels, const TileLayout& layout, std::uint32_t rows,
                                                    const CellFormat& format, std::uint64_t max_buffer_bytes) {
    return std::make_unique<DeviceTileRegion>(device, queues, kernels, layout, rows, format, max_buffer_bytes);
}

}  // namespace allways::engine
