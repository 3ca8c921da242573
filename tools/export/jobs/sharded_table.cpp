// SPDX-License-Identifier: Apache-2.0
#include "export/jobs/sharded_table.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <memory>
#include <system_error>
#include <thread>

#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/export/json.h"
#include "base/threads/work_meter.h"

namespace allways::tools {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::milliseconds between_tries{100};
constexpr int most_tries_of_overwriting = 20;  // other processes may lock it briefly, just to read

std::string host_name() {
    char name[256] = "";
    ::gethostname(name, sizeof name - 1);
    return name;
}

}  // namespace

ShardedTable::ShardedTable(const std::string& path, bool overwrite)
    : file_(path, overwrite, true), overwrite_(overwrite), record_(file() + ".job") {}

bool ShardedTable::is_open(const JobFacts& facts) const {
    std::error_code error;
    const bool is_there = !record_.lines().empty() && fs::exists(file(), error);
    if (!is_there) return false;
    const std::string other = difference(record_.lines().front(), facts);
    if (other.empty()) return fs::exists(layout_file(), error);
    if (overwrite_) return false;
    throw InputError(path(), 0,
                     format("'{}' belongs to a job with other arguments: {}; repeat those, choose another output, or "
                            "start over with `overwrite`",
                            file(), other));
}

void ShardedTable::open(const JobFacts& facts, const std::function<void()>& lay_out, const ProgressCallback& progress) {
    for (int tries = 0;; ++tries) {
        const bool may_look = record_.try_lock(LockMode::shared);
        if (may_look && is_open(facts)) return;
        record_.unlock();
        if (record_.try_lock(LockMode::exclusive)) break;
        if (may_look && tries >= most_tries_of_overwriting) {
            throw InputError(path(), 0, format("other runs are writing '{}'", file()));
        }
        report(progress, "wait", 0, 0);
        std::this_thread::sleep_for(between_tries);
    }
    if (!is_open(facts)) {
        record_.clear();
        for (const std::string& shard : shard_files()) fs::remove(shard);
        fs::remove_all(companion_folder());
        fs::remove(file());
        fs::remove(layout_file());
        try {
            lay_out();
            for (const std::string& made : {file(), layout_file()}) sync_file(made);
            record_.append(facts_line(facts));
        } catch (...) {  // for example a full disk
            std::error_code ignored;
            fs::remove(file(), ignored);
            remove_records();
            throw;
        }
    }
    record_.try_lock(LockMode::shared);
}

std::string ShardedTable::shard_file(std::size_t number, std::size_t count) const {
    return format("{}.shard-{}-of-{}.job", file(), number, count);
}

std::vector<std::string> ShardedTable::shard_files() const {
    const fs::path folder = fs::absolute(file()).parent_path();
    const std::string start = fs::path(file()).filename().string() + ".shard-";
    std::vector<std::string> files;
    for (const auto& entry : fs::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with(start) && name.ends_with(".job")) {
            files.push_back((fs::path(file()).parent_path() / name).string());
        }
    }
    std::ranges::sort(files);
    return files;
}

void ShardedTable::remove_records() {
    for (const std::string& shard : shard_files()) fs::remove(shard);
    fs::remove_all(companion_folder());
    fs::remove(layout_file());
    record_.remove();
}

std::string ShardState::line() const {
    nlohmann::ordered_json json = {{"rows", rows}, {"checksum", checksum_text(checksum)}, {"seconds", seconds}};
    if (is_finished) json["host"] = host;
    return json_text(json);
}

ShardState ShardState::parse(const std::string& line, const std::string& name) {
    try {
        const auto json = nlohmann::ordered_json::parse(line);
        ShardState state;
        json.at("rows").get_to(state.rows);
        state.checksum = std::stoull(json.at("checksum").get<std::string>(), nullptr, 16);
        json.at("seconds").get_to(state.seconds);
        state.is_finished = json.contains("host");
        if (state.is_finished) json.at("host").get_to(state.host);
        return state;
    } catch (const std::exception&) {
        throw InputError(name, 0, "the record of the shard is damaged");
    }
}

JobFacts shard_facts(JobFacts of_job, const Shard& shard, const ShardLayout& layout) {
    of_job.emplace_back("shard", std::to_string(shard.number));
    of_job.emplace_back("first row", std::to_string(layout.bounds[shard.number - 1]));
    of_job.emplace_back("end of rows", std::to_string(layout.bounds[shard.number]));
    return of_job;
}

