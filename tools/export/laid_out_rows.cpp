#include "export/laid_out_rows.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/engine/table_stream.h"
#include "base/parallel.h"
#include "export/file_lock.h"
#include "export/row_checksum.h"

namespace allways::tools {

namespace {

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

}  // namespace

LaidOutRows::LaidOutRows(LaidOutTable table, std::size_t node_count, const std::string& file, std::string name)
    : table_(std::move(table)),
      node_count_(node_count),
      name_(std::move(name)),
      descriptor_(::open(file.c_str(), O_RDWR | O_CLOEXEC)) {
    if (descriptor_ < 0) fail_to_write_rows(name_);
}

LaidOutRows::~LaidOutRows() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

void LaidOutRows::write_beside_others(std::uint64_t& checksum) {
    if (!try_lock(descriptor_, LockMode::shared, name_.c_str())) {
        throw InputError(name_, 0, "cannot be written: another program has locked it");
    }
    checksum_ = &checksum;
}

void LaidOutRows::close() {
    const int descriptor = std::exchange(descriptor_, -1);
    if (::close(descriptor) != 0) fail_to_write_rows(name_);  // reports lost writes on network file systems
}

// Rows that follow each other in the file are written together.
void LaidOutRows::write_matrix(const LaidOutMatrix& matrix, std::size_t number, std::span<const NodeIndex> rows,
                               const unsigned char* bytes) {
    for (std::size_t i = 0; checksum_ && i < rows.size(); ++i) {
        *checksum_ += RowChecksum::of(number, rows[i], bytes + i * matrix.row_bytes, matrix.row_bytes);
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
}

void LaidOutRows::write_column(NodeIndex column, std::span<const unsigned char> hops) {
    if (!table_.hops) return;
    const std::size_t hop_bytes = table_.hops->row_bytes / node_count_;
    for (std::size_t row = 0; row < hops.size() / hop_bytes; ++row) {
        write_at(descriptor_, hops.data() + row * hop_bytes, hop_bytes,
                 table_.hops->offset_of(row) + column * hop_bytes, name_);
    }
}

// The first `count` rows of the cells as the file has them.
const unsigned char* LaidOutRows::stored_rows(const LaidOutNumbers& places, const CostVector& all, std::size_t count) {
    const StoredNumbers& numbers = places.numbers;
    if (numbers.raw()) {
        return std::visit([](const auto& cells) { return reinterpret_cast<const unsigned char*>(cells.data()); }, all);
    }
    stored_.resize(std::max(stored_.size(), count * places.matrix.row_bytes));
    std::visit(
        [&]<class T>(const std::vector<T>& cells) {
            with_cost_type(numbers.type(), [&]<class Out>() {
                auto* const into = reinterpret_cast<Out*>(stored_.data());
                parallel_for(count, [&](std::size_t i) {
                    numbers.store<Out>(std::span(cells).subspan(i * node_count_, node_count_), into + i * node_count_,
                                       static_cast<Out>(places.unreachable));
                });
            });
        },
        all);
    return stored_.data();
}

void LaidOutRows::write_numbers(const LaidOutNumbers& places, std::size_t number, std::span<const NodeIndex> rows,
                                const CostVector& cells) {
    // Rows of states have hops only. With turn rules they are anywhere among the others.
    const auto is_node = [&](NodeIndex row) { return row < node_count_; };
    const unsigned char* const bytes = stored_rows(places, cells, rows.size());
    if (std::ranges::all_of(rows, is_node)) return write_matrix(places.matrix, number, rows, bytes);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!is_node(rows[i])) continue;
        write_matrix(places.matrix, number, rows.subspan(i, 1), bytes + i * places.matrix.row_bytes);
    }
}

void LaidOutRows::write(const TableBand& band) {
    const std::size_t fields = table_.skims.size();
    write_numbers(table_.distances, 0, band.rows, band.distances);
    for (std::size_t f = 0; f < fields; ++f) write_numbers(table_.skims[f], f + 1, band.rows, band.skims[f]);
    if (table_.hops) write_matrix(*table_.hops, fields + 1, band.rows, band.hops.data());
}

}  // namespace allways::tools
