// SPDX-License-Identifier: Apache-2.0
// Distance table → Open Matrix (HDF5): distances under /data, ids under /lookup, and data for paths under /allways.
// Numbers are natural, which every program can read, or raw, exactly as in the table. Datasets are chunked in whole
// rows, unfiltered and allocated in advance, so that each row is contiguous in the file; the openmatrix package does
// not list contiguous datasets. Origins × destinations have the layout of a whole table without data for paths.
#include <optional>
#include <vector>

#include "allways/base/format.h"
#include "allways/export/export.h"
#include "allways/result/table_cells.h"
#include "export/files/atomic_file.h"
#include "export/formats/formats.h"
#include "export/formats/hdf5/omx_arcs.h"
#include "export/formats/hdf5/omx_writer.h"
#include "export/formats/laid_out_rows.h"

namespace allways::tools {

using namespace importers;

namespace {

// ---- tables between points

using hdf5::Handle;

std::uint64_t bytes_of_all(const TableCells& cells, std::uint64_t bytes_a_pair) {
    const std::uint64_t pairs = std::uint64_t{cells.rows.size()} * cells.columns.size();
    const std::uint64_t sides = cells.same_nodes() ? 1 : 2;
    return pairs * bytes_a_pair + OmxWriter::bytes_of(cells.rows) +
           (sides == 2 ? OmxWriter::bytes_of(cells.columns) : 0) +
           (cells.row_places.size() + (sides == 2 ? cells.column_places.size() : 0)) * sizeof(Coordinate) +
           (cells.snap_distances.origins.size() + (sides == 2 ? cells.snap_distances.destinations.size() : 0)) *
               sizeof(double);
}

// The matrices of one table: its distances and its skims. Borrows the table.
struct HourMatrices {
    // `hour`: of the table, which is added to the names of its skims; nothing: the only one.
    HourMatrices(const OriginDestinationTable& table, std::optional<int> hour, const ExportOptions& options)
        : cells(cells_of(table)),
          numbers(cells.scale, cells.type(), largest_number(cells.distances), options.unit, options.dtype),
          skims(cells.skims) {
        if (hour) {
            for (Skim& skim : skims) skim.scale.name += format("_{}", *hour);
        }
        skim_places = skim_matrices(matrix_name(numbers), skims, options.dtype);
    }

    std::uint64_t bytes_a_pair() const { return size_of(numbers.type()) + cell_bytes(skim_places); }

    void write(OmxWriter& writer, hid_t data, MatrixKind kind) const {
        const std::size_t rows = cells.rows.size();
        const std::size_t columns = cells.columns.size();
        const Handle distances =
            make_matrix(writer, data, {matrix_name(numbers), kind, cells.scale, numbers}, rows, columns);
        fill_matrix(writer, distances, cells.distances, numbers, rows, columns);
        write_skims(writer, data, skims, skim_places, rows, columns);
    }

