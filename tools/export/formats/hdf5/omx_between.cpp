// SPDX-License-Identifier: Apache-2.0
#include "export/formats/hdf5/omx_between.h"

#include "allways/result/table_cells.h"
#include "export/files/atomic_file.h"
#include "export/formats/hdf5/omx_arcs.h"
#include "export/formats/hdf5/omx_matrices.h"
#include "export/formats/hdf5/omx_writer.h"

namespace allways::tools {

using namespace importers;

namespace {

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

void write_matrices(OmxWriter& writer, const TableCells& cells, const StoredNumbers& numbers,
                    const std::vector<SkimMatrix>& skims) {
    const Handle data = writer.group(writer.root(), "data");
    const std::size_t rows = cells.rows.size();
    const std::size_t columns = cells.columns.size();
    const Handle distances =
        make_matrix(writer, data, {matrix_name(numbers), MatrixKind::distances, cells.scale, numbers}, rows, columns);
    fill_matrix(writer, distances, cells.distances, numbers, rows, columns);
    write_skims(writer, data, cells.skims, skims, rows, columns);
}

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

}  // namespace

void write_omx_between(const OriginDestinationTable& table, const std::string& path, const ExportOptions& options) {
    const TableCells cells = cells_of(table);
    const StoredNumbers numbers(cells.scale, cells.type(), largest_number(cells.distances), options.unit,
                                options.dtype);
    const std::vector<SkimMatrix> skims = skim_matrices(matrix_name(numbers), cells.skims, options.dtype);
    AtomicFile file(path, options.overwrite);
    OmxWriter writer(file.temporary(), path, options.progress,
                     bytes_of_all(cells, size_of(numbers.type()) + cell_bytes(skims)));
    writer.attribute(writer.root(), "OMX_VERSION", std::string("0.2"));
    const std::int32_t shape[] = {static_cast<std::int32_t>(cells.rows.size()),
                                  static_cast<std::int32_t>(cells.columns.size())};
    hdf5::write_attribute(writer.root(), path, "SHAPE", hdf5::AttributeValues{H5T_STD_I32LE, shape, 2, false});
    write_matrices(writer, cells, numbers, skims);
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

}  // namespace allways::tools
