// Distance table → Open Matrix (HDF5): raw values under /data, ids under /lookup, and what paths need in a group of its
// own, /allways. Datasets are chunked in whole rows, unfiltered and allocated before they are filled, so that a row
// lies in one piece in the file; the openmatrix package does not list contiguous datasets.
#include "export/atomic_file.h"
#include "export/formats.h"
#include "export/omx_arcs.h"
#include "export/omx_part.h"
#include "export/omx_writer.h"

namespace allways::tools {

namespace {

using hdf5::Handle;

std::uint64_t table_bytes(const DistanceTable& table) {
    const std::uint64_t cells = std::uint64_t{table.node_count()} * table.node_count();
    std::uint64_t bytes = cells * size_of(table.type()) + OmxWriter::bytes_of(table.node_ids()) +
                          table.no_through().size() + table.coordinates().size() * sizeof(Coordinate);
    if (!table.has_next_hops()) return bytes;
    bytes += cells * table.next_hops().bytes_per_hop();
    return table.next_hops().kind() == NextHops::Kind::arc_ordinal ? bytes + bytes_of(table.arcs()) : bytes;
}

void write_data(OmxWriter& writer, const DistanceTable& table) {
    const Handle data = writer.group(writer.root(), "data");
    with_cost_type(table.type(), [&]<class T>() {
        const CostScale& scale = table.scale();
        const auto& values = std::get<std::vector<T>>(table.distances());
        const Handle matrix = writer.matrix(data, scale.raw_name().c_str(), values, table.node_count());
        writer.attribute(matrix, "name", scale.name);
        writer.attribute(matrix, "unit", scale.unit);
        writer.attribute(matrix, "digits", std::int32_t{scale.digits});
        writer.attribute(matrix, "NA", unreachable_cost<T>);
    });
    const Handle lookup = writer.group(writer.root(), "lookup");
    writer.ids(lookup, "node_id", table.node_ids());
}

void write_next_hops(OmxWriter& writer, hid_t group, const DistanceTable& table) {
    const NextHops& hops = table.next_hops();
    std::visit(
        [&](const auto& stored) {
            const Handle matrix = writer.matrix(group, "next_hops", stored, table.node_count());
            writer.attribute(matrix, "kind",
                             std::string(hops.kind() == NextHops::Kind::arc_ordinal ? "arc_ordinal" : "node_index"));
        },
        hops.storage());
    if (hops.kind() == NextHops::Kind::arc_ordinal) write_arcs(writer, group, table.arcs());
}

void write(const DistanceTable& table, const std::string& path, const ExportOptions& options) {
    AtomicFile file(path, options.overwrite);
    OmxWriter writer(file.temporary(), path, options.progress, table_bytes(table));

    writer.attribute(writer.root(), "OMX_VERSION", std::string("0.2"));
    const auto side = static_cast<std::int32_t>(table.node_count());
    const std::int32_t shape[] = {side, side};
    hdf5::write_attribute(writer.root(), path, "SHAPE", H5T_STD_I32LE, shape, 2, false);
    write_data(writer, table);
    {
        const Handle group = writer.group(writer.root(), "allways");
        write_provenance(writer, group, recorded_provenance(table.provenance(), options));
        if (table.has_next_hops()) write_next_hops(writer, group, table);
        write_nodes(writer, group, table.coordinates(), table.crs(), table.no_through());
    }
    writer.close();
    file.commit();
}

}  // namespace

OutputFormat omx_output() {
    OutputFormat format;
    format.name = "omx";
    format.description = "table, Open Matrix (HDF5): distances, next hops, arcs and coordinates";
    format.suffixes = {".omx"};
    format.write_table = write;
    format.write_part = write_omx_part;
    return format;
}

}  // namespace allways::tools
