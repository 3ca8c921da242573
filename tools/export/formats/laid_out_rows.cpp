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
#include "export/files/atomic_file.h"

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

LaidOutRows::LaidOutRows(LaidOutTable table, const TableFrame& frame, const std::string& file, std::string name)
    : table_(std::move(table)),
      fields_(frame.tables.front().size()),
      row_count_(frame.rows.size()),
      columns_(frame.columns.size()),
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
    const std::size_t hop_bytes = table_.hops->row_bytes / columns_;
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
                places.numbers.store(cells.subspan(first * columns_, count * columns_),
                                     reinterpret_cast<Out*>(stored.data()), static_cast<Out>(places.unreachable));
            });
            checksum += write_matrix(matrix, number, rows.subspan(first, count), stored.data());
        }
    });
    return checksum;
}

std::uint64_t LaidOutRows::write_numbers(const LaidOutNumbers& places, std::size_t number,
                                         std::span<const NodeIndex> rows, const CostView& cells) {
    std::uint64_t checksum = 0;
    // Rows of states have hops only. Under turn rules they lie anywhere among the rows of nodes.
    const auto is_node = [&](NodeIndex row) { return row < row_count_; };
    for (std::size_t begin = 0; begin < rows.size();) {
        const auto from = rows.begin() + static_cast<std::ptrdiff_t>(begin);
        const auto count = static_cast<std::size_t>(std::find_if_not(from, rows.end(), is_node) - from);
        std::visit(
            [&]<class T>(std::span<const T> all) {
                const auto some = rows.subspan(begin, count);
                const std::span<const T> of_rows(all.data() + begin * columns_, count * columns_);
                // Rows that are stored as they are need no conversion.
                const bool as_it_is =
                    places.numbers.raw() && places.unreachable == static_cast<double>(unreachable_cost<T>);
                checksum += as_it_is ? write_matrix(places.matrix, number, some,
                                                    reinterpret_cast<const unsigned char*>(of_rows.data()))
                                     : write_converted(places, number, some, of_rows);
            },
            cells);
        begin += std::max<std::size_t>(count, 1);
    }
    return checksum;
}

std::uint64_t LaidOutRows::write(const RowBand& band) {
    std::uint64_t checksum = 0;
    for (std::size_t f = 0; f < fields_; ++f) {
        checksum += write_numbers(table_.fields[band.table * fields_ + f], f, band.rows, band.fields[f]);
    }
    if (table_.hops) checksum += write_matrix(*table_.hops, fields_, band.rows, band.hops.data());
    return checksum;
}

// ---- a table in memory

namespace {

class LaidOutWriter final : public RowWriter {
public:
    LaidOutWriter(const FormatWriter& format, const TableFrame& frame, const std::string& path,
                  const ExportOptions& options)
        : columns_(frame.columns.size()),
          bytes_per_hop_(frame.bytes_per_hop),
          progress_(options.progress),
          file_(path, options.overwrite) {
        if (format.companions != nullptr) companions_ = format.companions(frame, path, options);
        format.write_frame(frame, file_.temporary(), path, options);
        rows_.emplace(format.laid_out(frame, file_.temporary(), path, options), frame, file_.temporary(), path);
    }

    // Some rows at a time, for progress.
    void write(const RowBand& band) override {
        constexpr std::size_t cells_at_once = std::size_t{1} << 22;
        const std::size_t count = band.rows.size();
        const std::size_t step = std::max<std::size_t>(cells_at_once / std::max<std::size_t>(columns_, 1), 1);
        for (std::size_t first = 0; first < count; first += step) {
            rows_->write(part(band, first, std::min(step, count - first)));
            report(progress_, "write", std::min(first + step, count), count);
        }
    }

    void finish() override {
        rows_->close();
        if (!companions_.empty()) file_.retire_old();
        for (const auto& companion : companions_) companion->commit();
        file_.commit();  // last, so that a program that waits for the table finds the other files
    }

private:
    // Rows first … first + count - 1 of a band.
    RowBand part(const RowBand& band, std::size_t first, std::size_t count) const {
        RowBand rows{band.table, band.rows.subspan(first, count), {}, {}};
        for (const CostView& cells : band.fields) {
            rows.fields.push_back(std::visit(
                [&](const auto& all) -> CostView {
                    const std::size_t begin = std::min(first * columns_, all.size());  // rows of states have no cells
                    return all.subspan(begin, std::min(count * columns_, all.size() - begin));
                },
                cells));
        }
        const std::size_t hop_bytes = columns_ * bytes_per_hop_;
        if (bytes_per_hop_ > 0) rows.hops = band.hops.subspan(first * hop_bytes, count * hop_bytes);
        return rows;
    }

    std::size_t columns_;
    std::size_t bytes_per_hop_;
    ProgressCallback progress_;
    AtomicFile file_;
    std::vector<std::unique_ptr<OutputFile>> companions_;
    std::optional<LaidOutRows> rows_;
};

}  // namespace

std::unique_ptr<RowWriter> open_laid_out(const FormatWriter& format, const TableFrame& frame, const std::string& path,
                                         const ExportOptions& options) {
    return std::make_unique<LaidOutWriter>(format, frame, path, options);
}

}  // namespace allways::tools
