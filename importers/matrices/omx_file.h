// SPDX-License-Identifier: Apache-2.0
// An HDF5 file in the Open Matrix layout, opened for reading: groups, vectors and ids, and what Allways adds for paths;
// errors name the file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/ids.h"
#include "allways/base/shared_array.h"
#include "allways/network/coordinate.h"
#include "allways/network/road_network.h"
#include "allways/result/distance_table.h"
#include "base/mapped_file.h"
#include "libraries/hdf5_file.h"

namespace allways::importers {

template <class T>
hid_t native_type() {
    if constexpr (std::is_same_v<T, std::int32_t>)
        return H5T_NATIVE_INT32;
    else if constexpr (std::is_same_v<T, std::int64_t>)
        return H5T_NATIVE_INT64;
    else if constexpr (std::is_same_v<T, std::uint64_t>)
        return H5T_NATIVE_UINT64;
    else if constexpr (std::is_same_v<T, std::uint32_t>)
        return H5T_NATIVE_UINT32;
    else if constexpr (std::is_same_v<T, std::uint16_t>)
        return H5T_NATIVE_UINT16;
    else if constexpr (std::is_same_v<T, std::uint8_t>)
        return H5T_NATIVE_UINT8;
    else if constexpr (std::is_same_v<T, float>)
        return H5T_NATIVE_FLOAT;
    else
        return H5T_NATIVE_DOUBLE;
}

// Every function throws InputError, naming the file, if something is missing or differs from the request.
class OmxFile {
public:
    // map: arrays stay in the file, with the values stored there; map_rows: only the rows of matrices stay there;
    // image: the file is in memory.
    enum class Access { read, map_rows, map, image };
    // `copies`: mapped arrays are copies in memory, which outlive changes of the file (MappedFile).
    explicit OmxFile(const std::string& path, Access access = Access::read, bool copies = false);
    // Opens the bytes of a whole file, a copy of which HDF5 makes; errors call it `name`.
    OmxFile(std::string_view image, const std::string& name);

    bool is_mapped() const { return access_ == Access::map; }
    bool is_image() const { return access_ == Access::image; }
    // Compares a mapped file with its checksum or, without one, all datasets with theirs.
    void verify_checksums() const;
    hid_t root() const { return file_; }
    const std::string& path() const { return path_; }
    [[noreturn]] void fail(const std::string& message) const { throw InputError(path_, 0, message); }

    hdf5::Handle group(hid_t parent, const std::string& name) const {
        return {H5Gopen2(parent, name.c_str(), hdf5::group_access()), path_, format("group {} cannot be read", name)};
    }
    // Checks that the values are in this file and that the dataset claims no more than the file can hold.
    hdf5::Handle dataset(hid_t parent, const std::string& name) const;

    template <class T>
    T number_attribute(hid_t object, const char* name) const {
        const std::string what = format("attribute {} cannot be read", name);
        const hdf5::Handle attribute(H5Aopen(object, name, H5P_DEFAULT), path_, what);
        const hdf5::Handle space(H5Aget_space(attribute), path_, what);
        if (H5Sget_simple_extent_npoints(space) != 1) fail(format("attribute {} needs one value", name));
        T value{};
        hdf5::check(H5Aread(attribute, native_type<T>(), &value), path_, what);
        return value;
    }

    bool is_number_attribute(hid_t object, const char* name) const;

    // Returns the number of values in a dataset.
    std::size_t size_of_dataset(hid_t parent, const std::string& name) const;
    // Reads all values of a dataset, which must have `count` of them.
    template <class T>
    std::vector<T> read_vector(hid_t parent, const std::string& name, std::size_t count) const {
        const std::size_t size = size_of_dataset(parent, name);
        if (size != count) fail(format("dataset {} needs {} values, found {}", name, count, size));
        std::vector<T> values(count);
        if (count == 0) return values;
        const hdf5::Handle set = dataset(parent, name);
        hdf5::check(H5Dread(set, native_type<T>(), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), path_,
                    format("dataset {} cannot be read", name));
        return values;
    }
    template <class T>
    std::vector<T> read_vector(hid_t parent, const std::string& name) const {
        return read_vector<T>(parent, name, size_of_dataset(parent, name));
    }

