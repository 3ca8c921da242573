// SPDX-License-Identifier: Apache-2.0
#include "matrices/omx_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "libraries/hdf5_file.h"

namespace allways::importers {

namespace {

using hdf5::check;
using hdf5::Handle;

// Some writers store integer ids as floats.
std::string real_id(double id) {
    const bool whole = id == std::trunc(id) && std::abs(id) < 1e15;
    return whole ? format("{}", static_cast<std::int64_t>(id)) : format("{}", id);
}

}  // namespace

OmxFile::OmxFile(const std::string& path, Access access, bool copies) : path_(path), access_(access) {
    hdf5::start();
    file_ = Handle(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), path, "not an HDF5 file");
    std::error_code error;
    bytes_ = std::filesystem::file_size(path, error);
    if (access == Access::read) return;
    // Maps the file that HDF5 has open, since another one may have replaced it by now.
    void* descriptor = nullptr;
    check(H5Fget_vfd_handle(file_, H5P_DEFAULT, &descriptor), path, "cannot be mapped");
    mapped_ = std::make_shared<MappedFile>(*static_cast<const int*>(descriptor), path, copies);
    bytes_ = mapped_->bytes().size();
}

OmxFile::OmxFile(std::string_view image, const std::string& name)
    : path_(name), access_(Access::image), bytes_(image.size()) {
    hdf5::start();
    const Handle access = hdf5::memory_access(name);
    check(H5Pset_file_image(access, const_cast<char*>(image.data()), image.size()), name, "not an HDF5 file");
    file_ = Handle(H5Fopen(hdf5::memory_name().c_str(), H5F_ACC_RDONLY, access), name, "not an HDF5 file");
    if (H5Fget_file_image(file_, nullptr, 0) != static_cast<ssize_t>(image.size()))
        fail(format("is an HDF5 file of another size than its {} bytes", image.size()));
}

void OmxFile::verify_checksums() const {
    const bool has_one = hdf5::has_attribute(file_, file_checksum_attribute);
    if (has_one && hdf5::has_file_checksum(mapped_->bytes())) return;
    hdf5::verify_checksums(file_, *mapped_, path_);  // which names a damaged dataset
    if (has_one) fail("the file is damaged or incomplete: its checksum differs; copy it or make it again");
}

const void* OmxFile::find_stored(hid_t parent, const std::string& name, hid_t type, std::size_t count) const {
    const Handle set = dataset(parent, name);
    const Handle stored(H5Dget_type(set), path_, format("dataset {} has no type", name));
    const std::size_t size = H5Tget_size(type);
    const auto shape = hdf5::shape_of(set, path_);
    std::uint64_t found = 1;
    for (const hsize_t extent : shape) found *= extent;
    if (found != count) fail(format("dataset {} needs {} values, found {}", name, count, found));
    const haddr_t at = H5Dget_offset(set);
    if (count == 0 || at == HADDR_UNDEF || H5Tequal(stored, type) <= 0 || at % size != 0) return nullptr;
    const auto bytes = mapped_->bytes();
    if (at > bytes.size() || count > (bytes.size() - at) / size) {
        fail(format("dataset {} ends beyond the file's {} bytes; the file is incomplete", name, bytes.size()));
    }
    return bytes.data() + at;
}

// Chunks of whole rows, uncompressed and adjacent, form one array.
const void* OmxFile::find_rows(hid_t set, hid_t type, std::size_t row_count, std::size_t columns) const {
    const std::string what = "the places of a matrix cannot be read";
    const std::size_t row_bytes = columns * H5Tget_size(type);
    const Handle stored(H5Dget_type(set), path_, what);
    const Handle plan(H5Dget_create_plist(set), path_, what);
    hsize_t chunk[2] = {0, 0};
    if (mapped_ == nullptr || row_count == 0 || row_bytes == 0 || H5Tequal(stored, type) <= 0 ||
        H5Pget_layout(plan) != H5D_CHUNKED || H5Pget_nfilters(plan) > 0 || H5Pget_chunk(plan, 2, chunk) != 2 ||
        chunk[1] != columns) {
        return nullptr;
    }
    haddr_t first = HADDR_UNDEF;
    for (hsize_t row = 0; row < row_count; row += chunk[0]) {
        const hsize_t at[] = {row, 0};
        unsigned skipped_filters = 0;
        haddr_t offset = HADDR_UNDEF;
        hsize_t bytes = 0;
        check(H5Dget_chunk_info_by_coord(set, at, &skipped_filters, &offset, &bytes), path_, what);
        if (row == 0) first = offset;
        if (offset == HADDR_UNDEF || offset != first + row * row_bytes) return nullptr;
    }
    const auto bytes = mapped_->bytes();
    if (first % alignof(double) != 0 || first > bytes.size() || row_count > (bytes.size() - first) / row_bytes) {
        return nullptr;
    }
    return bytes.data() + first;
}

