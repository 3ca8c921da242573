// SPDX-License-Identifier: Apache-2.0
#include "export/formats/hdf5/omx_writer.h"

#include <set>

#include "base/mapped_file.h"
#include "libraries/hdf5_checksums.h"

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

hdf5::Handle uncached(const std::string& name) {
    hdf5::Handle access(H5Pcreate(H5P_DATASET_ACCESS), name, "cannot be written");
    hdf5::check(H5Pset_chunk_cache(access, 1, 0, 1.0), name, "cannot be written");
    return access;
}

void write_rows(hid_t matrix, const std::string& name, const MatrixRows& rows, hid_t type, const void* values) {
    const std::string what = "rows cannot be written";
    const hsize_t start[] = {rows.first, 0};
    const hsize_t count[] = {rows.count, rows.columns};
    const hdf5::Handle memory(H5Screate_simple(2, count, nullptr), name, what);
    const hdf5::Handle space(H5Dget_space(matrix), name, what);
    hdf5::check(H5Sselect_hyperslab(space, H5S_SELECT_SET, start, nullptr, count, nullptr), name, what);
    hdf5::check(H5Dwrite(matrix, type, memory, space, H5P_DEFAULT, values), name, what);
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
    // The HDF5 1.8 format adds checksums to object headers, so damage is an error; without them HDF5 1.10 crashes.
    const Handle access(H5Pcreate(H5P_FILE_ACCESS), name_, "cannot be written");
    hdf5::check(H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18), name_, "cannot be written");
    hdf5::check(H5Pset_alignment(access, alignment, alignment), name_, "cannot be written");
    file_ = Handle(H5Fcreate(temporary.c_str(), H5F_ACC_EXCL, undated(name_, H5P_FILE_CREATE), access), name_,
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

void OmxWriter::note_written(std::uint64_t bytes) {
    done_ += bytes;
    report(progress_, "write", done_, total_);
}

OmxWriter::Handle OmxWriter::plain(hid_t parent, const std::string& name, hid_t type, std::size_t type_bytes,
                                   const std::vector<hsize_t>& extents, const void* data) {
    const Handle layout = undated(name_);
    const std::string what = format("dataset {} cannot be written", name);
    const Handle space(H5Screate_simple(static_cast<int>(extents.size()), extents.data(), nullptr), name_, what);
    Handle dataset(H5Dcreate2(parent, name.c_str(), type, space, H5P_DEFAULT, layout, H5P_DEFAULT), name_, what);
    std::uint64_t values = 1;
    for (const hsize_t extent : extents) values *= extent;
    if (values > 0) hdf5::check(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data), name_, what);
    note_written(values * type_bytes);
    return dataset;
}

// ---- the matrices of a table: distances and skims, raw or natural numbers, all under /data

using hdf5::Handle;

namespace {

// Makes the names of matrices unique.
class MatrixNames {
public:
    explicit MatrixNames(const std::string& distances) : taken_{distances} {}
    std::string of(const StoredNumbers& numbers) {
        const std::string wanted = matrix_name(numbers);
        std::string name = wanted;
        for (int number = 2; !taken_.insert(name).second; ++number) name = format("{}_{}", wanted, number);
        return name;
    }

private:
    std::set<std::string> taken_;
};

template <class Out, class T>
void store_cells(std::span<const T> cells, Out* into, const StoredNumbers& numbers) {
    numbers.store<Out>(cells, into, absent_number<Out>(numbers));
}

}  // namespace

std::string matrix_name(const StoredNumbers& numbers) {
    std::string name = numbers.column_name();
    std::ranges::replace(name, '/', '_');
    return name;
}

Handle make_matrix(OmxWriter& writer, hid_t data, const MatrixFacts& facts, std::size_t rows, std::size_t columns) {
    return with_cost_type(facts.numbers.type(), [&]<class T>() {
        Handle matrix = writer.matrix<T>(data, facts.name.c_str(), rows, columns);
        writer.attribute(matrix, "kind",
                         std::string(facts.kind == MatrixKind::distances ? "distances"
                                     : facts.kind == MatrixKind::costs   ? "costs"
                                                                         : "skim"));
        writer.attribute(matrix, "name", facts.scale.name);
        writer.attribute(matrix, "unit", facts.numbers.unit());
        writer.attribute(matrix, "digits", std::int32_t{facts.numbers.digits()});
        if (const auto decimals = facts.numbers.decimals())
            writer.attribute(matrix, "decimals", std::int32_t{*decimals});
        writer.attribute(matrix, "NA", absent_number<T>(facts.numbers));
        return matrix;
    });
}

void fill_matrix(OmxWriter& writer, hid_t matrix, const CostView& values, const StoredNumbers& numbers,
                 std::size_t rows, std::size_t columns) {
    if (numbers.raw()) {
        return std::visit([&](const auto& all) { writer.fill(matrix, all, rows, columns); }, values);
    }
    std::visit(
        [&]<class T>(std::span<const T> all) {
            with_cost_type(numbers.type(), [&]<class Out>() {
                writer.fill_rows<Out>(matrix, rows, columns, [&](std::size_t first, std::size_t count, Out* into) {
                    store_cells(all.subspan(first * columns, count * columns), into, numbers);
                });
            });
        },
        values);
}

CostVector stored(const CostVector& values, const StoredNumbers& numbers) {
    if (numbers.raw()) return values;
    return std::visit(
        [&]<class T>(const std::vector<T>& all) {
            return with_cost_type(numbers.type(), [&]<class Out>() -> CostVector {
                std::vector<Out> natural(all.size());
                store_cells(std::span(all), natural.data(), numbers);
                return natural;
            });
        },
        values);
}

std::vector<SkimMatrix> skim_matrices(const std::string& distances, const TableFrame& frame, const std::string& dtype) {
    MatrixNames names(distances);
    std::vector<SkimMatrix> matrices;
    for (std::size_t f = 0; f < frame.skims.size(); ++f) {
        const StoredNumbers numbers(frame.skims[f], CostType::int32, frame.largest_skims[f], "", dtype);
        matrices.push_back({names.of(numbers), frame.skims[f], numbers});
    }
    return matrices;
}

std::vector<SkimMatrix> skim_matrices(const std::string& distances, const std::vector<Skim>& skims,
                                      const std::string& dtype) {
    MatrixNames names(distances);
    std::vector<SkimMatrix> matrices;
    for (const Skim& skim : skims) {
        const StoredNumbers numbers(skim.scale, skim.values.type(), largest_number(view(skim.values.all())), "", dtype);
        matrices.push_back({names.of(numbers), skim.scale, numbers});
    }
    return matrices;
}

void write_skims(OmxWriter& writer, hid_t data, const std::vector<Skim>& skims, const std::vector<SkimMatrix>& matrices,
                 std::size_t rows, std::size_t columns) {
    for (std::size_t f = 0; f < skims.size(); ++f) {
        const auto& [name, scale, numbers] = matrices[f];
        const Handle matrix = make_matrix(writer, data, {name, MatrixKind::skim, scale, numbers}, rows, columns);
        fill_matrix(writer, matrix, view(skims[f].values.all()), numbers, rows, columns);
    }
}

std::uint64_t cell_bytes(const std::vector<SkimMatrix>& matrices) {
    std::uint64_t bytes = 0;
    for (const SkimMatrix& matrix : matrices) bytes += size_of(matrix.numbers.type());
    return bytes;
}

}  // namespace allways::tools
