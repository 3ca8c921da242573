// SPDX-License-Identifier: Apache-2.0
// Writes rows of a table to a file in which each row has a fixed place, and sums them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "allways/export/export.h"
#include "export/formats/formats.h"
#include "export/formats/stored_numbers.h"

namespace allways::tools {

// The checksum of a row of a table as it lies in its file. Sums over rows are taken mod 2⁶⁴, so that neither the order
// of rows nor their bands matter. Each row contributes its index and the upper half of the checksum of its bytes, mixed
// by the finalizer of SplitMix64 (Steele, Lea and Flood 2014, "Fast splittable pseudorandom number generators"): a
// change of one row is missed once in 2³², a change of one word never. `matrix`: the number of the row's matrix in the
// file.
std::uint64_t row_checksum(std::size_t matrix, std::size_t row, const void* bytes, std::size_t size);
std::string checksum_text(std::uint64_t sum);

// A matrix whose rows are contiguous in its file, in chunks of consecutive rows.
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
    double unreachable = 0;  // the stored number for pairs without a path
};

struct LaidOutTable {
    std::vector<LaidOutNumbers> fields;  // of all tables of a frame, table by table
    std::optional<LaidOutMatrix> hops;   // next hops, stored as in the band
};

// Writes to `file`, which errors call `name`. Throws InputError if the system refuses a write.
class LaidOutRows {
public:
    LaidOutRows(LaidOutTable table, const TableFrame& frame, const std::string& file, std::string name);
    ~LaidOutRows();
    LaidOutRows(const LaidOutRows&) = delete;
    LaidOutRows& operator=(const LaidOutRows&) = delete;

    // Writes the rows of a band: on return the system has them. Returns their checksum (row_checksum), in which the
    // fields and then the next hops are the matrices 0, 1, ….
    std::uint64_t write(const RowBand& band);
    // Call it if other processes, possibly on other hosts, write other rows at the same time. It takes a shared lock on
    // the file: then an NFS client sends exactly the bytes that were written, never whole pages with old bytes of
    // neighbouring rows.
    void write_beside_others();
    // Replaces the next hops of a column; `hops` are in the order of rows 0, 1, 2, ….
    void write_column(NodeIndex column, std::span<const unsigned char> hops);
    // Throws if the system lost writes.
    void close();

private:
    // Both return the rows' checksum.
    std::uint64_t write_matrix(const LaidOutMatrix& matrix, std::size_t number, std::span<const NodeIndex> rows,
                               const unsigned char* bytes) const;
    template <class T>
    std::uint64_t write_converted(const LaidOutNumbers& places, std::size_t number, std::span<const NodeIndex> rows,
                                  std::span<const T> cells);
    std::uint64_t write_numbers(const LaidOutNumbers& places, std::size_t number, std::span<const NodeIndex> rows,
                                const CostView& cells);

    LaidOutTable table_;
    std::size_t fields_;  // of each table
    std::size_t row_count_;
    std::size_t columns_;
    std::string name_;
    int descriptor_ = -1;
    std::vector<std::vector<unsigned char>> stored_;  // per thread: some rows converted to the file's numbers
};

// Opens a table in memory whose rows have fixed places: it and the format's other files appear when it is finished.
std::unique_ptr<RowWriter> open_laid_out(const FormatWriter& format, const TableFrame& frame, const std::string& path,
                                         const ExportOptions& options);

}  // namespace allways::tools
