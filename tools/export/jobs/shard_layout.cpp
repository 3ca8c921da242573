// SPDX-License-Identifier: Apache-2.0
// The layout of a table that shards write: its text form, and the checksums of the table's file.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <memory>
#include <system_error>

#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/export/json.h"
#include "base/threads/work_meter.h"
#include "export/files/row_checksum.h"
#include "export/jobs/sharded_table.h"

namespace allways::tools {

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
                                   {"frame_checksum", RowChecksum::text(frame_checksum)},
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

std::vector<ShardLayout::Matrix> matrices_of(const LaidOutTable& table, std::size_t nodes, std::size_t hop_rows) {
    std::vector<ShardLayout::Matrix> matrices{{table.distances.matrix, nodes}};
    for (const LaidOutNumbers& skim : table.skims) matrices.push_back({skim.matrix, nodes});
    if (table.hops) matrices.push_back({*table.hops, hop_rows});
    if (nodes == 0) matrices.clear();
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
            sum += RowChecksum::of(0, at, bytes.data(), bytes.size());
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
            sums[shard_of[row]].fetch_add(RowChecksum::of(span.matrix, row, bytes.get() + r * row_bytes, row_bytes),
                                          std::memory_order_relaxed);
        }
        meter.add(span.bytes);
    };
    meter.run(spans.size(), add_piece, hardware_threads());
    meter.finish();
    return {sums.begin(), sums.end()};
}

}  // namespace allways::tools
