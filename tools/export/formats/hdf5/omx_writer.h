// SPDX-License-Identifier: Apache-2.0
// Writes an Open Matrix file or a factor's file: groups, attributes and datasets through HDF5, with progress by bytes.
// A table's matrices are distances and skims, raw or natural numbers, all under /data.
#pragma once

#include <algorithm>
#include <cstdint>
#include <ranges>
#include <span>
#include <string>
#include <vector>

#include "allways/base/format.h"
#include "allways/base/ids.h"
#include "allways/base/progress.h"
#include "allways/base/shared_array.h"
#include "allways/base/units.h"
#include "allways/export/export.h"
#include "allways/network/coordinate.h"
#include "allways/result/cell_numbers.h"
#include "export/formats/formats.h"
#include "export/formats/stored_numbers.h"
#include "libraries/hdf5_file.h"

namespace allways::tools {

template <class T>
hid_t stored_type() {
    if constexpr (std::is_same_v<T, std::int32_t>)
        return H5T_STD_I32LE;
    else if constexpr (std::is_same_v<T, std::int64_t>)
        return H5T_STD_I64LE;
    else if constexpr (std::is_same_v<T, std::uint64_t>)
        return H5T_STD_U64LE;
    else if constexpr (std::is_same_v<T, std::uint32_t>)
        return H5T_STD_U32LE;
    else if constexpr (std::is_same_v<T, std::uint16_t>)
        return H5T_STD_U16LE;
    else if constexpr (std::is_same_v<T, std::uint8_t>)
        return H5T_STD_U8LE;
    else if constexpr (std::is_same_v<T, float>)
        return H5T_IEEE_F32LE;
    else
        return H5T_IEEE_F64LE;
}

// Creation properties without timestamps: equal tables give equal bytes.
importers::hdf5::Handle undated(const std::string& name, hid_t kind = H5P_DATASET_CREATE);  // or groups, or the file

// Access properties of a matrix: whole chunks bypass HDF5's cache.
importers::hdf5::Handle uncached(const std::string& name);

// Consecutive rows of a matrix.
struct MatrixRows {
    std::size_t first;
    std::size_t count;
    std::size_t columns;
};
// Writes values of an HDF5 type as these rows, in a file that errors call `name`.
void write_rows(hid_t matrix, const std::string& name, const MatrixRows& rows, hid_t type, const void* values);

// Every function throws InputError, naming the file, on HDF5 errors, and Cancelled.
class OmxWriter {
public:
    using Handle = importers::hdf5::Handle;
    static constexpr std::uint64_t cell_alignment = sizeof(double);  // alignment of numbers in a mapped file

    // Writes to `temporary`, which errors call `name`. `bytes`: total size, for progress. `alignment`: alignment of
    // datasets, for files that are mapped.
    OmxWriter(const std::string& temporary, std::string name, ProgressCallback progress, std::uint64_t bytes,
              std::uint64_t alignment = cell_alignment);

    hid_t root() const { return file_; }
    const std::string& name() const { return name_; }

    Handle group(hid_t parent, const std::string& name) const {
        return {H5Gcreate2(parent, name.c_str(), H5P_DEFAULT, undated(name_, H5P_GROUP_CREATE), H5P_DEFAULT), name_,
                format("no group {}", name)};
    }

    void attribute(hid_t object, const char* name, const std::string& text) const {
        importers::hdf5::write_attribute(object, name_, name, text);
    }
    template <class T>
    void attribute(hid_t object, const char* name, T value) const {
        importers::hdf5::write_attribute(object, name_, name, stored_type<T>(), &value);
    }

    template <std::ranges::contiguous_range Values>
    Handle vector(hid_t parent, const std::string& name, const Values& values) {
        using T = std::ranges::range_value_t<Values>;
        return plain(parent, name, stored_type<T>(), sizeof(T), {std::ranges::size(values)}, std::ranges::data(values));
    }
    Handle points(hid_t parent, const std::string& name, std::span<const Coordinate> points);
    // Numbers, or texts of one length; bytes_of() is their size.
    Handle ids(hid_t parent, const std::string& name, const IdTable& ids);

    static std::uint64_t bytes_of(const IdTable& ids);

