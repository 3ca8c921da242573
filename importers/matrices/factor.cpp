// Factor (HDF5) → NetworkFactor. Layout: docs/formats.md.
#include "matrices/factor.h"

#include "allways/base/fixed_point.h"
#include "matrices/omx_arcs.h"
#include "matrices/omx_file.h"

namespace allways::importers {

namespace {

using hdf5::Handle;

// Determines the type from the size of the stored numbers.
CostType type_of_cells(const OmxFile& file, hid_t factor) {
    const Handle cells = file.dataset(factor, "up");
    const Handle type(H5Dget_type(cells), file.path(), "the factor's cells have no type");
    if (H5Tget_class(type) == H5T_INTEGER && H5Tget_size(type) == 4) return CostType::int32;
    if (H5Tget_class(type) == H5T_FLOAT) return H5Tget_size(type) == 4 ? CostType::float32 : CostType::float64;
    file.fail("the factor's cells have an unsupported type");
}

}  // namespace

NetworkFactor read_factor_file(const std::string& path, const ReadOptions&) {
    const OmxFile file(path);
    if (!hdf5::has_link(file.root(), "factor")) {
        file.fail("expected a factor that Allways wrote; this HDF5 file has no group /factor");
    }
    NetworkFactor factor;
    const Handle lookup = file.group(file.root(), "lookup");
    const std::size_t n = file.size_of_dataset(lookup, "node_id");
    if (n >= no_node) file.fail(format("it has {} nodes, more than {}", n, no_node - 1));
    factor.node_ids = file.read_ids(lookup, "node_id", n);

    const Handle group = file.group(file.root(), "factor");
    factor.scale.name = hdf5::read_text_attribute(group, path, "name");
    factor.scale.unit = hdf5::read_text_attribute(group, path, "unit");
    factor.scale.digits = file.number_attribute<std::int32_t>(group, "digits");
    if (factor.scale.digits < 0 || factor.scale.digits > most_cost_digits) {
        file.fail(format("costs have {} decimal digits", factor.scale.digits));
    }
    factor.label_bits = file.number_attribute<std::int32_t>(group, "label_bits");
    factor.height = file.number_attribute<std::uint32_t>(group, "height");
    factor.order = file.read_vector<NodeIndex>(group, "order", file.size_of_dataset(group, "order"));
    const std::size_t fill = file.size_of_dataset(group, "up");
    const CostType type = type_of_cells(file, group);
    with_cost_type(type, [&]<class T>() {
        factor.up = file.read_vector<T>(group, "up", fill);
        factor.down = file.read_vector<T>(group, "down", fill);
    });

    const Handle own = file.group(file.root(), "allways");
    factor.arcs = read_arcs(file, own, n, type, 0);
    factor.provenance = read_provenance(file, own);
    StoredNodes nodes = read_nodes(file, own, n);
    factor.coordinates = std::move(nodes.coordinates);
    factor.crs = std::move(nodes.crs);
    factor.no_through = std::move(nodes.no_through);
    return factor;
}

}  // namespace allways::importers
