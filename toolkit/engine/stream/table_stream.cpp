// SPDX-License-Identifier: Apache-2.0
#include "allways/engine/table_stream.h"

#include <algorithm>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "engine/plan/stage_timer.h"
#include "engine/stream/table_job.h"

namespace allways {

using namespace engine;

namespace {

RowDemand demand_of(const RowUse& use) {
    return {use.order, !use.whole_because.empty(), use.whole_because};
}

}  // namespace

TableStream::TableStream(const RoadNetwork& network, const SolveOptions& options, const RowUse& use)
    : job_(make_table_job(std::make_shared<const ExpandedCosts>(network, options), options, demand_of(use))) {
    job_->network = &network;
}

TableStream::TableStream(const CostMatrix& matrix, const SolveOptions& options, const RowUse& use)
    : job_(make_table_job(matrix, options, demand_of(use))) {
    job_->matrix = &matrix;
}

TableStream::~TableStream() = default;

const SolveReport& TableStream::report() const {
    return job_->report;
}
std::size_t TableStream::bytes_per_hop() const {
    return job_->hop_bytes;
}
std::span<const NodeIndex> TableStream::rows() const {
    return job_->rows;
}
TableArcs TableStream::arcs() const {
    return job_->arcs();
}
std::span<const CostScale> TableStream::skims() const {
    return job_->skims;
}
double TableStream::largest() const {
    return job_->largest;
}
std::span<const double> TableStream::largest_skims() const {
    return job_->largest_skims;
}
const RoadNetwork* TableStream::network() const {
    return job_->network;
}
const CostMatrix* TableStream::matrix() const {
    return job_->matrix;
}
Cluster* TableStream::cluster() const {
    return job_->cluster;
}
bool TableStream::is_whole() const {
    return job_->is_whole;
}
bool TableStream::can_run_parts() const {
    return job_->can_run_parts && !job_->is_whole;
}

DistanceTable TableStream::solve() {
    if (!is_whole()) throw InvalidArgument("the job is planned in bands; call run(), or solve() for a network");
    return whole_table(*job_);
}

std::vector<std::size_t> TableStream::parts(std::size_t count) const {
    if (count == 0) throw InvalidArgument("rows cannot be cut into 0 parts");
    std::vector<std::uint64_t> before{0};  // the work of all rows before one
    for (const NodeIndex row : job_->rows) before.push_back(before.back() + job_->row_work(row));
    std::vector<std::size_t> bounds;
    for (std::size_t part = 0; part <= count; ++part) {
        const std::uint64_t wanted = before.back() / count * part + before.back() % count * part / count;
        bounds.push_back(static_cast<std::size_t>(std::ranges::lower_bound(before, wanted) - before.begin()));
    }
    return bounds;
}

void TableStream::run(std::size_t first, std::size_t end, const std::function<void(const TableBand&)>& take,
                      const TakeColumn& take_column) {
    Job& job = *job_;
    if (first > end || end > job.rows.size()) {
        throw InvalidArgument(format("rows {} to {} of {} do not exist", first, end, job.rows.size()));
    }
    if (job.is_whole) throw InvalidArgument(format("{}; call solve()", job.report.whole_because));
    if (end - first < job.rows.size() && !job.can_run_parts) {
        throw InvalidArgument(
            job.may_replace_columns
                ? format("next hops of {} costs are checked in whole columns, so all rows must be computed at once; "
                         "leave out next hops, or choose the cost type int32",
                         name(job.report.cost_type))
                : format("the schedule {} finishes all rows at once; choose the schedule sweep", job.report.schedule));
    }
    if (job.may_replace_columns && !take_column) throw InvalidArgument("next hops of floats need take_column");
    if (first == end) return;
    std::map<std::string, double>& seconds = job.report.seconds;
    {
        const StageTimer timer(seconds, "solve");
        while (job.bands.size() < BandRing::band_count) job.bands.push_back(job.make_band());
    }
    BandRing ring(job.bands, take, [&job] { job.report_waiting(); });
    job.run(first, end, ring);
    {
        const StageTimer timer(seconds, "write");
        ring.finish();
        job.report.busy["write"] += ring.seconds_of_taking();
    }
    if (!job.may_replace_columns) return;
    const StageTimer timer(seconds, "restore");
    job.replace_columns(take_column);
}

}  // namespace allways
