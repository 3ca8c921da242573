// SPDX-License-Identifier: Apache-2.0
#include "export/formats/hdf5/omx_between.h"

#include <optional>
#include <vector>

#include "allways/base/format.h"
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
    hdf5::write_attribute(writer.root(), path, "SHAPE", hdf5::AttributeValues{H5T_STD_I32LE, shape, 2, false});
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

}  // namespace

void write_omx_between(const OriginDestinationTable& table, const std::string& path, const ExportOptions& options) {
    std::vector<HourMatrices> tables;
    tables.emplace_back(table, std::nullopt, options);
    write_tables(tables, path, options);
}

void write_omx_hours(const HourlyTables& hours, const std::string& path, const ExportOptions& options) {
    std::vector<HourMatrices> tables;
    const bool single = hours.tables.size() == 1;
    for (std::size_t i = 0; i < hours.tables.size(); ++i)
        tables.emplace_back(hours.tables[i], single ? std::nullopt : std::optional(hours.hours[i]), options);
    write_tables(tables, path, options);
}

}  // namespace allways::tools