ShardRecord::ShardRecord(const ShardedTable& table, const Shard& shard, const JobFacts& facts, bool resume,
                         bool overwrite)
    : file_(table.file()), facts_line_(facts_line(facts)), record_(table.shard_file(shard.number, shard.count)) {
    const auto refuse = [&](const std::string& why) {
        throw InputError(table.path(), 0, format("shard {} of {} {}", shard.number, shard.count, why));
    };
    if (!record_.try_lock(LockMode::exclusive)) refuse("is being computed by another process");
    const std::vector<std::string>& lines = record_.lines();
    if (lines.size() < 2 || overwrite) {
        record_.clear();
        return;
    }
    const std::string other = difference(lines.front(), facts);
    if (!other.empty()) refuse(format("has a record of another job: {}; start over with `overwrite`", other));
    state_ = ShardState::parse(lines.back(), record_.path());
    if (!state_.is_finished && !resume) {
        refuse("remains from an unfinished run; `resume` continues it, `overwrite` starts over");
    }
    saved_rows_ = state_.rows;
    has_checkpoint_ = true;
}

ShardRecord::~ShardRecord() {
    std::error_code ignored;
    if (!has_checkpoint_) fs::remove(record_.path(), ignored);
}

void ShardRecord::checkpoint(std::size_t rows) {
    sync_file(file_);
    if (!has_checkpoint_) record_.append(facts_line_);
    has_checkpoint_ = true;
    state_.rows = rows;
    ShardState state = state_;
    state.seconds += watch_.seconds();
    record_.append(state.line());
}

void ShardRecord::finish(std::size_t rows) {
    state_.is_finished = true;
    state_.host = host_name();
    checkpoint(rows);
}

// ---- layouts

namespace {

constexpr std::uint64_t read_bytes = std::uint64_t{4} << 20;  // at once, at most, unless a row is longer

// Consecutive rows of a matrix in the file.
struct RowSpan {
    std::size_t matrix = 0;
    std::size_t first_row = 0;
    std::size_t rows = 0;
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
};

// The row spans of all matrices, by their place in the file.
std::vector<RowSpan> spans_of(const ShardLayout& layout) {
    std::vector<RowSpan> spans;
    for (std::size_t m = 0; m < layout.matrices.size(); ++m) {
        const auto& [places, rows] = layout.matrices[m];
        if (places.row_bytes == 0) continue;
        const std::size_t most = std::max<std::size_t>(read_bytes / places.row_bytes, 1);
        for (std::size_t row = 0; row < rows;) {
            const std::size_t left_in_chunk = places.rows_per_chunk - row % places.rows_per_chunk;
            const std::size_t count = std::min({rows - row, left_in_chunk, most});
            spans.push_back({m, row, count, places.offset_of(row), count * places.row_bytes});
            row += count;
        }
    }
    std::ranges::sort(spans, {}, &RowSpan::offset);
    return spans;
}

class ReadFile {
public:
    explicit ReadFile(const std::string& path) : path_(path), descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
        if (descriptor_ < 0) fail(errno);
    }
    ~ReadFile() { ::close(descriptor_); }
    ReadFile(const ReadFile&) = delete;
    ReadFile& operator=(const ReadFile&) = delete;

    std::uint64_t size() const {
        const off_t end = ::lseek(descriptor_, 0, SEEK_END);
        if (end < 0) fail(errno);
        return static_cast<std::uint64_t>(end);
    }
    // Any thread may call it.
    void read(unsigned char* into, std::uint64_t bytes, std::uint64_t offset) const {
        while (bytes > 0) {
            const ssize_t count = ::pread(descriptor_, into, bytes, static_cast<off_t>(offset));
            if (count < 0 && errno == EINTR) continue;
            if (count < 0) fail(errno);
            if (count == 0) throw InputError(path_, 0, "is damaged: it is shorter than its rows");
            into += count;
            offset += static_cast<std::uint64_t>(count);
            bytes -= static_cast<std::uint64_t>(count);
        }
    }

private:
    [[noreturn]] void fail(int why) const {
        throw InputError(path_, 0, format("cannot be read: {}", std::generic_category().message(why)));
    }
    const std::string& path_;
    int descriptor_;
};

}  // namespace

std::uint64_t ShardLayout::row_bytes() const {
    std::uint64_t bytes = 0;
    for (const Matrix& matrix : matrices) bytes += matrix.rows * matrix.places.row_bytes;
    return bytes;
}

std::string ShardLayout::text() const {
    nlohmann::ordered_json json = {{"format", format},
                                   {"nodes", nodes},
                                   {"companions", companions},
                                   {"frame_checksum", checksum_text(frame_checksum)},
                                   {"bounds", bounds},
                                   {"rows", rows},
                                   {"matrices", nlohmann::ordered_json::array()}};
    for (const Matrix& matrix : matrices) {
        json["matrices"].push_back({{"rows", matrix.rows},
                                    {"row_bytes", matrix.places.row_bytes},
                                    {"rows_per_chunk", matrix.places.rows_per_chunk},
                                    {"chunk_offsets", matrix.places.chunk_offsets}});
    }
    return json_text(json) + "\n";
}

