// SPDX-License-Identifier: Apache-2.0
#include "engine/stream/sweep_job.h"

#include "engine/next_hops/hops_from_distances.h"
#include "engine/sweep/sweep_host.h"

namespace allways::engine {

template <class T>
void RowSource<T>::start(std::shared_ptr<const ordering::Factor<T>> factor, std::span<const NodeIndex> rows) {
    factor_ = std::move(factor);
    rows_ = rows;
    done_ = 0;
    begin();
}

template <class T>
std::span<const NodeIndex> RowSource<T>::next(std::size_t most, const RowSpace& space) {
    const std::size_t count = done_ < rows_.size() ? compute(most, space) : 0;
    const auto finished = rows_.subspan(done_, count);
    done_ += count;
    return finished;
}

template <class T>
void RowSource<T>::sweep(std::span<const NodeIndex> rows, const RowSpace& space) {
    const SweepProblem<T> problem = problem_of(rows);
    if constexpr (std::is_integral_v<T>) {
        if (!space.sums.empty()) {
            return context_.sums->sweep(problem, rows, context_.job.ends, space, progress());
        }
    }
    const ColumnRange all{0, context_.job.column_count()};
    if (context_.on_devices()) {
        device_seconds_ += sweep_on_devices(context_.plan.devices, problem, all, space.table, progress());
    } else {
        sweep_on_host(problem, all, space.table, {.progress = progress()});
    }
}

template <class T>
ProgressCallback RowSource<T>::progress() const {
    if (!context_.options.progress) return {};
    return [this, before = pairs_done(), total = pairs()](const Progress& of_rows) {
        return context_.options.progress({of_rows.stage, before + of_rows.done, total});
    };
}

namespace {

template <class T>
class WalkSource final : public RowSource<T> {
public:
    WalkSource(const SweepContext<T>& context, std::size_t hop_bytes) : RowSource<T>(context), hop_bytes_(hop_bytes) {}

    void stop() override {
        walk_.reset();
        if (sums() != nullptr) sums()->end_walk();
        problem_.reset();
    }

private:
    StreamSkims* sums() const { return this->context_.sums; }
    void begin() override {
        problem_ = std::make_unique<SweepProblem<T>>(this->problem_of(this->rows_));
        if constexpr (std::is_integral_v<T>) {
            if (sums() != nullptr) {
                return sums()->start_walk(*problem_, this->rows_, this->context_.job.ends,
                                          this->context_.options.progress);
            }
        }
        walk_ = start_walk(*problem_, hop_bytes_, this->context_.options.progress);
    }
    std::size_t compute(std::size_t most, const typename RowSource<T>::RowSpace& space) override {
        auto target = space;
        target.table.first_row = this->done_;
        if constexpr (std::is_integral_v<T>) {
            if (sums() != nullptr) return sums()->step(most, target);
        }
        return walk_->step(most, target.table);
    }

    std::size_t hop_bytes_;
    std::unique_ptr<SweepProblem<T>> problem_;
    std::unique_ptr<SweepWalk<T>> walk_;  // null: the rows carry their sums
};

template <class T>
class SweepsSource final : public RowSource<T> {
public:
    using RowSource<T>::RowSource;

private:
    std::size_t compute(std::size_t most, const typename RowSource<T>::RowSpace& space) override {
        const std::size_t count = this->next_count(most);
        this->sweep(this->rows_.subspan(this->done_, count), space);
        return count;
    }
};

template <class T>
class DevicesSource final : public RowSource<T> {
public:
    DevicesSource(const SweepContext<T>& context, std::unique_ptr<DeviceRows<T>> devices)
        : RowSource<T>(context), devices_(std::move(devices)) {}
    void stop() override { devices_->release(); }

private:
    std::size_t compute(std::size_t most, const typename RowSource<T>::RowSpace& space) override {
        const std::size_t count = this->next_count(most);
        const auto problem_of = [&](std::size_t begin, std::size_t end) {
            return this->problem_of(this->rows_.subspan(begin, end - begin));
        };
        devices_->read({this->done_, this->done_ + count}, this->rows_.size(), problem_of, space.table,
                       this->progress());
        this->device_seconds_ = devices_->seconds();
        return count;
    }

    std::unique_ptr<DeviceRows<T>> devices_;
};

// Hops are found from the rows of a band and from those of the heads of their arcs, which follow them in its memory.
template <class T>
class RuleSource final : public RowSource<T> {
public:
    RuleSource(const SweepContext<T>& context, std::size_t hop_bytes, std::vector<std::atomic<std::uint8_t>>* doubtful)
        : RowSource<T>(context),
          hop_bytes_(hop_bytes),
          doubtful_(doubtful),
          starts_(first_nodes(context.job.column_count())) {}
    std::size_t distance_rows(std::size_t most) override {
        const auto some = this->rows_.subspan(this->done_, this->next_count(most));
        const std::vector<NodeIndex> heads = rows_beside(this->context_.job.hop_network(), some);
        all_.assign(some.begin(), some.end());
        all_.insert(all_.end(), heads.begin(), heads.end());
        return all_.size();
    }

private:
    std::size_t compute(std::size_t most, const typename RowSource<T>::RowSpace& space) override {
        const auto some = this->rows_.subspan(this->done_, this->next_count(most));
        const HopNetwork<T> network = this->context_.job.hop_network();
        SweepTarget<T> distances = space.table;
        distances.hops = nullptr;
        distances.hop_bytes = 0;
        this->sweep(all_, {distances, {}, {}});
        std::vector<std::uint32_t> place(network.network.node_count(), 0);
        for (std::size_t i = 0; i < all_.size(); ++i) place[all_[i]] = static_cast<std::uint32_t>(i);
        next_hops_from_distances<T>(network, some, {distances.cells, starts_, this->context_.job.ends, place},
                                    space.table.hops, hop_bytes_, doubtful_);
        return some.size();
    }

    std::size_t hop_bytes_;
    std::vector<std::atomic<std::uint8_t>>* doubtful_;
    std::vector<NodeIndex> starts_;  // by column: the first rows
    std::vector<NodeIndex> all_;     // of the next band, then the heads of their arcs
};

}  // namespace

template <class T>
std::unique_ptr<RowSource<T>> make_row_source(RowWay way, const SweepContext<T>& context, std::size_t hop_bytes,
                                              std::unique_ptr<DeviceRows<T>> devices,
                                              std::vector<std::atomic<std::uint8_t>>* doubtful) {
    switch (way) {
        case RowWay::walk: return std::make_unique<WalkSource<T>>(context, hop_bytes);
        case RowWay::devices: return std::make_unique<DevicesSource<T>>(context, std::move(devices));
        case RowWay::by_rule: return std::make_unique<RuleSource<T>>(context, hop_bytes, doubtful);
        default: return std::make_unique<SweepsSource<T>>(context);
    }
}

#define ALLWAYS_INSTANTIATE(T)                                                                          \
    template class RowSource<T>;                                                                        \
    template std::unique_ptr<RowSource<T>> make_row_source(RowWay, const SweepContext<T>&, std::size_t, \
                                                           std::unique_ptr<DeviceRows<T>>,              \
                                                           std::vector<std::atomic<std::uint8_t>>*);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

}  // namespace allways::engine
