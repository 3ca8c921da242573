#include "allways/engine/banded_solve.h"

#include <algorithm>
#include <chrono>
#include <future>
#include <numeric>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "base/large_vector.h"
#include "cost/driven_network.h"
#include "engine/planner.h"
#include "engine/stage_timer.h"
#include "engine/sweep/sweep_host.h"
#include "engine/sweep_plan.h"
#include "result/driven_arcs.h"

namespace allways {

using namespace engine;

namespace engine {

struct BandedInput {
    Stopwatch watch;
    std::unique_ptr<const cost::DrivenNetwork> driven;
    SolveOptions options;
    ArcCosts costs;                         // of driven->network()
    std::map<std::string, double> seconds;  // by stage, before the report has them

    BandedInput(const RoadNetwork& roads, const SolveOptions& options_)
        : driven(std::make_unique<cost::DrivenNetwork>(roads, options_.cost)),
          options(options_),
          costs(build_arc_costs(driven->network(), {options_.cost, options_.cost_type}, options_.log)),
          seconds{{"prepare", watch.seconds()}} {}
    std::size_t node_count() const { return driven->node_count(); }
};

}  // namespace engine

// A job independent of its number type.
struct BandedSolve::Job : BandedInput {
    SolveReport report;
    std::size_t hop_bytes = 0;

    explicit Job(BandedInput&& input) : BandedInput(std::move(input)) {}
    virtual ~Job() = default;

    virtual void factorize() = 0;
    virtual TableBand make_band() const = 0;
    virtual void compute(TableBand& band, const ProgressCallback& progress) = 0;
};

namespace {

constexpr std::size_t bands_in_memory = 2;  // one is computed while the other is handed on
constexpr std::size_t fewest_bands = 8;     // so that output begins early, and a killed job loses little

void check_asked_for(const SolveOptions& options) {
    require_sweep_on_host(options, "a table in bands");
    if (!options.skims.empty()) {
        throw InvalidArgument("skims need the whole table, but this one is computed in bands; leave out the skims");
    }
}

// Makes bands as high as the memory beside the rest of the work allows.
void plan_bands(SolveReport& report, std::size_t n, std::uint64_t work_bytes, std::uint64_t row_bytes,
                const SolveOptions& options) {
    report.memory.host_available = host_limit(options);
    const std::uint64_t usable = report.memory.host_available / (options.memory_limit_bytes == 0 ? 2 : 1);
    const std::uint64_t left = usable > work_bytes ? usable - work_bytes : 0;
    const auto share = [n](std::uint64_t bands) { return (n + bands - 1) / bands; };
    const std::uint64_t fitting = left / (bands_in_memory * std::max<std::uint64_t>(row_bytes, 1));
    const std::uint64_t most = std::clamp<std::uint64_t>(fitting, 1, std::max<std::uint64_t>(share(fewest_bands), 1));
    const std::uint64_t bands = std::max<std::uint64_t>(share(most), 1);
    report.band_rows = std::max<std::size_t>(share(bands), 1);  // all of about the same height
    report.memory.host = work_bytes + bands_in_memory * report.band_rows * row_bytes;
    if (report.memory.host > usable) {
        const auto mebibytes = [](std::uint64_t bytes) { return static_cast<double>(bytes) / (1u << 20); };
        throw CapacityError(
            format("two rows of the table and the working memory need {:.1f} MiB of host memory, but only "
                   "{:.1f} MiB are available; raise the limit, or solve a smaller network",
                   mebibytes(report.memory.host), mebibytes(usable)),
            report.memory.host, usable);
    }
}

template <class T>
struct JobOf final : BandedSolve::Job {
    Prepared<T> prepared;
    SweepPlan<T> plan;
    std::vector<NodeIndex> states;
    std::shared_ptr<const ordering::Factor<T>> factor;