ShardLayout ShardLayout::parse(const std::string& text, const std::string& name) {
    ShardLayout layout;
    try {
        const auto json = nlohmann::ordered_json::parse(text);
        json.at("format").get_to(layout.format);
        json.at("nodes").get_to(layout.nodes);
        json.at("companions").get_to(layout.companions);
        layout.frame_checksum = std::stoull(json.at("frame_checksum").get<std::string>(), nullptr, 16);
        json.at("bounds").get_to(layout.bounds);
        json.at("rows").get_to(layout.rows);
        for (const auto& stored : json.at("matrices")) {
            Matrix& matrix = layout.matrices.emplace_back();
            stored.at("rows").get_to(matrix.rows);
            stored.at("row_bytes").get_to(matrix.places.row_bytes);
            stored.at("rows_per_chunk").get_to(matrix.places.rows_per_chunk);
            stored.at("chunk_offsets").get_to(matrix.places.chunk_offsets);
        }
    } catch (const std::exception&) {
        throw InputError(name, 0, "is damaged");
    }
    // All bounds and rows must be valid indexes.
    const auto& bounds = layout.bounds;
    bool good = bounds.size() >= 2 && bounds.size() <= Shard::most + 1 && bounds.front() == 0 &&
                bounds.back() == layout.rows.size() && std::ranges::is_sorted(bounds);
    std::vector<bool> seen(layout.rows.size(), false);
    for (const NodeIndex row : layout.rows) {
        good = good && row < seen.size() && !seen[row];
        if (good) seen[row] = true;
    }
    for (const auto& [places, rows] : layout.matrices) {
        good = good && rows <= layout.rows.size() && places.rows_per_chunk > 0 &&
               (rows + places.rows_per_chunk - 1) / places.rows_per_chunk <= places.chunk_offsets.size();
    }
    if (!good) throw InputError(name, 0, "is damaged");
    return layout;
}

std::vector<ShardLayout::Matrix> matrices_of(const LaidOutTable& table, const TableFrame& frame) {
    std::vector<ShardLayout::Matrix> matrices;
    if (frame.rows.size() == 0) return matrices;
    for (const LaidOutNumbers& field : table.fields) matrices.push_back({field.matrix, frame.rows.size()});
    if (table.hops) matrices.push_back({*table.hops, frame.hop_rows()});
    return matrices;
}

std::uint64_t frame_checksum(const std::string& path, const ShardLayout& layout) {
    const ReadFile file(path);
    const std::uint64_t size = file.size();
    std::uint64_t sum = size;
    std::uint64_t at = 0;
    std::vector<unsigned char> bytes;
    const auto add_until = [&](std::uint64_t end) {
        while (at < end) {
            bytes.resize(std::min(end - at, read_bytes));
            file.read(bytes.data(), bytes.size(), at);
            sum += row_checksum(0, at, bytes.data(), bytes.size());
            at += bytes.size();
        }
    };
    for (const RowSpan& span : spans_of(layout)) {
        add_until(std::min(span.offset, size));
        at = std::max(at, span.offset + span.bytes);
    }
    add_until(size);
    return sum;
}

std::vector<std::uint64_t> shard_checksums(const std::string& path, const ShardLayout& layout,
                                           const ProgressCallback& progress) {
    const std::size_t count = layout.bounds.size() - 1;
    constexpr std::uint32_t none = ~std::uint32_t{0};
    std::vector<std::uint32_t> shard_of(layout.rows.size(), none);
    for (std::uint32_t shard = 0; shard < count; ++shard) {
        for (std::size_t i = layout.bounds[shard]; i < layout.bounds[shard + 1]; ++i) shard_of[layout.rows[i]] = shard;
    }
    const ReadFile file(path);
    std::vector<RowSpan> spans = spans_of(layout);
    std::erase_if(spans, [&](const RowSpan& span) {
        const auto first = shard_of.begin() + static_cast<std::ptrdiff_t>(span.first_row);
        return std::all_of(first, first + static_cast<std::ptrdiff_t>(span.rows),
                           [](std::uint32_t shard) { return shard == none; });
    });
    std::vector<std::atomic<std::uint64_t>> sums(count);
    std::uint64_t all_bytes = 0;
    for (const RowSpan& span : spans) all_bytes += span.bytes;
    WorkMeter meter(progress, "read", all_bytes);
    const auto add_piece = [&](std::size_t i) {
        const RowSpan& span = spans[i];
        const std::size_t row_bytes = layout.matrices[span.matrix].places.row_bytes;
        const auto bytes = std::make_unique_for_overwrite<unsigned char[]>(span.bytes);
        file.read(bytes.get(), span.bytes, span.offset);
        for (std::size_t r = 0; r < span.rows; ++r) {
            const std::size_t row = span.first_row + r;
            if (shard_of[row] == none) continue;
            sums[shard_of[row]].fetch_add(row_checksum(span.matrix, row, bytes.get() + r * row_bytes, row_bytes),
                                          std::memory_order_relaxed);
        }
        meter.add(span.bytes);
    };
    meter.run(spans.size(), add_piece, hardware_threads());
    meter.finish();
    return {sums.begin(), sums.end()};
}

}  // namespace allways::tools
