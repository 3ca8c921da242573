// SPDX-License-Identifier: Apache-2.0
// Factor (HDF5) → NetworkFactor, whose arrays stay in the mapped file. The file is verified and checked as a whole, so
// that users of the arrays need not check them. Layout: docs/formats.md.
#include "allways/base/error.h"
#include "attributes/node_attributes.h"
#include "attributes/travel_time.h"
#include "base/fixed_point.h"
#include "base/text.h"
#include "libraries/hdf5_file.h"
#include "matrices/omx_file.h"
#include "result/factor_arrays.h"
#include "text/file_format.h"

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

Handle factor_group(const OmxFile& file, hid_t parent) {
    if (!hdf5::has_link(parent, "factor")) {
        file.fail("expected a factor that Allways wrote; this HDF5 file has no group /factor");
    }
    Handle group = file.group(parent, "factor");
    const std::int32_t version =
        hdf5::has_attribute(group, "version") ? file.number_attribute<std::int32_t>(group, "version") : 1;
    if (version != factor_version) {
        file.fail(
            format("another version of Allways made this factor (layout {}, expected {}); make it again with "
                   "'allways solve --factor-only'",
                   version, factor_version));
    }
    return group;
}

// Takes what the group of a further cost lacks from the first, whose array `values` has already.
template <class T>
void read_own(const OmxFile& file, hid_t group, const char* name, bool is_first, SharedArray<T>& values) {
    if (is_first || hdf5::has_link(group, name)) values = file.array<T>(group, name);
}

// `first`: the places of the first cost; null: these are they.
FactorPlaces read_places(const OmxFile& file, hid_t factor, CostType type, const FactorPlaces* first) {
    const Handle group = file.group(factor, "places");
    FactorPlaces places;
    if (first != nullptr) {
        places.rank_of = first->rank_of;
        places.end_of = first->end_of;
        places.first_access = first->first_access;
        places.access_rank = first->access_rank;
    }
    read_own(file, group, "rank_of", first == nullptr, places.rank_of);
    read_own(file, group, "end_of", false, places.end_of);
    read_own(file, group, "first_access", first == nullptr, places.first_access);
    read_own(file, group, "access_rank", first == nullptr, places.access_rank);
    with_cost_type(type, [&]<class T>() {
        places.access_cell = file.array<T>(group, "access_cell", places.access_rank.size());
        if (!hdf5::has_link(group, "tail_potential")) return;
        using Potential = std::conditional_t<std::is_integral_v<T>, std::int64_t, double>;
        places.tail_potential = file.array<Potential>(group, "tail_potential");
        places.head_potential = file.array<Potential>(group, "head_potential");
    });
    if (hdf5::has_link(group, "first_member")) {
        places.first_member = file.array<std::uint64_t>(group, "first_member");
        places.first_hop = file.array<std::uint64_t>(group, "first_hop");
        places.hops = file.array<std::uint32_t>(group, "hops");
    }
    places.bound = file.number_attribute<std::int64_t>(group, "bound");
    places.usable_arcs = file.number_attribute<std::uint64_t>(group, "usable_arcs");
    places.zero_cost_classes = file.number_attribute<std::uint64_t>(group, "zero_cost_classes");
    places.no_through_nodes = file.number_attribute<std::uint64_t>(group, "no_through_nodes");
    return places;
}

CostScale read_scale(const OmxFile& file, hid_t group) {
    CostScale scale;
    scale.name = hdf5::read_text_attribute(group, file.path(), "name");
    scale.unit = hdf5::read_text_attribute(group, file.path(), "unit");
    scale.digits = file.number_attribute<std::int32_t>(group, "digits");
    if (scale.digits < 0 || scale.digits > most_cost_digits) {
        file.fail(format("{} has {} decimal digits", scale.name, scale.digits));
    }
    return scale;
}

FactorSums read_sums(const OmxFile& file, hid_t factor) {
    FactorSums sums;
    if (!hdf5::has_link(factor, "sums")) return sums;
    const Handle group = file.group(factor, "sums");
    sums.order = file.array<std::uint16_t>(group, "order");
    sums.via = file.array<std::uint32_t>(group, "via");
    if (hdf5::has_link(group, "tail")) {
        sums.tail = file.array<NodeIndex>(group, "tail");
        sums.head = file.array<NodeIndex>(group, "head");
    }
    const auto count = file.number_attribute<std::uint32_t>(group, "fields");
    for (std::uint32_t f = 0; f < count; ++f) {
        const Handle field = file.group(group, format("field_{}", f));
        sums.fields.push_back(
            {read_scale(file, field), file.array<std::int32_t>(field, "up"), file.array<std::int32_t>(field, "down")});
    }
    return sums;
}

// Ids that are not consecutive numbers are stored with their order.
IdTable read_node_ids(const OmxFile& file, hid_t lookup, std::size_t n) {
    IdTable ids = file.read_ids(lookup, "node_id", n);
    if (!ids.is_numeric()) return ids;
    if (!hdf5::has_link(lookup, "node_order")) return {ids.numbers(), SharedArray<std::uint32_t>()};
    return {ids.numbers(), file.array<std::uint32_t>(lookup, "node_order", n)};
}