    TableCells cells;
    StoredNumbers numbers;
    std::vector<Skim> skims;
    std::vector<SkimMatrix> skim_places;
};

void write_lookups(OmxWriter& writer, const TableCells& cells) {
    const Handle lookup = writer.group(writer.root(), "lookup");
    if (cells.same_nodes()) {
        writer.ids(lookup, "node_id", cells.rows);
        return;
    }
    const auto write = [&](const char* name, const IdTable& ids, std::int32_t dimension) {
        const Handle dataset = writer.ids(lookup, name, ids);
        writer.attribute(dataset, "DIM", dimension);
    };
    write("origin_id", cells.rows, 0);
    write("destination_id", cells.columns, 1);
}

// For tables with the same nodes on both sides, writes coordinates like a solved table's.
void write_places(OmxWriter& writer, hid_t group, const TableCells& cells) {
    if (cells.same_nodes()) return write_nodes(writer, group, cells.row_places, cells.crs, {});
    const auto write = [&](const char* name, const std::vector<Coordinate>& places) {
        if (places.empty()) return;
        const Handle dataset = writer.points(group, name, places);
        writer.attribute(dataset, "crs", cells.crs);
    };
    write("origin_places", cells.row_places);
    write("destination_places", cells.column_places);
}

void write_snap_distances(OmxWriter& writer, hid_t group, const TableCells& cells) {
    const SnapDistances& all = cells.snap_distances;
    if (all.empty()) return;
    const std::string column = snap_column(all.in_metres);
    if (cells.same_nodes()) {
        writer.vector(group, column, all.origins);
        return;
    }
    writer.vector(group, "origin_" + column, all.origins);
    writer.vector(group, "destination_" + column, all.destinations);
}

// The distances of the first table are the file's; those of the others read as its skims.
void write_tables(const std::vector<HourMatrices>& tables, const std::string& path, const ExportOptions& options) {
    const TableCells& cells = tables.front().cells;
    std::uint64_t bytes_a_pair = 0;
    for (const HourMatrices& table : tables) bytes_a_pair += table.bytes_a_pair();
    AtomicFile file(path, options.overwrite);
    OmxWriter writer(file.temporary(), path, options.progress, bytes_of_all(cells, bytes_a_pair));
    writer.attribute(writer.root(), "OMX_VERSION", std::string("0.2"));
    const std::int32_t shape[] = {static_cast<std::int32_t>(cells.rows.size()),
                                  static_cast<std::int32_t>(cells.columns.size())};
    hdf5::write_attribute(writer.root(), path, "SHAPE", H5T_STD_I32LE, shape, 2);
    {
        const Handle data = writer.group(writer.root(), "data");
        for (const HourMatrices& table : tables)
            table.write(writer, data, &table == &tables.front() ? MatrixKind::distances : MatrixKind::skim);
    }
    write_lookups(writer, cells);
    {
        const Handle group = writer.group(writer.root(), "allways");
        write_provenance(writer, group, recorded_provenance(cells.provenance, options));
        write_places(writer, group, cells);
        write_snap_distances(writer, group, cells);
    }
    writer.close();
    file.commit();
}

// If origins and destinations are the same nodes, writes /lookup/node_id as in a solved table, so that it reads as one;
// else /lookup/origin_id and /lookup/destination_id, attribute DIM 0 for rows and 1 for columns.
void write_omx_between(const OriginDestinationTable& table, const std::string& path, const ExportOptions& options) {
    std::vector<HourMatrices> tables;
    tables.emplace_back(table, std::nullopt, options);
    write_tables(tables, path, options);
}

// Writes the matrices of every hour, "time_8" and, for a skim, "length_8", in the order of the hours.
void write_omx_hours(const HourlyTables& hours, const std::string& path, const ExportOptions& options) {
    std::vector<HourMatrices> tables;
    const bool single = hours.tables.size() == 1;
    for (std::size_t i = 0; i < hours.tables.size(); ++i)
        tables.emplace_back(hours.tables[i], single ? std::nullopt : std::optional(hours.hours[i]), options);
    write_tables(tables, path, options);
}

const char* const data_group = "data";
const char* const own_group = "allways";
const char* const next_hops_name = "next_hops";

TableFrame frame_of(const DistanceTable& table, const ExportOptions& options) {
    const bool hops = table.has_next_hops();
    const bool by_arc = hops && table.next_hops().kind() == NextHops::Kind::arc_ordinal;
    return {table.node_count(),
            table.type(),
            table.scale(),
            table.node_ids(),
            hops ? table.next_hops().bytes_per_hop() : 0,
            by_arc ? &table.arcs() : nullptr,
            table.coordinates(),
            table.crs(),
            table.no_through(),
            recorded_provenance(table.provenance(), options),
            largest_number(view(table.distances())),
            {},
            {}};
}

std::uint64_t numbers_bytes(const TableFrame& frame, const StoredNumbers& numbers) {
    return std::uint64_t{frame.node_count} *
           (frame.node_count * size_of(numbers.type()) + frame.hop_rows() * frame.bytes_per_hop);
}

// Arc costs are stored as distances are, so that a path's costs add up to its distance. An arc that no path uses may
// cost more than any distance, so float32 would lose digits.
StoredNumbers numbers_of_arcs(const StoredNumbers& distances) {
    return distances.decimals() ? distances.in_float64() : distances;
}

std::uint64_t frame_bytes(const TableFrame& frame, const StoredNumbers& numbers) {
    return OmxWriter::bytes_of(frame.node_ids) + frame.no_through.size() +
           frame.coordinates.size() * sizeof(Coordinate) +
           (frame.arcs ? bytes_of(*frame.arcs, numbers_of_arcs(numbers).type()) : 0);
}

// Calls function<type>() for the stored type of next hops.
template <class Function>
auto with_hop_type(std::size_t bytes, const Function& function) {
    if (bytes == 1) return function.template operator()<std::uint8_t>();
    if (bytes == 2) return function.template operator()<std::uint16_t>();
    return function.template operator()<std::uint32_t>();
}

// Distances and next hops, and the group that holds the distances.
struct Matrices {
    Handle data;
    Handle distances;
    Handle hops;
};

Handle make_next_hops(OmxWriter& writer, hid_t group, const TableFrame& frame, const StoredNumbers& numbers) {
    Handle matrix = with_hop_type(frame.bytes_per_hop, [&]<class Hop>() {
        return writer.matrix<Hop>(group, next_hops_name, frame.hop_rows(), frame.node_count);
    });
    writer.attribute(matrix, "kind", std::string(frame.arcs ? "arc_ordinal" : "node_index"));
    if (frame.arcs) {
        const auto in_file = [&](const CostArray& costs) {
            return shared(stored(own(costs), numbers_of_arcs(numbers)));
        };
        write_arcs(writer, group, *frame.arcs, in_file(frame.arcs->cost), in_file(frame.arcs->step_cost));
    }
    return matrix;
}

// Writes the whole file except the matrices' numbers.
Matrices make_frame(OmxWriter& writer, const TableFrame& frame, const StoredNumbers& numbers,
                    MatrixKind kind = MatrixKind::distances) {
    writer.attribute(writer.root(), "OMX_VERSION", std::string("0.2"));
    const auto side = static_cast<std::int32_t>(frame.node_count);
    const std::int32_t shape[] = {side, side};
    hdf5::write_attribute(writer.root(), writer.name(), "SHAPE", H5T_STD_I32LE, shape, 2);
    Matrices matrices;
    matrices.data = writer.group(writer.root(), data_group);
    matrices.distances = make_matrix(writer, matrices.data, {matrix_name(numbers), kind, frame.scale, numbers},
                                     frame.node_count, frame.node_count);
    const Handle lookup = writer.group(writer.root(), "lookup");
    writer.ids(lookup, "node_id", frame.node_ids);

    const Handle group = writer.group(writer.root(), own_group);
    write_provenance(writer, group, frame.provenance);
    if (frame.bytes_per_hop != 0) matrices.hops = make_next_hops(writer, group, frame, numbers);
    write_nodes(writer, group, frame.coordinates, frame.crs, frame.no_through);
    return matrices;
}

void write_omx(const DistanceTable& table, const std::string& path, const ExportOptions& options) {
    AtomicFile file(path, options.overwrite);
    const TableFrame frame = frame_of(table, options);
    const StoredNumbers numbers = stored_numbers(frame, options);
    const auto skims = skim_matrices(matrix_name(numbers), table.skims(), options.dtype);
    const std::uint64_t pairs = std::uint64_t{frame.node_count} * frame.node_count;
    OmxWriter writer(file.temporary(), path, options.progress,
                     frame_bytes(frame, numbers) + numbers_bytes(frame, numbers) + pairs * cell_bytes(skims));
    {
        const Matrices matrices =
            make_frame(writer, frame, numbers, options.direct_costs ? MatrixKind::costs : MatrixKind::distances);
        fill_matrix(writer, matrices.distances, view(table.distances()), numbers, frame.node_count, frame.node_count);
        if (table.has_next_hops()) {
            std::visit(
                [&](const auto& hops) {
                    writer.fill(matrices.hops, std::span(hops.data(), hops.size()), frame.hop_rows(), frame.node_count);
                },
                table.next_hops().storage());
        }
        write_skims(writer, matrices.data, table.skims(), skims, frame.node_count, frame.node_count);
    }
    writer.close();
    file.commit();
}

void write_omx_frame(const TableFrame& frame, const std::string& file, const std::string& name,
                     const ExportOptions& options) {
    const StoredNumbers numbers = stored_numbers(frame, options);
    OmxWriter writer(file, name, {}, frame_bytes(frame, numbers));
    {
        const Matrices matrices = make_frame(writer, frame, numbers);
        const auto skims = skim_matrices(matrix_name(numbers), frame, options.dtype);
        for (const SkimMatrix& skim : skims) {
            make_matrix(writer, matrices.data, {skim.name, MatrixKind::skim, skim.scale, skim.numbers},
                        frame.node_count, frame.node_count);
        }
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
    const StoredNumbers numbers = stored_numbers(frame, options);
    const Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), name, "cannot be written");
    const auto laid_out = [&](const std::string& matrix, const StoredNumbers& of) -> LaidOutNumbers {
        const double absent =
            with_cost_type(of.type(), [&]<class T>() { return static_cast<double>(absent_number<T>(of)); });
        return {laid_out_matrix(file, name, format("{}/{}", data_group, matrix), frame.node_count), of, absent};
    };
    LaidOutTable table{laid_out(matrix_name(numbers), numbers), {}, {}};
    for (const SkimMatrix& skim : skim_matrices(matrix_name(numbers), frame, options.dtype)) {
        table.skims.push_back(laid_out(skim.name, skim.numbers));
    }
    if (frame.bytes_per_hop != 0) {
        table.hops = laid_out_matrix(file, name, format("{}/{}", own_group, next_hops_name), frame.node_count);
    }
    return table;
}

}  // namespace

FormatWriter omx_output() {
    FormatWriter format;
    format.name = "omx";
    format.description = "table, Open Matrix (HDF5): distances, skims, next hops, arcs and coordinates";
    format.suffixes = {".omx"};
    format.write_table = write_omx;
    format.write_between = write_omx_between;
    format.write_hours = write_omx_hours;
    format.write_frame = write_omx_frame;
    format.laid_out = omx_places;
    format.matrices = format.unit = format.dtype = format.paths = format.snap_distances = format.costs = true;
    format.check_options = [](const ExportOptions& options) {
        check_unit(options.unit);
        check_dtype(options.dtype);
    };
    return format;
}

}  // namespace allways::tools
