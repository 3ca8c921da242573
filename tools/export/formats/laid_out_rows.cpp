// SPDX-License-Identifier: Apache-2.0
#include "export/formats/laid_out_rows.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <system_error>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/engine/table_stream.h"
#include "base/checksum.h"
#include "base/threads/parallel.h"
#include "export/files/file_lock.h"

namespace allways::tools {

namespace {

// Bytes that a thread converts at once, small enough for a core's own cache.
constexpr std::size_t conversion_bytes = std::size_t{128} << 10;  // per thread: little compared with the bands
constexpr unsigned most_converting_threads = 4;  // more threads would convert faster than the system writes

[[noreturn]] void fail_to_write_rows(const std::string& name) {
    throw InputError(name, 0, format("cannot be written: {}", std::generic_category().message(errno)));
}

void write_at(int descriptor, const unsigned char* bytes, std::size_t size, std::uint64_t offset,
              const std::string& name) {
    while (size > 0) {
        const ssize_t written = ::pwrite(descriptor, bytes, size, static_cast<off_t>(offset));
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) fail_to_write_rows(name);
        bytes += written;
        offset += static_cast<std::uint64_t>(written);
        size -= static_cast<std::size_t>(written);
    }
}

std::uint64_t mixed(std::uint64_t value) {
    value += 0x9e3779b97f4a7c15u;
    value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9u;
    value = (value ^ value >> 27) * 0x94d049bb133111ebu;
    return value ^ value >> 31;
}

}  // namespace

std::uint64_t row_checksum(std::size_t matrix, std::size_t row, const void* bytes, std::size_t size) {
    return mixed(mixed(std::uint64_t{row} * 256 + matrix) + (checksum(bytes, size) >> 32));
}

std::string checksum_text(std::uint64_t sum) {
    return format("{:016x}", sum);
}

LaidOutRows::LaidOutRows(LaidOutTable table, std::size_t node_count, const std::string& file, std::string name)
    : table_(std::move(table)),
      node_count_(node_count),
      name_(std::move(name)),
      descriptor_(::open(file.c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC)) {
    if (descriptor_ < 0) fail_to_write_rows(name_);
}

LaidOutRows::~LaidOutRows() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

void LaidOutRows::write_beside_others() {
    if (!try_lock(descriptor_, LockMode::shared, name_.c_str())) {
        throw InputError(name_, 0, "cannot be written: another program has locked it");
    }
}

void LaidOutRows::close() {
    const int descriptor = std::exchange(descriptor_, -1);
    if (::close(descriptor) != 0) fail_to_write_rows(name_);  // reports lost writes on network file systems
}

// Rows that follow each other in the file are written together.
std::uint64_t LaidOutRows::write_matrix(const LaidOutMatrix& matrix, std::size_t number,
                                        std::span<const NodeIndex> rows, const unsigned char* bytes) const {
    std::uint64_t checksum = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        checksum += row_checksum(number, rows[i], bytes + i * matrix.row_bytes, matrix.row_bytes);
    }
    for (std::size_t i = 0; i < rows.size();) {
        const std::uint64_t offset = matrix.offset_of(rows[i]);
        std::size_t count = 1;
        while (i + count < rows.size() && matrix.offset_of(rows[i + count]) == offset + count * matrix.row_bytes) {
            ++count;
        }
        write_at(descriptor_, bytes + i * matrix.row_bytes, count * matrix.row_bytes, offset, name_);
        i += count;
    }
    return checksum;
}

void LaidOutRows::write_column(NodeIndex column, std::span<const unsigned char> hops) {
    if (!table_.hops) return;
    const std::size_t hop_bytes = table_.hops->row_bytes / node_count_;
    for (std::size_t row = 0; row < hops.size() / hop_bytes; ++row) {
        write_at(descriptor_, hops.data() + row * hop_bytes, hop_bytes,
                 table_.hops->offset_of(row) + column * hop_bytes, name_);
    }
}

// Each of a few threads converts a few rows at a time and writes them while they are in its cache.
template <class T>
std::uint64_t LaidOutRows::write_converted(const LaidOutNumbers& places, std::size_t number,
                                           std::span<const NodeIndex> rows, std::span<const T> cells) {
    const LaidOutMatrix& matrix = places.matrix;
    const std::size_t most = std::max<std::size_t>(conversion_bytes / std::max<std::size_t>(matrix.row_bytes, 1), 1);
    const std::size_t blocks = (rows.size() + most - 1) / most;
    stored_.resize(std::max<std::size_t>(stored_.size(), std::min(hardware_threads(), most_converting_threads)));
    std::atomic<std::size_t> next{0};
    std::atomic<std::uint64_t> checksum{0};
    parallel_for(std::min(blocks, stored_.size()), [&](std::size_t thread) {
        std::vector<unsigned char>& stored = stored_[thread];
        stored.resize(std::max(stored.size(), most * matrix.row_bytes));
        for (std::size_t block = next++; block < blocks; block = next++) {
            const std::size_t first = block * most;
            const std::size_t count = std::min(most, rows.size() - first);
            with_cost_type(places.numbers.type(), [&]<class Out>() {
                places.numbers.store(cells.subspan(first * node_count_, count * node_count_),
                                     reinterpret_cast<Out*>(stored.data()), static_cast<Out>(places.unreachable));
            });
            checksum += write_matrix(matrix, number, rows.subspan(first, count), stored.data());
        }
    });
    return checksum;
}

std::uint64_t LaidOutRows::write_numbers(const LaidOutNumbers& places, std::size_t number,
                                         std::span<const NodeIndex> rows, const CostVector& cells) {
    std::uint64_t checksum = 0;
    // Rows of states have hops only. Under turn rules they lie anywhere among the rows of nodes.
    const auto is_node = [&](NodeIndex row) { return row < node_count_; };
    for (std::size_t begin = 0; begin < rows.size();) {
        const auto from = rows.begin() + static_cast<std::ptrdiff_t>(begin);
        const auto count = static_cast<std::size_t>(std::find_if_not(from, rows.end(), is_node) - from);
        std::visit(
            [&]<class T>(const std::vector<T>& all) {
                const auto some = rows.subspan(begin, count);
                const std::span<const T> of_rows(all.data() + begin * node_count_, count * node_count_);
                checksum += places.numbers.raw() ? write_matrix(places.matrix, number, some,
                                                                reinterpret_cast<const unsigned char*>(of_rows.data()))
                                                 : write_converted(places, number, some, of_rows);
            },
            cells);
        begin += std::max<std::size_t>(count, 1);
    }
    return checksum;
}

std::uint64_t LaidOutRows::write(const TableBand& band) {
    const std::size_t fields = table_.skims.size();
    std::uint64_t checksum = write_numbers(table_.distances, 0, band.rows, band.distances);
    for (std::size_t f = 0; f < fields; ++f) {
        checksum += write_numbers(table_.skims[f], f + 1, band.rows, band.skims[f]);
    }
    if (table_.hops) checksum += write_matrix(*table_.hops, fields + 1, band.rows, band.hops.data());
    return checksum;
}

}  // namespace allways::tools
