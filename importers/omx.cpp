// Open Matrix (HDF5) → DistanceTable. Layout: docs/formats.md; the foreign part is the OMX specification 0.2 (/data
// with matrices, /lookup with ids).
#include "omx.h"

#include <algorithm>
#include <cmath>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "omx_arcs.h"
#include "omx_file.h"

namespace allways {

namespace {

using hdf5::check;
using hdf5::Handle;

constexpr std::size_t block_bytes = std::size_t{4} << 20;

class Reader : OmxFile {
public:
    Reader(const std::string& path, const ReadOptions& options) : OmxFile(path), options_(options) {
        if (!hdf5::has_link(root(), "data")) {
            fail("an Open Matrix file was expected, and this HDF5 file has no group /data");
        }
        data_ = group(root(), "data");
    }

    DistanceTable read() {
        const std::string name = matrix_name();
        const Handle matrix = dataset(data_, name.c_str());
        const auto shape = hdf5::shape_of(matrix, path());
        if (shape.size() != 2 || shape[0] != shape[1]) {
            fail(format("matrix {} is not square; a table of the same nodes both ways was expected", name));
        }
        n_ = shape[0];
        if (n_ >= no_node) fail(format("matrix {} has {} rows, beyond {}", name, n_, no_node - 1));

        CostScale scale{name, hdf5::read_text_attribute(matrix, path(), "unit"), 0};
        if (hdf5::has_attribute(matrix, "name")) scale.name = hdf5::read_text_attribute(matrix, path(), "name");
        if (hdf5::has_attribute(matrix, "digits")) scale.digits = number_attribute<std::int32_t>(matrix, "digits");
        if (scale.digits < 0 || scale.digits > 18) fail(format("matrix {} has {} decimal digits", name, scale.digits));
        CostVector values = read_values(matrix, name, scale);
        DistanceTable table(std::move(values), n_, std::move(scale), node_ids());
        if (hdf5::has_link(root(), "allways")) read_own(table);
        return table;
    }

private:
    std::string matrix_name() const {
        const std::vector<std::string> names = hdf5::dataset_names(data_, path());
        if (names.empty()) fail("the group /data has no matrix");
        std::string known;
        for (const std::string& name : names) known += (known.empty() ? "" : ", ") + name;
        if (!options_.cost_field.empty()) {
            if (std::ranges::find(names, options_.cost_field) == names.end()) {
                fail(format("there is no matrix '{}'; the file has: {}", options_.cost_field, known));
            }
            return options_.cost_field;
        }
        if (names.size() > 1)
            log(options_.log, LogLevel::info, format("reading {} of the matrices {}", names[0], known));
        return names.front();
    }

    // Rows in blocks, so that progress moves and a file with other number types needs little room to convert.
    template <class T>
    void read_rows(hid_t from, const std::string& name, T* into) const {
        const std::string what = format("dataset {} cannot be read", name);
        const Handle space(H5Dget_space(from), path(), what);
        const std::size_t block =
            std::clamp<std::size_t>(block_bytes / std::max<std::size_t>(n_ * sizeof(T), 1), 1, n_ + 1);
        for (std::size_t row = 0; row < n_; row += block) {
            const hsize_t start[] = {row, 0};
            const hsize_t count[] = {std::min(block, n_ - row), n_};
            const Handle rows(H5Screate_simple(2, count, nullptr), path(), what);
            check(H5Sselect_hyperslab(space, H5S_SELECT_SET, start, nullptr, count, nullptr), path(), what);
            check(H5Dread(from, native_type<T>(), rows, space, H5P_DEFAULT, into + row * n_), path(), what);
            report(options_.progress, "read", row + count[0], n_);
        }
    }