    // Returns the same values, in the file if it is mapped and stores them as they are in memory.
    template <class T>
    SharedArray<T> array(hid_t parent, const std::string& name, std::size_t count) const {
        if (is_mapped()) {
            if (const auto* stored = static_cast<const T*>(find_stored(parent, name, native_type<T>(), count))) {
                return {std::span(stored, count), mapped_};
            }
        }
        return read_vector<T>(parent, name, count);
    }
    template <class T>
    SharedArray<T> array(hid_t parent, const std::string& name) const {
        return array<T>(parent, name, size_of_dataset(parent, name));
    }
    // Returns the rows of a matrix, if the file is mapped and stores them one after the other as they are in memory.
    template <class T>
    std::optional<SharedArray<T>> rows(hid_t set, std::size_t row_count, std::size_t columns) const {
        const auto* stored = static_cast<const T*>(find_rows(set, native_type<T>(), row_count, columns));
        if (stored == nullptr) return std::nullopt;
        return SharedArray<T>(std::span(stored, row_count * columns), mapped_);
    }
    // Points, each x and y.
    SharedArray<Coordinate> points(hid_t parent, const std::string& name, std::size_t count) const;

    // Reads texts of fixed or variable length.
    std::vector<std::string> read_texts(hid_t parent, const std::string& name, std::size_t count) const;
    // Reads ids stored as texts, integers, or integers in floats.
    IdTable read_ids(hid_t parent, const std::string& name, std::size_t count) const;

private:
    // Returns the address of `count` values of that type in the mapped file; null if they are stored in another way.
    const void* find_stored(hid_t parent, const std::string& name, hid_t type, std::size_t count) const;
    const void* find_rows(hid_t set, hid_t type, std::size_t row_count, std::size_t columns) const;
    void require_filters(hid_t set, const std::string& name) const;
    void require_stored(hid_t set, const std::string& name) const;
    void require_lengths(hid_t set, const std::string& name, std::size_t count) const;

    std::string path_;
    Access access_;
    hdf5::Handle file_;
    std::uint64_t bytes_ = 0;  // of the file
    std::shared_ptr<const MappedFile> mapped_;
};

// ---- data that paths need in addition to next hops or a factor, in the group /allways of an Open Matrix or factor
// file

// Reads the group "arcs" in `parent`, as tools/export/formats/hdf5/omx_arcs.cpp wrote it. Columns, texts and shapes may
// be missing, as in files of older versions. Costs have the table's type; natural ones become int32 with `digits`
// digits. Throws InputError for a damaged group: sizes that differ, indexes out of range (not checked in a mapped
// file).
TableArcs read_arcs(const OmxFile& file, hid_t parent, std::size_t node_count, CostType type, int digits);

// Reads another cost of the arcs from the group "arcs" in `parent`: costs, and states with their costs.
void read_other_costs(const OmxFile& file, hid_t parent, CostType type, TableArcs& arcs);

// Reads `count` points, each x and y.
std::vector<Coordinate> read_points(const OmxFile& file, hid_t parent, const std::string& name, std::size_t count);

// Stored data of the nodes; members that the file lacks are empty.
struct StoredNodes {
    SharedArray<Coordinate> coordinates;
    std::string crs;
    SharedArray<std::uint8_t> no_through;
};
StoredNodes read_nodes(const OmxFile& file, hid_t parent, std::size_t node_count);

// Reads the attributes of the group, by name.
TableProvenance read_provenance(const OmxFile& file, hid_t parent);

// ---- a network as the image of a file

// Returns the network that network_image() (tools/export/formats/formats.h) stored: every field, bit for bit, except
// the source and format in the provenance, which reading sets. O(bytes). Throws InputError, naming `name`, or
// DamagedContent for anything but such an image; also checks that indexes are in range and arrays have the sizes that
// RoadNetwork states.
RoadNetwork read_network_image(std::string_view image, const std::string& name);

// Throws InputError if the group /allways has a newer layout than this program knows.
void check_own_layout(const OmxFile& file, hid_t own);

}  // namespace allways::importers