    // Creates rows × columns in chunks of whole rows, allocated and not filled. Nothing lies between chunks,
    // so a reader can map all rows as one array.
    template <class T>
    Handle matrix(hid_t parent, const char* name, std::size_t rows, std::size_t columns) const {
        const std::string what = format("dataset {} cannot be written", name);
        const hsize_t extents[] = {rows, columns};
        const Handle space(H5Screate_simple(2, extents, nullptr), name_, what);
        const Handle layout = undated(name_);
        if (rows > 0 && columns > 0) {  // chunks cannot be empty
            const hsize_t chunk[] = {rows_per_chunk(columns * sizeof(T), rows), columns};
            importers::hdf5::check(H5Pset_chunk(layout, 2, chunk), name_, what);
        }
        importers::hdf5::check(H5Pset_alloc_time(layout, H5D_ALLOC_TIME_EARLY), name_, what);
        importers::hdf5::check(H5Pset_fill_time(layout, H5D_FILL_TIME_NEVER), name_,
                               what);  // every cell is written once
        const Handle access = uncached(name_);
        return {H5Dcreate2(parent, name, stored_type<T>(), space, H5P_DEFAULT, layout, access), name_, what};
    }
    // Writes all rows of such a matrix.
    template <class T>
    void fill(hid_t matrix, std::span<const T> values, std::size_t rows, std::size_t columns) {
        if (values.empty()) return;
        const std::size_t block = rows_per_block(columns * sizeof(T), rows);
        for (std::size_t row = 0; row < rows; row += block) {
            const std::size_t count = std::min(block, rows - row);
            write_rows(matrix, name_, {row, count, columns}, stored_type<T>(), values.data() + row * columns);
            note_written(count * columns * sizeof(T));
        }
    }

    // The same, but make(first row, count, into) provides the numbers.
    template <class T, class Make>
    void fill_rows(hid_t matrix, std::size_t rows, std::size_t columns, const Make& make) {
        if (rows == 0 || columns == 0) return;
        const std::size_t block = rows_per_block(columns * sizeof(T), rows);
        std::vector<T> values(block * columns);
        for (std::size_t row = 0; row < rows; row += block) {
            const std::size_t count = std::min(block, rows - row);
            make(row, count, values.data());
            write_rows(matrix, name_, {row, count, columns}, stored_type<T>(), values.data());
            note_written(count * columns * sizeof(T));
        }
    }

    // Writes checksums of all datasets so far, which must be contiguous.
    void write_checksums();
    // Closes the file and throws if writes were lost.
    void close();

private:
    static constexpr std::size_t block_bytes = std::size_t{1} << 20;

    static std::size_t rows_per_chunk(std::size_t row_bytes, std::size_t rows);
    // Rows that are written at once.
    static std::size_t rows_per_block(std::size_t row_bytes, std::size_t rows) {
        return std::clamp<std::size_t>(block_bytes / row_bytes, 1, rows);
    }
    void note_written(std::uint64_t bytes);
    Handle plain(hid_t parent, const std::string& name, hid_t type, std::size_t type_bytes,
                 const std::vector<hsize_t>& extents, const void* data);

    std::string name_;
    ProgressCallback progress_;
    std::uint64_t total_;
    std::uint64_t done_ = 0;
    Handle file_;
};

// The attribute `kind` of a matrix: a table has one matrix of distances, to which next hops belong, or one of unsolved
// direct costs.
enum class MatrixKind { distances, costs, skim };

// The dataset's name: "time_ms" for raw numbers, "time_s" for natural ones. HDF5 names have no '/'.
std::string matrix_name(const StoredNumbers& numbers);

// The number for unreachable: NaN in natural floats, which other programs omit from sums; else unreachable_cost<T>.
template <class T>
T absent_number(const StoredNumbers& numbers) {
    if constexpr (std::is_floating_point_v<T>) {
        if (!numbers.raw()) return std::numeric_limits<T>::quiet_NaN();
    }
    return unreachable_cost<T>;
}

// Creates an empty dataset in the group `data`, with attributes that define its numbers.
struct MatrixFacts {
    std::string name;
    MatrixKind kind;
    const CostScale& scale;
    const StoredNumbers& numbers;
};
importers::hdf5::Handle make_matrix(OmxWriter& writer, hid_t data, const MatrixFacts& facts, std::size_t rows,
                                    std::size_t columns);

// Writes all numbers of such a matrix, converted by `numbers`.
void fill_matrix(OmxWriter& writer, hid_t matrix, const CostView& values, const StoredNumbers& numbers,
                 std::size_t rows, std::size_t columns);

// The same conversion in memory.
CostVector stored(const CostVector& values, const StoredNumbers& numbers);

// The dataset of a skim. Names that are taken get a number ("length_m_2").
struct SkimMatrix {
    std::string name;
    CostScale scale;
    StoredNumbers numbers;
};
// The datasets for the skims of a frame (streamed tables), or for skims in memory.
std::vector<SkimMatrix> skim_matrices(const std::string& distances, const TableFrame& frame, const std::string& dtype);
std::vector<SkimMatrix> skim_matrices(const std::string& distances, const std::vector<Skim>& skims,
                                      const std::string& dtype);

// Writes every skim into its matrix.
void write_skims(OmxWriter& writer, hid_t data, const std::vector<Skim>& skims, const std::vector<SkimMatrix>& matrices,
                 std::size_t rows, std::size_t columns);

// The bytes of a cell in all these matrices.
std::uint64_t cell_bytes(const std::vector<SkimMatrix>& matrices);

}  // namespace allways::tools