    // int32, float32 and float64 stay what they are; other whole numbers become int32 where they fit, else float64.
    CostVector read_values(hid_t matrix, const std::string& name, const CostScale& scale) const {
        const Handle type(H5Dget_type(matrix), path(), format("matrix {} has no type", name));
        const std::size_t size = H5Tget_size(type);
        if (H5Tget_class(type) == H5T_FLOAT) {
            return size <= 4 ? CostVector(read_matrix<float>(matrix, name))
                             : CostVector(read_matrix<double>(matrix, name));
        }
        if (H5Tget_class(type) != H5T_INTEGER) fail(format("matrix {} does not hold numbers", name));
        const bool fits = size < 4 || (size == 4 && H5Tget_sign(type) == H5T_SGN_2);
        if (fits) return read_matrix<std::int32_t>(matrix, name);
        if (scale.digits != 0)
            fail(format("matrix {} has decimal digits and {} bytes a number; int32 was expected", name, size));
        return read_matrix<double>(matrix, name);
    }

    template <class T>
    std::vector<T> read_matrix(hid_t matrix, const std::string& name) const {
        std::vector<T> values(n_ * n_);
        read_rows(matrix, name, values.data());
        if (hdf5::has_attribute(matrix, "NA") && is_number_attribute(matrix, "NA")) {
            const T absent = number_attribute<T>(matrix, "NA");
            if (absent != unreachable_cost<T>) std::ranges::replace(values, absent, unreachable_cost<T>);
        }
        if constexpr (std::is_floating_point_v<T>) {
            std::ranges::replace_if(
                values, [](T value) { return std::isnan(value); }, unreachable_cost<T>);
        }
        for (std::size_t i = 0; i < n_; ++i) {
            if (!is_reachable(values[i * n_ + i])) values[i * n_ + i] = 0;
        }
        return values;
    }

    IdTable node_ids() const {
        if (!hdf5::has_link(root(), "lookup")) return IdTable::consecutive(n_);
        const Handle lookup = group(root(), "lookup");
        if (hdf5::has_link(lookup, "node_id")) return read_ids(lookup, "node_id", n_);
        if (hdf5::has_link(lookup, "origin_id") && hdf5::has_link(lookup, "destination_id")) {
            fail("its rows are origins and its columns are other nodes, destinations; a table of the same nodes both ways "
                 "was expected");
        }
        const auto names = hdf5::dataset_names(lookup, path());
        if (names.empty()) return IdTable::consecutive(n_);
        log(options_.log, LogLevel::info, format("node ids are taken from the lookup {}", names.front()));
        return read_ids(lookup, names.front().c_str(), n_);
    }

    void read_own(DistanceTable& table) const {
        const Handle own = group(root(), "allways");
        table.set_provenance(read_provenance(*this, own));
        StoredNodes nodes = read_nodes(*this, own, n_);
        table.set_coordinates(std::move(nodes.coordinates), std::move(nodes.crs));
        table.set_no_through(std::move(nodes.no_through));
        if (hdf5::has_link(own, "next_hops")) read_next_hops(own, table);
    }

    void read_next_hops(hid_t own, DistanceTable& table) const {
        const Handle set = dataset(own, "next_hops");
        if (hdf5::shape_of(set, path()) != std::vector<hsize_t>{n_, n_})
            fail("next_hops has not the shape of the matrix");
        const std::string kind_text = hdf5::read_text_attribute(set, path(), "kind");
        if (kind_text != "arc_ordinal" && kind_text != "node_index") {
            fail(format("next_hops is of kind '{}'; arc_ordinal or node_index was expected", kind_text));
        }
        const bool by_arc = kind_text == "arc_ordinal";
        const Handle type(H5Dget_type(set), path(), "next_hops has no type");
        const std::size_t size = H5Tget_size(type);
        const std::size_t steps = size == 1   ? 1
                                  : size == 2 ? 255
                                              : 65536;  // the count of steps that takes as many bytes
        NextHops hops(by_arc ? NextHops::Kind::arc_ordinal : NextHops::Kind::node_index, n_, steps);
        std::visit([&](auto& stored) { read_rows(set, "next_hops", stored.data()); }, hops.storage());
        table.set_next_hops(std::move(hops), by_arc ? read_arcs(*this, own, n_, table.type()) : TableArcs{});
    }

    const ReadOptions& options_;
    Handle data_;
    std::size_t n_ = 0;
};

}  // namespace

DistanceTable read_omx(const std::string& path, const ReadOptions& options) {
    return Reader(path, options).read();
}

}  // namespace allways