// Reads what depends on the cost from the group "factor" in `parent`. `first`: the factor of the first cost; null: this
// is it.
void read_cells(const OmxFile& file, hid_t parent, const NetworkFactor* first, NetworkFactor& factor) {
    const Handle group = factor_group(file, parent);
    factor.scale = read_scale(file, group);
    factor.chosen_type.reset();
    if (hdf5::has_attribute(group, "cost_type")) {
        factor.chosen_type = parse_cost_type(hdf5::read_text_attribute(group, file.path(), "cost_type"));
    }
    NetworkFactor::Arrays& arrays = factor.arrays();
    arrays.first_arc_bits = file.number_attribute<std::int32_t>(group, "label_bits");
    arrays.height = file.number_attribute<std::uint32_t>(group, "height");
    read_own(file, group, "order", first == nullptr, arrays.order);
    read_own(file, group, "parent", first == nullptr, arrays.parent);
    read_own(file, group, "first_up", first == nullptr, arrays.first_up);
    read_own(file, group, "up_depth", first == nullptr, arrays.up_depth);
    const CostType type = type_of_cells(file, group);
    with_cost_type(type, [&]<class T>() {
        arrays.up = file.array<T>(group, "up");
        arrays.down = file.array<T>(group, "down");
    });
    arrays.places = read_places(file, group, type, first ? &first->arrays().places : nullptr);
    arrays.sums = read_sums(file, group);
}

NetworkFactor read_first(const OmxFile& file) {
    NetworkFactor factor;
    factor_group(file, file.root());  // says first whether this is a factor
    file.verify_checksums();
    const Handle lookup = file.group(file.root(), "lookup");
    const std::size_t n = file.size_of_dataset(lookup, "node_id");
    if (n >= no_node) file.fail(format("it has {} nodes, more than {}", n, no_node - 1));
    factor.node_ids = read_node_ids(file, lookup, n);
    read_cells(file, file.root(), nullptr, factor);
    const Handle own = file.group(file.root(), "allways");
    check_own_layout(file, own);
    factor.arcs = read_arcs(file, own, n, type_of(factor.arrays().up), 0);
    factor.provenance = read_provenance(file, own);
    StoredNodes nodes = read_nodes(file, own, n);
    factor.coordinates = std::move(nodes.coordinates);
    factor.crs = std::move(nodes.crs);
    factor.no_through = std::move(nodes.no_through);
    return factor;
}

// `cost`: the name of the cost to read; empty: the first.
NetworkFactor read_factor(const OmxFile& file, const std::string& cost) {
    NetworkFactor first = read_first(file);
    if (cost.empty() || cost == first.scale.name) return first;
    std::vector<std::string> known{first.scale.name};
    if (hdf5::has_link(file.root(), "costs")) {
        const Handle costs = file.group(file.root(), "costs");
        for (std::size_t i = 1; hdf5::has_link(costs, std::to_string(i).c_str()); ++i) {
            const Handle group = file.group(costs, std::to_string(i));
            known.push_back(read_scale(file, factor_group(file, group)).name);
            if (known.back() != cost) continue;
            NetworkFactor factor = first;
            read_cells(file, group, &first, factor);
            read_other_costs(file, group, type_of(factor.arrays().up), factor.arcs);
            if (factor.arcs.states.empty()) factor.arrays().places.end_of = {};  // closures may leave no turn states
            return factor;
        }
    }
    file.fail(format("there is no cost '{}'; the factor has: {}", cost, joined(known)));
}

// Earlier versions computed factors of float32 in that type. Float64 holds all its numbers.
void widen(NetworkFactor& factor) {
    if (factor.type() != CostType::float32) return;
    const auto wide = [](CostArray& costs) {
        if (const auto* floats = std::get_if<SharedArray<float>>(&costs))
            costs = SharedArray<double>(std::vector<double>(floats->begin(), floats->end()));
    };
    NetworkFactor::Arrays& arrays = factor.arrays();
    for (CostArray* costs :
         {&factor.arcs.cost, &factor.arcs.step_cost, &arrays.up, &arrays.down, &arrays.places.access_cell})
        wide(*costs);
    factor.chosen_type = CostType::float32;
}

// Reads a file that tools/export/formats/hdf5/factor_file.cpp wrote. Throws InputError if the file is not a factor or
// is damaged: sizes that differ, indexes out of range, a wrong checksum.
NetworkFactor read_factor_file(const std::string& path, const ReadOptions& options) {
    const OmxFile file(path, OmxFile::Access::map, options.copies_factor);
    try {
        NetworkFactor factor = read_factor(file, options.cost_field);
        check_factor(factor);
        widen(factor);
        check_places(path, factor.coordinates, factor.arcs.shapes.all_points());
        state_cost_unit(factor.scale, options);
        return factor;
    } catch (const DamagedContent& error) {
        file.fail(error.what());
    }
}

}  // namespace

Format factor_format() {
    return {
        .info = {"factor", "factor of a network (HDF5), written by Allways", {".factor"}, FormatInfo::Holds::factor},
        .read_factor = read_factor_file};
}

}  // namespace allways::importers
