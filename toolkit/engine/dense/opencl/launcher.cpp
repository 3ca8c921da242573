#include "engine/dense/opencl/launcher.h"

#include <algorithm>

namespace allways::engine {
namespace {

// The part of a span inside a band, counted from the band's first row.
TileSpan clip(const TileSpan& span, const Band& band) {
    const auto inside = [&](std::uint32_t tile) { return std::clamp(tile, band.begin, band.end) - band.begin; };
    return {inside(span.begin), inside(span.end), inside(span.hole_begin), inside(span.hole_end)};
}

cl_uint4 kernel_span(const TileSpan& span) {
    return {{span.begin, span.hole_begin, span.hole_size(), 0}};
}

// The argument order of every kernel: buffers of cells, buffers of hops if there is a hop array, numbers.
class Arguments {
public:
    Arguments(cl::Kernel& kernel, bool has_hop_array) : kernel_(kernel), has_hop_array_(has_hop_array) {}
    template <class... Buffers>
    Arguments& cells(const Buffers&... buffers) {
        (kernel_.setArg(index_++, buffers), ...);
        return *this;
    }
    template <class... Buffers>
    Arguments& hops(const Buffers&... buffers) {
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

Launcher::Launcher(const cl::Context& context, const Queues& queues, KernelSet& kernels, const DeviceMatrix& matrix,
                   const DeviceMatrix* snapshot, const TileLayout& layout, const CellFormat& format)
    : queues_(queues),
      kernels_(kernels),
      matrix_(matrix),
      snapshot_(snapshot),
      changed_(context, CL_MEM_READ_WRITE, sizeof(cl_int)),
      tile_(layout.tile),
      tiles_(static_cast<cl_uint>(layout.tiles())),
      has_hop_array_(format.hops == HopMode::array) {}

cl::Event Launcher::launch(const Step& step) {
    ahead_ = step.ahead;
    wait_list_.clear();
    for (const std::uint32_t earlier : step.after) {
        if (done_[earlier].ahead != step.ahead) wait_list_.push_back(done_[earlier].event);
    }
    switch (step.operation) {
        case Operation::closure: closure(step.inner[0]); break;
        case Operation::panels: panels(step); break;
        case Operation::min_plus: min_plus(step); break;
        case Operation::relax: relax(step); break;
        case Operation::copy: copy(step); break;
        case Operation::compare: compare(step); break;
    }
    queue().flush();
    done_.push_back({last_, step.ahead});
    return last_;
}

bool Launcher::unchanged() {
    cl_int changed = 0;
    queue().enqueueReadBuffer(changed_, CL_TRUE, 0, sizeof changed, &changed);
    return changed == 0;
}

template <class Work>
void Launcher::for_each_band(const TileSpan& rows, const Work& work) const {
    for (std::size_t b = 0; b < matrix_.bands().size(); ++b) {
        const TileSpan part = clip(rows, matrix_.bands()[b]);
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
    const Band& band = matrix_.band_of(pivot);
    Arguments(kernels_.closure, has_hop_array_)
        .cells(band.cells)
        .hops(band.hops)
        .numbers(tiles_, pivot - band.begin, pivot);
    enqueue_groups(kernels_.closure, kernels_.closure_items, 1, kernels_.closure_items);
}

// One launch for each band of the pivots and each band of the column; the first also covers the row, alone if there is
// no column.
void Launcher::panels(const Step& step) {
    for_each_band(step.inner, [&](std::size_t b, const TileSpan& in_band) {
        const Band& band = matrix_.bands()[b];
        panels(step, {band.begin + in_band.begin, band.begin + in_band.end});
    });
}

// `pivots`: those of one band.
void Launcher::panels(const Step& step, const TileSpan& pivots) {
    const cl_uint pivot = pivots.begin;
    const Band& a = matrix_.band_of(pivot);
    cl_uint columns = step.columns.size();
    const auto launch = [&](const Band& c, const TileSpan& rows) {
        Arguments(kernels_.panels, has_hop_array_)
            .cells(a.cells, c.cells)
            .hops(a.hops, c.hops)
            .numbers(tiles_, kernel_span(step.columns), columns, kernel_span(rows), pivot - a.begin, pivot);
        enqueue_groups(kernels_.panels, columns * kernels_.panel_row_items + rows.size() * kernels_.panel_column_items,
                       pivots.size(), kernels_.local_items);
        columns = 0;
    };
    if (step.rows.empty()) return launch(a, {});
    for_each_band(step.rows, [&](std::size_t b, const TileSpan& rows) { launch(matrix_.bands()[b], rows); });
}

// One launch for each band of C and each band of B, several if a launch may not be that deep.
void Launcher::min_plus(const Step& step) {
    for_each_band(step.rows, [&](std::size_t at_c, const TileSpan& rows) {
        const Band& c = matrix_.bands()[at_c];
        const Band& a = at(step.left).bands()[at_c];
        for (cl_uint k = step.inner.begin; k < step.inner.end;) {
            const Band& b = at(step.right).band_of(k);
            const cl_uint end = std::min({step.inner.end, b.end, k + std::min(kernels_.most_inner, step.inner.size())});
            Arguments(kernels_.min_plus, has_hop_array_)
                .cells(c.cells, a.cells, b.cells)
                .hops(c.hops, a.hops)
                .numbers(tiles_, kernel_span(rows), kernel_span(step.columns), k, k - b.begin, end - k);
            enqueue_groups(kernels_.min_plus, step.columns.size() * kernels_.min_plus_items, rows.size(),
                           kernels_.local_items);
            k = end;
        }
    });
}

// One launch for each position k and each band of C.
void Launcher::relax(const Step& step) {
    for (cl_uint pivot = step.inner.begin; pivot < step.inner.end; ++pivot) {
        const Band& band = matrix_.band_of(pivot);
        for (cl_uint k = 0; k < tile_; ++k) {
            for_each_band(step.rows, [&](std::size_t b, const TileSpan& rows) {
                const Band& c = matrix_.bands()[b];
                Arguments(kernels_.relax(), has_hop_array_)
                    .cells(c.cells, band.cells)
                    .hops(c.hops)
                    .numbers(tiles_, kernel_span(rows), kernel_span(step.columns), pivot - band.begin, pivot, k);
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
    for_each_band(step.rows, [&](std::size_t b, const TileSpan& rows) {
        const Band& from = matrix_.bands()[b];
        const Band& to = snapshot_->bands()[b];
        copy_block(from.cells, to.cells, rows, matrix_.cell_bytes());
        if (has_hop_array_) copy_block(from.hops, to.hops, rows, sizeof(cl_uint));
    });
}

void Launcher::compare(const Step& step) {
    queue().enqueueFillBuffer(changed_, cl_int{0}, 0, sizeof(cl_int), waits());
    for_each_band(step.rows, [&](std::size_t b, const TileSpan& rows) {
        Arguments(kernels_.compare(), false)
            .cells(matrix_.bands()[b].cells, snapshot_->bands()[b].cells, changed_)
            .numbers(tiles_, kernel_span(rows), kernel_span(step.columns));
        enqueue_cells(kernels_.compare(), rows, step.columns);
    });
}

}  // namespace allways::engine
