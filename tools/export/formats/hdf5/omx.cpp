// SPDX-License-Identifier: Apache-2.0
// Distance table → Open Matrix (HDF5): distances under /data, ids under /lookup, and data for paths under /allways.
// Numbers are natural, which every program can read, or raw, exactly as in the table. Datasets are chunked in whole
// rows, unfiltered and allocated in advance, so that each row is contiguous in the file; the openmatrix package does
// not list contiguous datasets. Origins × destinations have the layout of a whole table without data for paths.
#include <set>
#include <vector>

#include "allways/base/format.h"
#include "allways/export/export.h"
#include "export/formats/formats.h"
#include "export/formats/hdf5/omx_arcs.h"
#include "export/formats/hdf5/omx_writer.h"
#include "export/formats/laid_out_rows.h"

namespace allways::tools {

using namespace importers;

namespace {

using hdf5::Handle;

const char* const data_group = "data";
const char* const own_group = "allways";
const char* const next_hops_name = "next_hops";

// A table has one matrix of distances, to which next hops belong, or one of unsolved direct costs. The distances of
// further hours read as its skims.
struct Matrix {
    std::string name;  // of the dataset
    const char* kind;
    CostScale scale;
    StoredNumbers numbers;
};

// "time_ms" for raw numbers, "time_s" for natural ones. HDF5 names have no '/'.
std::string matrix_name(const StoredNumbers& numbers) {
    std::string name = numbers.column_name();
    std::ranges::replace(name, '/', '_');
    return name;
}

// The number for unreachable: NaN in natural floats, which other programs omit from sums; else unreachable_cost<T>.
template <class T>
T absent_number(const StoredNumbers& numbers) {
    if constexpr (std::is_floating_point_v<T>) {
        if (!numbers.raw()) return std::numeric_limits<T>::quiet_NaN();
    }
    return unreachable_cost<T>;
}

// The matrices of all tables, in order. Names that are taken get a number ("length_m_2"). The distances of hours have
// the hour in their names ("time_8"); their skims get it here.
std::vector<Matrix> matrices_of(const TableFrame& frame, const ExportOptions& options) {
    std::vector<Matrix> matrices;
    for (std::size_t table = 0; table < frame.tables.size(); ++table) {
        std::set<std::string> taken;
        for (const TableField& field : frame.tables[table]) {
            const bool is_distance = taken.empty();
            CostScale scale = field.scale;
            if (!is_distance && frame.tables.size() > 1) scale.name += format("_{}", frame.hours[table]);
            const StoredNumbers numbers(scale, field.type, field.largest, is_distance ? options.unit : "",
                                        options.dtype);
            std::string name = matrix_name(numbers);
            for (int number = 2; !taken.insert(name).second; ++number)
                name = format("{}_{}", matrix_name(numbers), number);
            const char* const kind = !matrices.empty() ? "skim" : options.direct_costs ? "costs" : "distances";
            matrices.push_back({std::move(name), kind, std::move(scale), numbers});
        }
    }
    return matrices;
}

void make_matrix(OmxWriter& writer, hid_t data, const Matrix& matrix, const TableFrame& frame) {
    with_cost_type(matrix.numbers.type(), [&]<class T>() {
        const Handle dataset = writer.matrix<T>(data, matrix.name.c_str(), frame.rows.size(), frame.columns.size());
        writer.attribute(dataset, "kind", std::string(matrix.kind));
        writer.attribute(dataset, "name", matrix.scale.name);
        writer.attribute(dataset, "unit", matrix.numbers.unit());
        writer.attribute(dataset, "digits", std::int32_t{matrix.numbers.digits()});
        if (const auto decimals = matrix.numbers.decimals())
            writer.attribute(dataset, "decimals", std::int32_t{*decimals});
        writer.attribute(dataset, "NA", absent_number<T>(matrix.numbers));
    });
}

// If rows and columns are the same nodes, writes node_id as in a solved table; else origin_id and destination_id,
// attribute DIM 0 for rows and 1 for columns.
void write_lookups(OmxWriter& writer, const TableFrame& frame) {
    const Handle lookup = writer.group(writer.root(), "lookup");
    if (frame.one_list) {
        writer.ids(lookup, "node_id", frame.rows);
        return;
    }
    const auto write = [&](const char* name, const IdTable& ids, std::int32_t dimension) {
        const Handle dataset = writer.ids(lookup, name, ids);
        writer.attribute(dataset, "DIM", dimension);
    };
    write("origin_id", frame.rows, 0);
    write("destination_id", frame.columns, 1);
}

void write_places(OmxWriter& writer, hid_t group, const TableFrame& frame) {
    if (frame.one_list) return write_nodes(writer, group, frame.row_places, frame.crs, frame.no_through);
    const auto write = [&](const char* name, const std::vector<Coordinate>& places) {
        if (places.empty()) return;
        const Handle dataset = writer.points(group, name, places);
        writer.attribute(dataset, "crs", frame.crs);
    };
    write("origin_places", frame.row_places);
    write("destination_places", frame.column_places);
}

void write_snap_distances(OmxWriter& writer, hid_t group, const TableFrame& frame) {
    const SnapDistances& all = frame.snap_distances;
    if (all.empty()) return;
    const std::string column = snap_column(all.in_metres);
    if (frame.one_list) {
        writer.vector(group, column, all.origins);
        return;
    }
    writer.vector(group, "origin_" + column, all.origins);
    writer.vector(group, "destination_" + column, all.destinations);
}

// Arc costs are stored as distances are, so that a path's costs add up to its distance.
// An arc that no path uses may cost more than any distance, so float32 would lose digits.
CostArray stored(const CostArray& costs, const StoredNumbers& distances) {
    if (distances.raw()) return costs;
    const StoredNumbers numbers = distances.decimals() ? distances.in_float64() : distances;
    return std::visit(
        [&]<class T>(const SharedArray<T>& all) {
            return with_cost_type(numbers.type(), [&]<class Out>() -> CostArray {
                std::vector<Out> natural(all.size());
                numbers.store<Out>(std::span<const T>(all.data(), all.size()), natural.data(),
                                   absent_number<Out>(numbers));
                return SharedArray<Out>(std::move(natural));
            });
        },
        costs);
}

// Calls function<type>() for the stored type of next hops.
template <class Function>
void with_hop_type(std::size_t bytes, const Function& function) {
    if (bytes == 1) return function.template operator()<std::uint8_t>();
    if (bytes == 2) return function.template operator()<std::uint16_t>();
    return function.template operator()<std::uint32_t>();
}

void make_next_hops(OmxWriter& writer, hid_t group, const TableFrame& frame, const StoredNumbers& distances) {
    with_hop_type(frame.bytes_per_hop, [&]<class Hop>() {
        const Handle matrix = writer.matrix<Hop>(group, next_hops_name, frame.hop_rows(), frame.columns.size());
        writer.attribute(matrix, "kind", std::string(frame.arcs ? "arc_ordinal" : "node_index"));
    });
    if (!frame.arcs) return;
    write_arcs(writer, group, *frame.arcs, stored(frame.arcs->cost, distances),
               stored(frame.arcs->step_cost, distances));
}

// Writes the whole file except the matrices' numbers.
void write_omx_frame(const TableFrame& frame, const std::string& file, const std::string& name,
                     const ExportOptions& options) {
    const std::vector<Matrix> matrices = matrices_of(frame, options);
    OmxWriter writer(file, name, {}, 0);
    writer.attribute(writer.root(), "OMX_VERSION", std::string("0.2"));
    const std::int32_t shape[] = {static_cast<std::int32_t>(frame.rows.size()),
                                  static_cast<std::int32_t>(frame.columns.size())};
    hdf5::write_attribute(writer.root(), name, "SHAPE", H5T_STD_I32LE, shape, 2);
    {
        const Handle data = writer.group(writer.root(), data_group);
        for (const Matrix& matrix : matrices) make_matrix(writer, data, matrix, frame);
    }
    write_lookups(writer, frame);
    {
        const Handle group = writer.group(writer.root(), own_group);
        write_provenance(writer, group, frame.provenance);
        if (frame.bytes_per_hop != 0) make_next_hops(writer, group, frame, matrices.front().numbers);
        write_places(writer, group, frame);
        write_snap_distances(writer, group, frame);
    }
    writer.close();
}

// The frame fixes the places of all chunks, so writing rows changes nothing else in the file.
LaidOutMatrix laid_out_matrix(hid_t file, const std::string& name, const std::string& path, std::size_t columns) {
    const std::string what = format("no places for the rows of {}", path);
    const Handle matrix(H5Dopen2(file, path.c_str(), H5P_DEFAULT), name, what);
    const Handle space(H5Dget_space(matrix), name, what);
    const Handle type(H5Dget_type(matrix), name, what);
    LaidOutMatrix laid_out;
    laid_out.row_bytes = columns * H5Tget_size(type);
    hsize_t extents[2] = {0, 0};
    H5Sget_simple_extent_dims(space, extents, nullptr);
    if (extents[0] == 0 || extents[1] == 0) return laid_out;
    const Handle layout(H5Dget_create_plist(matrix), name, what);
    hsize_t chunk[2] = {0, 0};
    hdf5::check(H5Pget_chunk(layout, 2, chunk), name, what);
    laid_out.rows_per_chunk = chunk[0];
    for (hsize_t row = 0; row < extents[0]; row += chunk[0]) {
        const hsize_t at[] = {row, 0};
        unsigned filters = 0;
        haddr_t offset = HADDR_UNDEF;
        hsize_t bytes = 0;
        hdf5::check(H5Dget_chunk_info_by_coord(matrix, at, &filters, &offset, &bytes), name, what);
        laid_out.chunk_offsets.push_back(offset);
    }
    return laid_out;
}

LaidOutTable omx_places(const TableFrame& frame, const std::string& path, const std::string& name,
                        const ExportOptions& options) {
    hdf5::start();
    const Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), name, "cannot be written");
    LaidOutTable table;
    for (const Matrix& matrix : matrices_of(frame, options)) {
        const double absent = with_cost_type(
            matrix.numbers.type(), [&]<class T>() { return static_cast<double>(absent_number<T>(matrix.numbers)); });
        table.fields.push_back(
            {laid_out_matrix(file, name, format("{}/{}", data_group, matrix.name), frame.columns.size()),
             matrix.numbers, absent});
    }
    if (frame.bytes_per_hop != 0) {
        table.hops = laid_out_matrix(file, name, format("{}/{}", own_group, next_hops_name), frame.columns.size());
    }
    return table;
}

}  // namespace

FormatWriter omx_output() {
    using enum FormatTrait;
    FormatWriter format{{"omx",
                         "table, Open Matrix (HDF5): distances, skims, next hops, arcs and coordinates",
                         {".omx"},
                         {matrices, unit, dtype, paths, snap_distances, costs, hours}}};
    format.write_frame = write_omx_frame;
    format.laid_out = omx_places;
    format.check_options = [](const ExportOptions& options) {
        check_unit(options.unit);
        check_dtype(options.dtype);
    };
    return format;
}

}  // namespace allways::tools
