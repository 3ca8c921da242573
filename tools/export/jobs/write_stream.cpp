// SPDX-License-Identifier: Apache-2.0
#include "allways/export/write_stream.h"

#include <sys/stat.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <functional>
#include <limits>

#include "allways/base/api.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "allways/cluster/cluster.h"
#include "base/human.h"
#include "export/files/atomic_file.h"
#include "export/files/output_file.h"
#include "export/formats/formats.h"
#include "export/formats/laid_out_rows.h"
#include "export/jobs/job_record.h"
#include "export/jobs/sharded_table.h"

namespace allways {

using namespace tools;

namespace {

namespace fs = std::filesystem;

// Flushes finished rows to disk at most every `seconds`. `File`: a PartialFile or a ShardRecord.
template <class File>
class Checkpoints {
public:
    Checkpoints(File& file, double seconds) : file_(file), interval_(seconds) {}

    void note(std::size_t rows) {
        rows_ = rows;
        if (watch_.seconds() >= interval_) save();
    }
    // After a failure: saves unsaved rows if the job has lasted long enough, and logs how many of `rows` rows are
    // finished.
    void keep(std::size_t rows, const LogCallback& callback) {
        try {
            if (rows_ > saved_ && (file_.has_checkpoint() || watch_.seconds() >= interval_)) save();
        } catch (const InputError&) {  // for example a full disk: rows that were saved before remain valid
        }
        if (!file_.has_checkpoint()) return;
        log(callback, LogLevel::warning,
            format("{} of {} rows are finished in '{}'; repeat the job with `resume` to continue",
                   count_text(std::max(saved_, file_.finished_rows())), count_text(rows), file_.file()));
    }

private:
    void save() {
        file_.checkpoint(rows_);
        saved_ = rows_;
        watch_ = Stopwatch();
    }

