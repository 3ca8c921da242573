// SPDX-License-Identifier: Apache-2.0
// A table by a sweep. Its rows come from a source, in bands or all at once; each source computes them in the order that
// it is given.
#pragma once

#include "engine/factor/subfactor.h"
#include "engine/plan/sweep_plan.h"
#include "engine/skims/skim_sweep.h"
#include "engine/stream/table_job.h"
#include "engine/sweep/device/sweep_device_results.h"
#include "engine/sweep/sweep_problem.h"

#include <atomic>
#include <memory>
#include <span>
#include <vector>

namespace allways::engine {

// The sweep that all sources of a job compute rows of. Borrows all.
template <class T>
struct SweepContext {
    const PreparedJob<T>& job;
    const FactorSides<T>& sides;
    const SweepPlan<T>& plan;
    const SolveOptions& options;
    StreamSkims* sums;  // that the rows carry along, started with the factor; null: none

    bool on_devices() const { return !plan.devices.empty(); }
};

template <class T>
class RowSource {
public:
    using RowSpace = SkimTarget<T, std::int32_t>;  // the memory of a band, or of a whole table

    explicit RowSource(const SweepContext<T>& context) : context_(context) {}
    virtual ~RowSource() = default;
    RowSource(const RowSource&) = delete;
    RowSource& operator=(const RowSource&) = delete;

    // Begins to compute `rows`, in this order. The span must outlive the work.
    void start(std::shared_ptr<const ordering::Factor<T>> factor, std::span<const NodeIndex> rows);
    // Computes the next rows, at most `most`, and returns them; none at the end. Throws Cancelled, DeviceError,
    // CapacityError.
    std::span<const NodeIndex> next(std::size_t most, const RowSpace& space);
    // Frees what start() took.
    virtual void stop() {}

    // Returns the rows for which the next band must have room for distances. Called before each next(most).
    virtual std::size_t distance_rows(std::size_t most) { return most; }
    // Seconds that devices were at work.
    double device_seconds() const { return device_seconds_; }
    // Pairs that are finished.
    std::uint64_t pairs_done() const { return std::uint64_t{done_} * context_.job.column_count(); }
    std::uint64_t pairs() const { return std::uint64_t{rows_.size()} * context_.job.column_count(); }

protected:
    virtual void begin() {}
    // Computes the next rows and returns their number.
    virtual std::size_t compute(std::size_t most, const RowSpace& space) = 0;

    std::size_t next_count(std::size_t most) const { return std::min(most, rows_.size() - done_); }
    SweepProblem<T> problem_of(std::span<const NodeIndex> rows) const {
        SweepProblem<T> problem = context_.sides.with_rows(rows);
        problem.solve_by(factor_);
        return problem;
    }
    // Sweeps any rows, on the devices or the host, with sums if there is room for them.
    void sweep(std::span<const NodeIndex> rows, const RowSpace& space);
    // Turns the progress of the rows in work into that of all.
    ProgressCallback progress() const;

    SweepContext<T> context_;
    std::shared_ptr<const ordering::Factor<T>> factor_;
    std::span<const NodeIndex> rows_;
    std::size_t done_ = 0;  // rows that are finished
    double device_seconds_ = 0;
};

// The ways to compute rows.
enum class RowWay {
    walk,     // on the host: every row once, in the order of walk_order()
    sweeps,   // each band by a sweep of its own, on the host or on devices, in any order
    devices,  // large parts on the devices, read from there band by band
    by_rule   // as `sweeps`, with next hops from the finished distances (next_hops_from_distances)
};

// Makes a source. `devices`: for RowWay::devices. `doubtful`: for RowWay::by_rule, see next_hops_from_distances; null:
// not wanted. The context carries sums only along `walk` and `sweeps`.
template <class T>
std::unique_ptr<RowSource<T>> make_row_source(RowWay way, const SweepContext<T>& context, std::size_t hop_bytes,
                                              std::unique_ptr<DeviceRows<T>> devices,
                                              std::vector<std::atomic<std::uint8_t>>* doubtful);

template <class T>
std::unique_ptr<TableJob> make_sweep_job(PreparedJob<T> job, SweepPlan<T> plan, const SolveOptions& options,
                                         const RowDemand& demand);

}  // namespace allways::engine
