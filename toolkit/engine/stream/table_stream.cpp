// SPDX-License-Identifier: Apache-2.0
#include "allways/engine/table_stream.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "allways/cluster/cluster.h"
#include "engine/stream/factor_table.h"
#include "engine/stream/table_job.h"

namespace allways {

using namespace engine;

namespace {

RowDemand demand_of(const RowUse& use) {
    return {use.order, !use.whole_because.empty(), use.whole_because};
}

// ---- ranks

// The facts in which all ranks must agree, so that they solve the same problem in the same way.
std::string facts_of_ranks(const SolveReport& report) {
    return format("schedule '{}'\nnodes '{}'\narcs '{}'\ncost type '{}'\nbytes of a cell '{}'\ntile '{}'\n",
                  report.schedule, report.nodes, report.arcs, name(report.cost_type), report.cell_bytes, report.tile);
}

// The first lines that differ, of rank 0 and of this one.
std::string first_difference(std::string_view first, std::string_view own) {
    const auto at = static_cast<std::size_t>(std::ranges::mismatch(first, own).in1 - first.begin());
    const auto line = [&](std::string_view text) {
        const std::size_t begin = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
        return std::string(text.substr(begin, text.find('\n', begin) - begin));
    };
    return format("{} there and {} here", line(first), line(own));
}

// Rank 0 tells the others what it is about to solve. Processors of different size, for example, choose different tiles.
void require_same_job(Cluster& cluster, const SolveReport& report) {
    const std::string own = facts_of_ranks(report);
    std::size_t bytes = own.size();
    if (cluster.rank() == 0) {
        for (int other = 1; other < cluster.size(); ++other) {
            cluster.send(other, &bytes, sizeof bytes);
            cluster.send(other, own.data(), bytes);
        }
        return;
    }
    cluster.receive(0, &bytes, sizeof bytes);
    std::string first(bytes, '\0');
    cluster.receive(0, first.data(), bytes);
    if (own == first) return;
    throw RankError(format("this rank would solve another problem than rank 0, or in another way: {}",
                           first_difference(first, own)));
}

}  // namespace

TableStream::TableStream(const RoadNetwork& network, const SolveOptions& options, const RowUse& use)
    : job_(make_table_job(network, options, demand_of(use))) {
    job_->network = &network;
}

TableStream::TableStream(const CostMatrix& matrix, const SolveOptions& options, const RowUse& use)
    : job_(make_table_job(matrix, options, demand_of(use))) {
    job_->matrix = &matrix;
}

TableStream::TableStream(const NetworkFactor& factor, std::span<const NodeIndex> origins,
                         std::span<const NodeIndex> destinations, const SolveOptions& options)
    : job_(make_factor_job(factor, origins, destinations, options)) {}

TableStream::~TableStream() = default;

void TableStream::Job::run(std::size_t first, std::size_t end, BandRing& ring) {
    begin(first, end);
    for (;;) {
        TableBand* band = nullptr;
        {
            const StageTimer timer(report.seconds, "write");
            band = &ring.empty();
        }
        {
            const StageTimer timer(report.seconds, "solve");
            fill(*band);
        }
        if (band->rows.empty()) break;
        ring.hand_over(*band);
    }
    const StageTimer timer(report.seconds, "solve");
    this->end();
}

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
    if (job.cluster != nullptr) require_same_job(*job.cluster, job.report);
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
