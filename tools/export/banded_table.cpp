#include "allways/export/banded_table.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/human.h"
#include "allways/base/stopwatch.h"
#include "allways/base/version.h"
#include "export/fingerprint.h"
#include "export/partial_file.h"

namespace allways {

using namespace tools;

namespace {

namespace fs = std::filesystem;

std::uint64_t table_bytes(const BandedSolve& job) {
    const std::uint64_t n = job.report().nodes;
    return n * (n * size_of(job.report().cost_type) + job.row_count() * job.bytes_per_hop());
}

JobFacts facts_of(const BandedSolve& job, const RoadNetwork& network, const OutputFormat& output) {
    const SolveReport& report = job.report();
    return {{"program", format("allways {}", version())},
            {"format", output.name},
            {"network", fingerprint(network)},
            {"nodes", std::to_string(report.nodes)},
            {"cost", report.scale.name},
            {"cost type", std::string(name(report.cost_type))},
            {"digits", std::to_string(report.scale.digits)},
            {"bytes of a next hop", std::to_string(job.bytes_per_hop())}};
}

// Bytes of a file on disk, not counting holes; 0 if it does not exist.
std::uint64_t stored_bytes(const std::string& file) {
    struct stat status {};
    return ::stat(file.c_str(), &status) == 0 ? static_cast<std::uint64_t>(status.st_blocks) * 512 : 0;
}

void tell_what_is_kept(const PartialFile& file, std::uint64_t rows, const LogCallback& callback) {
    log(callback, LogLevel::warning,
        format("{} of {} rows are finished in '{}'; repeat the job with `resume` to continue",
               count_text(file.finished_rows()), count_text(rows), file.file()));
}

}  // namespace

DiskNeed disk_need(const BandedSolve& job, const std::string& path) {
    const AtomicFile file(path, true, true);  // knows the temporary's path
    const fs::space_info space = fs::space(fs::absolute(file.temporary()).parent_path());
    return {table_bytes(job), space.available + std::min(stored_bytes(file.temporary()), table_bytes(job))};
}

void require_disk(const DiskNeed& need, const std::string& path) {
    if (need.needed <= need.available) return;
    throw CapacityError(
        format("the table needs {} of disk space, but {} are free for '{}'; make room, choose another folder, or leave "
               "out next hops",
               bytes_text(need.needed), bytes_text(need.available), path),
        need.needed, need.available);
}

SolveReport write_in_bands(BandedSolve& job, const RoadNetwork& network, const std::string& path,
                           const ExportOptions& options, bool resume) {
    require_disk(disk_need(job, path), path);
    const OutputFormat& output = table_format(path, options);
    PartialFile file(path, options.overwrite, resume ? PartialFile::Start::resume : PartialFile::Start::fresh,
                     facts_of(job, network, output));
    const TableArcs arcs = job.bytes_per_hop() != 0 ? job.arcs() : TableArcs{};
    const TableFrame frame{network.node_count(), job.report().cost_type, job.report().scale,
                           network.node_ids,     job.bytes_per_hop(),    job.bytes_per_hop() != 0 ? &arcs : nullptr,
                           network.coordinates,  network.provenance.crs, network.no_through,
                           options.provenance};
    if (!file.has_begun()) {
        output.write_frame(frame, file.file(), path);
        file.begin();
    }
    const std::size_t first_row = file.finished_rows();
    if (first_row > 0) {
        log(options.log, LogLevel::info,
            format("{} of {} rows were finished before", count_text(first_row), count_text(job.row_count())));
    }
    double write_seconds = 0;
    try {
        const auto writer = output.open_bands(frame, file.file(), path);
        job.run(first_row, [&](const TableBand& band) {
            const Stopwatch writing;
            writer->write(band);
            file.finish_rows(band.first_row + band.row_count);
            write_seconds += writing.seconds();
        });
    } catch (...) {
        tell_what_is_kept(file, job.row_count(), options.log);
        throw;
    }
    file.commit();
    SolveReport report = job.report();
    report.seconds["write"] = write_seconds;
    return report;
}

}  // namespace allways
