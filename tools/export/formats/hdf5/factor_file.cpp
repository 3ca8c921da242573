// SPDX-License-Identifier: Apache-2.0
// Factor of a network → HDF5: what paths need from a table's file, under the same names, and the factor.
// Every dataset has a checksum, as has the file, and is contiguous and aligned, so that it can be mapped.
#include "export/files/atomic_file.h"
#include "export/formats/formats.h"
#include "export/formats/hdf5/omx_arcs.h"
#include "export/formats/hdf5/omx_writer.h"
#include "libraries/hdf5_file.h"
#include "result/factor_arrays.h"

namespace allways::tools {

using namespace importers;

namespace {

using hdf5::Handle;

constexpr std::uint64_t alignment = 64;  // a cache line, and enough for every type

std::uint64_t file_bytes(const NetworkFactor& factor) {
    return factor.factor_bytes() + factor.arrays().sums.bytes() + OmxWriter::bytes_of(factor.node_ids) +
           bytes_of(factor.arcs, type_of(factor.arcs.cost)) + factor.no_through.size() +
           factor.coordinates.size() * sizeof(Coordinate);
}

// Writes an array unless it is the first factor's. share_equal_arrays() makes equal arrays one.
template <class T>
void write_own(OmxWriter& writer, hid_t group, const char* name, const SharedArray<T>& values,
               const SharedArray<T>* first) {
    if (first == nullptr || first->data() != values.data() || first->size() != values.size())
        writer.vector(group, name, values);
}

// `first`: null for the places of the first factor.
void write_places(OmxWriter& writer, hid_t factor, const FactorPlaces& places, const FactorPlaces* first) {
    const Handle group = writer.group(factor, "places");
    writer.attribute(group, "bound", std::int64_t{places.bound});
    writer.attribute(group, "usable_arcs", std::uint64_t{places.usable_arcs});
    writer.attribute(group, "zero_cost_classes", std::uint64_t{places.zero_cost_classes});
    writer.attribute(group, "no_through_nodes", std::uint64_t{places.no_through_nodes});
    write_own(writer, group, "rank_of", places.rank_of, first ? &first->rank_of : nullptr);
    if (!places.end_of.empty()) write_own(writer, group, "end_of", places.end_of, first ? &first->end_of : nullptr);
    write_own(writer, group, "first_access", places.first_access, first ? &first->first_access : nullptr);
    write_own(writer, group, "access_rank", places.access_rank, first ? &first->access_rank : nullptr);
    std::visit([&](const auto& cells) { writer.vector(group, "access_cell", cells); }, places.access_cell);
    const auto potentials = [&](const char* name, const FactorPlaces::Potentials& of_places) {
        std::visit(
            [&](const auto& values) {
                if (!values.empty()) writer.vector(group, name, values);
            },
            of_places);
    };
    potentials("tail_potential", places.tail_potential);
    potentials("head_potential", places.head_potential);
    if (places.first_member.empty()) return;
    writer.vector(group, "first_member", places.first_member);
    writer.vector(group, "first_hop", places.first_hop);
    writer.vector(group, "hops", places.hops);
}

void write_sums(OmxWriter& writer, hid_t factor, const FactorSums& sums) {
    if (sums.fields.empty()) return;
    const Handle group = writer.group(factor, "sums");
    writer.attribute(group, "fields", static_cast<std::uint32_t>(sums.fields.size()));
    writer.vector(group, "order", sums.order);
    writer.vector(group, "via", sums.via);
    if (!sums.tail.empty()) {
        writer.vector(group, "tail", sums.tail);
        writer.vector(group, "head", sums.head);
    }
    for (std::size_t f = 0; f < sums.fields.size(); ++f) {
        const FactorSums::Sums& field = sums.fields[f];
        const Handle of_field = writer.group(group, format("field_{}", f));
        writer.attribute(of_field, "name", field.scale.name);
        writer.attribute(of_field, "unit", field.scale.unit);
        writer.attribute(of_field, "digits", std::int32_t{field.scale.digits});
        writer.vector(of_field, "up", field.up);
        writer.vector(of_field, "down", field.down);
    }
}

// `first`: null for the first factor.
void write_cells(OmxWriter& writer, hid_t parent, const NetworkFactor& factor, const NetworkFactor* first) {
    const NetworkFactor::Arrays* arrays = first ? &first->arrays() : nullptr;
    const Handle group = writer.group(parent, "factor");
    writer.attribute(group, "version", importers::factor_version);
    writer.attribute(group, "name", factor.scale.name);
    writer.attribute(group, "unit", factor.scale.unit);
    writer.attribute(group, "digits", std::int32_t{factor.scale.digits});
    if (factor.chosen_type) writer.attribute(group, "cost_type", std::string(name(*factor.chosen_type)));
    writer.attribute(group, "label_bits", std::int32_t{factor.arrays().first_arc_bits});
    writer.attribute(group, "height", std::uint32_t{factor.height()});
    write_own(writer, group, "order", factor.arrays().order, arrays ? &arrays->order : nullptr);
    write_own(writer, group, "parent", factor.arrays().parent, arrays ? &arrays->parent : nullptr);
    write_own(writer, group, "first_up", factor.arrays().first_up, arrays ? &arrays->first_up : nullptr);
    write_own(writer, group, "up_depth", factor.arrays().up_depth, arrays ? &arrays->up_depth : nullptr);
    std::visit([&](const auto& cells) { writer.vector(group, "up", cells); }, factor.arrays().up);
    std::visit([&](const auto& cells) { writer.vector(group, "down", cells); }, factor.arrays().down);
    write_places(writer, group, factor.arrays().places, arrays ? &arrays->places : nullptr);
    write_sums(writer, group, factor.arrays().sums);
}

// Writes each further factor to a group of its own.
void write_further(OmxWriter& writer, std::span<const NetworkFactor> factors) {
    if (factors.size() == 1) return;
    const Handle costs = writer.group(writer.root(), "costs");
    for (std::size_t i = 1; i < factors.size(); ++i) {
        const Handle group = writer.group(costs, std::to_string(i));
        write_cells(writer, group, factors[i], &factors.front());
        write_costs(writer, group, factors[i].arcs);
    }
}

void write_factor_file(std::span<const NetworkFactor> factors, const std::string& path, const ExportOptions& options) {
    const NetworkFactor& factor = factors.front();
    std::uint64_t bytes = file_bytes(factor);
    for (const NetworkFactor& further : factors.subspan(1))
        bytes += (2 * further.fill() + further.arcs.size()) * size_of(further.type()) + further.sums_bytes();
    AtomicFile file(path, options.overwrite);
    OmxWriter writer(file.temporary(), path, options.progress, bytes, alignment);
    {
        const Handle lookup = writer.group(writer.root(), "lookup");
        writer.ids(lookup, "node_id", factor.node_ids);
        if (factor.node_ids.is_numeric() && !factor.node_ids.sorted().empty()) {
            writer.vector(lookup, "node_order", factor.node_ids.sorted());
        }
    }
    write_cells(writer, writer.root(), factor, nullptr);
    {
        const Handle group = writer.group(writer.root(), "allways");
        write_provenance(writer, group, recorded_provenance(factor.provenance, options));
        write_arcs(writer, group, factor.arcs, factor.arcs.cost, factor.arcs.step_cost);
        write_nodes(writer, group, factor.coordinates, factor.crs, factor.no_through);
    }
    write_further(writer, factors);
    writer.write_checksums();
    writer.attribute(writer.root(), file_checksum_attribute, std::int32_t{1});
    writer.close();
    hdf5::append_file_checksum(file.temporary(), path);
    file.commit();
}

}  // namespace

FormatWriter factor_output() {
    FormatWriter format{{"factor",
                         "factor of a network (HDF5): distances and paths between any two nodes, without a table",
                         {".factor"}}};
    format.write_factors = write_factor_file;
    return format;
}

}  // namespace allways::tools
