// SPDX-License-Identifier: Apache-2.0
// Rows of a table into a file that has a fixed place for each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "allways/export/export.h"
#include "export/formats/stored_numbers.h"

namespace allways::tools {

// A matrix whose rows lie whole in its file, in chunks of consecutive rows.
struct LaidOutMatrix {
    std::size_t row_bytes = 0;
    std::size_t rows_per_chunk = 1;
    std::vector<std::uint64_t> chunk_offsets;

    std::uint64_t offset_of(std::size_t row) const {
        return chunk_offsets[row / rows_per_chunk] + row % rows_per_chunk * row_bytes;
    }
};

struct LaidOutNumbers {
    LaidOutMatrix matrix;
    StoredNumbers numbers;
    double unreachable = 0;  // the stored number for it
};

struct LaidOutTable {
    LaidOutNumbers distances;
    std::optional<LaidOutMatrix> hops;  // as the band has them
    std::vector<LaidOutNumbers> skims;
};

// The numbers of a table's distances, as the options choose them.
inline StoredNumbers stored_numbers(const TableFrame& frame, const ExportOptions& options) {
    return {frame.scale, frame.type, frame.largest, options.unit, options.dtype};
}

// Writes to `file`, which errors call `name`. Throws InputError if the system refuses.
class LaidOutRows {
public:
    LaidOutRows(LaidOutTable table, std::size_t node_count, const std::string& file, std::string name);
    ~LaidOutRows();
    LaidOutRows(const LaidOutRows&) = delete;
    LaidOutRows& operator=(const LaidOutRows&) = delete;

    // The rows are handed to the system when it returns. Returns their checksum (RowChecksum).
    std::uint64_t write(const TableBand& band);
    // Other processes, also on other hosts, may write other rows at the same time. The file is locked, shared: a client
    // of NFS then sends the very bytes that were written, never whole pages with old bytes of the rows beside them.
    void write_beside_others();
    // Replaces the next hops of a column: those of rows 0, 1, 2, ….
    void write_column(NodeIndex column, std::span<const unsigned char> hops);
    // Throws if the system lost writes.
    void close();

private:
    // These return the rows' checksum.
    std::uint64_t write_matrix(const LaidOutMatrix& matrix, std::size_t number, std::span<const NodeIndex> rows,
                               const unsigned char* bytes) const;
    template <class T>
    std::uint64_t write_converted(const LaidOutNumbers& places, std::size_t number, std::span<const NodeIndex> rows,
                                  std::span<const T> cells);
    std::uint64_t write_numbers(const LaidOutNumbers& places, std::size_t number, std::span<const NodeIndex> rows,
                                const CostVector& cells);

    LaidOutTable table_;
    std::size_t node_count_;
    std::string name_;
    int descriptor_ = -1;
    std::vector<std::vector<unsigned char>> stored_;  // by thread: some rows in the file's numbers
};

}  // namespace allways::tools