    File& file_;
    double interval_;
    std::size_t rows_ = 0;
    std::size_t saved_ = 0;
    Stopwatch watch_;
};

RowBand views_of(const TableBand& band) {
    RowBand rows{0, band.rows, {view(band.distances)}, band.hops};
    for (const CostVector& sums : band.skims) rows.fields.push_back(view(sums));
    return rows;
}

// ---- one shard: some rows of a table go to the file that all its shards share

// Writes everything except the rows and the job's record.
void lay_out(const ShardedTable& table, ShardLayout layout, const TableFrame& frame, const FormatWriter& output,
             const ExportOptions& options) {
    output.write_frame(frame, table.file(), table.path(), options);
    reserve_disk(table.file(), table.path());
    layout.matrices = matrices_of(output.laid_out(frame, table.file(), table.path(), options), frame);
    layout.frame_checksum = frame_checksum(table.file(), layout);
    if (output.companions != nullptr) {
        const fs::path folder = table.companion_folder();
        fs::create_directory(folder);
        ExportOptions beside = options;
        beside.overwrite = false;
        for (const auto& file : output.companions(frame, (folder / fs::path(table.path()).filename()).string(), beside))
            file->commit();
        for (const auto& entry : fs::directory_iterator(folder)) {
            layout.companions.push_back(entry.path().filename().string());
            sync_file(entry.path().string());
        }
    }
    OutputFile file(table.layout_file(), true);
    file.write(layout.text());
    file.commit();
}

// Computes and writes the rows of stream.shard (see sharded_table.h), unless they are finished already. `facts`: those
// that all shards of a table have in common. Throws as write_stream.
void write_shard(TableStream& job, const TableFrame& frame, JobFacts facts, const FormatWriter& output,
                 const std::string& path, const ExportOptions& options, const StreamOptions& stream) {
    const Shard& shard = stream.shard;
    ShardLayout layout;
    layout.format = output.name;
    layout.nodes = frame.rows.size();
    layout.rows.assign(job.rows().begin(), job.rows().end());
    layout.bounds = job.parts(shard.count);
    facts.emplace_back("shards", std::to_string(shard.count));

    ShardedTable table(path, options.overwrite);
    table.open(
        facts, [&] { lay_out(table, layout, frame, output, options); }, options.progress);
    ShardRecord record(table, shard, shard_facts(facts, shard, layout), stream.resume, options.overwrite);
    const std::size_t first = layout.bounds[shard.number - 1];
    const std::size_t count = layout.bounds[shard.number] - first;
    const std::string name = format("shard {} of {}", shard.number, shard.count);
    if (record.is_finished()) {
        log(options.log, LogLevel::info, format("{} is finished already: {} rows", name, count_text(count)));
        return;
    }
    if (record.finished_rows() > 0) {
        log(options.log, LogLevel::info,
            format("{} of {} rows of {} were finished before", count_text(record.finished_rows()), count_text(count),
                   name));
    }
    Checkpoints checkpoints(record, stream.checkpoint_seconds);
    try {
        LaidOutRows rows(output.laid_out(frame, table.file(), path, options), frame, table.file(), path);
        rows.write_beside_others();
        std::size_t done = record.finished_rows();
        job.run(first + done, first + count, [&](const TableBand& band) {
            record.checksum() += rows.write(views_of(band));
            done += band.rows.size();
            checkpoints.note(done);
        });
        rows.close();
        record.finish(count);
    } catch (...) {
        checkpoints.keep(count, options.log);
        throw;
    }
}

// ---- the whole job

// Rows go to a format in any order if they have fixed offsets in its file (omx, npy); ascending otherwise, and on
// standard output; or the whole table at once.
RowUse row_use(const FormatWriter& output, const std::string& path) {
    if (output.is_laid_out(path)) return RowOrder::any;
    if (output.open_rows != nullptr) return RowOrder::ascending;
    return {
        RowOrder::ascending,
        format("{} needs the whole table in memory; solve to an .omx and convert that, which does not", output.name)};
}

// The fields of the job's table that the format can store.
std::vector<TableField> fields_of(const TableStream& job, const FormatWriter& output) {
    const SolveReport& report = job.report();
    std::vector<TableField> fields{{report.scale, report.cost_type, job.largest()}};
    if (output.has(FormatTrait::one_matrix)) return fields;
    for (std::size_t f = 0; f < job.skims().size(); ++f)
        fields.push_back({job.skims()[f], CostType::int32, job.largest_skims()[f]});
    return fields;
}

std::uint64_t laid_out_bytes(const TableStream& job, const std::string& path, const ExportOptions& options) {
    std::uint64_t cell_bytes = 0;
    for (const TableField& field : fields_of(job, table_writer(path, options))) {
        const StoredNumbers numbers(field.scale, field.type, field.largest, cell_bytes == 0 ? options.unit : "",
                                    options.dtype);
        cell_bytes += size_of(numbers.type());
    }
    const std::uint64_t nodes = job.report().nodes;
    return nodes * (nodes * cell_bytes + job.rows().size() * job.bytes_per_hop());
}

JobFacts facts_of(const TableStream& job, const FormatWriter& output, const ExportOptions& options) {
    if (!job.can_run_parts()) return {};
    const SolveReport& report = job.report();
    std::string skims;
    const std::vector<TableField> fields = fields_of(job, output);
    for (const TableField& skim : std::span(fields).subspan(1)) skims += (skims.empty() ? "" : ", ") + skim.scale.name;
    return {{"program", format("allways {}", version())},
            {"format", output.name},
            {"network", fingerprint(*job.network())},
            {"nodes", std::to_string(report.nodes)},
            {"cost", report.scale.name},
            {"cost type", std::string(name(report.cost_type))},
            {"digits", std::to_string(report.scale.digits)},
            {"dtype", options.dtype},
            {"largest number", format("{}", job.largest())},
            {"unit", options.unit},
            {"unreachable", options.unreachable.value_or("as usual")},
            {"skims", skims},
            {"bytes of a next hop", std::to_string(job.bytes_per_hop())},
            {"order of rows", fingerprint(job.rows())}};
}

// Bytes of a file on disk, not counting holes; 0 if it does not exist.
std::uint64_t stored_bytes(const std::string& file) {
    struct stat status {};
    return ::stat(file.c_str(), &status) == 0 ? static_cast<std::uint64_t>(status.st_blocks) * 512 : 0;
}

// Throws unless the job can compute parts of the rows, as the field `field` of StreamOptions requires.
void require_parts(const TableStream& job, const char* field) {
    if (job.can_run_parts()) return;
    const SolveReport& report = job.report();
    if (job.is_whole()) throw InvalidArgument(format("`{}`: {}", field, report.whole_because));
    throw InvalidArgument(
        report.schedule == "sweep"
            ? format("`{}`: next hops of {} costs are checked in whole columns at the end; leave out next hops or `{}`",
                     field, name(report.cost_type), field)
            : format("`{}`: the schedule {} finishes all rows at once; choose sweep, if it is a network, or leave out "
                     "`{}`",
                     field, report.schedule, field));
}

// The layout of a file whose first `finished` rows are written.
ShardLayout layout_of(const TableStream& job, const TableFrame& frame, const LaidOutTable& places,
                      std::size_t finished) {
    ShardLayout layout;
    layout.rows.assign(job.rows().begin(), job.rows().end());
    layout.bounds = {0, finished};
    layout.matrices = matrices_of(places, frame);
    return layout;
}

// The row places of a file to be resumed, after checking that the file is unchanged.
LaidOutTable resumed_places(const PartialFile& file, const PartialState& left, const TableStream& job,
                            const TableFrame& frame, const std::function<LaidOutTable()>& read_places,
                            const ProgressCallback& progress) {
    file.require_size();
    const LaidOutTable places = [&] {
        try {
            return read_places();
        } catch (const InputError& error) {
            throw file.damaged(error.what());
        }
    }();
    const ShardLayout layout = layout_of(job, frame, places, left.rows);
    if (frame_checksum(file.file(), layout) != left.frame_checksum)
        throw file.damaged("it is damaged outside its rows");
    if (shard_checksums(file.file(), layout, progress).front() != left.checksum) {
        throw file.damaged("its rows are not those that were written");
    }
    return places;
}

void write_in_places(TableStream& job, const TableFrame& frame, const FormatWriter& output, const std::string& path,
                     const ExportOptions& options, const StreamOptions& stream) {
    if (stream.resume) require_parts(job, "resume");
    PartialFile file(path, options.overwrite, stream.resume ? PartialFile::Start::resume : PartialFile::Start::fresh,
                     facts_of(job, output, options));
    const auto read_places = [&] { return output.laid_out(frame, file.file(), path, options); };
    const std::size_t first = file.finished_rows();
    LaidOutTable places = [&] {
        if (file.has_begun()) return resumed_places(file, file.state(), job, frame, read_places, options.progress);
        output.write_frame(frame, file.file(), path, options);
        file.begin();
        LaidOutTable fresh = read_places();
        if (job.can_run_parts()) {
            file.state().frame_checksum = frame_checksum(file.file(), layout_of(job, frame, fresh, 0));
        }
        return fresh;
    }();
    if (first > 0) {
        log(options.log, LogLevel::info,
            format("{} of {} rows were finished before", count_text(first), count_text(job.rows().size())));
    }
    Checkpoints checkpoints(file,
                            job.can_run_parts() ? stream.checkpoint_seconds : std::numeric_limits<double>::infinity());
    try {
        LaidOutRows rows(std::move(places), frame, file.file(), path);
        std::size_t done = first;
        job.run(
            first, job.rows().size(),
            [&](const TableBand& band) {
                file.state().checksum += rows.write(views_of(band));
                done += band.rows.size();
                checkpoints.note(done);
            },
            [&](NodeIndex column, std::span<const unsigned char> hops) { rows.write_column(column, hops); });
        rows.close();
        if (output.companions != nullptr) {
            ExportOptions beside = options;
            beside.overwrite = options.overwrite || stream.resume;  // an ended run may have left these files
            const auto companions = output.companions(frame, path, beside);
            file.retire_old();  // a killed run must not leave a mixture of old and new
            for (const auto& companion : companions) companion->commit();
        }
    } catch (...) {
        checkpoints.keep(job.rows().size(), options.log);
        throw;
    }
    file.commit();
}

template <class Problem>
std::unique_ptr<TableStream> stream_of(const Problem& problem, SolveOptions options, const std::string& path,
                                       const ExportOptions& output) {
    const FormatWriter& format = table_writer(path, output);
    options.next_hops = options.next_hops && (format.has(FormatTrait::paths) || !options.skims.empty());
    return std::make_unique<TableStream>(problem, options, row_use(format, path));
}

// The whole table, in one piece.
void write_whole(TableStream& job, const std::string& path, const ExportOptions& options, const StreamOptions& stream) {
    if (stream.resume) require_parts(job, "resume");
    if (!stream.shard.is_whole()) require_parts(job, "shard");
    const DistanceTable table = job.solve();
    write_table(table, path, options);
}

// Computes, and keeps nothing.
void run_only(TableStream& job) {
    job.run([](const TableBand&) {}, [](NodeIndex, std::span<const unsigned char>) {});
}

void write_bands(TableStream& job, const std::string& path, const ExportOptions& options, const StreamOptions& stream) {
    if (job.cluster() != nullptr && job.cluster()->rank() > 0) return run_only(job);  // rank 0 has all rows
    const FormatWriter& output = table_writer(path, options);
    require_disk(disk_need(job, path, options), path);
    static const RoadNetwork nowhere;  // a matrix has no places
    const RoadNetwork& network = job.network() != nullptr ? *job.network() : nowhere;
    const IdTable& ids = job.matrix() != nullptr ? job.matrix()->node_ids() : network.node_ids;
    const bool by_arc = job.bytes_per_hop() != 0 && job.network() != nullptr;
    const TableArcs arcs = by_arc ? job.arcs() : TableArcs{};
    const TableFrame frame{.rows = ids,
                           .columns = ids,
                           .tables = {fields_of(job, output)},
                           .row_places = network.coordinates,
                           .column_places = network.coordinates,
                           .crs = network.provenance.crs,
                           .snap_distances = no_snap_distances,
                           .provenance = options.provenance,
                           .no_through = network.no_through,
                           .bytes_per_hop = job.bytes_per_hop(),
                           .arcs = by_arc ? &arcs : nullptr};
    require_snap_distances(false, options);
    log_left_out(job.skims(), output, options);
    const bool is_shard = !stream.shard.is_whole();
    const bool in_places = row_use(output, path).order == RowOrder::any;
    if (is_shard) require_parts(job, "shard");
    if (is_null_device(path)) {
        if (stream.resume || is_shard) throw InvalidArgument("`path`: nothing is kept there to be continued or joined");
        run_only(job);
    } else if (in_places && is_shard) {
        write_shard(job, frame, facts_of(job, output, options), output, path, options, stream);
    } else if (in_places) {
        write_in_places(job, frame, output, path, options, stream);
    } else {
        if (stream.resume || is_shard) {
            throw InvalidArgument(format("`{}`: {} has no fixed offsets for rows; choose omx or npy",
                                         is_shard ? "shard" : "resume", output.name));
        }
        ExportOptions quiet = options;
        quiet.progress = {};  // computing reports it
        const auto writer = output.open_rows(frame, path, quiet);
        job.run([&](const TableBand& band) { writer->write(views_of(band)); });
        writer->finish();
    }
}

}  // namespace

std::unique_ptr<TableStream> make_stream(const RoadNetwork& network, SolveOptions options, const std::string& path,
                                         const ExportOptions& output) {
    return stream_of(network, std::move(options), path, output);
}

std::unique_ptr<TableStream> make_stream(const CostMatrix& matrix, SolveOptions options, const std::string& path,
                                         const ExportOptions& output) {
    return stream_of(matrix, std::move(options), path, output);
}

DiskNeed disk_need(const TableStream& job, const std::string& path, const ExportOptions& options) {
    if (path == "-" || is_null_device(path)) return {};
    const AtomicFile file(path, true, true);  // only for the temporary's path
    const fs::space_info space = fs::space(fs::absolute(file.temporary()).parent_path());
    const bool in_places = !job.is_whole() && row_use(table_writer(path, options), path).order == RowOrder::any;
    const std::uint64_t needed = in_places ? laid_out_bytes(job, path, options) : 0;
    return {needed, space.available + std::min(stored_bytes(file.temporary()), needed)};
}

void require_disk(const DiskNeed& need, const std::string& path) {
    if (need.needed <= need.available) return;
    throw CapacityError(
        format("the table needs {} of disk space, but {} are free for '{}'; make room, choose another folder, or leave "
               "out next hops",
               bytes_text(need.needed), bytes_text(need.available), path),
        need.needed, need.available);
}

SolveReport write_stream(TableStream& job, const std::string& path, const ExportOptions& options,
                         const StreamOptions& stream) {
    const Stopwatch watch;
    const std::map<std::string, double> before = job.report().seconds;
    job.is_whole() ? write_whole(job, path, options, stream) : write_bands(job, path, options, stream);
    // Writing is what the job itself has not counted: the frame, the space, the name.
    SolveReport report = job.report();
    double counted = 0;
    for (const auto& [stage, seconds] : report.seconds) {
        const auto found = before.find(stage);
        counted += seconds - (found == before.end() ? 0 : found->second);
    }
    report.seconds["write"] += watch.seconds() - counted;
    return report;
}

Shard parse_shard(const std::string& text) {
    Shard shard;
    const char* const end = text.data() + text.size();
    const auto number = std::from_chars(text.data(), end, shard.number);
    const bool has_count = number.ec == std::errc() && number.ptr != end && *number.ptr == '/';
    const auto count = has_count ? std::from_chars(number.ptr + 1, end, shard.count) : number;
    const bool good = has_count && count.ec == std::errc() && count.ptr == end && shard.number >= 1 &&
                      shard.number <= shard.count && shard.count <= Shard::most;
    if (good) return shard;
    throw InvalidArgument(
        format("`shard`: expected K/N with 1 ≤ K ≤ N ≤ {}, such as 3/16, found '{}'", count_text(Shard::most), text));
}

SolveOptions for_shard(SolveOptions options, const Shard& shard) {
    if (!shard.is_whole() && options.schedule.is_auto()) options.schedule = "sweep";
    return options;
}

}  // namespace allways