    explicit JobOf(BandedInput&& input) : Job(std::move(input)), states(driven->row_count()) {
        std::iota(states.begin(), states.end(), NodeIndex{0});
        {
            const StageTimer timer(seconds, "prepare");
            prepared = prepare<T>(driven->network(), driven->adjacency(), costs);
        }
        const std::size_t steps = driven->road_adjacency().max_out_degree();
        // The plan of a table in memory, whatever its size; only the memory of the table itself differs.
        SolveOptions whole = options;
        whole.schedule = "sweep";
        whole.device = "cpu";
        whole.memory_limit_bytes = ~std::uint64_t{0};
        std::string why_not;
        plan = *plan_sweep(prepared, driven->network(), steps, whole, seconds, why_not);
        if (options.next_hops && plan.format.hops != HopMode::first_arc) {
            throw InvalidArgument(
                format("next hops for {} need the whole table, but this one is computed in bands; leave them out{}",
                       std::is_integral_v<T> ? format("nodes with {} out-arcs", steps)
                                             : format("{} costs", name(cost_type_of<T>)),
                       std::is_integral_v<T> ? "" : ", or choose the cost type int32 where it fits"));
        }
        hop_bytes = options.next_hops ? NextHops::bytes_for(steps) : 0;
        report = std::move(plan.report);
        report.seconds = std::move(seconds);
        report.scale = costs.scale;
        describe_roads(report, *driven, costs);
        report.schedule_reason = "the only schedule that computes a table in bands";
        const std::size_t n = node_count();
        const std::uint64_t whole_table = table_bytes(driven->network().node_count(), cost_type_of<T>, steps, options);
        plan_bands(report, n, report.memory.host - whole_table, n * (sizeof(T) + hop_bytes), options);
    }

    void factorize() override {
        const StageTimer timer(report.seconds, "factor");
        factor = sweep_factor(plan);
    }

    TableBand make_band() const override {
        return {0, 0, large_vector<T>(report.band_rows * node_count()),
                large_vector<unsigned char>(report.band_rows * node_count() * hop_bytes)};
    }

    void compute(TableBand& band, const ProgressCallback& progress) override {
        const std::span<const NodeIndex> rows(states.data() + band.first_row, band.row_count);
        const SweepProblem<T> problem = sweep_problem(prepared, factor, plan.format, rows, driven->ends());
        const SweepTarget<T> target{std::get<std::vector<T>>(band.distances).data(), node_count(),
                                    hop_bytes ? band.hops.data() : nullptr, hop_bytes};
        sweep_on_host(problem, {0, node_count()}, target, {.progress = progress});
        if (hop_bytes == 0 || driven->states() == nullptr) return;
        for (std::size_t i = 0; i < band.row_count; ++i) {
            const NodeIndex arrived = driven->node_of(rows[i]);
            store_hop(band.hops.data(), hop_bytes, i * node_count() + arrived, NextHops::none);
        }
    }
};

}  // namespace

BandedSolve::BandedSolve(const RoadNetwork& network, const SolveOptions& options) {
    check_asked_for(options);
    BandedInput input(network, options);
    job_ = with_cost_type(input.costs.type(), [&]<class T>() -> std::unique_ptr<Job> {
        return std::make_unique<JobOf<T>>(std::move(input));
    });
}
BandedSolve::~BandedSolve() = default;

const SolveReport& BandedSolve::report() const {
    return job_->report;
}
std::size_t BandedSolve::bytes_per_hop() const {
    return job_->hop_bytes;
}
std::size_t BandedSolve::row_count() const {
    return job_->hop_bytes == 0 ? job_->node_count() : job_->driven->row_count();
}
TableArcs BandedSolve::arcs() const {
    return result::driven_arcs(*job_->driven, job_->costs);
}

void BandedSolve::run(std::size_t first_row, const std::function<void(const TableBand&)>& take) {
    Job& job = *job_;
    const std::size_t n = job.node_count();
    const std::size_t rows = row_count();
    job.factorize();
    const StageTimer timer(job.report.seconds, "solve");
    std::uint64_t done = 0;
    const std::uint64_t total = std::uint64_t{rows - std::min(first_row, rows)} * n;
    // Progress of the whole table instead of the band.
    const ProgressCallback progress = [&](const Progress& of_band) {
        return !job.options.progress || job.options.progress({of_band.stage, done + of_band.done, total});
    };
    std::vector<TableBand> bands;
    for (std::size_t i = 0; i < bands_in_memory; ++i) bands.push_back(job.make_band());
    std::future<void> taking;  // one at a time; its destructor waits for it even after an exception
    const auto wait = [&] {
        if (!taking.valid()) return;
        while (taking.wait_for(std::chrono::milliseconds(100)) == std::future_status::timeout) {
            allways::report(job.options.progress, "solve", done, total);
        }
        taking.get();
    };
    for (std::size_t row = first_row, number = 0; row < rows; ++number) {
        TableBand& band = bands[number % bands_in_memory];
        band.first_row = row;
        band.row_count = std::min(job.report.band_rows, rows - row);
        job.compute(band, progress);
        wait();
        // If the system refuses a thread, the band is taken when it is waited for.
        taking = std::async(std::launch::async | std::launch::deferred, [&take, &band] { take(band); });
        row += band.row_count;
        done = std::uint64_t{row - first_row} * n;
    }
    wait();
}

}  // namespace allways
