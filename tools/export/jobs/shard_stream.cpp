// SPDX-License-Identifier: Apache-2.0
#include "export/jobs/shard_stream.h"

#include <charconv>
#include <filesystem>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/human.h"
#include "export/files/disk_space.h"
#include "export/files/output_file.h"
#include "export/jobs/checkpoints.h"
#include "export/jobs/sharded_table.h"

namespace allways {

using namespace tools;

namespace fs = std::filesystem;

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

namespace tools {

namespace {

// Writes everything except the rows and the job's record.
void lay_out(const ShardedTable& table, ShardLayout layout, const TableFrame& frame, const FormatWriter& output,
             const ExportOptions& options) {
    output.write_frame(frame, table.file(), table.path(), options);
    reserve_disk(table.file(), table.path());
    layout.matrices =
        matrices_of(output.laid_out(frame, table.file(), table.path(), options), frame.node_count, frame.hop_rows());
    layout.frame_checksum = frame_checksum(table.file(), layout);
    if (output.write_companions != nullptr) {
        const fs::path folder = table.companion_folder();
        fs::create_directory(folder);
        ExportOptions beside = options;
        beside.overwrite = false;
        output.write_companions(frame, (folder / fs::path(table.path()).filename()).string(), beside);
        for (const auto& entry : fs::directory_iterator(folder)) {
            layout.companions.push_back(entry.path().filename().string());
            sync_file(entry.path().string());
        }
    }
    OutputFile file(table.layout_file(), true);
    file.write(layout.text());
    file.commit();
}

}  // namespace

void write_shard(ShardedJob job, const FormatWriter& output, const std::string& path, const ExportOptions& options,
                 const StreamOptions& stream) {
    const TableFrame& frame = job.frame;
    const Shard& shard = stream.shard;
    ShardLayout layout;
    layout.format = output.name;
    layout.nodes = frame.node_count;
    layout.rows.assign(job.rows.rows().begin(), job.rows.rows().end());
    layout.bounds = job.rows.parts(shard.count);
    job.facts.emplace_back("shards", std::to_string(shard.count));

    ShardedTable table(path, options.overwrite);
    table.open(
        job.facts, [&] { lay_out(table, layout, frame, output, options); }, options.progress);
    ShardRecord record(table, shard, shard_facts(job.facts, shard, layout), stream.resume, options.overwrite);
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
        LaidOutRows rows(output.laid_out(frame, table.file(), path, options), frame.node_count, table.file(), path);
        rows.write_beside_others();
        std::size_t done = record.finished_rows();
        job.rows.run(first + done, first + count, [&](const TableBand& band) {
            record.checksum() += rows.write(band);
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

}  // namespace tools
}  // namespace allways
