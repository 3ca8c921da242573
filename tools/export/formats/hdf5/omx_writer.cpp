// SPDX-License-Identifier: Apache-2.0
#include "export/formats/hdf5/omx_writer.h"

#include "base/mapped_file.h"
#include "libraries/hdf5_file.h"

namespace allways::tools {

using namespace importers;

namespace {

std::size_t longest_text(const std::vector<std::string>& texts) {
    std::size_t longest = 1;
    for (const std::string& text : texts) longest = std::max(longest, text.size());
    return longest;
}

bool is_ascii(const std::string& text) {
    return std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) > 127; });
}

}  // namespace

hdf5::Handle undated(const std::string& name, hid_t kind) {
    hdf5::Handle layout(H5Pcreate(kind), name, "cannot be written");
    hdf5::check(H5Pset_obj_track_times(layout, false), name, "cannot be written");
    return layout;
}

// At most sixty chunks, of 1 MB or more: HDF5 keeps the addresses of up to 64 chunks in one tree node, which lies
// before all of them; further nodes would lie between chunks. The size of a chunk is a multiple of the alignment and
// below 2³² bytes, so matrices beyond 250 GB have more chunks, with gaps.
std::size_t OmxWriter::rows_per_chunk(std::size_t row_bytes, std::size_t rows) {
    constexpr std::size_t most_bytes = (std::size_t{1} << 32) - 1, most_chunks = 60;
    const std::size_t wanted = std::max(block_bytes / row_bytes, rows / most_chunks) + 1;
    const std::size_t aligned = (wanted + cell_alignment - 1) / cell_alignment * cell_alignment;
    const std::size_t most = most_bytes / row_bytes / cell_alignment * cell_alignment;
    return std::min({aligned, std::max<std::size_t>(most, 1), rows});
}

OmxWriter::OmxWriter(const std::string& temporary, std::string name, ProgressCallback progress, std::uint64_t bytes,
                     std::uint64_t alignment)
    : name_(std::move(name)), progress_(std::move(progress)), total_(bytes) {
    hdf5::start();
    create(temporary, Handle(H5Pcreate(H5P_FILE_ACCESS), name_, "cannot be written"), alignment);
}

OmxWriter::OmxWriter(std::string name) : name_(std::move(name)), in_memory_(true) {
    hdf5::start();
    create(hdf5::memory_name(), hdf5::memory_access(name_), cell_alignment);
}

void OmxWriter::create(const std::string& path, const Handle& access, std::uint64_t alignment) {
    // The HDF5 1.8 format adds checksums to object headers, so damage is an error; without them HDF5 1.10 crashes.
    hdf5::check(H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18), name_, "cannot be written");
    hdf5::check(H5Pset_alignment(access, alignment, alignment), name_, "cannot be written");
    file_ = Handle(H5Fcreate(path.c_str(), H5F_ACC_EXCL, undated(name_, H5P_FILE_CREATE), access), name_,
                   "cannot be written");
}

OmxWriter::Handle OmxWriter::points(hid_t parent, const std::string& name, std::span<const Coordinate> points) {
    static_assert(sizeof(Coordinate) == 2 * sizeof(double));
    return plain(parent, name, stored_type<double>(), sizeof(double), {points.size(), 2}, points.data());
}

OmxWriter::Handle OmxWriter::ids(hid_t parent, const std::string& name, const IdTable& ids) {
    if (ids.is_numeric()) return vector(parent, name, ids.numbers());
    const std::size_t longest = longest_text(ids.texts());
    std::string all(longest * ids.size(), '\0');
    for (std::size_t i = 0; i < ids.size(); ++i) ids.texts()[i].copy(all.data() + i * longest, longest);
    const Handle type = hdf5::string_type(longest, std::ranges::all_of(ids.texts(), is_ascii), name_);
    return plain(parent, name, type, longest, {ids.size()}, all.data());
}

std::uint64_t OmxWriter::bytes_of(const IdTable& ids) {
    return ids.size() * (ids.is_numeric() ? sizeof(std::int64_t) : longest_text(ids.texts()));
}

void OmxWriter::write_checksums() {
    hdf5::check(H5Fflush(file_, H5F_SCOPE_LOCAL), name_, "cannot be written");
    void* descriptor = nullptr;
    hdf5::check(H5Fget_vfd_handle(file_, H5P_DEFAULT, &descriptor), name_, "cannot be mapped");
    hdf5::write_checksums(file_, MappedFile(*static_cast<const int*>(descriptor), name_), name_);
}

void OmxWriter::close() {
    hdf5::check(H5Fflush(file_, H5F_SCOPE_LOCAL), name_, "cannot be written");
    file_.close(name_, "cannot be written");
}

// H5Fget_file_image() returns the same bytes, but for one in the first block, which HDF5 1.10 changes without the
// block's checksum.
std::string OmxWriter::image() const {
    hdf5::check(H5Fflush(file_, H5F_SCOPE_LOCAL), name_, "cannot be written");
    const ssize_t size = H5Fget_file_image(file_, nullptr, 0);
    hdf5::check(size < 0 ? -1 : 0, name_, "has no size");
    void* memory = nullptr;  // the address of the file's address
    hdf5::check(H5Fget_vfd_handle(file_, H5P_DEFAULT, &memory), name_, "is not in memory");
    return {*static_cast<const char* const*>(memory), static_cast<std::size_t>(size)};
}

// Integers, most of them small, are compressed best with their bytes sorted by significance, which also helps decimals
// a little. Chunks are of whole rows.
void OmxWriter::compress(const Handle& layout, std::vector<hsize_t> extents, std::size_t row_bytes) const {
    constexpr unsigned level = 1;  // higher levels gain less than a tenth, in twice the time
    extents[0] = std::clamp<hsize_t>(block_bytes / row_bytes, 1, extents[0]);
    hdf5::check(H5Pset_chunk(layout, static_cast<int>(extents.size()), extents.data()), name_, "has no chunks");
    hdf5::check(H5Pset_shuffle(layout), name_, "cannot be compressed");
    hdf5::check(H5Pset_deflate(layout, level), name_, "cannot be compressed");
}

void OmxWriter::note_written(std::uint64_t bytes) {
    done_ += bytes;
    report(progress_, "write", done_, total_);
}

OmxWriter::Handle OmxWriter::plain(hid_t parent, const std::string& name, hid_t type, std::size_t type_bytes,
                                   const std::vector<hsize_t>& extents, const void* data) {
    constexpr std::uint64_t least_compressed = 4096;  // HDF5 needs 2 kB to find the chunks of a dataset
    const Handle layout = undated(name_);
    const std::string what = format("dataset {} cannot be written", name);
    std::uint64_t values = 1;
    for (const hsize_t extent : extents) values *= extent;
    if (in_memory_ && values * type_bytes >= least_compressed)
        compress(layout, extents, values / extents[0] * type_bytes);
    const Handle space(H5Screate_simple(static_cast<int>(extents.size()), extents.data(), nullptr), name_, what);
    Handle dataset(H5Dcreate2(parent, name.c_str(), type, space, H5P_DEFAULT, layout, H5P_DEFAULT), name_, what);
    if (values > 0) hdf5::check(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data), name_, what);
    note_written(values * type_bytes);
    return dataset;
}

}  // namespace allways::tools