SharedArray<Coordinate> OmxFile::points(hid_t parent, const std::string& name, std::size_t count) const {
    static_assert(sizeof(Coordinate) == 2 * sizeof(double));
    const SharedArray<double> xy = array<double>(parent, name, 2 * count);
    if (xy.is_borrowed()) {
        return {std::span(static_cast<const Coordinate*>(static_cast<const void*>(xy.data())), count), mapped_};
    }
    std::vector<Coordinate> points;
    points.reserve(count);
    for (std::size_t at = 0; at < count; ++at) points.push_back({xy[2 * at], xy[2 * at + 1]});
    return points;
}

// Refuses files such as 34 kB that claim 2 GB: chunks that were never written, and values in other files.
void OmxFile::require_stored(hid_t set, const std::string& name) const {
    constexpr double deflate_ratio = 1032;  // zlib's maximum
    const std::string what = format("dataset {} cannot be read", name);
    const Handle plan(H5Dget_create_plist(set), path_, what);
    if (H5Pget_layout(plan) == H5D_VIRTUAL || H5Pget_external_count(plan) > 0) {
        fail(format("the values of dataset {} are in other files; write a file that contains them", name));
    }
    const Handle type(H5Dget_type(set), path_, what);
    const Handle space(H5Dget_space(set), path_, what);
    const double values = static_cast<double>(std::max<hssize_t>(H5Sget_simple_extent_npoints(space), 0));
    const double bytes = values * static_cast<double>(H5Tget_size(type));
    // Stored sizes beyond the file's size come from damaged chunks: HDF5 allocates memory for them before it checks
    // their ends.
    const std::uint64_t stored = H5Dget_storage_size(set);
    if (stored <= bytes_ && bytes <= static_cast<double>(stored) * (H5Pget_nfilters(plan) > 0 ? deflate_ratio : 1))
        return;
    fail(format("dataset {} states {} values, too many for the file's {} bytes; the file is damaged or incomplete",
                name, values, bytes_));
}

// HDF5 says of a filter that it lacks only that values cannot be read. PyTables packs by Blosc, marked as optional.
void OmxFile::require_filters(hid_t set, const std::string& name) const {
    constexpr std::pair<H5Z_filter_t, std::string_view> known[] = {
        {307, "bzip2"},        {32000, "LZF"},  {32001, "Blosc"}, {32004, "LZ4"},
        {32008, "Bitshuffle"}, {32015, "Zstd"}, {32026, "Blosc2"}};
    const Handle plan(H5Dget_create_plist(set), path_, format("dataset {} cannot be read", name));
    for (int at = 0; at < H5Pget_nfilters(plan); ++at) {
        unsigned flags = 0;
        std::size_t value_count = 0;
        const H5Z_filter_t filter =
            H5Pget_filter2(plan, static_cast<unsigned>(at), &flags, &value_count, nullptr, 0, nullptr, nullptr);
        hsize_t start[H5S_MAX_RANK] = {};
        hsize_t bytes = 0;
        haddr_t offset = HADDR_UNDEF;
        unsigned skipped = 0;
        if (H5Zfilter_avail(filter) > 0) continue;
        const bool has_chunk = H5Dget_chunk_info(set, H5S_ALL, 0, start, &skipped, &offset, &bytes) >= 0;
        if (has_chunk && (skipped >> at & 1u) != 0) continue;
        const auto found = std::ranges::find(known, filter, [](const auto& one) { return one.first; });
        fail(format(
            "dataset {} is packed by {}, which this HDF5 library cannot unpack: repack the file with 'h5repack -f "
            "GZIP=6', where that is installed",
            name, found == std::end(known) ? format("HDF5 filter {}", filter) : std::string(found->second)));
    }
}

