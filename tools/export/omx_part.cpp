#include "export/omx_part.h"

#include "export/atomic_file.h"
#include "export/omx_arcs.h"
#include "export/omx_writer.h"
#include "export/table_cells.h"

namespace allways::tools {

namespace {

using hdf5::Handle;

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

}  // namespace

void write_omx_part(const OriginDestinationTable& table, const std::string& path, const ExportOptions& options) {
    const TableCells cells = cells_of(table);
    AtomicFile file(path, options.overwrite);
    const std::uint64_t bytes = std::uint64_t{cells.rows.size()} * cells.columns.size() * size_of(cells.type()) +
                                OmxWriter::bytes_of(cells.rows) + OmxWriter::bytes_of(cells.columns);
    OmxWriter writer(file.temporary(), path, options.progress, bytes);
    writer.attribute(writer.root(), "OMX_VERSION", std::string("0.2"));
    const std::int32_t shape[] = {static_cast<std::int32_t>(cells.rows.size()),
                                  static_cast<std::int32_t>(cells.columns.size())};
    hdf5::write_attribute(writer.root(), path, "SHAPE", H5T_STD_I32LE, shape, 2, false);
    {
        const Handle data = writer.group(writer.root(), "data");
        with_cost_type(cells.type(), [&]<class T>() {
            const auto& values = std::get<std::vector<T>>(cells.distances);
            const Handle matrix =
                writer.matrix<T>(data, cells.scale.raw_name().c_str(), cells.rows.size(), cells.columns.size());
            writer.fill(matrix, values, cells.rows.size(), cells.columns.size());
            writer.attribute(matrix, "name", cells.scale.name);
            writer.attribute(matrix, "unit", cells.scale.unit);
            writer.attribute(matrix, "digits", std::int32_t{cells.scale.digits});
            writer.attribute(matrix, "NA", unreachable_cost<T>);
        });
        write_lookups(writer, cells);
        const Handle group = writer.group(writer.root(), "allways");
        write_provenance(writer, group, recorded_provenance(cells.provenance, options));
    }
    writer.close();
    file.commit();
}

}  // namespace allways::tools
