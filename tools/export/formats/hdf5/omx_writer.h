// SPDX-License-Identifier: Apache-2.0
// Writes an Open Matrix file or a factor's file: groups, attributes and datasets through HDF5, with progress by bytes.
#pragma once

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

// Every function throws InputError, naming the file, on HDF5 errors, and Cancelled.
class OmxWriter {
public:
    using Handle = importers::hdf5::Handle;
    static constexpr std::uint64_t cell_alignment = sizeof(double);  // alignment of numbers in a mapped file

    // Writes to `temporary`, which errors call `name`. `bytes`: total size, for progress. `alignment`: alignment of
    // datasets, for files that are mapped.
    OmxWriter(const std::string& temporary, std::string name, ProgressCallback progress, std::uint64_t bytes,
              std::uint64_t alignment = cell_alignment);
    // Writes a file in memory, whose larger datasets are compressed; image() returns its bytes.
    explicit OmxWriter(std::string name);

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
        return {H5Dcreate2(parent, name, stored_type<T>(), space, H5P_DEFAULT, layout, H5P_DEFAULT), name_, what};
    }
    // Writes checksums of all datasets so far, which must be contiguous.
    void write_checksums();
    // Closes the file and throws if writes were lost.
    void close();
    // Returns the bytes of a file in memory, complete once all its objects are closed.
    std::string image() const;

private:
    static constexpr std::size_t block_bytes = std::size_t{1} << 20;

    static std::size_t rows_per_chunk(std::size_t row_bytes, std::size_t rows);
    void create(const std::string& path, const Handle& access, std::uint64_t alignment);
    void compress(const Handle& layout, std::vector<hsize_t> extents, std::size_t row_bytes) const;
    void note_written(std::uint64_t bytes);
    Handle plain(hid_t parent, const std::string& name, hid_t type, std::size_t type_bytes,
                 const std::vector<hsize_t>& extents, const void* data);

    std::string name_;
    ProgressCallback progress_;
    std::uint64_t total_ = 0;
    std::uint64_t done_ = 0;
    bool in_memory_ = false;
    Handle file_;
};

}  // namespace allways::tools
