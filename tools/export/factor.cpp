// Factor of a network → HDF5: the parts of a table's file that paths need, under the same names, and the factor, with
// checksums, since a damaged cell would go unnoticed.
#include "export/atomic_file.h"
#include "export/formats.h"
#include "export/omx_arcs.h"
#include "export/omx_writer.h"

namespace allways::tools {

using namespace importers;

namespace {

using hdf5::Handle;

std::uint64_t file_bytes(const NetworkFactor& factor) {
    return factor.factor_bytes() + OmxWriter::bytes_of(factor.node_ids) +
           bytes_of(factor.arcs, type_of(factor.arcs.cost)) + factor.no_through.size() +
           factor.coordinates.size() * sizeof(Coordinate);
}

void write_cells(OmxWriter& writer, const NetworkFactor& factor) {
    const Handle group = writer.group(writer.root(), "factor");
    writer.attribute(group, "name", factor.scale.name);
    writer.attribute(group, "unit", factor.scale.unit);
    writer.attribute(group, "digits", std::int32_t{factor.scale.digits});
    writer.attribute(group, "label_bits", std::int32_t{factor.label_bits});
    writer.attribute(group, "height", std::uint32_t{factor.height});
    writer.checked_vector(group, "order", factor.order);
    std::visit([&](const auto& cells) { writer.checked_vector(group, "up", cells); }, factor.up);
    std::visit([&](const auto& cells) { writer.checked_vector(group, "down", cells); }, factor.down);
}

void write_factor_file(const NetworkFactor& factor, const std::string& path, const ExportOptions& options) {
    AtomicFile file(path, options.overwrite);
    OmxWriter writer(file.temporary(), path, options.progress, file_bytes(factor));
    {
        const Handle lookup = writer.group(writer.root(), "lookup");
        writer.ids(lookup, "node_id", factor.node_ids);
    }
    write_cells(writer, factor);
    {
        const Handle group = writer.group(writer.root(), "allways");
        write_provenance(writer, group, recorded_provenance(factor.provenance, options));
        write_arcs(writer, group, factor.arcs, factor.arcs.cost, factor.arcs.step_cost);
        write_nodes(writer, group, factor.coordinates, factor.crs, factor.no_through);
    }
    writer.close();
    file.commit();
}

}  // namespace

OutputFormat factor_output() {
    OutputFormat format;
    format.name = "factor";
    format.description = "factor of a network (HDF5): distances and paths between any two nodes, without a table";
    format.suffixes = {".factor"};
    format.write_factor = write_factor_file;
    return format;
}

}  // namespace allways::tools