// An element of variable-length text is a length, the address of a heap and an index into it. HDF5 allocates memory for
// the length before it checks the heap. Chunked elements are not checked.
void OmxFile::require_lengths(hid_t set, const std::string& name, std::size_t count) const {
    const haddr_t at = H5Dget_offset(set);
    if (at == HADDR_UNDEF) return;
    std::size_t address_bytes = 0, size_bytes = 0;
    const Handle plan(H5Fget_create_plist(file_), path_, "its properties cannot be read");
    check(H5Pget_sizes(plan, &address_bytes, &size_bytes), path_, "its properties cannot be read");
    std::ifstream file(path_, std::ios::binary);
    file.seekg(static_cast<std::streamoff>(at));
    std::array<unsigned char, 4> length{};
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < count && file.read(reinterpret_cast<char*>(length.data()), length.size()); ++i) {
        sum += length[0] | length[1] << 8 | length[2] << 16 | std::uint64_t{length[3]} << 24;
        file.ignore(static_cast<std::streamsize>(address_bytes + 4));
    }
    if (sum > bytes_)
        fail(format("dataset {} states texts of {} bytes, but the file has {}; it is damaged", name, sum, bytes_));
}

hdf5::Handle OmxFile::dataset(hid_t parent, const std::string& name) const {
    if (!hdf5::has_link(parent, name.c_str())) fail(format("dataset {} is missing", name));
    Handle set(H5Dopen2(parent, name.c_str(), hdf5::dataset_access()), path_,
               format("dataset {} cannot be read", name));
    require_stored(set, name);
    require_filters(set, name);
    return set;
}

bool OmxFile::is_number_attribute(hid_t object, const char* name) const {
    const Handle attribute(H5Aopen(object, name, H5P_DEFAULT), path_, format("attribute {} cannot be read", name));
    const Handle type(H5Aget_type(attribute), path_, "an attribute has no type");
    return H5Tget_class(type) == H5T_INTEGER || H5Tget_class(type) == H5T_FLOAT;
}

std::size_t OmxFile::size_of_dataset(hid_t parent, const std::string& name) const {
    const auto shape = hdf5::shape_of(dataset(parent, name), path_);
    if (shape.empty()) fail(format("dataset {} is a single value; expected an array", name));
    std::size_t size = 1;
    for (const hsize_t extent : shape) size *= extent;
    return size;
}

std::vector<std::string> OmxFile::read_texts(hid_t parent, const std::string& name, std::size_t count) const {
    const Handle set = dataset(parent, name);
    const std::string what = format("dataset {} cannot be read", name);
    const Handle type(H5Dget_type(set), path_, what);
    if (H5Tget_class(type) != H5T_STRING) fail(format("dataset {} does not contain texts", name));
    const auto shape = hdf5::shape_of(set, path_);
    if (shape.size() != 1 || shape[0] != count) fail(format("dataset {} needs {} texts", name, count));
    std::vector<std::string> texts(count);
    if (H5Tis_variable_str(type) > 0) {
        if (is_image()) fail(format("dataset {} has texts of variable length, which an image never has", name));
        require_lengths(set, name, count);
        std::vector<char*> pointers(count, nullptr);
        check(H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, pointers.data()), path_, what);
        for (std::size_t i = 0; i < count; ++i) {
            if (pointers[i] != nullptr) texts[i] = pointers[i];
            H5free_memory(pointers[i]);
        }
        return texts;
    }
    const std::size_t length = H5Tget_size(type);
    std::string all(length * count, '\0');
    if (count > 0) check(H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, all.data()), path_, what);
    for (std::size_t i = 0; i < count; ++i) {
        texts[i] = all.substr(i * length, length);
        texts[i].resize(std::min(length, texts[i].find('\0')));
    }
    return texts;
}

IdTable OmxFile::read_ids(hid_t parent, const std::string& name, std::size_t count) const {
    const Handle set = dataset(parent, name);
    const Handle type(H5Dget_type(set), path_, format("dataset {} has no type", name));
    if (H5Tget_class(type) == H5T_INTEGER) return IdTable(array<std::int64_t>(parent, name, count));
    if (H5Tget_class(type) == H5T_STRING) {
        // Numbers of other programs may be texts; texts that Allways wrote stay texts, even "007".
        if (hdf5::has_link(root(), "allways")) return IdTable(read_texts(parent, name, count));
        return IdTable::from_texts(read_texts(parent, name, count));
    }
    std::vector<std::string> texts;
    for (const double id : read_vector<double>(parent, name, count)) texts.push_back(real_id(id));
    return IdTable::from_texts(std::move(texts));
}

}  // namespace allways::importers
